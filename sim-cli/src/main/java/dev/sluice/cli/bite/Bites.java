// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.bite;

import dev.sluice.check.hazard.Hazard;
import dev.sluice.check.hazard.HazardChecker;
import dev.sluice.check.trace.DeviceFacts;
import dev.sluice.cli.advise.Outcome;
import dev.sluice.cli.input.LoadedRun;
import dev.sluice.cli.run.QuietRuns;
import dev.sluice.cli.run.Session;
import dev.sluice.cli.run.StreamRun;
import dev.sluice.config.ConfigException;
import dev.sluice.program.StreamProgram;
import dev.sluice.result.RunResult;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Runs a stream with hazards on devices and says where each bites, by what the runs leave.
 *
 * <p>On each device the stream is run as it is, and with everything mended. Where both leave the same bytes, and the host reads
 * the same, all that is missing is lucky. Where they differ, each hazard is run alone, with all others mended, as far as the
 * budget goes: it bites if that leaves other bytes than the mended stream.
 */
public final class Bites {
    /** Events of all runs together, unless every hazard is to be run: about a minute. */
    public static final long EVENTS = 20_000_000;

    private final QuietRuns simulations;
    private final long budget;
    private long spent;
    private final Map<String, Map<String, Bite>> byHazard = new LinkedHashMap<>();
    private final Map<String, String> refused = new LinkedHashMap<>();
    private final List<String> devices = new ArrayList<>();
    private final List<Device> differing = new ArrayList<>();
    private volatile String doing = "";

    /** A device on which the stream as it is leaves other bytes, with the hazards of which each is to be run alone. */
    private record Device(LoadedRun stream, Outcome mended, Set<String> pairs, List<Hazard> wanted) {
        String name() {
            return stream.device().name();
        }
    }

