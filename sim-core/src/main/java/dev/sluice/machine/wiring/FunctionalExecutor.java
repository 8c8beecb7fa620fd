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
import org.jspecify.annotations.Nullable;

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

    /** @param reasons told which command runs in simulated time, and why */
    FunctionalExecutor(Gpu gpu, BiConsumer<String, String> reasons) {
        super(gpu.engine, "functional execution");
        this.gpu = gpu;
        this.reasons = reasons;
    }

    /** Why a command on these resources cannot take no time; null if it can. */
    @Nullable
    String hindrance(KernelArguments arguments) {
        for (int i = 0; i < arguments.views.length; i++) {
            if (arguments.views[i] != null) {
                return "images are bound";
            }
        }
        return hindrance();
    }

    /** Why nothing on this machine can take no time; null if it can. */
    @Nullable
    String hindrance() {
        if (gpu.compression != null && gpu.spec.rop().compresses()) {
            return "the device compresses images, which takes time to be right";
        }
        return gpu.allocator.snooped().none() ? null : "the host's caches hold memory of the program coherently";
    }

    /** Refuses a command whose accesses were to be recorded: a trace has them by their cycles, and they have none. */
    void refuseRecorded(Origin command) {
        if (gpu.entrances.recorded()) {
            throw new StreamException(
                    command,
                    "the command stands in a functional region and takes no time, so that its accesses have no cycle to"
                            + " be recorded with; without 'mode: functional' they have");
        }
    }

    /** Says why a command runs in simulated time after all. */
    void explain(String command, String why) {
        reasons.accept(command, why);
    }

    /** Runs something as soon as nothing is under way, or else something else. */
    void whenQuiet(String name, Runnable atOnce, Runnable otherwise) {
        waiting.add(new Waiting(atOnce, otherwise, name, now()));
        if (waiting.size() == 1) {
            wake(0, 0, 0);
        }
    }

    @Override
    public void onEvent(int kind, int argument) {
        Waiting first = waiting.element();
        if (quiet()) {
            waiting.remove();
            first.atOnce().run();
        } else if (now() - first.since() >= PATIENCE) {
            waiting.remove();
            explain(first.name(), "memory was never quiet for " + PATIENCE + " cycles");
            first.otherwise().run();
        } else {
            wake(PERIOD, 0, 0);
            return;
        }
        if (!waiting.isEmpty()) {
            wake(0, 0, 0);
        }
    }

    private boolean quiet() {
        if (gpu.pool.inUse() > 0) {
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

    FunctionalDispatcher.End run(DispatchJob job) {
        return gpu.functionalDispatcher().run(job);
    }

    void run(TransferJob job) {
        gpu.transfers.perform(job);
    }

    @Override
    public void audit(Audit audit) {
        audit.held(this, "commands that wait for a quiet machine", waiting.size());
    }
}
