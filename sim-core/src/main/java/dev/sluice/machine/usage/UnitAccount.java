// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.usage;

import dev.sluice.machine.request.Request;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Where the cycles of one compute unit go; see {@link UnitCycles}.
 *
 * <p>The account is settled up to some cycle. An issue settles what went before: a wait is charged to what ended it, which is
 * what the unit could not do without.
 */
public final class UnitAccount {

    static final int PATH_SHIFT = 16;
    /** Ages have 32 bits, and the highest bit says that a cause is no reply. */
    static final int AGE_SHIFT = 31;

    private final UnitCycles all;
    /** Up to which cycle it is settled. */
    long settled;
    /** What came last that may end a wait: a reply's course, path and age, or what is less than 0. */
    long cause = UnitCycles.FOR_WAVES;
    /** Whether a wave is resident. */
    boolean busy;

    private long slotCycles;
    /** The last of the readings that were taken during the wait that is going on. */
    private @Nullable OpenWait open;

    UnitAccount(UnitCycles all) {
        this.all = all;
    }

    /** The unit begins an instruction that takes an issue slot for so many cycles. */
    public void issued(long now, long cycles) {
        long until = settled;
        if (until < now) {
            waited(until, now);
        }
        settled = Math.max(until, now + cycles);
        slotCycles += cycles;
    }

    /** Whether the unit would have waited, if it issued now. */
    public boolean waited(long now) {
        return settled < now;
    }

    /**
     * A reply is on its way: a wait that ends from now on is charged to it.
     *
     * @param now when it arrives
     */
    public void replied(Request reply, long now) {
        cause = reply.course()
                | (long) UnitCycles.path(reply.client, Manner.of(reply)) << PATH_SHIFT
                | reply.age(now) << AGE_SHIFT;
    }

    /** The unit goes on because shared memory does. */
    public void sharedMemory() {
        cause = UnitCycles.FOR_SHARED_MEMORY;
    }

    /** Its caches begin to be flushed or invalidated for a wave: what was waited for until now, was what came last. */
    public void maintenanceBegins(long now) {
        settle(now);
    }

    /** The unit goes on because its caches are flushed or invalidated. */
    public void maintained() {
        cause = UnitCycles.FOR_MAINTENANCE;
    }

    /** The unit goes on because the load/store queue takes an access. */
    public void queueTakes() {
        cause = UnitCycles.FOR_QUEUE;
    }

    /** The unit, which had no wave, gets one. */
    public void filled(long now) {
        long until = settled;
        if (until < now) {
            all.idle(now - until);
            settled = now;
        }
        cause = UnitCycles.FOR_WAVES;
        busy = true;
        all.filled(now);
    }

    /** The last wave of the unit has gone. */
    public void emptied(long now) {
        settle(now);
        busy = false;
        all.emptied(now);
    }

    /** Charges what was waited for until now to what came last. */
    private void settle(long now) {
        long until = settled;
        if (until < now) {
            waited(until, now);
            settled = now;
        }
    }

    private void waited(long since, long until) {
        OpenWait readings = open;
        if (readings == null) {
            all.charge(cause, until - since);
        } else {
            open = null;
            all.charge(cause, since, until, readings);
        }
    }

    /** A reading is taken while the unit waits. */
    void read(UnitReading reading, long now) {
        open = new OpenWait(reading, now, open);
        reading.awaits();
    }

    /** Charges what lay before a reading, if the unit still waits. */
    void settle(UnitReading reading) {
        for (OpenWait wait = open; wait != null; wait = wait.earlier()) {
            if (Objects.equals(wait.reading(), reading)) {
                OpenWait last = Objects.requireNonNull(open);
                waited(settled, last.cycle());
                settled = last.cycle();
                return;
            }
        }
    }

    /** Cycles that issue slots have been in use up to now; {@code slots} of them, of which some are in use beyond. */
    public double slotCycles(int slots, long now) {
        return (double) (slotCycles - Math.max(0, settled - now)) / slots;
    }
}
