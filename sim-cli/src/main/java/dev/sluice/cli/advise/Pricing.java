// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.advise;

import dev.sluice.cli.input.LoadedRun;
import dev.sluice.cli.run.QuietRuns;
import dev.sluice.cli.run.Session;
import dev.sluice.cli.run.StreamRun;
import dev.sluice.program.edit.BarrierEdit;
import dev.sluice.result.RunResult;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Prices streams by simulating them, a limited number of times. */
final class Pricing {
    /** As many runs as it takes. */
    static final int ALL = Integer.MAX_VALUE;
    /** Events of all runs together if nothing else is said: about a minute. */
    static final long EVENTS = 150_000_000;

    /** The stream as it is, and with all barriers at their narrowest. */
    private static final int LEAST_ROUNDS = 2;

    private static final int MOST_ROUNDS = 150;

    private final QuietRuns simulations;
    private int limit;
    /** Whether the limit was chosen here. */
    private boolean chosen;
    /** Devices on which the stream's timing depends on bytes, which have to be followed then. */
    private final Map<String, Boolean> followsBytes = new HashMap<>();

    /** What runs that followed bytes left, by device and edits. */
    private final Map<String, Map<List<BarrierEdit>, Outcome>> outcomes = new HashMap<>();

    private volatile String now = "";

    /** @param limit runs that may be made; 0 for as many as take about a minute, {@link #ALL} for all that there are */
    Pricing(Session session, int limit) {
        this.simulations = new QuietRuns(session);
        this.limit = limit;
    }

    /** What is being done, for a line on a terminal. */
    String doing() {
        return now;
    }

    void doing(String what) {
        now = what;
    }

    int runs() {
        return simulations.count();
    }

    /** Chooses how many runs may be made, unless that was said, by the size of the first ones. */
    void limit(Map<String, Price> first) {
        if (limit == 0) {
            long events = first.values().stream().mapToLong(Price::events).sum();
            long rounds = Math.max(LEAST_ROUNDS, Math.min(MOST_ROUNDS, EVENTS / Math.max(1, events)));
            limit = Math.toIntExact(rounds * first.size());
            chosen = true;
        }
    }

    /** Whether that many more runs may be made. */
    boolean left(int more) {
        return simulations.count() + more <= limit;
    }

    /** Runs that may be made in all. */
    int limit() {
        return limit;
    }

    /** Why there may be no more runs, in words. */
    String reason() {
        String runs = limit == 1 ? "1 run" : limit + " runs";
        return chosen ? "about a minute allows " + runs + " of this stream" : "--simulations allows " + runs;
    }

    boolean interrupted() {
        return simulations.interrupted();
    }

    /** The price of each stream with edits made, by device; null when interrupted. */
    @Nullable
    Map<String, Price> prices(List<LoadedRun> streams, List<? extends BarrierEdit> edits) {
        Map<String, Price> prices = new LinkedHashMap<>();
        for (LoadedRun stream : streams) {
            RunResult result = result(stream, edits);
            if (result == null) {
                return null;
            }
            prices.put(stream.device().name(), price(result));
        }
        return prices;
    }

    private @Nullable RunResult result(LoadedRun stream, List<? extends BarrierEdit> edits) {
        String device = stream.device().name();
        if (!followsBytes.containsKey(device)) {
            followsBytes.put(device, StreamRun.followsBytes(stream));
        }
        boolean follows = Boolean.TRUE.equals(followsBytes.get(device));
        StreamRun run = simulations.run(stream, edits, !follows);
        if (run != null && follows) {
            keep(stream, edits, Outcome.of(stream, run));
        }
        return run == null ? null : run.result();
    }

    private void keep(LoadedRun stream, List<? extends BarrierEdit> edits, Outcome outcome) {
        outcomes.computeIfAbsent(stream.device().name(), device -> new HashMap<>())
                .put(List.copyOf(edits), outcome);
    }

    /** What a stream left with edits made if a run of it followed bytes, which it need not do again; null if none did. */
    @Nullable
    Outcome known(LoadedRun stream, List<? extends BarrierEdit> edits) {
        return outcomes.getOrDefault(stream.device().name(), Map.of()).get(List.copyOf(edits));
    }

    /** What a stream leaves with edits made, when it was priced or now; null when interrupted. */
    @Nullable
    Outcome outcome(LoadedRun stream, List<? extends BarrierEdit> edits) {
        Outcome known = known(stream, edits);
        if (known != null) {
            return known;
        }
        StreamRun run = simulations.run(stream, edits, false);
        if (run == null) {
            return null;
        }
        keep(stream, edits, Outcome.of(stream, run));
        return known(stream, edits);
    }

    /** What another stream leaves; null when interrupted. */
    @Nullable
    Outcome outcome(LoadedRun other) {
        StreamRun run = simulations.run(other, List.of(), false);
        return run == null ? null : Outcome.of(other, run);
    }

    private static Price price(RunResult result) {
        Map<String, Long> stalls = new LinkedHashMap<>();
        for (RunResult.BarrierResult barrier : result.barriers()) {
            if (!barrier.implicit()) {
                stalls.merge(barrier.where(), barrier.stallCycles(), Long::sum);
            }
        }
        return new Price(result.cycles(), result.events(), stalls);
    }
}
