// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.dram;

import dev.sluice.device.DramProtocol;
import dev.sluice.device.DramSpec;
import dev.sluice.device.DramTiming;
import dev.sluice.machine.dram.CommandListener.Kind;
import org.jspecify.annotations.Nullable;

/**
 * The DRAM behind one channel: for every command the first tick at which the timing set allows it, and what it changes.
 *
 * <p>All times are ticks of the memory clock. Constraints are those of the JEDEC standards as DRAMsim3 and Ramulator 2
 * list them; each keeps the tick from which the next command is allowed, so nothing is done in ticks without a command.
 * A command's tick is that of its last cycle on the {@link CommandBus}, from which the standards count.
 *
 * <p>Stack IDs are ranks of which the first keeps for all what they share: tRRD_S, tFAW, tWTR_S.
 */
final class DramDevice {

    /** A tick before all others, to which times can be added. */
    static final long LONG_AGO = Long.MIN_VALUE / 2;

    private final DramTiming timing;
    private final Bank[] banks;
    private final Rank[] ranks;
    private final Rank firstRank;
    /** Whether not all ranks share when rows may be opened. */
    private final boolean severalScopes;

    /** From when on the banks of each group take an activate, by tRRD_L. */
    private final long[] groupActivate;

    private final ColumnTiming columns;
    private final boolean stackIds;
    private final int activateCycles;
    private final int columnCycles;
    /** Ticks from a bank's precharge to its activate: tRP, or as long as an activate takes on the bus. */
    private final int reopening;
    /** Ticks from the last read of a row, or write to it, until its bank can open another one. */
    private final int afterRead;

    private final int afterWrite;

    private final @Nullable RowBus rowBus;
    private final @Nullable CommandBus columnBus;

    private final Refresh refresh;

    private long busyTicks;
    private long soonestAt;

    private @Nullable CommandListener listener;

    /** The DRAM of a channel, whose numbers of groups and banks are powers of two, as {@code AddressMapping} demands. */
    DramDevice(DramSpec spec) {
        timing = spec.timing();
        DramProtocol protocol = spec.protocol();
        stackIds = protocol.stackIds();
        activateCycles = protocol.activateCycles();
        columnCycles = protocol.columnCycles();
        if (protocol.commandBus() == DramProtocol.CommandBus.FREE) {
            reopening = timing.rp();
            rowBus = null;
            columnBus = null;
        } else {
            CommandBus bus = new CommandBus();
            reopening = Math.max(timing.rp(), activateCycles);
            rowBus = new RowBus(bus, activateCycles, reopening);
            columnBus = protocol.commandBus() == DramProtocol.CommandBus.SPLIT ? new CommandBus() : bus;
        }
        afterRead = timing.rtp() + reopening;
        afterWrite = timing.cwl() + timing.burst() + timing.wr() + reopening;
        ranks = new Rank[spec.ranks()];
        for (int rank = 0; rank < ranks.length; rank++) {
            ranks[rank] = new Rank(stackIds && rank > 0 ? ranks[0] : null);
        }
        firstRank = ranks[0];
        severalScopes = ranks.length > 1 && !stackIds;
        int groups = spec.ranks() * spec.bankGroups();
        groupActivate = new long[groups];
        banks = new Bank[groups * spec.banksPerGroup()];
        for (int bank = 0; bank < banks.length; bank++) {
            int group = bank / spec.banksPerGroup();
            banks[bank] = new Bank(bank, group, ranks[group / spec.bankGroups()]);
        }
        columns = new ColumnTiming(spec);
        refresh = new Refresh(this, spec);
    }

    /** Shows every command to a listener from now on. */
    void listen(CommandListener newListener) {
        listener = newListener;
    }

    int banks() {
        return banks.length;
    }

    /** A bank by its number, over ranks and groups. */
    Bank bank(int index) {
        return banks[index];
    }

    /** Whether the transactions of one access can follow each other without leaving the data bus idle. */
    boolean streamsWithinGroup() {
        return rowBus == null && columns.streamsWithinGroup();
    }

