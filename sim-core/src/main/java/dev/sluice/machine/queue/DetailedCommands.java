// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.queue;

import dev.sluice.program.Command;
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

    private static final String ALWAYS = "passes and presents always do";

    private final Map<String, Set<String>> reasons = new LinkedHashMap<>();

    void add(String command, String why) {
        reasons.computeIfAbsent(why, w -> new LinkedHashSet<>()).add(command);
    }

    /** The notes, given all commands of the run. */
    List<String> notes(List<CommandRecord> commands) {
        Map<String, Set<String>> all = new LinkedHashMap<>(reasons);
        Set<String> always = commands.stream()
                .filter(DetailedCommands::takesTimeAnyway)
                .map(CommandRecord::id)
                .collect(Collectors.toCollection(LinkedHashSet::new));
        if (!always.isEmpty()) {
            all.put(ALWAYS, always);
        }
        return all.entrySet().stream()
                .map(entry -> names(entry.getValue()) + " ran in detail within a functional region: " + entry.getKey())
                .toList();
    }

    private static boolean takesTimeAnyway(CommandRecord record) {
        Command command = record.command();
        return record.atOnce()
                && record.startCycle >= 0
                && (command instanceof Command.Graphics && !(command instanceof Command.Draw)
                        || command instanceof Command.Present);
    }

    private static String names(Set<String> ids) {
        String first = ids.stream().limit(MOST).collect(Collectors.joining(", "));
        return ids.size() <= MOST ? first : first + " and " + (ids.size() - MOST) + " more";
    }
}
