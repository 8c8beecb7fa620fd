// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.dram;

import dev.sluice.device.DramSpec;
import org.jspecify.annotations.Nullable;

/**
 * Chooses the next DRAM command of a channel: FR-FCFS or FCFS over the read queue, or over the write queue while it drains.
 *
 * <p>FR-FCFS (Rixner et al., ISCA 2000): among the column commands for open rows and the activates for banks without such
 * work, the one that can be issued first, the older of equals. A bank's row stays open until another row is wanted and no
 * access to the open one waits, or {@link #STARVATION_LIMIT} column commands went past an older access.
 *
 * <p>Writes drain from the high to the low watermark, or while no read waits; a short idle drain waits {@link #IDLE_WAIT}
 * ticks for a read, so that a lone write does not turn the bus around.
 *
 * <p>The best column command and the best activate are kept until something that bears on them has changed.
 */
final class CommandScheduler {

    /** Column commands that may go past the oldest access of their bank (a choice). */
    static final int STARVATION_LIMIT = 64;

    /** Ticks without a read after which few writes drain (a choice). */
    static final int IDLE_WAIT = 32;

    static final long NEVER = Long.MAX_VALUE;

    /** Learns what became of the accesses. */
    interface Outcomes {

        /** Column commands were issued for an access; {@code opened} if the first of them is its row's first. */
        void issued(DramAccess access, Bank bank, int transactions, boolean opened);

        /** The last data beat of an access arrives at (or has left by) this tick. */
        void finished(DramAccess access, long dataEnd);
    }

    private final DramDevice device;
    private final AccessQueue reads;
    private final AccessQueue writes;
    private final int writeHigh;
    private final int writeLow;
    private final boolean inOrder;
    private final boolean wholeAccess;
    private final Outcomes outcomes;

    private AccessQueue queue;
    /** Whether the high watermark, not idleness, started the drain. */
    private boolean forced;
    /** The tick from which the queue in service may issue. */
    private long since;
    /** The latest tick of an arrival or of a column command. */
    private long clock;

    private @Nullable BankQueue column;
    private long columnAt = NEVER;
    private boolean columnStale;
    private @Nullable BankQueue row;
    private long rowAt = NEVER;
    private boolean rowStale;

    CommandScheduler(DramSpec spec, DramDevice device, AccessQueue reads, AccessQueue writes, Outcomes outcomes) {
        this.device = device;
        this.reads = reads;
        this.writes = writes;
        this.outcomes = outcomes;
        queue = reads;
        writeHigh = spec.writeHigh();
        writeLow = spec.writeLow();
        inOrder = spec.policy() == DramSpec.Policy.FCFS;
        wholeAccess = device.streamsWithinGroup();
    }

    /** How many column commands may go past an older access of their bank under a policy. */
    static int patience(DramSpec spec) {
        return spec.policy() == DramSpec.Policy.FCFS ? 0 : STARVATION_LIMIT;
    }

    /**
     * Puts a new access into its queue.
     *
     * @return whether it can change which command comes next
     */
    boolean add(Bank bank, DramAccess access) {
        clock = Math.max(clock, access.tick);
        AccessQueue its = access.write ? writes : reads;
        BankQueue own = its.of(bank);
        boolean usable = its == queue && own.passed < its.patience();
        if (usable && bank.closing && bank.openRow == access.row && !device.keepsOpen(bank, access.tick)) {
            writes.update(bank.writes);
            reads.update(bank.reads);
        }
        own.add(access);
        boolean changed = its.update(own);
        if (its == queue) {
            if (changed) {
                reconsider(own);
            }
            return changed;
        }
        return access.write ? reads.count() == 0 || writes.count() >= writeHigh : !forced || writes.count() <= writeLow;
    }

    /**
     * Issues every command that can be issued up to and including a tick.
     *
     * @return the tick of the next command, or {@link #NEVER}
     */
    long run(long limit) {
        while (chooseQueue()) {
            if (inOrder) {
                selectOldest();
            } else {
                select();
            }
            long at = Math.min(columnAt, rowAt);
            if (at > limit) {
                return at;
            }
            if (at >= device.nextRefresh()) {
                refresh(at);
            } else if (rowAt <= columnAt) {
                activate();
            } else {
                issueColumn();
            }
        }
        return NEVER;
    }

    private boolean chooseQueue() {
        int waiting = writes.count();
        if (!queue.write) {
            if (waiting >= writeHigh) {
                serve(writes, clock);
                forced = true;
            } else if (reads.count() == 0) {
                if (waiting == 0) {
                    return false;
                }
                serve(writes, waiting > writeLow ? clock : clock + IDLE_WAIT);
                forced = false;
            }
            return true;
        }
        if (waiting == 0 || reads.count() > 0 && (!forced || waiting <= writeLow)) {
            serve(reads, clock);
            return waiting > 0 || reads.count() > 0;
        }
        if (!forced && waiting > writeLow) {
            forced = waiting >= writeHigh;
            if (since > clock) {
                since = clock;
                columnStale = true;
                rowStale = true;
            }
        }
        return true;
    }

