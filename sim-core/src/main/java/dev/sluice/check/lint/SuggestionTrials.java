// SPDX-License-Identifier: Apache-2.0
package dev.sluice.check.lint;

import dev.sluice.check.hazard.Hazard;
import dev.sluice.check.hazard.HazardChecker;
import dev.sluice.check.hazard.HazardReport;
import dev.sluice.check.hazard.KnownHazards;
import dev.sluice.check.order.Amendments;
import dev.sluice.check.trace.AccessTrace;
import dev.sluice.program.edit.Cure;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Carries out what findings suggest, and checks and lints the stream again: a suggestion holds if its finding is gone, no hazard is
 * new, and no lint error is.
 *
 * <p>All are tried together; where that fails those that are to blame apart from the others, and by halves where nobody is.
 */
final class SuggestionTrials {
    /** Trials times the size of the stream ({@link AccessTrace#size}) up to which suggestions are tried: a second or two. */
    static final long LIMIT = 1_000_000;

    /** Trials that even the largest stream gets. */
    private static final int LEAST = 3;

    private static final String SPENT = "not tried: so large a stream has no more trials";
    private static final String NO_EDIT = "not tried: where it goes is not known here";

    private final AccessTrace trace;
    private final KnownHazards known;
    private final Function<AccessTrace, List<LintFinding>> lint;
    private final Map<LintFinding, SuggestionProof> proofs = new LinkedHashMap<>();
    private long left;

    /** What went wrong with some suggestions together: who is to blame, as far as it shows, and the reason for a single one. */
    private record Failure(Set<LintFinding> blamed, String why) {}

    /**
     * @param found the hazards of the stream as it is
     * @param lint what the rules find in a stream, proven or not
     */
    SuggestionTrials(AccessTrace trace, HazardReport found, Function<AccessTrace, List<LintFinding>> lint) {
        this.trace = trace;
        this.known = KnownHazards.byId(found);
        this.lint = lint;
        this.left = Math.max(LEAST, LIMIT / (2 * trace.size() + 1));
    }

    /** The findings with what is known of their suggestions; one that does not hold is replaced by the reason. */
    List<LintFinding> judged(Findings findings) {
        List<LintFinding> all = findings.all();
        List<LintFinding> changes =
                all.stream().filter(one -> !findings.edits(one).isEmpty()).toList();
        if (!changes.isEmpty()) {
            prove(changes, new ArrayList<>(), findings, errors(all));
        }
        return all.stream().map(one -> judged(one, findings)).toList();
    }

    private LintFinding judged(LintFinding finding, Findings findings) {
        Cure cure = finding.suggestion();
        if (finding.rule().ofHazards()) {
            return finding.with(cure, SuggestionProof.of(cure));
        }
        if (findings.edits(finding).isEmpty()) {
            return words(cure)
                    ? finding.with(cure, SuggestionProof.WORDS)
                    : finding.with(new Cure.Unchecked(cure, NO_EDIT), SuggestionProof.unchecked(NO_EDIT));
        }
        SuggestionProof proof = proofs.getOrDefault(finding, SuggestionProof.unchecked(SPENT));
        return finding.with(
                switch (proof.state()) {
                    case CHECKED, WORDS -> cure;
                    case UNCHECKED -> new Cure.Unchecked(cure, proof.why());
                    case REFUTED -> new Cure.Refuted(cure, proof.why());
                },
                proof);
    }

    /** Whether a suggestion leaves to a person what is to be done. */
    private static boolean words(Cure cure) {
        return cure instanceof Cure.Note
                || cure instanceof Cure.Words
                || cure instanceof Cure.HandOverOrShare
                || cure instanceof Cure.Layout;
    }

    private void prove(
            List<LintFinding> changes, List<LintFinding> kept, Findings findings, Map<List<Object>, Long> before) {
        if (changes.isEmpty() || left == 0) {
            return;
        }
        left--;
        Failure failure = tried(changes, kept, findings, before);
        if (failure == null) {
            kept.addAll(changes);
            changes.forEach(finding -> proofs.put(finding, SuggestionProof.CHECKED));
        } else if (changes.size() == 1) {
            proofs.put(changes.get(0), SuggestionProof.refuted(failure.why));
        } else {
            List<LintFinding> first = changes.stream()
                    .filter(one -> !failure.blamed.contains(one))
                    .toList();
            List<LintFinding> second =
                    changes.stream().filter(failure.blamed::contains).toList();
            if (first.isEmpty() || second.isEmpty()) {
                int half = changes.size() / 2;
                first = changes.subList(0, half);
                second = changes.subList(half, changes.size());
            }
            prove(first, kept, findings, before);
            prove(second, kept, findings, before);
        }
    }

    /** What is wrong with some suggestions beside those that hold; null for nothing. */
    private @Nullable Failure tried(
            List<LintFinding> changes, List<LintFinding> kept, Findings findings, Map<List<Object>, Long> before) {
        Revision revision = new Revision(trace);
        Stream.concat(kept.stream(), changes.stream()).forEach(one -> revision.add(one, findings.edits(one)));
        AccessTrace after = revision.trace();
        if (after == null) {
            return new Failure(Set.of(), "it cannot be carried out here");
        }
        List<Hazard> brought = known.brought(HazardChecker.compared(after, Amendments.NONE));
        if (!brought.isEmpty()) {
            return new Failure(Set.of(), brings(kept) + "a hazard" + between(brought.get(0)) + mend());
        }
        List<LintFinding> now = lint.apply(after);
        Set<LintFinding> left = new HashSet<>();
        now.forEach(one -> left.add(bare(one)));
        Set<LintFinding> blamed = new HashSet<>();
        changes.stream().filter(one -> left.contains(bare(one))).forEach(blamed::add);
        if (!blamed.isEmpty()) {
            return new Failure(blamed, "what it is for stays" + mend());
        }
        Map<List<Object>, Long> errors = errors(now);
        for (LintFinding one : now) {
            List<Object> key = key(one);
            if (errors.getOrDefault(key, 0L) > before.getOrDefault(key, 0L)) {
                changes.stream()
                        .filter(change -> change.command().equals(one.command()))
                        .forEach(blamed::add);
                return new Failure(
                        blamed,
                        brings(kept) + one.rule().id() + " at " + one.command() + " (" + one.message() + ")" + mend());
            }
        }
        return null;
    }

    private static String brings(List<LintFinding> kept) {
        return (kept.isEmpty() ? "by itself" : "beside other suggestions") + " it brings ";
    }

    private static String between(Hazard hazard) {
        return " between " + hazard.prior().id() + " and " + hazard.current().id() + " on " + hazard.resource();
    }

    private static String mend() {
        return "; mend what else is found here first, and check again";
    }

    /** How many errors of each sort there are at each command. What they say changes with other masks of the same barrier. */
    private static Map<List<Object>, Long> errors(List<LintFinding> findings) {
        Map<List<Object>, Long> errors = new HashMap<>();
        findings.stream()
                .filter(one -> one.severity() == Severity.ERROR)
                .filter(one -> !one.rule().ofHazards())
                .forEach(one -> errors.merge(key(one), 1L, Long::sum));
        return errors;
    }

    private static List<Object> key(LintFinding finding) {
        return List.of(finding.rule(), finding.command());
    }

    /** What a finding says, without what it suggests. */
    private static LintFinding bare(LintFinding finding) {
        return new LintFinding(
                finding.rule(), finding.command(), finding.message(), Cure.NONE, "", SuggestionProof.WORDS);
    }
}
