// SPDX-License-Identifier: Apache-2.0
package dev.sluice.check.hazard;

import dev.sluice.check.order.Columns;
import dev.sluice.check.order.QueueOrder;
import dev.sluice.check.order.Scopes;
import dev.sluice.check.trace.MemoryAccess;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * What is known of one write to some places beyond the queues' clocks: barriers that are limited to them, flushes and
 * invalidations. Immutable.
 *
 * <p>"Available by a barrier at position p of queue q with a second scope D" happens before a stage's work exactly if the
 * stage's clock has reached past p on some strand (q, d) with d of D, or if the stage is itself of D and on q: so dependency
 * chains through such barriers need no replay.
 *
 * @param available made available, and by which second scope that is known
 * @param visible made visible, and to which access scope
 * @param flushed the host thread's position from which on a host write is in the host domain
 * @param invalidated whether the host has dropped older lines since the write was brought to it
 * @param transfers the halves of ownership transfers that it has come through
 */
record Facts(Available[] available, Visible[] visible, int flushed, boolean invalidated, Transfers transfers) {

    /** Of a write that is in its own domain at once. */
    static final Facts NONE = new Facts(new Available[0], new Visible[0], 0, false, Transfers.NONE);

    /** Of a host write that lies in the host's caches. */
    static final Facts UNFLUSHED =
            new Facts(new Available[0], new Visible[0], Integer.MAX_VALUE, false, Transfers.NONE);

    /**
     * Made available by a barrier at a position, which stages of its queue come after.
     *
     * @param island the subpass that its scopes are limited to, or {@link MemoryAccess#NO_SUBPASS}
     */
    record Available(int queue, int position, long stages, int island) {

        /** Whether it comes before whoever has this clock. */
        boolean before(int[] clock, Columns columns) {
            for (long rest = stages; rest != 0; rest &= rest - 1) {
                int row = Columns.row(rest);
                if (island == MemoryAccess.NO_SUBPASS
                        ? columns.past(clock, queue, row, position)
                        : row < Columns.ROWS && clock[columns.column(queue, island, row)] > position) {
                    return true;
                }
            }
            return false;
        }

        /** Whether it comes before a stage's coming work. */
        boolean before(QueueOrder order, int row, Columns columns) {
            return (within(order, queue, island)
                            && (stages >> Columns.STAGES.get(row).bit() & 1) != 0)
                    || before(order.execution(row), columns);
        }
    }

    /**
     * Made visible by a barrier at a position to accesses of stages of its queue.
     *
     * @param island the subpass that its scopes are limited to, or {@link MemoryAccess#NO_SUBPASS}
     */
    record Visible(int queue, int position, long stages, long access, int island) {}

    /** Whether coming work is what a barrier can concern. */
    private static boolean within(QueueOrder order, int queue, int island) {
        return order.queue() == queue && (island == MemoryAccess.NO_SUBPASS || island == order.island());
    }

    private static boolean covers(int island, int other) {
        return island == MemoryAccess.NO_SUBPASS || island == other;
    }

    /** With another barrier that covers the write. One that says nothing new is left out. */
    Facts with(Available more, @Nullable Visible seen) {
        Available[] all = available;
        boolean known = false;
        for (Available one : available) {
            known |= one.queue == more.queue
                    && one.position <= more.position
                    && (more.stages & ~one.stages) == 0
                    && covers(one.island, more.island);
        }
        if (!known && more.stages != 0) {
            all = Arrays.copyOf(available, available.length + 1);
            all[available.length] = more;
        }
        Visible[] views = visible;
        boolean seenBefore = seen == null || seen.stages == 0 || seen.access == 0;
        if (seen != null && !seenBefore) {
            for (Visible one : visible) {
                seenBefore |= one.queue == seen.queue
                        && one.position <= seen.position
                        && (seen.stages & ~one.stages) == 0
                        && (seen.access & ~one.access) == 0
                        && covers(one.island, seen.island);
            }
            if (!seenBefore) {
                views = Arrays.copyOf(visible, visible.length + 1);
                views[visible.length] = seen;
            }
        }
        return all == available && views == visible ? this : new Facts(all, views, flushed, invalidated, transfers);
    }

    Facts flushedAt(int position) {
        return flushed <= position ? this : new Facts(available, visible, position, invalidated, transfers);
    }

    /** With a half of an ownership transfer. */
    Facts transferred(Transfers.Half half) {
        return new Facts(available, visible, flushed, invalidated, transfers.with(half));
    }

    /** Of a write that is available and visible by the barrier that makes it. */
    static Facts made(Available known, Visible seen) {
        return new Facts(new Available[] {known}, new Visible[] {seen}, 0, false, Transfers.NONE);
    }

    Facts dropped() {
        return invalidated ? this : new Facts(available, visible, flushed, true, transfers);
    }

    /** Whether availability is known to whoever has this clock. */
    boolean availableTo(int[] clock, Columns columns) {
        for (Available one : available) {
            if (one.before(clock, columns)) {
                return true;
            }
        }
        return false;
    }

    /** Whether availability comes before a stage's coming work. */
    boolean availableTo(QueueOrder order, int row, Columns columns) {
        for (Available one : available) {
            if (one.before(order, row, columns)) {
                return true;
            }
        }
        return false;
    }

    /** Whether some barrier made it visible to a reading by a queue's coming work. */
    boolean visibleTo(QueueOrder order, Scopes.Reading reading, Scopes scopes) {
        for (Visible one : visible) {
            if (within(order, one.queue, one.island) && scopes.covers(one.stages, one.access, reading)) {
                return true;
            }
        }
        return false;
    }

    /** Whether some barrier made it visible to a reading by the host, before what the host knows. */
    boolean visibleToHost(Scopes.Reading reading, Scopes scopes, int[] clock, Columns columns) {
        for (Visible one : visible) {
            if (one.island == MemoryAccess.NO_SUBPASS
                    && scopes.covers(one.stages, one.access, reading)
                    && clock[columns.column(one.queue, Columns.HOST_ROW)] > one.position) {
                return true;
            }
        }
        return false;
    }
}
