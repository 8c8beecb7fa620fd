// SPDX-License-Identifier: Apache-2.0
package dev.sluice.check.verdict;

import dev.sluice.check.order.Amendments;
import dev.sluice.check.trace.DependencyId;
import dev.sluice.program.Barrier;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Makes verdicts hold together: dependencies that stand in for one another can each be left out, but not all of them, so that
 * the last of them count as needed.
 *
 * <p>All changes are tried at once, and by halves where that fails, so that the number of checks grows with the number of those
 * that cannot be followed.
 */
final class Together {
    private static final String FOLLOWED = "where the other verdicts are followed: ";

    private final DependencyJudge judge;
    private final List<Verdict> verdicts;
    private final List<Integer> kept = new ArrayList<>();
    private final Set<Integer> dropped = new LinkedHashSet<>();

    private Together(DependencyJudge judge, List<Verdict> verdicts) {
        this.judge = judge;
        this.verdicts = verdicts;
    }

    /** Replaces verdicts that cannot be followed beside the others; what a person should know about them. */
    static List<String> hold(DependencyJudge judge, List<Verdict> verdicts) {
        List<Integer> changes = new ArrayList<>();
        for (VerdictKind kind : List.of(VerdictKind.PRESENT_AND_NOT_NEEDED, VerdictKind.WIDER_THAN_NEEDED)) {
            for (int i = 0; i < verdicts.size(); i++) {
                if (verdicts.get(i).kind() == kind) {
                    changes.add(i);
                }
            }
        }
        Together together = new Together(judge, verdicts);
        if (changes.size() > 1) {
            together.prove(changes);
        }
        return together.note();
    }

    private void prove(List<Integer> changes) {
        List<Integer> all = new ArrayList<>(kept);
        all.addAll(changes);
        DependencyJudge.Harm harm = judge.harm(amended(all));
        if (harm.none()) {
            kept.addAll(changes);
        } else if (changes.size() > 1) {
            int half = changes.size() / 2;
            prove(changes.subList(0, half));
            prove(changes.subList(half, changes.size()));
        } else {
            int index = changes.get(0);
            dropped.add(index);
            Verdict narrowed = narrowed(verdicts.get(index));
            verdicts.set(index, narrowed == null ? needed(verdicts.get(index), harm) : narrowed);
            if (narrowed != null) {
                kept.add(index);
            }
        }
    }

    /** How narrow a barrier may be beside what is kept of the changes; null if it is needed as it is. */
    private @Nullable Verdict narrowed(Verdict verdict) {
        DependencyId id = verdict.id();
        Barrier own = verdict.barrier();
        if (id == null || own == null) {
            return null;
        }
        Amendments others = amended(kept);
        Needs needs = judge.needs(id, own, others);
        Barrier narrowest = judge.narrowest(id, needs, others);
        return narrowest == null || !Verdicts.wider(own, narrowest)
                ? null
                : new Verdict(
                        id,
                        verdict.origin(),
                        VerdictKind.WIDER_THAN_NEEDED,
                        FOLLOWED + Reasons.needed(needs),
                        own,
                        narrowest,
                        "",
                        verdict.hazard());
    }

    private Amendments amended(List<Integer> changes) {
        Amendments.Builder amendments = new Amendments.Builder();
        for (int index : changes) {
            Verdict verdict = verdicts.get(index);
            DependencyId id = verdict.id();
            Barrier narrowest = verdict.narrowest();
            if (id != null && verdict.kind() == VerdictKind.PRESENT_AND_NOT_NEEDED) {
                amendments.without(id);
            } else if (id != null && narrowest != null) {
                amendments.replacing(id, narrowest);
            }
        }
        return amendments.build();
    }

    private static Verdict needed(Verdict verdict, DependencyJudge.Harm harm) {
        return new Verdict(
                verdict.id(),
                verdict.origin(),
                harm.unordered().isEmpty() ? VerdictKind.HOST_MAY_READ : VerdictKind.NEEDED_AND_PRESENT,
                "needed as it is " + FOLLOWED + Reasons.needed(harm.unordered(), harm.lost(), party -> party.id()),
                verdict.barrier(),
                verdict.barrier(),
                "",
                verdict.hazard());
    }

    private List<String> note() {
        if (dropped.isEmpty()) {
            return List.of();
        }
        List<String> names = dropped.stream()
                .sorted()
                .map(index -> verdicts.get(index).dependency())
                .distinct()
                .toList();
        return List.of(String.join(", ", names) + (names.size() == 1 ? " is" : " are")
                + " needed only where the other verdicts are followed: dependencies stand in for one another");
    }
}
