// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.wiring;

import dev.sluice.device.CacheSpec;
import dev.sluice.machine.RunOptions;
import dev.sluice.machine.analysis.Dispatched;
import dev.sluice.machine.analysis.RunAnalysis;
import dev.sluice.machine.cache.OptimalBounds;
import dev.sluice.machine.view.MachineView;
import dev.sluice.result.AnalysisResult;
import dev.sluice.result.RunDetails;
import dev.sluice.result.RunResult;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A machine from its first cycle to its end, whatever feeds it, with what is kept of it beside its counters. */
final class GpuRun {

    private final Gpu gpu;
    private final RunOptions options;
    /** Records look-ups; null where nobody asked. */
    private final @Nullable OptimalBounds optimal;
    /** Null if nobody asks for it. */
    private @Nullable DetailKeeper details;
    /** Null if nobody looks. */
    private @Nullable DeviceView view;

    private boolean begun;
    private long endCycle;

    /**
     * How a run ended.
     *
     * @param cycles how long it took
     * @param interrupted whether work was left
     * @param cut why, if nobody asked for it
     */
    record Ending(long cycles, boolean interrupted, RunResult.@Nullable Cut cut) {}

    GpuRun(Gpu gpu, RunOptions options) {
        this.gpu = gpu;
        this.options = options;
        optimal = options.optimal() ? new OptimalBounds() : null;
        if (optimal != null) {
            gpu.hierarchy.nodes().forEach(node -> node.slices().forEach(optimal::record));
        }
        if (options.analyze()) {
            gpu.analyze();
        }
    }

    /**
     * Begins the one run of this machine: what a run leaves behind is no place to begin another.
     *
     * @throws IllegalStateException if it has begun
     */
    void begin() {
        beforeItBegins("a simulation runs once; make another to run again");
        begun = true;
    }

    private void beforeItBegins(String otherwise) {
        if (begun) {
            throw new IllegalStateException(otherwise);
        }
    }

    void keepDetails() {
        beforeItBegins("details are kept from the begin of a run on, and this one has begun");
        details = new DetailKeeper(gpu);
    }

    /** What was kept; null where nobody asked for it. */
    @Nullable
    RunDetails details(List<RunDetails.TileMap> tiles) {
        DetailKeeper keeper = details;
        return keeper == null ? null : keeper.result(endCycle, tiles);
    }

    /** What somebody sees who looks after every event from the next cycle on; all who look share one view. */
    MachineView view(Runnable afterEvent, Supplier<ViewedProgram> program) {
        beforeItBegins("a run is looked at from its begin on, and this one has begun");
        DeviceView seen = view;
        if (seen == null) {
            seen = new DeviceView(gpu, program.get());
            view = seen;
            gpu.engine.tell(seen);
        }
        seen.afterEach(afterEvent);
        return seen;
    }

    void resetStatistics() {
        gpu.resetStatistics();
        DetailKeeper keeper = details;
        if (keeper != null) {
            keeper.reset();
        }
        if (optimal != null) {
            optimal.restart();
        }
    }

    /**
     * Runs to the end, to the last cycle that is wanted, or until stopped.
     *
     * @param lastActivity the last cycle at which what feeds the machine got something done
     */
    Ending run(LongSupplier lastActivity) {
        gpu.engine.watch(LivelockWatch.PERIOD, new LivelockWatch(gpu.engine, new GpuProgress(gpu, lastActivity))::look);
        DetailKeeper keeper = details;
        long last = options.maxCycles();
        boolean left = keeper == null ? gpu.engine.runUntil(last) : keeper.runUntil(last);
        boolean interrupted = gpu.engine.stopRequested();
        RunResult.Cut cut = left && !interrupted ? RunResult.Cut.MAX_CYCLES : null;
        boolean early = interrupted || cut != null;
        if (!early) {
            gpu.engine.auditAtEnd();
        }
        endCycle = early ? gpu.engine.now() : lastActivity.getAsLong();
        return new Ending(endCycle, early, cut);
    }

    /**
     * What each cache did, in the device's order; once, at the end.
     *
     * @param commands ids of commands, by the index that requests carry
     */
    Map<String, RunResult.CacheResult> caches(IntFunction<String> commands) {
        Map<String, RunResult.CacheResult> caches = new LinkedHashMap<>();
        gpu.spec
                .caches()
                .forEach(spec -> gpu.hierarchy.nodes().stream()
                        .filter(node -> node.spec().name().equals(spec.name()))
                        .forEach(node -> caches.put(
                                spec.name(),
                                node.stats().result(commands, optimal == null ? null : optimal.of(node.stats())))));
        if (optimal != null) {
            optimal.close();
        }
        return caches;
    }

    /** What a person should know of its results: which caches have no bound of replacement, where bounds were asked for. */
    List<String> notes() {
        if (optimal == null) {
            return List.of();
        }
        List<String> unbounded = new ArrayList<>();
        for (CacheSpec cache : gpu.spec.caches()) {
            String why = OptimalBounds.unbounded(cache);
            if (why != null) {
                unbounded.add(cache.name() + " (" + why + ")");
            }
        }
        return unbounded.isEmpty()
                ? List.of()
                : List.of("no bound of replacement (--optimal) for " + String.join(", ", unbounded)
                        + ": such a cache can hit more than the best replacement in its sets");
    }

    /**
     * What was found out; null where nobody asked for it.
     *
     * @param dispatches what the dispatches of the run did
     */
    @Nullable
    AnalysisResult analysis(List<Dispatched> dispatches) {
        RunAnalysis analysis = gpu.analysis();
        return analysis == null ? null : analysis.result(endCycle, dispatches);
    }
}
