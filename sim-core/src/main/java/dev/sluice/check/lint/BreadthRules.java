// SPDX-License-Identifier: Apache-2.0
package dev.sluice.check.lint;

import dev.sluice.program.Barrier;
import dev.sluice.program.edit.Cure;
import dev.sluice.program.sync.Access;
import dev.sluice.program.sync.Accesses;
import dev.sluice.program.sync.Stage;
import dev.sluice.program.sync.Stages;
import java.util.ArrayList;
import java.util.List;

/** Rules about barriers that name more than the accesses around them need: stages and accesses, too early or too late. */
final class BreadthRules {
    private static final long BROAD_STAGES = Stages.of(Stage.ALL_COMMANDS, Stage.ALL_GRAPHICS);
    private static final long BROAD_ACCESSES = Accesses.of(Access.MEMORY_READ, Access.MEMORY_WRITE);

    private BreadthRules() {}

    /** What may be said about a barrier, if narrowing it is safe. */
    static List<Proposal> proposals(DependencyUse use) {
        List<Proposal> proposals = new ArrayList<>();
        Barrier barrier = use.barrier();
        long src = needed(use.source(), use.before());
        long dst = needed(use.destination(), use.after());
        stages(proposals, use, src, dst);
        accesses(proposals, use);
        if (src != 0 && (barrier.srcStages() & BROAD_STAGES) == 0) {
            lateSource(proposals, use, src);
        }
        if (dst != 0 && (barrier.dstStages() & BROAD_STAGES) == 0) {
            earlyDestination(proposals, use, dst);
        }
        return proposals;
    }

    private static long needed(DependencyUse.Uses pairs, DependencyUse.Uses near) {
        return pairs.stages | near.stages;
    }

    private static void stages(List<Proposal> to, DependencyUse use, long src, long dst) {
        Barrier barrier = use.barrier();
        boolean broadSrc = (barrier.srcStages() & BROAD_STAGES) != 0 && src != 0;
        boolean broadDst = (barrier.dstStages() & BROAD_STAGES) != 0 && dst != 0;
        if (!broadSrc && !broadDst) {
            return;
        }
        long host = Stage.HOST.mask();
        long newSrc = broadSrc ? src & ~host | barrier.srcStages() & host : barrier.srcStages();
        long newDst = broadDst ? dst & ~host | barrier.dstStages() & host : barrier.dstStages();
        Barrier narrow = barrier.masked(newSrc, barrier.srcAccess(), newDst, barrier.dstAccess());
        List<String> parts = new ArrayList<>();
        if (broadSrc) {
            parts.add("srcStage " + Stages.text(barrier.srcStages()) + ", of which it orders only "
                    + Stages.text(newSrc) + " before it");
        }
        if (broadDst) {
            parts.add("dstStage " + Stages.text(barrier.dstStages()) + ", of which it orders only "
                    + Stages.text(newDst) + " after it");
        }
        to.add(new Proposal(
                use,
                List.of(narrow),
                LintRule.OVER_BROAD_STAGES,
                use.site().subject() + ": " + String.join("; ", parts),
                Cure.Masks.changed(barrier, narrow)));
    }

    private static void accesses(List<Proposal> to, DependencyUse use) {
        Barrier barrier = use.barrier();
        long usedSrc = Accesses.writes(use.source().accesses | use.before().accesses);
        long usedDst = use.destination().accesses | use.after().accesses;
        boolean knownSrc =
                (use.source().accesses | use.before().accesses) != 0 && Accesses.hasWrite(barrier.srcAccess());
        long newSrc = knownSrc ? kept(barrier.srcAccess(), usedSrc, use.site().sourceStages()) : barrier.srcAccess();
        long newDst =
                usedDst != 0 ? kept(barrier.dstAccess(), usedDst, use.site().destinationStages()) : barrier.dstAccess();
        if (newSrc == barrier.srcAccess() && newDst == barrier.dstAccess()) {
            return;
        }
        Barrier narrow = barrier.masked(barrier.srcStages(), newSrc, barrier.dstStages(), newDst);
        List<String> parts = new ArrayList<>();
        excess(parts, "srcAccess", barrier.srcAccess(), newSrc, "before it");
        excess(parts, "dstAccess", barrier.dstAccess(), newDst, "after it");
        to.add(new Proposal(
                use,
                List.of(narrow),
                LintRule.OVER_BROAD_ACCESS,
                use.site().subject() + ": " + String.join("; ", parts),
                Cure.Masks.changed(barrier, narrow)));
    }

