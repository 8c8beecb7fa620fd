// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.dram;

import dev.sluice.device.DramSpec;
import dev.sluice.device.DramTiming;
import dev.sluice.machine.dram.CommandListener.Kind;
import org.jspecify.annotations.Nullable;

/**
 * The DRAM behind one channel: for every command the first tick at which the timing set allows it, and what it changes.
 *
 * <p>All times are ticks of the memory clock. Constraints are those of the JEDEC standards as DRAMsim3 and Ramulator 2
 * list them; each keeps the tick from which the next command is allowed, so nothing is done in ticks without a command.
 * Row and column commands travel on separate buses (as in HBM): the command bus itself is no constraint.
 *
 * <p>Refresh is all-bank, per rank, every tREFI, ranks staggered. It is brought up to date when a command wants to go
 * past its due time, so an idle memory costs no events; refreshes of an idle time are counted when asked for.
 */
final class DramDevice {

    /** Ticks of the data bus lost when another rank takes it over: nCS of Ramulator 2's DDR and LPDDR presets. */
    static final int RANK_SWITCH = 2;

    private static final long NEVER = Long.MAX_VALUE;

    final Bank[] banks;
    private final Rank[] ranks;
    private final DramTiming timing;
    private final int refreshInterval;
    /** Ticks between transactions of one access: tCCD_L, or the burst where that is longer. */
    private final int spacing;

    /** The due time of the rank that is refreshed next. */
    private long nextRefresh;

    private long busFree;
    private @Nullable Rank busRank;
    private long nextWriteAfterRead;
    private long refreshes;
    private long busyTicks;
    private @Nullable CommandListener listener;

    DramDevice(DramSpec spec) {
        timing = spec.timing();
        refreshInterval = timing.refi();
        spacing = Math.max(timing.burst(), Math.max(timing.ccdL(), timing.ccdS()));
        int perRank = spec.bankGroups() * spec.banksPerGroup();
        ranks = new Rank[spec.ranks()];
        banks = new Bank[spec.ranks() * perRank];
        for (int r = 0; r < ranks.length; r++) {
            Rank rank = new Rank(r, perRank);
            rank.nextRefresh = timing.rfc() == 0 ? NEVER : refreshInterval + (long) refreshInterval * r / ranks.length;
            ranks[r] = rank;
            for (int g = 0; g < spec.bankGroups(); g++) {
                BankGroup group = new BankGroup();
                for (int b = 0; b < spec.banksPerGroup(); b++) {
                    int inRank = g * spec.banksPerGroup() + b;
                    Bank bank = new Bank(r * perRank + inRank, rank, group);
                    rank.banks[inRank] = bank;
                    banks[bank.index] = bank;
                }
            }
        }
        nextRefresh = ranks[0].nextRefresh;
    }

    /** Shows every command to a listener from now on. */
    void listen(CommandListener newListener) {
        listener = newListener;
    }

    /** Whether the transactions of one access can follow each other without leaving the data bus idle. */
    boolean streamsWithinGroup() {
        return spacing <= Math.max(timing.burst(), timing.ccdS());
    }

    /** Ticks between column commands of different bank groups at full speed. */
    int slot() {
        return Math.max(timing.burst(), timing.ccdS());
    }

    /** The earliest tick for a read of the bank's open row. */
    long readAt(Bank bank) {
        Rank rank = bank.rank;
        long bus = (rank == busRank || busRank == null ? busFree : busFree + RANK_SWITCH) - timing.cl();
        return Math.max(Math.max(bank.nextRead, bank.group.nextRead), Math.max(rank.nextRead, bus));
    }

    /** The earliest tick for a write to the bank's open row. */
    long writeAt(Bank bank) {
        Rank rank = bank.rank;
        long bus = (rank == busRank || busRank == null ? busFree : busFree + RANK_SWITCH) - timing.cwl();
        return Math.max(
                Math.max(Math.max(bank.nextWrite, bank.group.nextWrite), Math.max(rank.nextWrite, bus)),
                nextWriteAfterRead);
    }

    /** A tick before which no bank can be read. */
    long readFloor() {
        return Math.max(busFree - timing.cl(), ranks.length == 1 ? ranks[0].nextRead : 0);
    }

    /** A tick before which no bank can be written. */
    long writeFloor() {
        return Math.max(
                Math.max(busFree - timing.cwl(), nextWriteAfterRead), ranks.length == 1 ? ranks[0].nextWrite : 0);
    }

    /** A tick before which no row can be opened. */
    long activateFloor() {
        long floor = ranks[0].activateAt();
        for (int i = 1; i < ranks.length; i++) {
            floor = Math.min(floor, ranks[i].activateAt());
        }
        return floor;
    }

    /** Plans to precharge an open row as soon as allowed, but not before {@code from}; an earlier plan stands. */
    void planPrecharge(Bank bank, long from) {
        if (bank.openRow != Bank.CLOSED && !bank.closing) {
            bank.closing = true;
            bank.closeAt = Math.max(from, bank.nextPrecharge);
        }
    }

    /** The earliest tick for activating a row of a bank that is closed, or whose precharge is planned. */
    long activateAt(Bank bank) {
        long own = bank.nextActivate;
        if (bank.closing) {
            own = Math.max(own, bank.closeAt + timing.rp());
        }
        return Math.max(Math.max(own, bank.group.nextActivate), bank.rank.activateAt());
    }

