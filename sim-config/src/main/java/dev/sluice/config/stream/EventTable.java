// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.stream;

import dev.sluice.config.bind.Nearest;
import dev.sluice.config.bind.OneKey;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The events of a stream: declared, or made at first use; and whether somebody signals them. */
final class EventTable {
    private final StreamContext context;
    private final Set<String> signalled = new LinkedHashSet<>();

    EventTable(StreamContext context, CommandBuffers buffers, Map<String, List<OneKey<HostStep>>> threads) {
        this.context = context;
        Set<String> declared = new LinkedHashSet<>();
        for (int i = 0; i < context.file.events().size(); i++) {
            String name = context.file.events().get(i);
            if (!declared.add(name)) {
                throw context.where.error(context.file, "events", i, "events: two events are named '" + name + "'");
            }
        }
        buffers.everyCommand(step -> {
            if (step instanceof EventStep.SetEvent set) {
                signalled.add(set.event());
            }
        });
        threads.values()
                .forEach(steps -> steps.forEach(step -> {
                    if (step.value() instanceof HostStep.SetEvent set) {
                        signalled.add(set.event());
                    }
                }));
    }

    /** Notes a wait that cannot end. */
    void waited(Object user, String event) {
        if (!signalled.contains(event)) {
            context.notes.add("nothing sets event '" + event + "' that " + context.place(user)
                    + " waits for: the run cannot end" + Nearest.hint(event, signalled));
        }
    }
}
