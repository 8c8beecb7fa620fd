// SPDX-License-Identifier: Apache-2.0
package dev.sluice.check.cure;

import dev.sluice.check.hazard.Hazard;
import dev.sluice.check.hazard.HazardChecker;
import dev.sluice.check.hazard.HazardReport;
import dev.sluice.check.trace.AccessTrace;
import dev.sluice.check.trace.PassSpans;
import dev.sluice.program.StreamProgram;
import dev.sluice.program.edit.Cure;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Applies cures to a program and checks it again.
 *
 * <p>A cure cures a hazard if its two commands have none left on the resource and no other two have one that they had not
 * before. What lacks something yet, such as the host's domain after a fence, is completed by the cures of what is left. Cures
 * that change the program in the same way share a check; a budget bounds the rest.
 */
public final class CureProver {
    /** Checks times the size of the stream ({@link AccessTrace#size}) up to which cures are checked: some seconds at most. */
    public static final long LIMIT = 1_500_000;

    /** Steps that a cure may have: a semaphore, both halves of a transfer, a barrier, and the host's domain and caches. */
    private static final int MOST_STEPS = 6;

    /** Hazards of outcomes that are kept, some megabytes: cures that are the same change mostly follow each other. */
    private static final int ROOM = 20_000;

    private static final String SPENT = "not tried: so many hazards of so large a stream have no more trials";

    private final AccessTrace trace;
    private final HazardReport report;
    private final Map<CommandPair, Long> known;
    private final Candidates candidates;
    private final long each;
    private long left;

    /** What became of changes; nothing for those that could not be made. */
    private final Outcomes outcomes = new Outcomes(ROOM);

    /**
     * For what a check of a trace found.
     *
     * @param limit checks times the size of the stream that may be spent
     */
    public CureProver(AccessTrace trace, HazardReport report, long limit) {
        this.trace = trace;
        this.report = report;
        this.known = CommandPair.bytes(report);
        PassSpans passes = new PassSpans(trace);
        this.candidates = new Candidates(passes, new HandOvers(trace, passes));
        this.each = trace.size();
        this.left = limit;
    }

    /** What a check found, each hazard with a cure that was checked, with words where none is known, or unchecked. */
    public static HazardReport proven(AccessTrace trace, HazardReport report) {
        return new CureProver(trace, report, LIMIT).proven();
    }

    /** The report with the cures that stood the test. */
    public HazardReport proven() {
        List<Hazard> hazards = new ArrayList<>();
        report.hazards().forEach(hazard -> hazards.add(hazard.with(prove(hazard))));
        Set<String> notes = new LinkedHashSet<>(report.notes());
        if (hazards.stream().filter(hazard -> checked(hazard.cure())).count() > 1 && !together(hazards)) {
            harmonise(hazards, notes);
        }
        return new HazardReport(hazards, report.orders(), report.readings(), List.copyOf(notes));
    }

    /** Whether the cures of hazards, all applied, leave none of these and bring none. */
    private boolean together(List<Hazard> hazards) {
        List<Cure> all =
                hazards.stream().map(Hazard::cure).filter(CureProver::checked).toList();
        Outcome after = left < each ? null : outcome(all);
        Set<CommandPair> cured = new HashSet<>();
        hazards.stream().filter(hazard -> checked(hazard.cure())).forEach(hazard -> cured.add(CommandPair.of(hazard)));
        return after != null && after.rest(cured) == null;
    }

    /**
     * Chooses other cures for some hazards where all of them together do not cure: each may be right by itself, such as two
     * transfers of one resource, or semaphores in opposite directions.
     */
    private void harmonise(List<Hazard> hazards, Set<String> notes) {
        List<Hazard> accepted = new ArrayList<>();
        for (int i = 0; i < hazards.size() && left >= each; i++) {
            if (!checked(hazards.get(i).cure())) {
                continue;
            }
            Hazard fit = fitting(accepted, hazards.get(i), report.hazards().get(i));
            if (fit == null) {
                notes.add("the cure of " + hazards.get(i).prior().id() + " and "
                        + hazards.get(i).current().id() + " is right by itself, but not together with those before"
                        + " it: apply them one at a time, and check again");
            } else {
                accepted.add(fit);
                hazards.set(i, fit);
            }
        }
    }

