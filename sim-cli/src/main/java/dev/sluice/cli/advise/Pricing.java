// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.advise;

import dev.sluice.cli.input.LoadedRun;
import dev.sluice.cli.run.QuietRuns;
import dev.sluice.cli.run.Session;
import dev.sluice.cli.run.StreamRun;
import dev.sluice.program.HostOperation;
import dev.sluice.program.edit.BarrierEdit;
import dev.sluice.result.RunResult;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Prices streams by simulating them, a limited number of times. What a run found out is kept, so that the same edits are
 * not simulated twice.
 */
final class Pricing {
    /** As many runs as it takes. */
    static final int ALL = Integer.MAX_VALUE;
    /** Events of all runs together if nothing else is said: about a minute. */
    static final long EVENTS = 100_000_000;

    /** The stream as it is, and with all barriers at their narrowest. */
    private static final int LEAST_ROUNDS = 2;

    private static final int MOST_ROUNDS = 150;

    private final QuietRuns simulations;
    private int limit;
    /** Whether the limit was chosen here. */
    private boolean chosen;
    /** Devices on which the stream's timing depends on bytes, which have to be followed then. */
    private final Map<String, Boolean> followsBytes = new HashMap<>();

    private final Map<Key, Kept> runs = new HashMap<>();

    private volatile String now = "";

    private record Key(String device, List<BarrierEdit> edits) {
        static Key of(LoadedRun stream, List<? extends BarrierEdit> edits) {
            return new Key(stream.device().name(), List.copyOf(edits));
        }
    }

    /**
     * What is known of a run.
     *
     * @param outcome what it left; null if it did not follow bytes, or nobody will ask
     * @param judged whether its outcome says what the host read, and whether there were findings
     */
    private record Kept(Price price, @Nullable Outcome outcome, boolean judged) {}

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
    void limit(Prices first) {
        if (limit == 0) {
            long rounds = Math.max(LEAST_ROUNDS, Math.min(MOST_ROUNDS, EVENTS / Math.max(1, first.events())));
            limit = Math.toIntExact(rounds * first.devices());
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
        String allowed = limit == 1 ? "1 run" : limit + " runs";
        return chosen ? "about a minute allows " + allowed + " of this stream" : "--simulations allows " + allowed;
    }

    boolean interrupted() {
        return simulations.interrupted();
    }

    /** The price of each stream with edits made, by device; null when interrupted. */
    @Nullable
    Prices prices(List<LoadedRun> streams, List<? extends BarrierEdit> edits) {
        return prices(streams, edits, false);
    }

    /**
     * The price of each stream with edits made, by device; null when interrupted.
     *
     * @param last whether these may be the edits that it stays with, so that what the run leaves will be asked for
     */
    @Nullable
    Prices prices(List<LoadedRun> streams, List<? extends BarrierEdit> edits, boolean last) {
        Map<String, Price> prices = new LinkedHashMap<>();
        for (LoadedRun stream : streams) {
            Kept kept = runs.get(Key.of(stream, edits));
            if (kept == null) {
                boolean hostReads = edits.isEmpty() && followsBytes(stream) && hostReads(stream);
                kept = run(stream, edits, last || hostReads);
            }
            if (kept == null) {
                return null;
            }
            prices.put(stream.device().name(), kept.price());
        }
        return new Prices(prices);
    }

    private boolean followsBytes(LoadedRun stream) {
        return followsBytes.computeIfAbsent(stream.device().name(), device -> StreamRun.followsBytes(stream));
    }

    private static boolean hostReads(LoadedRun stream) {
        return stream.stream().threads().stream()
                .flatMap(thread -> thread.operations().stream())
                .anyMatch(HostOperation.HostRead.class::isInstance);
    }

    private @Nullable Kept run(LoadedRun stream, List<? extends BarrierEdit> edits, boolean judged) {
        StreamRun run = simulations.run(stream, edits, !judged);
        if (run == null) {
            return null;
        }
        boolean compared = judged || (edits.isEmpty() && followsBytes(stream));
        Outcome outcome = compared ? Outcome.of(stream, run) : null;
        Kept kept = new Kept(price(run.result()), outcome, judged);
        runs.put(Key.of(stream, edits), kept);
        return kept;
    }

    /** What a stream leaves with edits made, when it was priced or now; null when interrupted. */
    @Nullable
    Outcome outcome(LoadedRun stream, List<? extends BarrierEdit> edits) {
        Kept known = runs.get(Key.of(stream, edits));
        Kept judged = known != null && known.judged() ? known : run(stream, edits, true);
        return judged == null ? null : judged.outcome();
    }

    /** The price of each stream as it is, by device; null where one was stopped early. */
    @Nullable
    Prices original(List<LoadedRun> streams) {
        boolean all = streams.stream().allMatch(stream -> runs.containsKey(Key.of(stream, List.of())));
        return all ? prices(streams, List.of()) : null;
    }

    /** What a stream leaves with edits made, if that is known without another run; else null. */
    @Nullable
    Outcome known(LoadedRun stream, List<? extends BarrierEdit> edits) {
        Kept kept = runs.get(Key.of(stream, edits));
        return kept == null || !kept.judged() ? null : kept.outcome();
    }

    /**
     * What the stream as it is left, to be compared with what is left of another; null when interrupted. Where the other
     * has neither findings nor reads of the host to compare, the bytes of a run for time alone will do.
     */
    @Nullable
    Outcome original(LoadedRun stream, Outcome other) {
        Kept known = runs.get(Key.of(stream, List.of()));
        Outcome bytes = known == null ? null : known.outcome();
        return bytes != null && other.clean() && other.checks().isEmpty() ? bytes : outcome(stream, List.of());
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
