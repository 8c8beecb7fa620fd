// SPDX-License-Identifier: Apache-2.0
package dev.sluice.check.lint;

import dev.sluice.check.hazard.HazardChecker;
import dev.sluice.check.hazard.HazardReport;
import dev.sluice.check.hazard.KnownHazards;
import dev.sluice.check.order.Amendments;
import dev.sluice.check.trace.AccessTrace;
import dev.sluice.program.Barrier;
import java.util.ArrayList;
import java.util.List;

/**
 * Proves changes of barriers safe by the hazard checker: together they bring no hazard that the stream has not got already.
 *
 * <p>Changes are tried all at once, and by halves where that fails, so that the number of checks grows with the number of
 * wrong ones. It is limited; what is left then counts as not proven.
 */
final class SafetyProof {
    /** Commands that all checks together may go through; a choice: some seconds at most. */
    private static final int BUDGET = 100_000;

    private static final int MOST_CHECKS = 400;

    /** A change of one barrier. */
    interface Change {
        /** The barrier. */
        DependencyUse use();

        /** What stands in its place; nothing if it is removed. */
        List<Barrier> instead();
    }

    private final AccessTrace trace;
    private final KnownHazards known;
    private int checks;

    /** @param found the hazards of the stream as it is */
    SafetyProof(AccessTrace trace, HazardReport found, int commands) {
        this.trace = trace;
        this.known = KnownHazards.byId(found);
        this.checks = Math.max(4, Math.min(MOST_CHECKS, BUDGET / Math.max(1, commands)));
    }

    /** The changes that are proven safe together; at most one for each barrier may be given. */
    <T extends Change> List<T> safe(List<T> changes) {
        List<T> kept = new ArrayList<>();
        prove(changes, kept);
        return kept;
    }

    /** Adds to {@code kept} those of some changes that are safe beside it. */
    private <T extends Change> void prove(List<T> changes, List<T> kept) {
        if (changes.isEmpty() || checks == 0) {
            return;
        }
        checks--;
        if (holds(kept, changes)) {
            kept.addAll(changes);
        } else if (changes.size() > 1) {
            int half = changes.size() / 2;
            prove(changes.subList(0, half), kept);
            prove(changes.subList(half, changes.size()), kept);
        }
    }

    private <T extends Change> boolean holds(List<T> kept, List<T> more) {
        Amendments.Builder amendments = new Amendments.Builder();
        for (List<T> changes : List.of(kept, more)) {
            for (T change : changes) {
                amend(amendments, change);
            }
        }
        return known.brought(HazardChecker.compared(trace, amendments.build())).isEmpty();
    }

    private static void amend(Amendments.Builder amendments, Change change) {
        List<Barrier> instead = change.instead();
        if (instead.size() == 1) {
            amendments.replacing(change.use().id(), instead.get(0));
            return;
        }
        amendments.without(change.use().id());
        for (Barrier barrier : instead) {
            amendments.adding(change.use().site().at().id(), barrier);
        }
    }

    /** Whether a report has hazards that another one lacks. */
    static boolean adds(HazardReport report, HazardReport known) {
        return !KnownHazards.byId(known).brought(report).isEmpty();
    }
}
