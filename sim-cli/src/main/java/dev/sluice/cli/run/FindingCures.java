// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.run;

import dev.sluice.check.cure.CureProver;
import dev.sluice.check.cure.ProposedCures;
import dev.sluice.check.hazard.Hazard;
import dev.sluice.check.hazard.HazardChecker;
import dev.sluice.check.hazard.HazardReport;
import dev.sluice.check.trace.AccessTrace;
import dev.sluice.check.trace.DeviceFacts;
import dev.sluice.cli.input.LoadedRun;
import dev.sluice.config.ConfigException;
import dev.sluice.machine.RunOptions;
import dev.sluice.machine.observe.SimObserver;
import dev.sluice.program.edit.Cure;
import dev.sluice.program.edit.Spot;
import dev.sluice.result.RunFinding;
import dev.sluice.result.RunResult;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What a run suggests for its stale reads and lost writes, tried: the program with it is checked, and run again.
 *
 * <p>It holds if its finding is gone, no other one is there that was not, and the checker finds no new hazard. Where the suggestion of
 * the machine does not hold, the checker's cure of the two commands is tried. Beyond {@link #EVENTS} nothing is run again, and
 * the checker alone says whether the two commands are ordered.
 */
public final class FindingCures {
    /** Events of all runs together that suggestions are tried with: some seconds. */
    static final long EVENTS = 20_000_000;

    private final LoadedRun loaded;
    private final RunResult result;
    private final long seed;
    private final QuietRuns runs;
    private final ProposedCures proposed;
    private final Set<Finding> known;
    /** Looked up only. */
    private final Map<Cure, Outcome> outcomes = new HashMap<>();

    private long left = EVENTS;

    /** Two commands between which something went wrong. */
    private record Finding(boolean stale, String writer, String other, String resource) {
        static Finding of(RunFinding.StaleRead read, Map<String, String> names) {
            return new Finding(true, name(read.writer(), names), name(read.reader(), names), read.resource());
        }

        static Finding of(RunFinding.LostWrite write, Map<String, String> names) {
            return new Finding(false, name(write.writer(), names), name(write.overwriter(), names), write.resource());
        }

        private static String name(String now, Map<String, String> names) {
            return names.getOrDefault(now, now);
        }

        String text() {
            return stale ? other + " reads " + resource + " stale" : other + " overwrites what " + writer + " wrote";
        }
    }

    /**
     * What became of a cure.
     *
     * @param fault why it does not hold whatever it is for; empty for nothing
     * @param left what a run with it finds, and suggests for that; null where none was made
     */
    private record Outcome(
            String fault,
            ProposedCures.@Nullable Trial trial,
            @Nullable Map<Finding, Cure> left) {}

    private FindingCures(LoadedRun loaded, RunResult result, long seed, QuietRuns runs, @Nullable StreamCheck check) {
        this.loaded = loaded;
        this.result = result;
        this.seed = seed;
        this.runs = runs;
        AccessTrace trace =
                check == null ? AccessTrace.of(loaded.stream(), DeviceFacts.of(loaded.device())) : check.trace();
        HazardReport hazards = check == null ? HazardChecker.check(trace) : check.hazards();
        this.proposed = new ProposedCures(trace, hazards, CureProver.LIMIT);
        this.known = findings(result, Map.of()).keySet();
    }

    /**
     * The result with suggestions of which it is known whether they help.
     *
     * @param seed that of the run
     * @param check the check of the stream, where somebody made one
     */
    public static RunResult judged(
            LoadedRun loaded, RunResult result, long seed, QuietRuns runs, @Nullable StreamCheck check) {
        boolean any = result.staleReads().stream().anyMatch(read -> CureProver.checked(read.suggestion()))
                || result.lostWrites().stream().anyMatch(write -> CureProver.checked(write.suggestion()));
        if (!any || result.interrupted()) {
            return result;
        }
        FindingCures cures = new FindingCures(loaded, result, seed, runs, check);
        return result.with(
                result.staleReads().stream()
                        .map(read -> read.with(cures.judged(read.suggestion(), Finding.of(read, Map.of()))))
                        .toList(),
                result.lostWrites().stream()
                        .map(write -> write.with(cures.judged(write.suggestion(), Finding.of(write, Map.of()))))
                        .toList());
    }

