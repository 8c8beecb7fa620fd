// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.bite;

import dev.sluice.check.hazard.Hazard;
import dev.sluice.check.hazard.HazardChecker;
import dev.sluice.check.trace.DeviceFacts;
import dev.sluice.cli.advise.Curing;
import dev.sluice.cli.advise.Outcome;
import dev.sluice.cli.input.LoadedRun;
import dev.sluice.cli.run.QuietRuns;
import dev.sluice.cli.run.Session;
import dev.sluice.cli.run.StreamRun;
import dev.sluice.config.ConfigException;
import dev.sluice.program.StreamProgram;
import dev.sluice.program.edit.BarrierEdit;
import dev.sluice.result.RunResult;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Runs a stream with hazards on devices and says where each bites.
 *
 * <p>Each hazard is run alone: with barriers for all others. It bites if the run has findings, or leaves other bytes than the
 * run with a barrier for it as well. A hazard that no barrier cures bites if a finding of the run names its commands.
 */
public final class Bites {
    /** Hazards that are run one by one; further ones are not run. */
    public static final int MOST = 16;

    private final QuietRuns simulations;
    private final Map<String, Map<String, Bite>> byHazard = new LinkedHashMap<>();
    private final Map<String, String> refused = new LinkedHashMap<>();
    private final List<String> devices = new ArrayList<>();
    private volatile String doing = "";

    /** With nothing run yet. */
    public Bites(Session session) {
        this.simulations = new QuietRuns(session);
    }

    /** What is being run, for a line on a terminal. */
    public String doing() {
        return doing;
    }

    /** The devices that were tried, in order. */
    public List<String> devices() {
        return List.copyOf(devices);
    }

    /** Why a device cannot run the stream, by device. */
    public Map<String, String> refused() {
        return refused;
    }

    /** Whether it was stopped early. */
    public boolean interrupted() {
        return simulations.interrupted();
    }

    /** What a hazard does, by device. */
    public Map<String, Bite> of(Hazard hazard) {
        return byHazard.getOrDefault(key(hazard), Map.of());
    }

    private static String key(Hazard hazard) {
        return hazard.kind() + " " + hazard.prior().id() + " "
                + hazard.current().id() + " " + hazard.resource();
    }

    /** Notes that a device cannot take the stream. */
    public void refuse(String device, String why) {
        devices.add(device);
        refused.put(device, why);
    }

    /** Runs the stream on a device for each of some hazards. */
    public void run(LoadedRun stream, List<Hazard> wanted) {
        String device = stream.device().name();
        devices.add(device);
        List<Hazard> here = HazardChecker.check(stream.stream(), DeviceFacts.of(stream.device()))
                .hazards();
        try {
            run(stream, device, wanted, here);
        } catch (ConfigException e) {
            refused.put(device, e.problem());
        }
    }

    private void run(LoadedRun stream, String device, List<Hazard> wanted, List<Hazard> here) {
        doing = device + ", everything cured";
        List<BarrierEdit> all = cures(stream.stream(), here);
        StreamRun whole = all.isEmpty() ? null : simulations.run(stream, all, false);
        Outcome cured = whole == null ? null : Outcome.of(stream, whole);
        StreamRun plain = null;
        int count = 0;
        for (Hazard hazard : wanted) {
            Hazard own = here.stream()
                    .filter(other -> key(other).equals(key(hazard)))
                    .findFirst()
                    .orElse(null);
            Bite bite;
            count++;
            doing = device + ", hazard " + count + " of " + wanted.size();
            if (own == null) {
                bite = Bite.NONE;
            } else if (simulations.interrupted() || count > MOST) {
                bite = Bite.NOT_RUN;
            } else {
                boolean curable = !cures(stream.stream(), List.of(own)).isEmpty();
                List<Hazard> others = new ArrayList<>(here);
                others.remove(own);
                if (curable && cured != null) {
                    bite = alone(stream, cures(stream.stream(), others), cured);
                } else {
                    plain = plain == null ? simulations.run(stream, List.of(), false) : plain;
                    bite = plain == null ? Bite.NOT_RUN : named(plain.result(), own) ? Bite.STALE : Bite.LUCKY;
                }
            }
            byHazard.computeIfAbsent(key(hazard), k -> new LinkedHashMap<>()).put(device, bite);
        }
    }

    private Bite alone(LoadedRun stream, List<BarrierEdit> others, Outcome cured) {
        StreamRun run = simulations.run(stream, others, false);
        if (run == null) {
            return Bite.NOT_RUN;
        }
        return cured.differences(Outcome.of(stream, run), stream.device().name())
                        .isEmpty()
                ? Bite.LUCKY
                : Bite.STALE;
    }

    /** Barriers for hazards, and for those that only then come to light. */
    private static List<BarrierEdit> cures(StreamProgram stream, List<Hazard> hazards) {
        return new Curing(stream, site -> true, 0).cures(hazards);
    }

    /** Whether a finding of a run is about the commands of a hazard. */
    private static boolean named(RunResult result, Hazard hazard) {
        String prior = hazard.prior().id();
        String current = hazard.current().id();
        return result.staleReads().stream()
                        .anyMatch(read ->
                                read.reader().equals(current) || read.reader().equals(prior))
                || result.lostWrites().stream()
                        .anyMatch(lost -> lost.writer().equals(prior)
                                || lost.writer().equals(current)
                                || lost.overwriter().equals(current))
                || result.tearing().stream()
                        .anyMatch(torn -> torn.presentation().equals(current)
                                || torn.presentation().equals(prior))
                || result.checks().stream()
                        .anyMatch(check -> !check.ok()
                                && (check.operation().equals(current)
                                        || check.operation().equals(prior)));
    }
}
