// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.dram;

import dev.sluice.device.DramSpec;
import dev.sluice.machine.request.Request;
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
 * <p>When it turns from reads to writes or back, it first serves what it opened rows for, and accesses that were begun; rows
 * for the other queue are opened meanwhile. Without that, each turn would open rows in vain.
 *
 * <p>The best column command and the best activate are kept until something that bears on them has changed, and looked for
 * only when they could come first.
 */
final class CommandScheduler {

    /** Column commands that may go past the oldest access of their bank (a choice). */
    static final int STARVATION_LIMIT = 64;

    /** Ticks without a read after which few writes drain (a choice). */
    static final int IDLE_WAIT = 32;

    static final long NEVER = Long.MAX_VALUE;

    private static final int NONE = -1;

    /** Learns what became of the accesses. */
    interface Outcomes {

        /** Column commands were issued: {@code opened} if with the first of its row, {@code first} if with that of the access. */
        void issued(AccessQueue queue, int access, int bank, int transactions, boolean opened, boolean first);

        /** All of an access is issued: its last data beat arrives at (or has left by) this tick. */
        void finished(AccessQueue queue, int access, long dataEnd);
    }

    private final DramDevice device;
    private final AccessQueue reads;
    private final AccessQueue writes;
    private final int writeHigh;
    private final int writeLow;
    private final boolean inOrder;
    private final boolean wholeAccess;
    private final int rowLead;
    private final int columnLead;
    private final Outcomes outcomes;

    private AccessQueue queue;
    /** The queue whose column commands come next: the one in service, or until its held banks are served the one before. */
    private AccessQueue columnQueue;
    /** The tick from which {@link #columnQueue} may issue. */
    private long columnSince;
    /** Whether the high watermark, not idleness, started the drain. */
    private boolean forced;
    /** The tick from which the queue in service may issue. */
    private long since;
    /** The latest tick of an arrival or of a column command. */
    private long clock;

    private int column = NONE;
    private long columnAt = NEVER;
    private boolean columnStale;
    private int row = NONE;
    private long rowAt = NEVER;
    private boolean rowStale;

    CommandScheduler(DramSpec spec, DramDevice device, AccessQueue reads, AccessQueue writes, Outcomes outcomes) {
        this.device = device;
        this.reads = reads;
        this.writes = writes;
        this.outcomes = outcomes;
        queue = reads;
        columnQueue = reads;
        writeHigh = spec.writeHigh();
        writeLow = spec.writeLow();
        inOrder = spec.policy() == DramSpec.Policy.FCFS;
        wholeAccess = device.streamsWithinGroup();
        rowLead = device.activateLead();
        columnLead = device.columnLead();
    }

    /** How many column commands may go past an older access of their bank under a policy. */
    static int patience(DramSpec spec) {
        return spec.policy() == DramSpec.Policy.FCFS ? 0 : STARVATION_LIMIT;
    }

    /**
     * Puts a new access, which arrived at a tick and wants a row, into its queue.
     *
     * @return whether it can change which command comes next
     */
    boolean add(AccessQueue its, int bank, int access, int wanted, long tick) {
        clock = Math.max(clock, tick);
        if (its == queue
                && device.isClosing(bank)
                && device.openRow(bank) == wanted
                && its.patient(bank)
                && !device.keepsOpen(bank, tick)) {
            rowChanged(bank);
        }
        its.add(bank, access, device.openRow(bank));
        boolean changed = its.update(bank);
        if (its == queue) {
            if (changed) {
                reconsider(bank);
            }
            return changed;
        }
        return its.write ? reads.count() == 0 || writes.count() >= writeHigh : !forced || writes.count() <= writeLow;
    }

    /**
     * Issues every command that can be issued up to and including a tick.
     *
     * @return the tick of the next command, or {@link #NEVER}
     */
    long run(long limit) {
        while (chooseQueue()) {
            selectColumn();
            long columnGoes = column == NONE ? NEVER : device.columnSlot(columnAt);
            selectRow(columnGoes, limit);
            // one that could go after the column command only need not find its place on the command bus yet
            long rowGoes = row == NONE || rowAt > columnGoes ? NEVER : device.activateSlot(rowAt);
            long at = Math.min(columnGoes, rowGoes);
            if (at > limit) {
                return at;
            }
            if (at >= device.nextRefresh()) {
                refresh(at);
            } else if (rowGoes <= columnGoes) {
                activate(rowGoes);
            } else {
                columnAt = columnGoes;
                issueColumn(limit);
            }
        }
        return NEVER;
    }

