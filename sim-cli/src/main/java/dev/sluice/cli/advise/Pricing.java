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
    /** Events of all runs together if nothing else is said: some minutes. */
    private static final long EVENTS = 300_000_000;

    private static final int LEAST_ROUNDS = 3;
    private static final int MOST_ROUNDS = 150;

    private final QuietRuns simulations;
    private int limit;
    /** Devices on which the stream's timing depends on bytes, which have to be followed then. */
    private final Map<String, Boolean> followsBytes = new HashMap<>();

    /** What the stream as it is left, on devices on which pricing followed bytes. */
    private final Map<String, Outcome> originals = new HashMap<>();

    private volatile String now = "";

    /** @param limit runs that may be made; 0 for as many as take a few minutes */
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
        StreamRun run = simulations.run(stream, edits, !Boolean.TRUE.equals(followsBytes.get(device)));
        if (run != null && edits.isEmpty() && Boolean.TRUE.equals(followsBytes.get(device))) {
            originals.put(device, Outcome.of(stream, run));
        }
        return run == null ? null : run.result();
    }

    /** What a run leaves; null when interrupted. The stream as it is may have run before. */
    @Nullable
    Outcome outcome(LoadedRun stream) {
        StreamRun run = simulations.run(stream, List.of(), false);
        return run == null ? null : Outcome.of(stream, run);
    }

    /** What a stream leaves with edits made; null when interrupted. */
    @Nullable
    Outcome outcome(LoadedRun stream, List<? extends BarrierEdit> edits) {
        StreamRun run = simulations.run(stream, edits, false);
        return run == null ? null : Outcome.of(stream, run);
    }

    /** What the stream as it is left on a device, when it was priced or now; null when interrupted. */
    @Nullable
    Outcome original(LoadedRun stream) {
        Outcome known = originals.get(stream.device().name());
        return known == null ? outcome(stream) : known;
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
