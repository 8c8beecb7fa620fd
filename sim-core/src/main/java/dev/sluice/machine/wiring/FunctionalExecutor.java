// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.wiring;

import dev.sluice.machine.cache.Cache;
import dev.sluice.machine.compute.DispatchJob;
import dev.sluice.machine.compute.FunctionalDispatcher;
import dev.sluice.machine.engine.Audit;
import dev.sluice.machine.engine.Component;
import dev.sluice.machine.fault.StreamException;
import dev.sluice.machine.transfer.TransferJob;
import dev.sluice.program.Origin;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.BiConsumer;

/**
 * Carries commands out at once, outside simulated time, as soon as nothing is under way in caches and memories.
 *
 * <p>Where others keep the machine busy for long, or where it cannot be done at all, a command runs in simulated time as everywhere
 * else, and the result says why.
 */
final class FunctionalExecutor extends Component {

    /** Cycles from look to look whether the machine is quiet; a choice. */
    private static final int PERIOD = 32;

    /** Cycles after which a command no longer waits for a quiet machine; a choice. */
    private static final long PATIENCE = 1_000_000;

    private record Waiting(Runnable atOnce, Runnable otherwise, String name, long since) {}

    private final Gpu gpu;
    private final BiConsumer<String, String> reasons;
    private final Deque<Waiting> waiting = new ArrayDeque<>();
    /** Whether it will look whether the machine is quiet. */
    private boolean looks;

    /** @param reasons told which command runs in simulated time, and why */
    FunctionalExecutor(Gpu gpu, BiConsumer<String, String> reasons) {
        super(gpu.engine, "functional execution");
        this.gpu = gpu;
        this.reasons = reasons;
    }

    /**
     * Carries a dispatch out at once; where that cannot be, it runs in simulated time, and says itself when it is done.
     *
     * @param done told when it is done at once
     */
    void dispatch(String name, Origin command, DispatchJob job, Runnable done) {
        carryOut(
                name,
                command,
                () -> {
                    switch (gpu.functionalDispatcher().run(job)) {
                        case DONE -> done.run();
                        case STOPPED -> {
                            // somebody asked for the end of the run, which comes before anything else
                        }
                    }
                },
                () -> gpu.dispatcher.start(job));
    }

    /**
     * Carries a transfer out at once; where that cannot be, it runs in simulated time, and says itself when it is done.
     *
     * @param done told when it is done at once
     */
    void transfer(String name, Origin command, TransferJob job, Runnable done) {
        carryOut(
                name,
                command,
                () -> {
                    gpu.transfers.perform(job);
                    done.run();
                },
                () -> gpu.transfers.start(job));
    }

    /**
     * Has something carried out as soon as nothing is under way in caches and memories; where that cannot be, something else.
     *
     * @param name of the command, for the note that says why not
     */
    void carryOut(String name, Origin command, Runnable atOnce, Runnable otherwise) {
        if (gpu.entrances.recorded()) {
            throw new StreamException(
                    command,
                    "the command stands in a functional region and takes no time, so that its accesses have no cycle to"
                            + " be recorded with; without 'mode: functional' they have");
        }
        waiting.add(new Waiting(atOnce, otherwise, name, now()));
        look(0);
    }

    /** Looks in some cycles whether the machine is quiet, unless it will anyway. */
    private void look(long delay) {
        if (!looks) {
            looks = true;
            wake(delay, 0, 0);
        }
    }

    /** Who runs kernels at once. */
    FunctionalDispatcher dispatcher() {
        return gpu.functionalDispatcher();
    }

    @Override
    public void onEvent(int kind, int argument) {
        looks = false;
        Waiting first = waiting.element();
        boolean waits = false;
        if (quiet()) {
            waiting.remove();
            first.atOnce().run();
        } else if (now() - first.since() >= PATIENCE) {
            waiting.remove();
            reasons.accept(first.name(), "memory was never quiet for " + PATIENCE + " cycles");
            first.otherwise().run();
        } else {
            waits = true;
        }
        if (!waiting.isEmpty()) {
            look(waits ? PERIOD : 0);
        }
    }

    private boolean quiet() {
        GraphicsHardware graphics = gpu.graphics;
        if (gpu.pool.inUse() > 0 || graphics != null && graphics.units != null && !graphics.units.quiet()) {
            return false;
        }
        for (CacheNode node : gpu.hierarchy.nodes()) {
            for (Cache slice : node.slices()) {
                if (!slice.quiet()) {
                    return false;
                }
            }
        }
        return true;
    }

    @Override
    public void audit(Audit audit) {
        audit.held(this, "commands that wait for a quiet machine", waiting.size());
    }
}
