// SPDX-License-Identifier: Apache-2.0
package dev.sluice.plugin;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * A provider that a device chose, by name, and what it set of it.
 *
 * @param parameters values as they are written, by the name of the parameter; what is not there has its default
 */
public record Choice(String name, Map<String, String> parameters) {

    public Choice {
        parameters = Collections.unmodifiableMap(new TreeMap<>(parameters));
    }

    /** A provider with all its defaults. */
    public static Choice of(String name) {
        return new Choice(name, Map.of());
    }

    /** As people read it: {@code srrip (bits 3)}. */
    @Override
    public String toString() {
        return parameters.isEmpty()
                ? name
                : name
                        + parameters.entrySet().stream()
                                .map(set -> set.getKey() + " " + set.getValue())
                                .collect(Collectors.joining(", ", " (", ")"));
    }
}
