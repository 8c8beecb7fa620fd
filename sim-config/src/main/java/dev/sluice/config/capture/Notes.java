// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.capture;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What an import approximated or changed, counted and in the order in which it first happened. */
final class Notes {
    private final Map<String, Long> counted = new LinkedHashMap<>();

    /** Says something once, however often it happens. */
    void once(String text) {
        counted.putIfAbsent(text, 0L);
    }

    /** Says something with the number of times that it happened. */
    void count(String text) {
        counted.merge(text, 1L, Long::sum);
    }

    /** All notes. */
    List<String> lines() {
        List<String> lines = new ArrayList<>();
        counted.forEach((text, times) -> lines.add(times < 2 ? text : text + " (× " + times + ")"));
        return lines;
    }
}