    /** Opens a row. */
    void activate(Bank bank, int row, long tick) {
        if (bank.openRow != Bank.CLOSED) {
            close(bank);
        }
        tell(Kind.ACTIVATE, bank.index, row, tick);
        bank.openRow = row;
        bank.fresh = true;
        bank.nextRead = tick + timing.rcdRead();
        bank.nextWrite = tick + timing.rcdWrite();
        bank.nextPrecharge = tick + timing.ras();
        bank.nextActivate = tick + timing.rc();
        bank.group.nextActivate = tick + timing.rrdL();
        bank.rank.activated(tick, timing.rrdS(), timing.faw());
        bank.reads.rowChanged();
        bank.writes.rowChanged();
    }

    /** Carries out a planned precharge. */
    void close(Bank bank) {
        tell(Kind.PRECHARGE, bank.index, bank.openRow, bank.closeAt);
        bank.openRow = Bank.CLOSED;
        bank.closing = false;
        bank.conflict = true;
        bank.nextActivate = Math.max(bank.nextActivate, bank.closeAt + timing.rp());
        bank.reads.hit = null;
        bank.writes.hit = null;
    }

    /**
     * Decides at {@code tick} what became of a planned precharge, for somebody who wants the open row after all.
     *
     * @return whether the row is still open
     */
    boolean keepsOpen(Bank bank, long tick) {
        if (bank.closing) {
            if (tick >= bank.closeAt) {
                close(bank);
                return false;
            }
            bank.closing = false;
        }
        return bank.openRow != Bank.CLOSED;
    }

    /**
     * Reads {@code count} transactions of the open row.
     *
     * @return the tick at which the last data beat has arrived
     */
    long read(Bank bank, long tick, int count) {
        long last = tick + (long) (count - 1) * spacing;
        column(Kind.READ, bank, tick, count);
        bank.group.nextRead = last + timing.ccdL();
        bank.rank.nextRead = Math.max(bank.rank.nextRead, last + timing.ccdS());
        nextWriteAfterRead = last + timing.rtw();
        bank.nextPrecharge = Math.max(bank.nextPrecharge, last + timing.rtp());
        return occupyBus(bank, last + timing.cl(), count);
    }

    /**
     * Writes {@code count} transactions of the open row.
     *
     * @return the tick at which the last data beat has been sent
     */
    long write(Bank bank, long tick, int count) {
        long last = tick + (long) (count - 1) * spacing;
        column(Kind.WRITE, bank, tick, count);
        long end = occupyBus(bank, last + timing.cwl(), count);
        bank.group.nextWrite = last + timing.ccdL();
        bank.rank.nextWrite = last + timing.ccdS();
        bank.group.nextRead = Math.max(bank.group.nextRead, end + timing.wtrL());
        bank.rank.nextRead = Math.max(bank.rank.nextRead, end + timing.wtrS());
        bank.nextPrecharge = Math.max(bank.nextPrecharge, end + timing.wr());
        return end;
    }

    /** When the next refresh is due. */
    long nextRefresh() {
        return nextRefresh;
    }

    /** Carries out every refresh that is due at {@code tick} or was before. */
    void refreshUntil(long tick) {
        long next = NEVER;
        for (Rank rank : ranks) {
            if (rank.nextRefresh <= tick) {
                refresh(rank, tick);
            }
            next = Math.min(next, rank.nextRefresh);
        }
        nextRefresh = next;
    }

    /** Refreshes carried out, and those that an idle memory has done up to {@code tick}. */
    long refreshes(long tick) {
        long total = refreshes;
        for (Rank rank : ranks) {
            if (rank.nextRefresh <= tick) {
                total += (tick - rank.nextRefresh) / refreshInterval + 1;
            }
        }
        return total;
    }

    /** Ticks during which the data bus carried data. */
    long busyTicks() {
        return busyTicks;
    }

    private void refresh(Rank rank, long tick) {
        // Nothing was issued to this rank since the first due time, so all but the last refresh met an idle rank.
        long missed = (tick - rank.nextRefresh) / refreshInterval;
        long due = rank.nextRefresh + missed * refreshInterval;
        long start = due;
        for (Bank bank : rank.banks) {
            if (bank.openRow != Bank.CLOSED) {
                planPrecharge(bank, rank.nextRefresh);
                close(bank);
            }
            bank.conflict = false;
            start = Math.max(start, bank.nextActivate);
        }
        tell(Kind.REFRESH, rank.index, Bank.CLOSED, start);
        for (Bank bank : rank.banks) {
            bank.nextActivate = start + timing.rfc();
        }
        refreshes += missed + 1;
        rank.nextRefresh = due + refreshInterval;
    }

    private void column(Kind kind, Bank bank, long tick, int count) {
        bank.fresh = false;
        if (listener != null) {
            for (int i = 0; i < count; i++) {
                tell(kind, bank.index, bank.openRow, tick + (long) i * spacing);
            }
        }
    }

    private long occupyBus(Bank bank, long lastBeatsAt, int count) {
        busRank = bank.rank;
        busFree = lastBeatsAt + timing.burst();
        busyTicks += (long) count * timing.burst();
        return busFree;
    }

    private void tell(Kind kind, int bank, int row, long tick) {
        CommandListener to = listener;
        if (to != null) {
            to.command(kind, bank, row, tick);
        }
    }
}
