// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.queue;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** Why commands took time though their region is functional: a note a reason, with the ids of the commands. */
final class DetailedCommands {

    /** Ids in a note; {@code detailed[]} of the region has them all. */
    private static final int MOST = 16;

    private final Map<String, Set<String>> reasons = new LinkedHashMap<>();

    void add(String command, String why) {
        reasons.computeIfAbsent(why, w -> new LinkedHashSet<>()).add(command);
    }

    List<String> notes() {
        return reasons.entrySet().stream()
                .map(entry -> names(entry.getValue()) + " ran in detail within a functional region: " + entry.getKey())
                .toList();
    }

    private static String names(Set<String> ids) {
        String first = ids.stream().limit(MOST).collect(Collectors.joining(", "));
        return ids.size() <= MOST ? first : first + " and " + (ids.size() - MOST) + " more";
    }
}