    private Cure judged(Cure suggestion, Finding finding) {
        if (!CureProver.checked(suggestion)) {
            return suggestion;
        }
        Cure first = proposed.placed(suggestion);
        Cure judged = judge(first, finding);
        if (CureProver.checked(judged)) {
            return judged;
        }
        // what the machine says once the first thing that was missing is there, and what the checker says
        Set<Cure> others = new LinkedHashSet<>();
        Outcome outcome = outcomes.get(first);
        if (outcome != null && outcome.left != null && outcome.left.containsKey(finding)) {
            others.add(proposed.placed(outcome.left.get(finding)));
        }
        Cure ofHazards = proposed.ofHazards(finding.writer, finding.other, finding.resource);
        if (ofHazards != null) {
            others.add(ofHazards);
        }
        for (Cure other : others) {
            Cure better = CureProver.checked(other) ? judge(other, finding) : other;
            if (CureProver.checked(better)) {
                return better;
            }
        }
        return judged;
    }

    private Cure judge(Cure cure, Finding finding) {
        Outcome outcome = outcomes.computeIfAbsent(cure, this::outcome);
        if (!outcome.fault.isEmpty()) {
            return outcome.trial == null && outcome.left == null && proposed.spent()
                    ? new Cure.Unchecked(cure, outcome.fault)
                    : new Cure.Refuted(cure, outcome.fault);
        }
        ProposedCures.Trial trial = Objects.requireNonNull(outcome.trial);
        if (outcome.left != null) {
            return outcome.left.containsKey(finding)
                    ? new Cure.Refuted(cure, "run with it, " + finding.text() + " all the same")
                    : cure;
        }
        boolean ordered = !trial.leaves(finding.writer, finding.other, finding.resource);
        return ordered && proposed.hazardous(finding.writer, finding.other, finding.resource)
                ? cure
                : new Cure.Unchecked(
                        cure,
                        "not run again: " + result.events() + " events are too many"
                                + (ordered ? ", and the check finds no hazard there" : ""));
    }

    private Outcome outcome(Cure cure) {
        if (proposed.spent()) {
            return new Outcome("not tried: so large a stream has no more trials", null, null);
        }
        ProposedCures.Trial trial = proposed.tried(cure);
        if (trial == null) {
            return new Outcome("it cannot be carried out there", null, Map.of());
        }
        Hazard brought = trial.brought();
        if (brought != null) {
            return new Outcome(
                    "it brings a hazard between " + brought.prior().id() + " and "
                            + brought.current().id(),
                    trial,
                    null);
        }
        if (left < result.events()) {
            return new Outcome("", trial, null);
        }
        left -= result.events();
        try {
            StreamRun run = runs.run(loaded, trial.program(), new RunOptions(false, seed, SimObserver.NONE));
            if (run == null) {
                return new Outcome("", trial, null);
            }
            Map<Finding, Cure> after = findings(run.result(), trial.names());
            Set<Finding> fresh = new LinkedHashSet<>(after.keySet());
            fresh.removeAll(known);
            return new Outcome(
                    fresh.isEmpty()
                            ? ""
                            : "run with it, " + fresh.iterator().next().text(),
                    trial,
                    after);
        } catch (ConfigException e) {
            if (e.unreadable()) {
                throw e;
            }
            return new Outcome("run with it, the stream fails: " + e.getMessage(), trial, null);
        }
    }

    /** What a run found, with what it suggests. */
    private static Map<Finding, Cure> findings(RunResult result, Map<String, String> names) {
        Map<Finding, Cure> findings = new LinkedHashMap<>();
        result.staleReads()
                .forEach(read -> findings.putIfAbsent(Finding.of(read, names), named(read.suggestion(), names)));
        result.lostWrites()
                .forEach(write -> findings.putIfAbsent(Finding.of(write, names), named(write.suggestion(), names)));
        return findings;
    }

    /** A suggestion under the names of the stream as it is; only what goes somewhere names something. */
    private static Cure named(Cure cure, Map<String, String> names) {
        return cure instanceof Cure.InsertCommand insert
                ? new Cure.InsertCommand(insert.command(), insert.image(), named(insert.spot(), names))
                : cure instanceof Cure.InsertOperation insert
                        ? new Cure.InsertOperation(insert.operation(), named(insert.spot(), names))
                        : cure;
    }

    private static Spot named(Spot spot, Map<String, String> names) {
        String after = spot.after();
        String before = spot.before();
        return new Spot(
                after == null ? null : names.getOrDefault(after, after),
                before == null ? null : names.getOrDefault(before, before),
                spot.remark());
    }
}
