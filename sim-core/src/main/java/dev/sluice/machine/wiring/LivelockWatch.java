// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.wiring;

import dev.sluice.machine.compute.SpinSearch;
import dev.sluice.machine.engine.Audit;
import dev.sluice.machine.engine.Component;
import dev.sluice.machine.engine.WaitGraph;
import dev.sluice.machine.fault.DeadlockException;
import dev.sluice.machine.fault.EndlessLoopException;
import dev.sluice.machine.raster.GraphicsPipeline;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Looks every {@value #PERIOD} cycles whether a run gets anywhere.
 *
 * <p>What gets somewhere: a request that completes, an instruction that is issued, a command or host operation that is done, and a
 * timer that is set for later than the next look. A run without any of them for {@value #PATIENCE} looks, but with events, is a
 * livelock. A run in which only compute units get somewhere may be kernels that spin: {@link SpinSearch} tells.
 */
final class LivelockWatch {
    /** Cycles from look to look: longer than anything that is on its way through the machine without a timer. */
    static final long PERIOD = 1 << 20;

    /** Looks in a row without work done. */
    static final int PATIENCE = 32;

    /** Events from look to look; with fewer the machine waits and does not turn in circles. */
    private static final long BUSY = 16;

    private final Gpu gpu;
    private final LongSupplier activity;

    private long issues;
    private long completed;
    private long others;
    private long rasterised;
    private long lastActivity;
    private long events;
    private long since;
    private int idleLooks;
    private int lonelyLooks;
    private @Nullable SpinSearch search;

    /** @param activity the last cycle at which the program got something done */
    LivelockWatch(Gpu gpu, LongSupplier activity) {
        this.gpu = gpu;
        this.activity = activity;
    }

    /**
     * Looks once more.
     *
     * @throws DeadlockException if the run is a livelock
     * @throws EndlessLoopException if it is nothing but kernels that spin
     */
    void look() {
        long now = gpu.engine.now();
        long nowIssues = gpu.dispatcher.issues();
        long nowCompleted = gpu.pool.released();
        long nowOthers = gpu.requests() - gpu.dispatcher.requests();
        long nowActive = activity.getAsLong();
        long nowEvents = gpu.engine.executedEvents();
        long nowRasterised = rasterised();
        boolean outside = nowOthers != others
                || nowRasterised != rasterised
                || nowActive != lastActivity
                || gpu.engine.lastTimer() > now + PERIOD;
        boolean units = nowIssues != issues;
        boolean idle = !outside && !units && nowCompleted == completed;
        if (!idle) {
            since = now;
            idleLooks = 0;
        } else if (nowEvents - events >= BUSY && ++idleLooks >= PATIENCE) {
            throw livelock(now);
        }
        lonelyLooks = units && !outside ? lonelyLooks + 1 : 0;
        issues = nowIssues;
        completed = nowCompleted;
        others = nowOthers;
        rasterised = nowRasterised;
        lastActivity = nowActive;
        events = nowEvents;
        spin();
    }

    /** What the rasterisers have come to: a draw may take long without a request of its own. */
    private long rasterised() {
        long sum = 0;
        for (Component component : gpu.engine.components()) {
            if (component instanceof GraphicsPipeline pipeline) {
                sum += pipeline.rasterised();
            }
        }
        return sum;
    }

    private void spin() {
        SpinSearch running = search;
        if (lonelyLooks == 0) {
            if (running != null) {
                running.stop();
                search = null;
            }
        } else if (running == null) {
            search = gpu.dispatcher.watchLoops();
        } else {
            EndlessLoopException endless = running.look();
            if (endless != null) {
                throw endless;
            }
        }
    }

    private DeadlockException livelock(long now) {
        Audit audit = new Audit();
        for (Component component : gpu.engine.components()) {
            component.audit(audit);
        }
        WaitGraph waits = gpu.engine.waits();
        return DeadlockException.livelock(now, since, waits.chain(), audit.complaints(), waits.chainAwaitsSignal());
    }
}