    /** Ticks between column commands of different bank groups at full speed. */
    int slot() {
        return columns.slot();
    }

    /** The earliest tick for a read of a bank's open row. */
    long readAt(Bank bank) {
        return Math.max(bank.read, columns.readAt(bank.index));
    }

    /** The earliest tick for a write to a bank's open row. */
    long writeAt(Bank bank) {
        return Math.max(bank.write, columns.writeAt(bank.index));
    }

    /** When column commands may go as far as banks share something. */
    ColumnTiming columns() {
        return columns;
    }

    /**
     * The first of some banks that take an activate soonest; {@link #soonestAt} says when.
     *
     * @param rows banks whose candidate needs another row
     * @param floor a tick before which none takes it
     * @return the bank, or the list's end if there is none
     */
    int soonestRow(BankList rows, long floor) {
        int end = rows.end();
        int best = end;
        long soonest = Long.MAX_VALUE;
        for (int bank = rows.first(); bank != end && soonest > floor; bank = rows.after(bank)) {
            long at = Math.max(Math.max(floor, rows.ready(bank)), activateAt(banks[bank]));
            if (at < soonest) {
                soonest = at;
                best = bank;
            }
        }
        soonestAt = soonest;
        return best;
    }

    /** When {@link #soonestRow} comes. */
    long soonestAt() {
        return soonestAt;
    }

    /** A tick before which no row can be opened. */
    long activateFloor() {
        long floor = firstRank.activate;
        if (severalScopes) {
            for (Rank rank : ranks) {
                floor = Math.min(floor, rank.activate);
            }
        }
        return floor;
    }

    /** Plans to precharge an open row as soon as allowed, but not before {@code from}; an earlier plan stands. */
    void planPrecharge(Bank bank, long from) {
        if (bank.row == Bank.CLOSED || bank.closing) {
            return;
        }
        long at = Math.max(from, bank.precharge);
        if (rowBus == null) {
            bank.closeAt(at, reopening);
        } else {
            rowBus.plan(bank, at);
        }
    }

    /** The earliest tick for activating a row of a bank that is closed, or whose precharge is planned. */
    long activateAt(Bank bank) {
        return Math.max(Math.max(bank.reopen, groupActivate[bank.group]), bank.rank.scope.activate);
    }

    /** Opens a row. */
    void activate(Bank bank, int row, long tick) {
        if (bank.row != Bank.CLOSED) {
            close(bank);
        }
        tell(Kind.ACTIVATE, bank.index, row, tick);
        DramTiming t = timing;
        bank.opened(t.rc());
        bank.row = row;
        bank.fresh = true;
        bank.read = tick + t.rcdRead();
        bank.write = tick + t.rcdWrite();
        bank.precharge = tick + t.ras();
        bank.blockUntil(tick + t.rc());
        groupActivate[bank.group] = tick + t.rrdL();
        if (rowBus != null) {
            rowBus.activate(tick);
        }
        bank.rank.scope.opened(tick, t.rrdS(), t.faw());
    }

    /** Carries out a planned precharge. */
    private void close(Bank bank) {
        tell(Kind.PRECHARGE, bank.index, bank.row, bank.close);
        bank.row = Bank.CLOSED;
        bank.closing = false;
        bank.conflict = true;
        bank.blockUntil(Math.max(bank.activate, bank.close + reopening));
    }

    /**
     * Decides at {@code tick} what became of a planned precharge, for somebody who wants the open row after all.
     *
     * @return whether the row is still open
     */
    boolean keepsOpen(Bank bank, long tick) {
        if (bank.closing) {
            if (tick >= bank.close) {
                close(bank);
                return false;
            }
            bank.stayOpen();
            if (rowBus != null) {
                rowBus.drop(bank);
            }
        }
        return bank.row != Bank.CLOSED;
    }

