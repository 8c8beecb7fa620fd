// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.calls;

import dev.sluice.config.bind.Doc;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * What an import of a capture left out, the worst first.
 *
 * @param notUnderstood calls, sorted by what leaving them out can change, then by their place in the capture
 * @param missing parts of the capture that were not there, a sentence each; without them findings cannot be relied on
 */
public record LeftOut(
        @Doc("Calls that may change something.") List<NotUnderstood> notUnderstood,

        @Doc("Parts of the capture that were not there.") List<String> missing) {

    /** Nothing: of a stream that somebody wrote, or a capture that was understood as a whole. */
    public static final LeftOut NOTHING = new LeftOut(List.of(), List.of());

    private static final int NAMED = 3;

    /** Sorts the calls. */
    public LeftOut {
        notUnderstood = notUnderstood.stream()
                .sorted(Comparator.comparing(NotUnderstood::change)
                        .thenComparingLong(NotUnderstood::place)
                        .thenComparing(NotUnderstood::call))
                .toList();
        missing = List.copyOf(missing);
    }

    /** Whether there is nothing. */
    public boolean isNothing() {
        return notUnderstood.isEmpty() && missing.isEmpty();
    }

    /** Whether findings can be relied on: nothing is missing, and nothing that orders was dropped. */
    public boolean reliable() {
        return doubts().isEmpty();
    }

    /** Why findings cannot be relied on; empty if they can. */
    public List<String> doubts() {
        List<String> doubts = new ArrayList<>(missing);
        List<String> dropped = named(Change.SYNCHRONIZATION);
        if (!dropped.isEmpty()) {
            doubts.add("synchronization was dropped (" + some(dropped)
                    + "): hazards may be false, and dependencies that are needed may seem not to be");
        }
        List<String> unknown = named(Change.ANYTHING);
        if (!unknown.isEmpty()) {
            doubts.add("what Sluice does not know may be synchronization (" + some(unknown) + ")");
        }
        return doubts;
    }

    /** Whether commands access memory, or are ordered, in ways that the import does not show. */
    public boolean hidesWork() {
        return notUnderstood.stream().anyMatch(call -> call.change().hidesWork());
    }

    private List<String> named(Change change) {
        return notUnderstood.stream()
                .filter(call -> call.change() == change)
                .map(NotUnderstood::call)
                .toList();
    }

    private static String some(List<String> calls) {
        String names = String.join(", ", calls.subList(0, Math.min(NAMED, calls.size())));
        return calls.size() <= NAMED ? names : names + " and " + (calls.size() - NAMED) + " more";
    }
}
