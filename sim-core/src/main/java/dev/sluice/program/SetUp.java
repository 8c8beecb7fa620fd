// SPDX-License-Identifier: Apache-2.0
package dev.sluice.program;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** The part of a stream that no program recorded: what a capture tool uploads before the first frame of a trimmed capture. */
public final class SetUp {
    /** The label of its commands. */
    public static final String LABEL = "initial contents";

    private SetUp() {}

    /** The submissions of a stream, by their ids, that belong to it whole. */
    public static Set<String> submissions(StreamProgram stream) {
        Set<String> found = new LinkedHashSet<>();
        int count = 0;
        for (HostThread thread : stream.threads()) {
            for (HostOperation operation : thread.operations()) {
                if (operation instanceof HostOperation.QueueSubmit submit) {
                    String id = "submit" + count++;
                    List<Command> commands = submit.commandBuffers().stream()
                            .flatMap(List::stream)
                            .toList();
                    if (!commands.isEmpty()
                            && commands.stream()
                                    .allMatch(command ->
                                            LABEL.equals(command.origin().label()))) {
                        found.add(id);
                    }
                }
            }
        }
        return found;
    }
}