    /**
     * Reads {@code count} transactions of the open row.
     *
     * @return the tick at which the last data beat has arrived
     */
    long read(Bank bank, long tick, int count) {
        bank.columns(count, timing.rcdRead(), columns.readSpacing(), afterRead);
        column(Kind.READ, bank, tick, count, columns.readSpacing());
        long last = tick + (long) (count - 1) * columns.readSpacing();
        bank.precharge = Math.max(bank.precharge, last + timing.rtp());
        return columns.read(bank.index, last);
    }

    /**
     * Writes {@code count} transactions of the open row.
     *
     * @return the tick at which the last data beat has been sent
     */
    long write(Bank bank, long tick, int count) {
        bank.columns(count, timing.rcdWrite(), columns.writeSpacing(), afterWrite);
        column(Kind.WRITE, bank, tick, count, columns.writeSpacing());
        long end = columns.write(bank.index, tick + (long) (count - 1) * columns.writeSpacing());
        bank.precharge = Math.max(bank.precharge, end + timing.wr());
        return end;
    }

    /** When the next refresh is due. */
    long nextRefresh() {
        return refresh.next();
    }

    /** Carries out every refresh that is due at {@code tick} or was before. */
    void refreshUntil(long tick) {
        refresh.until(tick);
    }

    /** Refreshes carried out, and those that an idle memory has done up to {@code tick}. */
    long refreshes(long tick) {
        return refresh.count(tick);
    }

    /** When an activate can go, not before a tick; precharges that are only planned give way. */
    long activateSlot(long tick) {
        return rowBus == null ? tick : rowBus.activateSlot(tick);
    }

    /** When a read or write can go, not before a tick. */
    long columnSlot(long tick) {
        return columnBus == null ? tick : columnBus.fit(tick, columnCycles);
    }

    /** Ticks from the first to the last cycle of an activate on the command bus. */
    int activateLead() {
        return rowBus == null ? 0 : activateCycles - 1;
    }

    /** Ticks from the first to the last cycle of a read or write on the command bus. */
    int columnLead() {
        return rowBus == null ? 0 : columnCycles - 1;
    }

    /** Ticks during which the data bus carried data. */
    long busyTicks() {
        return busyTicks;
    }

    /**
     * Ticks that a bank needed for the rows that it opened: of each a row cycle, or as long as its column commands and what must
     * follow the last one take at least.
     */
    long rowTicks(int bank) {
        return banks[bank].needed;
    }

    /** Ticks that a rank, or all that share its limit, needed to open its rows, at four in the time that it takes for four. */
    double activateTicks(int rank) {
        long opened = 0;
        for (Bank bank : banks) {
            opened += bank.rank.scope == ranks[rank].scope ? bank.activates : 0;
        }
        return opened * Math.max(timing.rrdS(), timing.faw() / (double) Rank.ROWS_IN_WINDOW);
    }

    int ranks() {
        return stackIds ? 1 : ranks.length;
    }

    /** Closes a bank for a refresh and says when it can be refreshed. */
    long closeForRefresh(Bank bank, long from) {
        if (bank.row != Bank.CLOSED) {
            if (!bank.closing) {
                long at = Math.max(from, bank.precharge);
                bank.close = rowBus == null ? at : rowBus.take(at);
            }
            close(bank);
        }
        bank.conflict = false;
        return bank.activate;
    }

    /** Takes the first place for a refresh on the command bus, not before a tick. */
    long refreshSlot(long tick) {
        return rowBus == null ? tick : rowBus.take(tick);
    }

    private void column(Kind kind, Bank bank, long tick, int count, int spacing) {
        CommandBus bus = columnBus;
        if (bus != null) {
            bus.take(tick, columnCycles);
        }
        bank.fresh = false;
        busyTicks += (long) count * columns.burst();
        if (listener != null) {
            for (int i = 0; i < count; i++) {
                tell(kind, bank.index, bank.row, tick + (long) i * spacing);
            }
        }
    }

    /** Shows a command to whoever listens. */
    void tell(Kind kind, int bank, int row, long tick) {
        CommandListener to = listener;
        if (to != null) {
            to.command(kind, bank, row, tick);
        }
    }
}