    /** A hazard with a cure that goes together with some others; null if there is none. */
    private @Nullable Hazard fitting(List<Hazard> accepted, Hazard chosen, Hazard raw) {
        List<Hazard> more = new ArrayList<>(accepted);
        more.add(chosen);
        if (together(more)) {
            return chosen;
        }
        for (Cure candidate : candidates.of(raw)) {
            Cure proven = proven(raw, candidate);
            if (proven != null && !proven.equals(chosen.cure())) {
                more.set(accepted.size(), raw.with(proven));
                if (together(more)) {
                    return raw.with(proven);
                }
            }
        }
        return null;
    }

    /** Whether a cure is one that was applied and checked. */
    public static boolean checked(Cure cure) {
        return !words(cure) && !(cure instanceof Cure.Unchecked) && !(cure instanceof Cure.Refuted);
    }

    /** The cure of one hazard that stands the test; words where none does, or unchecked. */
    Cure prove(Hazard hazard) {
        for (Cure candidate : candidates.of(hazard)) {
            Cure proven = proven(hazard, candidate);
            if (proven != null) {
                return proven;
            }
            if (left < each) {
                return words(hazard.cure()) ? hazard.cure() : new Cure.Unchecked(hazard.cure(), SPENT);
            }
        }
        return words(hazard.cure()) ? hazard.cure() : plain(hazard);
    }

    /** A cure with what has to be added to it; null if it does not cure. */
    private @Nullable Cure proven(Hazard hazard, Cure candidate) {
        CureSteps steps = new CureSteps(trace, candidate);
        for (int trial = 0; trial < MOST_STEPS && left >= each; trial++) {
            Outcome after = outcome(steps.cures());
            if (after == null) {
                return null;
            }
            Hazard rest = after.rest(Set.of(CommandPair.of(hazard)));
            if (rest == null) {
                return steps.cure();
            }
            Cure more = candidates.further(rest, steps.cures());
            if (more == null || !steps.add(more)) {
                return null;
            }
        }
        return null;
    }

    /** Whether a cure is something that only a person can do. */
    private static boolean words(Cure cure) {
        return cure instanceof Cure.Note
                || cure instanceof Cure.Words
                || cure instanceof Cure.SeparateLines
                || cure instanceof Cure.HandOverOrShare;
    }

    /** What would cure a hazard that no single change does. */
    private static Cure plain(Hazard hazard) {
        return new Cure.Note(
                "no one change cures this: all of " + hazard.current().id() + " must come after all of "
                        + hazard.prior().id()
                        + " and see what it wrote, with nothing before or between that is itself unordered");
    }

    /** What is found after changes; null if they cannot be made, or make the program hang. */
    private @Nullable Outcome outcome(List<Cure> steps) {
        Draft draft = new Draft(trace);
        if (!apply(steps, new Application(draft))) {
            return null;
        }
        List<Object> changes = draft.changes();
        Outcome after = outcomes.of(changes);
        if (after == null) {
            left -= each;
            after = new Outcome(HazardChecker.check(draft.trace()), report, known);
            outcomes.keep(changes, after);
        }
        return after.followed() ? after : null;
    }

    /** Applies cures; what several ask for is needed once. */
    static boolean apply(Collection<Cure> cures, Application application) {
        Set<Cure> applied = new HashSet<>();
        for (Cure cure : cures) {
            for (Cure step : cure instanceof Cure.Steps several ? several.cures() : List.of(cure)) {
                if (applied.add(step) && !step.in(application)) {
                    return false;
                }
            }
        }
        return true;
    }

    /** A program with cures applied, in order; null if one of them says what only a person can do. */
    public static @Nullable StreamProgram applied(AccessTrace trace, Collection<Cure> cures) {
        Draft draft = new Draft(trace);
        return apply(cures, new Application(draft)) ? draft.program() : null;
    }
}