    /** @param budget events that all runs together may take; a run that was begun is finished */
    public Bites(Session session, long budget) {
        this.simulations = new QuietRuns(session);
        this.budget = budget;
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

    /** What was not run, a line for each device. */
    public List<String> notes() {
        List<String> notes = new ArrayList<>();
        for (String device : devices) {
            long left = byHazard.values().stream()
                    .map(bites -> bites.get(device))
                    .filter(bite -> bite != null && bite.kind() == Bite.Kind.NOT_RUN)
                    .count();
            if (left > 0 && !interrupted()) {
                notes.add("on " + device + " " + left + " of " + byHazard.size()
                        + (byHazard.size() == 1 ? " hazard was" : " hazards were")
                        + " not run, because runs of this stream take long; --verdicts all runs every one");
            }
        }
        return notes;
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

    /** Runs the stream on a device as it is and mended, for some hazards. */
    public void run(LoadedRun stream, List<Hazard> wanted) {
        String device = stream.device().name();
        devices.add(device);
        try {
            compare(stream, wanted);
        } catch (ConfigException e) {
            if (e.unreadable()) {
                throw e;
            }
            refused.put(device, e.problem());
        }
    }

    private void compare(LoadedRun stream, List<Hazard> wanted) {
        DeviceFacts facts = DeviceFacts.of(stream.device());
        Map<String, Hazard> here = new LinkedHashMap<>();
        HazardChecker.check(stream.stream(), facts).hazards().forEach(hazard -> here.put(key(hazard), hazard));
        List<Hazard> own = new ArrayList<>();
        for (Hazard hazard : wanted) {
            Hazard found = here.get(key(hazard));
            if (found == null) {
                put(stream, hazard, Bite.NONE);
            } else {
                own.add(found);
            }
        }
        if (own.isEmpty()) {
            return;
        }
        Set<String> pairs = pairs(here.values());
        doing = stream.device().name() + ", as it is";
        StreamRun plain = run(stream, stream.stream());
        if (plain == null) {
            own.forEach(hazard -> put(stream, hazard, Bite.NOT_RUN));
            return;
        }
        Outcome as = Outcome.of(stream, plain);
        doing = stream.device().name() + ", everything mended";
        Mended all = Mended.of(stream.stream(), facts, pairs);
        Outcome mended = null;
        String why = "";
        try {
            StreamRun run = run(stream, all.stream());
            mended = run == null ? null : Outcome.of(stream, run);
        } catch (ConfigException e) {
            if (e.unreadable()) {
                throw e;
            }
            why = "the mended stream cannot run: " + e.problem();
        }
        List<String> differences = mended == null ? List.of() : mended.differences(as);
        List<Hazard> open = new ArrayList<>();
        for (Hazard hazard : own) {
            if (mended == null) {
                put(stream, hazard, why.isEmpty() ? Bite.NOT_RUN : unmended(plain.result(), hazard, why));
            } else if (all.hazards().contains(Places.pair(hazard))) {
                put(stream, hazard, unmended(plain.result(), hazard, "no stream could be made in which it is ordered"));
            } else if (differences.isEmpty()) {
                put(stream, hazard, Bite.LUCKY);
            } else if (pairs.size() == 1) {
                put(stream, hazard, Bite.stale(differences));
            } else {
                put(stream, hazard, Bite.NOT_RUN);
                open.add(hazard);
            }
        }
        if (mended != null && !open.isEmpty()) {
            differing.add(new Device(stream, mended, pairs, open));
        }
    }

    /** Runs each hazard alone on devices on which the stream as it is leaves other bytes than the mended one. */
    public void separate() {
        for (Device device : differing) {
            int count = 0;
            for (Hazard hazard : device.wanted()) {
                count++;
                doing = device.name() + ", hazard " + count + " of "
                        + device.wanted().size();
                put(device.stream(), hazard, alone(device, hazard));
            }
        }
    }

    private Bite alone(Device device, Hazard hazard) {
        LoadedRun stream = device.stream();
        String pair = Places.pair(hazard);
        Set<String> others = new LinkedHashSet<>(device.pairs());
        others.remove(pair);
        if (exhausted()) {
            return Bite.NOT_RUN;
        }
        Mended rest = Mended.of(stream.stream(), DeviceFacts.of(stream.device()), others);
        if (!rest.hazards().contains(pair)) {
            return Bite.notShown("what mends other hazards mends it, too; together they leave other bytes");
        }
        try {
            StreamRun run = run(stream, rest.stream());
            if (run == null) {
                return Bite.NOT_RUN;
            }
            List<String> differences = device.mended().differences(Outcome.of(stream, run));
            return differences.isEmpty() ? Bite.LUCKY : Bite.stale(differences);
        } catch (ConfigException e) {
            if (e.unreadable()) {
                throw e;
            }
            return Bite.notShown("the stream with all others mended cannot run: " + e.problem());
        }
    }

    private boolean exhausted() {
        return spent >= budget || simulations.interrupted();
    }

    private @Nullable StreamRun run(LoadedRun stream, StreamProgram program) {
        if (exhausted()) {
            return null;
        }
        StreamRun run = simulations.run(stream, program, false);
        spent += run == null ? 0 : run.result().events();
        return run;
    }

    private void put(LoadedRun stream, Hazard hazard, Bite bite) {
        byHazard.computeIfAbsent(key(hazard), k -> new LinkedHashMap<>())
                .put(stream.device().name(), bite);
    }

    private static Set<String> pairs(Iterable<Hazard> hazards) {
        Set<String> pairs = new LinkedHashSet<>();
        hazards.forEach(hazard -> pairs.add(Places.pair(hazard)));
        return pairs;
    }

    /** One that nothing mends still bites where a finding of the run is about its commands. */
    private static Bite unmended(RunResult result, Hazard hazard, String why) {
        return named(result, hazard)
                ? Bite.stale(List.of("a finding of the run names its commands"))
                : Bite.notShown(why);
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
