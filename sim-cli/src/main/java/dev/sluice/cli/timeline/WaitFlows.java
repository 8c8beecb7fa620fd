// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.timeline;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Flows from what is waited for to what waits: they begin where the one ends and end where the other goes on.
 *
 * <p>Of each waiter a limited number is drawn. A flow whose beginning was not written is forgotten.
 */
final class WaitFlows {

    private static final int MOST = 16;

    private static final class Flow {
        final long id;
        final String awaited;
        boolean begun;

        Flow(long id, String awaited) {
            this.id = id;
            this.awaited = awaited;
        }
    }

    private final TimelineOut out;
    private final Map<String, List<Flow>> byWaiter = new HashMap<>();
    private final Map<String, List<Flow>> byAwaited = new HashMap<>();

    WaitFlows(TimelineOut out) {
        this.out = out;
    }

    void waits(String waiter, String awaited) {
        List<Flow> flows = byWaiter.computeIfAbsent(waiter, unknown -> new ArrayList<>());
        List<Flow> from = byAwaited.computeIfAbsent(awaited, unknown -> new ArrayList<>());
        if (flows.size() == MOST
                || from.size() == MOST
                || flows.stream().anyMatch(flow -> flow.awaited.equals(awaited))) {
            if (from.isEmpty()) {
                byAwaited.remove(awaited);
            }
            return;
        }
        Flow flow = new Flow(out.newFlow(), awaited);
        flows.add(flow);
        from.add(flow);
    }

    /** Adds the flows that begin where something comes about. */
    void from(String awaited, TimelineEvent e) {
        for (Flow flow : byAwaited.getOrDefault(awaited, List.of())) {
            e.flow(flow.id, false);
        }
    }

    /** What of a semaphore is awaited that has come about when it has a value. */
    List<String> reached(String semaphore, long value) {
        String prefix = "semaphore " + semaphore + " value ";
        return byAwaited.keySet().stream()
                .filter(awaited -> awaited.startsWith(prefix)
                        && Long.parseLong(awaited.substring(prefix.length())) <= value)
                .sorted()
                .toList();
    }

    /** The event with those flows was written, or not. */
    void begun(String awaited, boolean written) {
        List<Flow> flows = byAwaited.remove(awaited);
        if (flows != null) {
            flows.forEach(flow -> flow.begun = written);
        }
    }

    /** Adds the flows that end where something goes on; it waits no longer. */
    void to(String waiter, TimelineEvent e) {
        List<Flow> flows = byWaiter.remove(waiter);
        if (flows == null) {
            return;
        }
        for (Flow flow : flows) {
            if (flow.begun) {
                e.endOf(flow.id);
            } else {
                forget(flow);
            }
        }
    }

    private void forget(Flow flow) {
        List<Flow> others = byAwaited.get(flow.awaited);
        if (others != null) {
            others.remove(flow);
            if (others.isEmpty()) {
                byAwaited.remove(flow.awaited);
            }
        }
    }

    /** Who still waits. */
    List<String> waiting() {
        return byWaiter.entrySet().stream()
                .filter(entry -> entry.getValue().stream().anyMatch(flow -> flow.begun))
                .map(Map.Entry::getKey)
                .sorted()
                .toList();
    }
}