    /** The request whose column command comes next, if that is known. */
    @Nullable
    Request next() {
        return column == NONE || !columnQueue.wantsColumn(column)
                ? null
                : columnQueue.request(columnQueue.candidate(column));
    }

    private boolean chooseQueue() {
        if (columnQueue != queue) {
            return true;
        }
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
        forced |= waiting >= writeHigh;
        if (waiting == 0 || reads.count() > 0 && (!forced || waiting <= writeLow)) {
            serve(reads, clock);
            return waiting > 0 || reads.count() > 0;
        }
        if (waiting > writeLow && since > clock) {
            since = clock;
            columnSince = clock;
            columnStale = true;
            rowStale = true;
        }
        return true;
    }

    /** Turns to a queue: precharges planned for the other one are done if their time has come, else dropped. */
    private void serve(AccessQueue next, long from) {
        settlePrecharges(queue.rows);
        queue = next;
        since = from;
        rowStale = true;
        if (!holdsAny()) {
            serveColumns();
        } else {
            columnStale = true;
        }
        for (int i = 0; i < next.rows.count(); i++) {
            plan(next.rows.bank(i));
        }
    }

    /** Turns to the column commands of the queue in service. */
    private void serveColumns() {
        columnQueue = queue;
        columnSince = since;
        columnStale = true;
    }

    /** Whether any bank of the queue that was in service before has to be served first. */
    private boolean holdsAny() {
        if (inOrder) {
            return false;
        }
        BankList columns = columnQueue.columns;
        for (int i = 0; i < columns.count(); i++) {
            if (holds(columns.bank(i))) {
                return true;
            }
        }
        return false;
    }

    /** Whether a bank has to be served first for the queue that was in service before: it opened the row, or has begun. */
    private boolean holds(int bank) {
        AccessQueue before = columnQueue;
        return before != queue
                && before.wantsColumn(bank)
                && (device.isFresh(bank) || before.hasStarted(before.candidate(bank)));
    }

    private void settlePrecharges(BankList rows) {
        for (int i = 0; i < rows.count(); i++) {
            int bank = rows.bank(i);
            if (device.isClosing(bank) && !device.keepsOpen(bank, clock)) {
                rowChanged(bank);
            }
        }
    }

    /** Plans the precharge of a bank whose candidate needs another row. */
    private void plan(int bank) {
        if (holds(bank)) {
            return;
        }
        device.planPrecharge(bank, Math.max(since, queue.arrival(bank)));
    }

    private void rowChanged(int bank) {
        int open = device.openRow(bank);
        reads.rowChanged(bank, open);
        writes.rowChanged(bank, open);
    }

    /** Takes note that a bank of the queue in service has another candidate. */
    private void reconsider(int bank) {
        if (bank == row) {
            rowStale = true;
        }
        if (bank == column) {
            columnStale = true;
        }
        if (queue.wantsColumn(bank)) {
            if (!columnStale && columnQueue == queue) {
                considerColumn(bank);
            }
        } else if (queue.wantsRow(bank)) {
            plan(bank);
            if (!rowStale) {
                considerRow(bank);
            }
        }
    }

    private void selectColumn() {
        if (inOrder) {
            selectOldest();
        } else if (columnStale) {
            findColumn();
        }
    }

    /** Finds the best activate; one that cannot come before the best column command may stay unknown. */
    private void selectRow(long columnGoes, long limit) {
        if (rowStale && !inOrder) {
            rowAt = NEVER;
            row = NONE;
            long floor = rowFloor();
            if (columnGoes > limit || floor <= columnGoes) {
                findRow(floor);
            }
        }
    }

    private long rowFloor() {
        return Math.max(since + rowLead, device.activateFloor());
    }

    private void findColumn() {
        columnStale = false;
        column = NONE;
        columnAt = NEVER;
        AccessQueue from = columnQueue;
        BankList columns = from.columns;
        boolean all = from == queue;
        long floor = Math.max(columnSince + columnLead, from.write ? device.writeFloor() : device.readFloor());
        for (int i = 0, n = columns.count(); i < n && columnAt > floor; i++) {
            int bank = columns.bank(i);
            if (all || holds(bank)) {
                considerColumn(bank);
            }
        }
    }

