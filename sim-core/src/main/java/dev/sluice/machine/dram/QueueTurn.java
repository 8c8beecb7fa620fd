// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.dram;

import dev.sluice.device.DramSpec;
import java.util.Objects;

/**
 * Whose turn it is: the read queue's, or the write queue's while it drains.
 *
 * <p>Writes drain from the high to the low watermark, or while no read waits; a short idle drain waits {@link #IDLE_WAIT}
 * ticks for a read, so that a lone write does not turn the bus around.
 *
 * <p>After a turn it first serves what it opened rows for, and accesses that were begun; rows for the other queue are opened
 * meanwhile. Without that, each turn would open rows in vain.
 */
final class QueueTurn {

    /** Ticks without a read after which few writes drain (a choice). */
    static final int IDLE_WAIT = 32;

    private final DramDevice device;
    private final AccessQueue reads;
    private final AccessQueue writes;
    private final int writeHigh;
    private final int writeLow;
    private final boolean inOrder;

    /** The queue in service; for this package to read. */
    AccessQueue queue;
    /** The queue whose column commands come next: the one in service, or until its held banks are served the one before. */
    AccessQueue columnQueue;
    /** The tick from which {@link #columnQueue} may issue. */
    long columnSince;
    /** The tick from which the queue in service may issue. */
    long since;
    /** Whether the high watermark, not idleness, started the drain. */
    private boolean forced;
    /** The latest tick of an arrival or of a column command. */
    private long clock;

    QueueTurn(DramSpec spec, DramDevice device, AccessQueue reads, AccessQueue writes) {
        this.device = device;
        this.reads = reads;
        this.writes = writes;
        queue = reads;
        columnQueue = reads;
        writeHigh = spec.writeHigh();
        writeLow = spec.writeLow();
        inOrder = spec.policy() == DramSpec.Policy.FCFS;
    }

    /** An access arrives, or a column command goes, at a tick. */
    void reached(long tick) {
        clock = Math.max(clock, tick);
    }

    /** Takes nothing before a tick. */
    void waitUntil(long tick) {
        since = Math.max(since, tick);
        columnSince = since;
    }

    /** Whether another access of a queue that is not in service can bring a turn. */
    boolean mayTurnFor(AccessQueue waiting) {
        return waiting.write
                ? reads.count() == 0 || writes.count() >= writeHigh
                : !forced || writes.count() <= writeLow;
    }

    /** Whether no access waits. */
    boolean idle() {
        return reads.count() == 0 && writes.count() == 0;
    }

    /** Whether a single access waits. */
    boolean onlyOne() {
        return reads.count() + writes.count() == 1;
    }

    /** Chooses the queue to serve; says whether it is another one, or may issue from another tick on. */
    boolean choose() {
        if (columnQueue != queue) {
            return false;
        }
        int waiting = writes.count();
        if (!queue.write) {
            if (waiting >= writeHigh) {
                serve(writes, clock);
                forced = true;
                return true;
            }
            if (reads.count() == 0 && waiting > 0) {
                serve(writes, waiting > writeLow ? clock : clock + IDLE_WAIT);
                forced = false;
                return true;
            }
            return false;
        }
        forced |= waiting >= writeHigh;
        if (waiting == 0 || reads.count() > 0 && (!forced || waiting <= writeLow)) {
            serve(reads, clock);
            return true;
        }
        if (waiting > writeLow && since > clock) {
            since = clock;
            columnSince = clock;
            return true;
        }
        return false;
    }

    /** Turns to a queue: precharges planned for the other one are done if their time has come, else dropped. */
    private void serve(AccessQueue next, long from) {
        settlePrecharges(queue);
        queue = next;
        since = from;
        if (!holdsAny()) {
            serveColumns();
        }
        BankList rows = next.rows;
        for (int bank = rows.first(); bank != rows.end(); bank = rows.after(bank)) {
            plan(next.bank(bank));
        }
    }

    /** Turns to the column commands of the queue in service. */
    void serveColumns() {
        columnQueue = queue;
        columnSince = since;
    }

    /** Turns to the column commands of the queue in service, none of them before a tick. */
    void serveColumnsFrom(long tick) {
        serveColumns();
        columnSince = Math.max(columnSince, tick);
    }

    /** Whether any bank of the queue that was in service before has to be served first. */
    boolean holdsAny() {
        AccessQueue before = columnQueue;
        if (inOrder || before == queue) {
            return false;
        }
        BankList columns = before.columns;
        for (int bank = columns.first(); bank != columns.end(); bank = columns.after(bank)) {
            if (isHeld(before.bank(bank))) {
                return true;
            }
        }
        return false;
    }

    /** Whether a bank has to be served first for the queue that was in service before. */
    boolean holds(Bank bank) {
        return columnQueue != queue && isHeld(columnQueue.bank(bank.index));
    }

    /** Whether a bank of the queue that was in service before has to be served first: that opened the row, or has begun. */
    boolean isHeld(BankQueue before) {
        Access candidate = before.candidate;
        return candidate != null && before.list == columnQueue.columns && (before.bank.fresh || candidate.started);
    }

    private void settlePrecharges(AccessQueue of) {
        BankList rows = of.rows;
        int after;
        for (int i = rows.first(); i != rows.end(); i = after) {
            after = rows.after(i);
            Bank bank = device.bank(i);
            if (bank.closing && !device.keepsOpen(bank, clock)) {
                rowChanged(bank);
            }
        }
    }

    /** Plans the precharge of a bank whose candidate needs another row. */
    void plan(BankQueue its) {
        if (!holds(its.bank)) {
            Access candidate = Objects.requireNonNull(its.candidate);
            device.planPrecharge(its.bank, Math.max(since, candidate.arrival));
        }
    }

    /** Tells both queues that a bank has another row, or none. */
    void rowChanged(Bank bank) {
        // an empty queue's banks need not even be looked at
        if (reads.count() > 0) {
            reads.rowChanged(bank.index);
        }
        if (writes.count() > 0) {
            writes.rowChanged(bank.index);
        }
    }
}
