// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.wiring;

import dev.sluice.machine.engine.Audit;
import dev.sluice.machine.engine.Component;
import dev.sluice.machine.engine.Engine;
import dev.sluice.machine.engine.WaitGraph;
import dev.sluice.machine.fault.DeadlockException;
import dev.sluice.machine.fault.EndlessLoopException;
import org.jspecify.annotations.Nullable;

/**
 * Looks every {@value #PERIOD} cycles whether a run gets anywhere.
 *
 * <p>What gets somewhere: a request that completes, an instruction that is issued, a block of pixels that is rasterised, a command
 * or host operation that is done, and a timer that is set for later than the next look. A run without any of them for
 * {@value #PATIENCE} looks, but with events, is a livelock. A run in which only compute units get somewhere may be kernels that
 * spin: {@link Progress#searchLoops} tells.
 */
final class LivelockWatch {
    /** Cycles from look to look: longer than anything that is on its way through the machine without a timer. */
    static final long PERIOD = 1 << 20;

    /** Looks in a row without work done. */
    static final int PATIENCE = 32;

    /** Events from look to look; with fewer the machine waits and does not turn in circles. */
    private static final long BUSY = 16;

    private final Engine engine;
    private final Progress progress;

    private long issues;
    private long completed;
    private long others;
    private long rasterised;
    private long lastActivity;
    private long events;
    private long since;
    private int idleLooks;
    private int lonelyLooks;
    private @Nullable LoopSearch search;

    /** What a machine has come to, in numbers that only grow. */
    interface Progress {
        /** Instructions that compute units have issued. */
        long issues();

        /** Requests that have completed, whoever made them. */
        long completed();

        /** Requests of all but the compute units. */
        long others();

        /** Blocks of pixels that were rasterised: a draw may take long without a request of its own. */
        long rasterised();

        /** The last cycle at which the program got something done. */
        long lastActivity();

        /** Begins to look for kernels that spin. */
        LoopSearch searchLoops();
    }

    /** A search for kernels that spin. */
    interface LoopSearch {
        /** What to say if nothing but that happens; null if something may yet get somewhere. */
        @Nullable
        EndlessLoopException look();

        /** Ends the search. */
        void stop();
    }

    LivelockWatch(Engine engine, Progress progress) {
        this.engine = engine;
        this.progress = progress;
    }

    /**
     * Looks once more.
     *
     * @throws DeadlockException if the run is a livelock
     * @throws EndlessLoopException if it is nothing but kernels that spin
     */
    void look() {
        long now = engine.now();
        long nowIssues = progress.issues();
        long nowCompleted = progress.completed();
        long nowOthers = progress.others();
        long nowActive = progress.lastActivity();
        long nowEvents = engine.executedEvents();
        long nowRasterised = progress.rasterised();
        boolean outside = nowOthers != others
                || nowRasterised != rasterised
                || nowActive != lastActivity
                || engine.lastTimer() > now + PERIOD;
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

    private void spin() {
        LoopSearch running = search;
        if (lonelyLooks == 0) {
            if (running != null) {
                running.stop();
                search = null;
            }
        } else if (running == null) {
            search = progress.searchLoops();
        } else {
            EndlessLoopException endless = running.look();
            if (endless != null) {
                throw endless;
            }
        }
    }

    private DeadlockException livelock(long now) {
        Audit audit = new Audit();
        for (Component component : engine.components()) {
            component.audit(audit);
        }
        WaitGraph waits = engine.waits();
        return DeadlockException.livelock(now, since, waits.chain(), audit.complaints(), waits.chainAwaitsSignal());
    }
}