    private static void excess(List<String> parts, String key, long named, long kept, String when) {
        if (named != kept) {
            long dropped = named & ~kept;
            parts.add(key + " " + Accesses.text(dropped)
                    + ((dropped & BROAD_ACCESSES) != 0 && kept != 0
                            ? ", of which it orders only " + Accesses.text(kept) + " " + when
                            : ", which nothing that it orders makes " + when));
        }
    }

    /** The named flags that are used, and what is used of those that stand for everything. */
    private static long kept(long named, long used, long stages) {
        long kept = 0;
        for (Access access : Accesses.list(named)) {
            long parts = DependencyUse.expand(access.mask(), stages) & used;
            kept |= access.isMemoryShorthand() ? parts : parts != 0 ? access.mask() : 0;
        }
        return kept;
    }

    private static void lateSource(List<Proposal> to, DependencyUse use, long needed) {
        long late = 0;
        for (Stage stage : Stages.list(use.barrier().srcStages())) {
            late |= unused(stage, needed) && after(stage, needed) ? stage.mask() : 0;
        }
        if (late == 0) {
            return;
        }
        long rest = use.barrier().srcStages() & ~late;
        long stages = rest == 0 ? needed : rest;
        Barrier own = use.barrier();
        Barrier narrow = own.masked(stages, own.srcAccess(), own.dstStages(), own.dstAccess());
        to.add(new Proposal(
                use,
                List.of(narrow),
                LintRule.EARLY_SIGNAL_LATE_STAGE,
                "srcStage " + Stages.text(late) + " is later than the last access to "
                        + use.site().subject() + ", at " + Stages.text(needed) + example(use.source(), use.before()),
                Cure.Masks.changed(own, narrow)));
    }

    private static void earlyDestination(List<Proposal> to, DependencyUse use, long needed) {
        long early = 0;
        for (Stage stage : Stages.list(use.barrier().dstStages())) {
            early |= unused(stage, needed) && before(stage, needed) ? stage.mask() : 0;
        }
        if (early == 0) {
            return;
        }
        long rest = use.barrier().dstStages() & ~early;
        long stages = rest == 0 ? needed : rest;
        Barrier own = use.barrier();
        Barrier narrow = own.masked(own.srcStages(), own.srcAccess(), stages, own.dstAccess());
        to.add(new Proposal(
                use,
                List.of(narrow),
                LintRule.LATE_WAIT_EARLY_STAGE,
                "dstStage " + Stages.text(early) + " is earlier than the first access to "
                        + use.site().subject() + ", at " + Stages.text(needed)
                        + example(use.destination(), use.after()),
                Cure.Masks.changed(own, narrow)));
    }

    private static String example(DependencyUse.Uses pairs, DependencyUse.Uses near) {
        String id = pairs.example.isEmpty() ? near.example : pairs.example;
        return id.isEmpty() ? "" : " (" + id + ")";
    }

    private static boolean unused(Stage stage, long needed) {
        return stage.expansion() != 0 && (stage.expansion() & needed) == 0;
    }

    /** Whether all of a stage is logically later than every needed stage. */
    private static boolean after(Stage stage, long needed) {
        for (Stage need : Stages.list(needed)) {
            long later = Stages.withLogicallyLater(need.mask()) & ~need.mask();
            if ((stage.expansion() & ~later) != 0) {
                return false;
            }
        }
        return true;
    }

    /** Whether all of a stage is logically earlier than every needed stage. */
    private static boolean before(Stage stage, long needed) {
        for (Stage need : Stages.list(needed)) {
            long earlier = Stages.withLogicallyEarlier(need.mask()) & ~need.mask();
            if ((stage.expansion() & ~earlier) != 0) {
                return false;
            }
        }
        return true;
    }
}
