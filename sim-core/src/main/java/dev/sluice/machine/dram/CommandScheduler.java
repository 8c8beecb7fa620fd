// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.dram;

import dev.sluice.device.DramSpec;
import dev.sluice.machine.request.Request;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Chooses the next DRAM command of a channel: FR-FCFS or FCFS over the read queue, or over the write queue while it drains.
 *
 * <p>FR-FCFS (Rixner et al., ISCA 2000): among the column commands for open rows and the activates for banks without such
 * work, the one that can be issued first, the older of equals. A bank's row stays open until another row is wanted and no
 * access to the open one waits, or {@link #STARVATION_LIMIT} column commands went past an older access.
 *
 * <p>{@link QueueTurn} says which queue.
 *
 * <p>The best column command and the best activate are kept until something that bears on them has changed, and looked for
 * only when they could come first.
 */
final class CommandScheduler {

    /** Column commands that may go past the oldest access of their bank (a choice). */
    static final int STARVATION_LIMIT = 64;

    static final long NEVER = Long.MAX_VALUE;

    /** Learns what became of the accesses. */
    interface Outcomes {

        /** Column commands were issued: {@code opened} if with the first of its row, {@code first} if with that of the access. */
        void issued(AccessQueue queue, Access access, Bank bank, int transactions, boolean opened, boolean first);

        /** All of an access is issued: its last data beat arrives at (or has left by) this tick. */
        void finished(AccessQueue queue, Access access, long dataEnd);
    }

    private final DramDevice device;
    private final ColumnTiming timing;
    private final QueueTurn turn;
    private final boolean inOrder;
    private final boolean wholeAccess;
    private final int rowLead;
    private final int columnLead;
    private final Outcomes outcomes;

    /** The bank with the best column command, and its tick but for the command bus. */
    private @Nullable BankQueue column;

    private long columnAt = NEVER;
    private boolean columnStale;
    /** The bank with the best activate, and its tick but for the command bus. */
    private @Nullable BankQueue row;

    private long rowAt = NEVER;
    private boolean rowStale;

    CommandScheduler(DramSpec spec, DramDevice device, AccessQueue reads, AccessQueue writes, Outcomes outcomes) {
        this.device = device;
        timing = device.columns();
        turn = new QueueTurn(spec, device, reads, writes);
        this.outcomes = outcomes;
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
     * Puts a new access, which arrived at a tick, into its queue.
     *
     * @return whether it can change which command comes next
     */
    boolean add(AccessQueue its, int bankNumber, Access access, long tick) {
        turn.reached(tick);
        if (tick >= device.nextRefresh() && turn.onlyOne()) {
            // before this access asks for another row: the rows were closed when the refresh was due
            refresh(tick);
        }
        BankQueue to = its.bank(bankNumber);
        Bank bank = to.bank;
        boolean served = its == turn.queue;
        if (served && bank.closing && bank.row == access.row && its.patient(to) && !device.keepsOpen(bank, tick)) {
            turn.rowChanged(bank);
        }
        to.add(access);
        boolean changed = its.update(to);
        if (served && changed) {
            reconsider(to);
        }
        return served ? changed : turn.mayTurnFor(its);
    }

    /**
     * Issues every command that can be issued up to and including a tick.
     *
     * @return the tick of the next command, or {@link #NEVER}
     */
    long run(long limit) {
        while (true) {
            if (turn.choose()) {
                columnStale = true;
                rowStale = true;
            }
            if (turn.idle()) {
                return NEVER;
            }
            if (inOrder) {
                selectOldest();
            } else if (columnStale) {
                findColumn();
            }
            long columnGoes = column == null ? NEVER : device.columnSlot(columnAt);
            if (rowStale && !inOrder) {
                selectRow(columnGoes, limit);
            }
            // one that could go after the column command only need not find its place on the command bus yet
            long rowGoes = row == null || rowAt > columnGoes ? NEVER : device.activateSlot(rowAt);
            long at = Math.min(columnGoes, rowGoes);
            if (at > limit) {
                return at;
            }
            if (at >= device.nextRefresh()) {
                refresh(at);
            } else if (rowGoes <= columnGoes) {
                activate(Objects.requireNonNull(row), rowGoes);
            } else {
                issueColumns(columnGoes, limit);
            }
        }
    }

    /** The request whose column command comes next, if that is known. */
    @Nullable
    Request next() {
        BankQueue next = column;
        Access access = next == null || next.list != turn.columnQueue.columns ? null : next.candidate;
        return access == null ? null : access.request;
    }

    /** Takes note that a bank of the queue in service has another candidate. */
    private void reconsider(BankQueue its) {
        if (row != null && row.bank == its.bank) {
            rowStale = true;
        }
        if (column != null && column.bank == its.bank) {
            columnStale = true;
        }
        if (its.list == turn.queue.columns) {
            if (!columnStale && turn.columnQueue == turn.queue) {
                considerColumn(its);
            }
        } else if (its.list == turn.queue.rows) {
            turn.plan(its);
            if (!rowStale) {
                considerRow(its);
            }
        }
    }

    /** Finds the best activate; one that cannot come before the best column command may stay unknown. */
    private void selectRow(long columnGoes, long limit) {
        rowAt = NEVER;
        row = null;
        long floor = rowFloor();
        if (columnGoes > limit || floor <= columnGoes) {
            findRow(floor);
        }
    }

    private long rowFloor() {
        return Math.max(turn.since + rowLead, device.activateFloor());
    }

    private void findColumn() {
        columnStale = false;
        column = null;
        columnAt = NEVER;
        AccessQueue from = turn.columnQueue;
        BankList columns = from.columns;
        if (from != turn.queue) {
            for (int bank = columns.first(); bank != columns.end(); bank = columns.after(bank)) {
                BankQueue its = from.bank(bank);
                if (turn.isHeld(its)) {
                    considerColumn(its);
                }
            }
        } else if (columns.count() > 0) {
            column = from.bank(timing.soonest(columns, from.write, turn.columnSince + columnLead));
            columnAt = timing.soonestAt();
        }
    }

    private void findRow(long floor) {
        rowStale = false;
        AccessQueue from = turn.queue;
        BankList rows = from.rows;
        if (turn.columnQueue != from) {
            for (int bank = rows.first(); bank != rows.end(); bank = rows.after(bank)) {
                considerRow(from.bank(bank));
            }
        } else if (rows.count() > 0) {
            row = from.bank(device.soonestRow(rows, floor));
            rowAt = device.soonestAt();
        }
    }

    private void selectOldest() {
        column = null;
        columnAt = NEVER;
        row = null;
        rowAt = NEVER;
        BankList columns = turn.queue.columns;
        BankList rows = turn.queue.rows;
        if (rows.count() == 0 || columns.count() > 0 && columns.age(columns.first()) < rows.age(rows.first())) {
            considerColumn(turn.queue.bank(columns.first()));
        } else {
            considerRow(turn.queue.bank(rows.first()));
        }
    }

    private void considerColumn(BankQueue its) {
        long at = columnAt(its);
        BankQueue best = column;
        if (at < columnAt || at == columnAt && best != null && isOlder(turn.columnQueue.columns, its, best)) {
            column = its;
            columnAt = at;
        }
    }

    private static boolean isOlder(BankList list, BankQueue its, BankQueue than) {
        return list.age(its.bank.index) < list.age(than.bank.index);
    }

    private long columnAt(BankQueue its) {
        long allowed = turn.columnQueue.write ? timing.writeAt(its.bank.index) : timing.readAt(its.bank.index);
        return Math.max(
                Math.max(turn.columnSince + columnLead, turn.columnQueue.columns.ready(its.bank.index)), allowed);
    }

    private void considerRow(BankQueue its) {
        if (turn.holds(its.bank)) {
            return;
        }
        long own = Math.max(turn.since + rowLead, turn.queue.rows.ready(its.bank.index));
        long at = Math.max(own, device.activateAt(its.bank));
        BankQueue best = row;
        if (at < rowAt || at == rowAt && best != null && isOlder(turn.queue.rows, its, best)) {
            row = its;
            rowAt = at;
        }
    }

    private void refresh(long tick) {
        device.refreshUntil(tick);
        for (int i = 0; i < device.banks(); i++) {
            Bank bank = device.bank(i);
            if (bank.row == Bank.CLOSED) {
                turn.rowChanged(bank);
            }
        }
        columnStale = true;
        rowStale = true;
        if (turn.columnQueue != turn.queue && !turn.holdsAny()) {
            // those of the next queue waited until now for what the refresh has closed
            turn.serveColumnsFrom(tick);
        }
    }

    private void activate(BankQueue its, long tick) {
        Access access = Objects.requireNonNull(its.candidate);
        device.activate(its.bank, access.row, tick);
        rowStale = true;
        turn.rowChanged(its.bank);
        reconsider(its);
    }

    /** Issues the best column command, and those after it that come before anything else can change. */
    private void issueColumns(long tick, long limit) {
        AccessQueue from = turn.columnQueue;
        long end = firstElse(limit);
        columnAt = tick;
        while (true) {
            BankQueue its = Objects.requireNonNull(column);
            Access access = Objects.requireNonNull(its.candidate);
            boolean older = its.first != access;
            long dataEnd = issue(from, its, access, older, end);
            if (access.pending == 0) {
                columnStale = true;
                finish(from, its, access, dataEnd);
                return;
            }
            if (from != turn.queue) {
                columnStale = true;
                from.update(its);
                letGo(its.bank);
                return;
            }
            if (inOrder || older && from.update(its)) {
                columnStale = true;
                reconsider(its);
                return;
            }
            findColumn();
            long next = device.columnSlot(columnAt);
            if (next >= end) {
                return;
            }
            columnAt = next;
        }
    }

    /** The first tick at which, as things are, something else than a column command may come. */
    private long firstElse(long limit) {
        long row = rowAt;
        if (rowStale) {
            row = turn.queue.rows.count() > 0 ? rowFloor() : NEVER;
        }
        return Math.min(Math.min(limit + 1, device.nextRefresh()), row);
    }

    /** Issues the best column command; of a bank alone also those of the same access that come before a tick. */
    private long issue(AccessQueue from, BankQueue its, Access access, boolean older, long end) {
        Bank bank = its.bank;
        boolean opened = bank.fresh;
        boolean first = !access.started;
        int pending = access.pending;
        int issued = 0;
        long dataEnd;
        do {
            int count = 1;
            if (wholeAccess) {
                count = Integer.bitCount(pending);
                pending = 0;
            } else {
                pending &= pending - 1;
            }
            dataEnd = from.write ? device.write(bank, columnAt, count) : device.read(bank, columnAt, count);
            if (older) {
                its.passed += count;
            }
            issued += count;
        } while (pending != 0 && from.alone(its) && goesOn(its, end));
        turn.reached(columnAt);
        access.pending = pending;
        access.started = true;
        outcomes.issued(from, access, bank, issued, opened, first);
        return dataEnd;
    }

    /** All transactions of an access are issued. */
    private void finish(AccessQueue from, BankQueue its, Access access, long dataEnd) {
        if (inOrder) {
            turn.waitUntil(columnAt);
        }
        from.remove(its, access);
        boolean changed = from.update(its);
        if (from != turn.queue) {
            letGo(its.bank);
        } else if (changed) {
            reconsider(its);
        }
        outcomes.finished(from, access, dataEnd);
    }

    /** Gives a bank that was held, and is no more, to the queue in service. */
    private void letGo(Bank bank) {
        if (!turn.holds(bank)) {
            reconsider(turn.queue.bank(bank.index));
            if (!turn.holdsAny()) {
                turn.serveColumns();
            }
        }
    }

    /** Whether the next transaction of a bank's candidate can come before a tick; then {@link #columnAt} is its tick. */
    private boolean goesOn(BankQueue its, long end) {
        long next = device.columnSlot(columnAt(its));
        if (inOrder || next >= end) {
            return false;
        }
        columnAt = next;
        return true;
    }
}