    private void findRow(long floor) {
        rowStale = false;
        BankList rows = queue.rows;
        for (int i = 0, n = rows.count(); i < n && rowAt > floor; i++) {
            considerRow(rows.bank(i));
        }
    }

    private void selectOldest() {
        column = NONE;
        columnAt = NEVER;
        row = NONE;
        rowAt = NEVER;
        BankList columns = queue.columns;
        BankList rows = queue.rows;
        if (rows.count() == 0 || columns.count() > 0 && queue.age(columns.bank(0)) < queue.age(rows.bank(0))) {
            considerColumn(columns.bank(0));
        } else {
            considerRow(rows.bank(0));
        }
    }

    private void considerColumn(int bank) {
        AccessQueue from = columnQueue;
        long at = columnAt(bank);
        if (at < columnAt || at == columnAt && from.age(bank) < from.age(column)) {
            column = bank;
            columnAt = at;
        }
    }

    private long columnAt(int bank) {
        AccessQueue from = columnQueue;
        long allowed = from.write ? device.writeAt(bank) : device.readAt(bank);
        return Math.max(Math.max(columnSince, from.arrival(bank)) + columnLead, allowed);
    }

    private void considerRow(int bank) {
        if (holds(bank)) {
            return;
        }
        long at = Math.max(Math.max(since, queue.arrival(bank)) + rowLead, device.activateAt(bank));
        if (at < rowAt || at == rowAt && queue.age(bank) < queue.age(row)) {
            row = bank;
            rowAt = at;
        }
    }

    private void refresh(long tick) {
        device.refreshUntil(tick);
        for (int bank = 0; bank < device.banks(); bank++) {
            rowChanged(bank);
        }
        columnStale = true;
        rowStale = true;
        if (columnQueue != queue && !holdsAny()) {
            serveColumns();
        }
    }

    private void activate(long tick) {
        int bank = row;
        device.activate(bank, queue.row(queue.candidate(bank)), tick);
        rowStale = true;
        rowChanged(bank);
        reconsider(bank);
    }

    private void issueColumn(long limit) {
        AccessQueue from = columnQueue;
        int bank = column;
        int access = from.candidate(bank);
        int pending = from.pending(access);
        boolean opened = device.isFresh(bank);
        int issued = 0;
        long dataEnd;
        do {
            int count = wholeAccess ? Integer.bitCount(pending) : 1;
            dataEnd = from.write ? device.write(bank, columnAt, count) : device.read(bank, columnAt, count);
            clock = Math.max(clock, columnAt);
            pending = wholeAccess ? 0 : pending & pending - 1;
            from.passed(bank, access, count);
            issued += count;
        } while (pending != 0 && goesOn(bank, limit));
        columnStale = true;
        boolean first = !from.hasStarted(access);
        from.leave(access, pending);
        outcomes.issued(from, access, bank, issued, opened, first);
        if (pending == 0) {
            if (inOrder) {
                since = Math.max(since, columnAt);
                columnSince = since;
            }
            from.remove(bank, access, device.openRow(bank));
        }
        boolean changed = from.update(bank);
        if (from != queue) {
            letGo(bank);
        } else if (changed) {
            reconsider(bank);
        }
        if (pending == 0) {
            outcomes.finished(from, access, dataEnd);
        }
    }

    /** Gives a bank that was held, and is no more, to the queue in service. */
    private void letGo(int bank) {
        if (!holds(bank)) {
            reconsider(bank);
            if (!holdsAny()) {
                serveColumns();
            }
        }
    }

    /** Whether the next transaction of the bank's candidate comes before anything else; then it is {@link #columnAt}. */
    private boolean goesOn(int bank, long limit) {
        if (inOrder || !columnQueue.alone(bank)) {
            return false;
        }
        long next = device.columnSlot(columnAt(bank));
        if (next > limit || next >= device.nextRefresh()) {
            return false;
        }
        if (rowStale ? queue.rows.count() > 0 && rowFloor() <= next : rowAt <= next) {
            return false;
        }
        columnAt = next;
        return true;
    }
}