    /** Turns to a queue: precharges planned for the other one are done if their time has come, else dropped. */
    private void serve(AccessQueue next, long from) {
        settlePrecharges(queue.rows);
        queue = next;
        since = from;
        columnStale = true;
        rowStale = true;
        for (int i = 0; i < next.rows.count(); i++) {
            plan(next.rows.get(i));
        }
    }

    private void settlePrecharges(BankList rows) {
        for (int i = 0; i < rows.count(); i++) {
            Bank bank = rows.get(i).bank;
            if (bank.closing && !device.keepsOpen(bank, clock)) {
                AccessQueue other = queue.write ? reads : writes;
                other.update(other.of(bank));
            }
        }
    }

    /** Plans the precharge of a bank whose candidate needs another row. */
    private void plan(BankQueue bank) {
        DramAccess access = bank.candidate;
        if (access != null) {
            device.planPrecharge(bank.bank, Math.max(since, access.tick));
        }
    }

    /** Takes note that a bank of the queue in service has another candidate. */
    private void reconsider(BankQueue bank) {
        if (bank == row) {
            rowStale = true;
        }
        if (bank == column) {
            columnStale = true;
        }
        if (bank.list == queue.columns) {
            if (!columnStale) {
                considerColumn(bank);
            }
        } else if (bank.list == queue.rows) {
            plan(bank);
            if (!rowStale) {
                considerRow(bank);
            }
        }
    }

    private void select() {
        if (columnStale) {
            columnStale = false;
            column = null;
            columnAt = NEVER;
            BankList columns = queue.columns;
            long floor = Math.max(since, queue.write ? device.writeFloor() : device.readFloor());
            for (int i = 0, n = columns.count(); i < n && columnAt > floor; i++) {
                considerColumn(columns.get(i));
            }
        }
        if (rowStale) {
            rowStale = false;
            row = null;
            rowAt = NEVER;
            BankList rows = queue.rows;
            long floor = Math.max(since, device.activateFloor());
            for (int i = 0, n = rows.count(); i < n && rowAt > floor; i++) {
                considerRow(rows.get(i));
            }
        }
    }

    private void selectOldest() {
        column = null;
        columnAt = NEVER;
        row = null;
        rowAt = NEVER;
        BankList columns = queue.columns;
        BankList rows = queue.rows;
        if (rows.count() == 0 || columns.count() > 0 && columns.get(0).age < rows.get(0).age) {
            considerColumn(columns.get(0));
        } else {
            considerRow(rows.get(0));
        }
    }

    private void considerColumn(BankQueue bank) {
        DramAccess access = bank.candidate;
        if (access == null) {
            return;
        }
        long allowed = queue.write ? device.writeAt(bank.bank) : device.readAt(bank.bank);
        long at = Math.max(Math.max(since, access.tick), allowed);
        BankQueue best = column;
        if (best == null || at < columnAt || at == columnAt && bank.age < best.age) {
            column = bank;
            columnAt = at;
        }
    }

    private void considerRow(BankQueue bank) {
        DramAccess access = bank.candidate;
        if (access == null) {
            return;
        }
        long at = Math.max(Math.max(since, access.tick), device.activateAt(bank.bank));
        BankQueue best = row;
        if (best == null || at < rowAt || at == rowAt && bank.age < best.age) {
            row = bank;
            rowAt = at;
        }
    }

    private void refresh(long tick) {
        device.refreshUntil(tick);
        for (Bank bank : device.banks) {
            reads.update(bank.reads);
            writes.update(bank.writes);
        }
        columnStale = true;
        rowStale = true;
    }

    private void activate() {
        BankQueue own = row;
        if (own == null || own.candidate == null) {
            return;
        }
        Bank bank = own.bank;
        device.activate(bank, own.candidate.row, rowAt);
        rowStale = true;
        reads.update(bank.reads);
        writes.update(bank.writes);
        reconsider(own);
    }

    private void issueColumn() {
        BankQueue own = column;
        if (own == null || own.candidate == null) {
            return;
        }
        DramAccess access = own.candidate;
        Bank bank = own.bank;
        int all = access.pending;
        int count = wholeAccess ? Integer.bitCount(all) : 1;
        boolean opened = bank.fresh;
        long dataEnd = queue.write ? device.write(bank, columnAt, count) : device.read(bank, columnAt, count);
        clock = Math.max(clock, columnAt);
        columnStale = true;
        access.pending = wholeAccess ? 0 : all & all - 1;
        if (own.head != access) {
            own.passed += count;
        }
        outcomes.issued(access, bank, count, opened);
        access.started = true;
        if (access.pending == 0) {
            if (inOrder) {
                since = Math.max(since, columnAt);
            }
            queue.remove(own, access);
        }
        if (queue.update(own)) {
            reconsider(own);
        }
        if (access.pending == 0) {
            outcomes.finished(access, dataEnd);
        }
    }
}
