// SPDX-License-Identifier: Apache-2.0
package dev.sluice.check.lint;

import dev.sluice.program.Barrier;
import dev.sluice.program.edit.Cure;
import dev.sluice.program.sync.Accesses;
import dev.sluice.program.sync.Stages;
import java.util.ArrayList;
import java.util.List;

/** Rules about barriers of which a half, or everything, is for nothing: reads behind reads, flushes made before, no work. */
final class NeedRules {
    private NeedRules() {}

    /** What may be said about a barrier, if leaving out what it does for nothing is safe. */
    static List<Proposal> proposals(DependencyUse use) {
        List<Proposal> proposals = new ArrayList<>();
        if (use.site().transition()) {
            return proposals;
        }
        Barrier barrier = use.barrier();
        boolean masks = (barrier.srcAccess() | barrier.dstAccess()) != 0;
        if (!use.orders()) {
            removal(proposals, use);
        } else if (masks && onlyWriteAfterRead(use)) {
            proposals.add(new Proposal(
                    use,
                    List.of(barrier.masked(barrier.srcStages(), 0, barrier.dstStages(), 0)),
                    LintRule.WAR_WITH_ACCESS,
                    use.site().subject() + ": " + use.destination().example + " only writes what "
                            + use.source().example + " has read, which needs no memory to be flushed or dropped",
                    Cure.Masks.of(
                            new Cure.Mask(Cure.Mask.Part.SRC_ACCESS, 0), new Cure.Mask(Cure.Mask.Part.DST_ACCESS, 0))));
        }
        alreadyAvailable(proposals, use);
        return proposals;
    }

    private static boolean onlyWriteAfterRead(DependencyUse use) {
        return use.pairs().contains(DependencyUse.Pair.WRITE_AFTER_READ)
                && !use.pairs().contains(DependencyUse.Pair.READ_AFTER_WRITE)
                && !use.pairs().contains(DependencyUse.Pair.WRITE_AFTER_WRITE)
                && !use.pairs().contains(DependencyUse.Pair.CHANGE);
    }

    /** A barrier with work on both sides in its range that orders no pair directly. */
    private static void removal(List<Proposal> to, DependencyUse use) {
        DependencyUse.Uses near = use.before().accesses == 0 ? use.earlier() : use.before();
        long before = use.source().accesses | near.accesses;
        long after = use.destination().accesses | use.after().accesses;
        if (before == 0 || after == 0) {
            return;
        }
        boolean reads = !Accesses.hasWrite(before) && !Accesses.hasWrite(after);
        String work = "between " + example(use.source(), near) + " and " + example(use.destination(), use.after());
        to.add(new Proposal(
                use,
                List.of(),
                reads ? LintRule.READ_TO_READ : LintRule.REDUNDANT,
                reads
                        ? use.site().subject() + ": " + work + " there are only reads, which see the same without it"
                        : use.site().subject() + ": " + work + " it orders nothing that is not ordered without it",
                new Cure.Note("remove it")));
    }

    private static String example(DependencyUse.Uses pairs, DependencyUse.Uses near) {
        return pairs.example.isEmpty() ? near.example : pairs.example;
    }

    private static void alreadyAvailable(List<Proposal> to, DependencyUse use) {
        Barrier barrier = use.barrier();
        long named = DependencyUse.expand(
                Accesses.writes(barrier.srcAccess()), use.site().sourceStages());
        if (named == 0
                || barrier.dstAccess() == 0
                || (named & use.before().accesses) != 0
                || !use.pairs().contains(DependencyUse.Pair.READ_AFTER_WRITE) && use.orders()) {
            return;
        }
        to.add(new Proposal(
                use,
                List.of(barrier.masked(barrier.srcStages(), 0, barrier.dstStages(), barrier.dstAccess())),
                LintRule.ALREADY_AVAILABLE,
                "srcAccess " + Accesses.text(Accesses.writes(barrier.srcAccess())) + " at "
                        + Stages.text(barrier.srcStages()) + ": an earlier barrier has made these writes available",
                Cure.Masks.of(new Cure.Mask(Cure.Mask.Part.SRC_ACCESS, 0))));
    }
}
