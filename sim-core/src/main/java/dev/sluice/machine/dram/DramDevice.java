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
 *
 * <p>Banks, groups and ranks are records of {@code state}, each a line of the host's cache; their numbers are ticks:
 * <pre>
 *   bank   0 activate (tRC, tRP, tRFC), 1 the same after the planned precharge, 2 read, 3 write (tRCD), 4 precharge,
 *          5 planned precharge, 6 open row, 7 flags
 *   group  0 activate (tRRD_L), 2 read (tCCD_L, tWTR_L), 3 write (tCCD_L)
 *   rank   0 activate (tRRD_S, tFAW), 1 the last, 2 read (tCCD_S, tWTR_S), 3 write (tCCD_S), 4 to 7 the next four activates by tFAW
 * </pre>
 */
final class DramDevice {

    static final int CLOSED = -1;

    /** Rows that may be opened within tFAW. */
    private static final int ROWS_IN_WINDOW = 4;

    /** A tick before all others, to which times can be added. */
    static final long LONG_AGO = Long.MIN_VALUE / 2;

    private static final int RECORD_SHIFT = 3;
    private static final int ACTIVATE = 0;
    private static final int REOPEN = 1;
    private static final int READ = 2;
    private static final int WRITE = 3;
    private static final int PRECHARGE = 4;
    private static final int CLOSE = 5;
    private static final int OPEN_ROW = 6;
    private static final int FLAGS = 7;
    /** A precharge is planned: until its tick the row is open and the plan can be dropped. */
    private static final long CLOSING = 1;
    /** The row was last closed to make room for another one. */
    private static final long CONFLICT = 2;
    /** No column command has used the row since its activation. */
    private static final long FRESH = 4;

    private static final int WINDOW = 4;
    private static final int WINDOW_END = 8;
    /** Of a rank: when a row was last opened, where a bank has {@link #REOPEN}. */
    private static final int LAST_ACTIVATE = 1;

    private final DramTiming timing;
    private final int banks;
    private final int ranks;
    private final int groupShift;
    private final int rankShift;
    private final int firstGroup;
    private final int firstRank;
    /** Ticks between transactions of one access: tCCD_L, or the burst where that is longer. */
    private final int readSpacing;

    private final int writeSpacing;
    private final int ccdLWrite;
    private final int rankSwitch;
    private final boolean stackIds;
    private final int activateCycles;
    private final int columnCycles;
    private final @Nullable CommandBus rowBus;
    private final @Nullable CommandBus columnBus;

    private final int cl;
    private final int cwl;
    private final long[] state;
    private final Refresh refresh;

    private long busFree;
    private int busRank;
    private long nextWriteAfterRead;
    private long busyTicks;
    /** How often each bank opened a row. */
    private final long[] activates;

    private @Nullable CommandListener listener;

    /** The DRAM of a channel, whose numbers of groups and banks are powers of two, as {@code AddressMapping} demands. */
    DramDevice(DramSpec spec) {
        timing = spec.timing();
        cl = timing.cl();
        cwl = timing.cwl();
        DramProtocol protocol = spec.protocol();
        ccdLWrite = protocol.ccdLWrite() == 0 ? timing.ccdL() : protocol.ccdLWrite();
        int slot = Math.max(timing.burst(), timing.ccdS());
        readSpacing = Math.max(slot, timing.ccdL());
        writeSpacing = Math.max(slot, ccdLWrite);
        rankSwitch = protocol.rankSwitch();
        stackIds = protocol.stackIds();
        activateCycles = protocol.activateCycles();
        columnCycles = protocol.columnCycles();
        rowBus = protocol.commandBus() == DramProtocol.CommandBus.FREE ? null : new CommandBus();
        columnBus = protocol.commandBus() == DramProtocol.CommandBus.SPLIT ? new CommandBus() : rowBus;
        ranks = spec.ranks();
        int perRank = spec.bankGroups() * spec.banksPerGroup();
        banks = ranks * perRank;
        activates = new long[banks];
        groupShift = Integer.numberOfTrailingZeros(spec.banksPerGroup());
        rankShift = Integer.numberOfTrailingZeros(perRank);
        firstGroup = banks << RECORD_SHIFT;
        firstRank = firstGroup + (ranks * spec.bankGroups() << RECORD_SHIFT);
        state = new long[firstRank + (ranks << RECORD_SHIFT)];
        for (int bank = 0; bank < banks; bank++) {
            state[(bank << RECORD_SHIFT) + OPEN_ROW] = CLOSED;
        }
        for (int rank = 0; rank < ranks; rank++) {
            state[rankRecord(rank) + LAST_ACTIVATE] = LONG_AGO;
        }
        refresh = new Refresh(this, spec);
    }

    /** Shows every command to a listener from now on. */
    void listen(CommandListener newListener) {
        listener = newListener;
    }

    int banks() {
        return banks;
    }

    /** The row that is open in a bank, or {@link #CLOSED}. */
    int openRow(int bank) {
        return (int) state[(bank << RECORD_SHIFT) + OPEN_ROW];
    }

    boolean isClosing(int bank) {
        return (state[(bank << RECORD_SHIFT) + FLAGS] & CLOSING) != 0;
    }

    /** The tick of a bank's planned precharge. */
    long closeAt(int bank) {
        return state[(bank << RECORD_SHIFT) + CLOSE];
    }

    /** The tick from which a bank by itself takes a read of its open row, or, if it has none, an activate. */
    long ownReadyAt(int bank) {
        int b = bank << RECORD_SHIFT;
        return state[b + OPEN_ROW] == CLOSED ? state[b + REOPEN] : state[b + READ];
    }

    /** Whether no column command has used a bank's row since its activation. */
    boolean isFresh(int bank) {
        return (state[(bank << RECORD_SHIFT) + FLAGS] & FRESH) != 0;
    }

    /** Whether a bank's row was last closed to make room for another one. */
    boolean hadConflict(int bank) {
        return (state[(bank << RECORD_SHIFT) + FLAGS] & CONFLICT) != 0;
    }

    /** Whether the transactions of one access can follow each other without leaving the data bus idle. */
    boolean streamsWithinGroup() {
        return rowBus == null && Math.max(readSpacing, writeSpacing) <= slot();
    }

    /** Ticks between column commands of different bank groups at full speed. */
    int slot() {
        return Math.max(timing.burst(), timing.ccdS());
    }

    /** The earliest tick for a read of the bank's open row. */
    long readAt(int bank) {
        int rank = bank >> rankShift;
        long bus = (rank == busRank ? busFree : busFree + rankSwitch) - cl;
        long own = Math.max(state[(bank << RECORD_SHIFT) + READ], state[groupOf(bank) + READ]);
        return Math.max(own, Math.max(state[rankRecord(rank) + READ], bus));
    }

    /** The earliest tick for a write to the bank's open row. */
    long writeAt(int bank) {
        int rank = bank >> rankShift;
        long bus = (rank == busRank ? busFree : busFree + rankSwitch) - cwl;
        long own = Math.max(state[(bank << RECORD_SHIFT) + WRITE], state[groupOf(bank) + WRITE]);
        return Math.max(Math.max(own, nextWriteAfterRead), Math.max(state[rankRecord(rank) + WRITE], bus));
    }

    /** A tick before which no bank can be read. */
    long readFloor() {
        return Math.max(busFree - cl, ranks == 1 ? state[firstRank + READ] : 0);
    }

    /** A tick before which no bank can be written. */
    long writeFloor() {
        return Math.max(Math.max(busFree - cwl, nextWriteAfterRead), ranks == 1 ? state[firstRank + WRITE] : 0);
    }

    /** A tick before which no row can be opened. */
    long activateFloor() {
        long floor = state[firstRank + ACTIVATE];
        for (int rank = stackIds ? ranks : 1; rank < ranks; rank++) {
            floor = Math.min(floor, state[rankRecord(rank) + ACTIVATE]);
        }
        return floor;
    }

    /** Plans to precharge an open row as soon as allowed, but not before {@code from}; an earlier plan stands. */
    void planPrecharge(int bank, long from) {
        int b = bank << RECORD_SHIFT;
        if (state[b + OPEN_ROW] != CLOSED && (state[b + FLAGS] & CLOSING) == 0) {
            long at = Math.max(from, state[b + PRECHARGE]);
            if (rowBus != null) {
                at = rowBus.fit(at, 1);
                rowBus.take(at, 1);
            }
            state[b + FLAGS] |= CLOSING;
            state[b + CLOSE] = at;
            state[b + REOPEN] = Math.max(state[b + ACTIVATE], at + timing.rp());
        }
    }

    /** The earliest tick for activating a row of a bank that is closed, or whose precharge is planned. */
    long activateAt(int bank) {
        long own = Math.max(state[(bank << RECORD_SHIFT) + REOPEN], state[groupOf(bank) + ACTIVATE]);
        return Math.max(own, state[scopeOf(bank >> rankShift) + ACTIVATE]);
    }

    /** Opens a row. */
    void activate(int bank, int row, long tick) {
        int b = bank << RECORD_SHIFT;
        if (state[b + OPEN_ROW] != CLOSED) {
            close(bank);
        }
        tell(Kind.ACTIVATE, bank, row, tick);
        activates[bank]++;
        state[b + OPEN_ROW] = row;
        state[b + FLAGS] |= FRESH;
        state[b + READ] = tick + timing.rcdRead();
        state[b + WRITE] = tick + timing.rcdWrite();
        state[b + PRECHARGE] = tick + timing.ras();
        state[b + ACTIVATE] = tick + timing.rc();
        state[b + REOPEN] = tick + timing.rc();
        state[groupOf(bank) + ACTIVATE] = tick + timing.rrdL();
        if (rowBus != null) {
            takeForActivate(rowBus, tick);
        }
        int r = scopeOf(bank >> rankShift);
        for (int i = r + WINDOW; i < r + WINDOW_END - 1; i++) {
            state[i] = state[i + 1];
        }
        state[r + WINDOW_END - 1] = tick + timing.faw();
        state[r + LAST_ACTIVATE] = tick;
        state[r + ACTIVATE] = Math.max(tick + timing.rrdS(), state[r + WINDOW]);
    }

    /** Carries out a planned precharge. */
    void close(int bank) {
        int b = bank << RECORD_SHIFT;
        long at = state[b + CLOSE];
        tell(Kind.PRECHARGE, bank, (int) state[b + OPEN_ROW], at);
        state[b + OPEN_ROW] = CLOSED;
        state[b + FLAGS] = CONFLICT | state[b + FLAGS] & FRESH;
        state[b + ACTIVATE] = Math.max(state[b + ACTIVATE], at + timing.rp());
        state[b + REOPEN] = state[b + ACTIVATE];
    }

    /**
     * Decides at {@code tick} what became of a planned precharge, for somebody who wants the open row after all.
     *
     * @return whether the row is still open
     */
    boolean keepsOpen(int bank, long tick) {
        int b = bank << RECORD_SHIFT;
        if ((state[b + FLAGS] & CLOSING) != 0) {
            if (tick >= state[b + CLOSE]) {
                close(bank);
                return false;
            }
            state[b + FLAGS] &= ~CLOSING;
            state[b + REOPEN] = state[b + ACTIVATE];
            if (rowBus != null) {
                rowBus.release(state[b + CLOSE]);
            }
        }
        return state[b + OPEN_ROW] != CLOSED;
    }

    /**
     * Reads {@code count} transactions of the open row.
     *
     * @return the tick at which the last data beat has arrived
     */
    long read(int bank, long tick, int count) {
        long last = tick + (long) (count - 1) * readSpacing;
        column(Kind.READ, bank, tick, count, readSpacing);
        int rank = bank >> rankShift;
        state[groupOf(bank) + READ] = last + timing.ccdL();
        later(rankRecord(rank) + READ, last + timing.ccdS());
        nextWriteAfterRead = last + timing.rtw();
        later((bank << RECORD_SHIFT) + PRECHARGE, last + timing.rtp());
        return occupyBus(rank, last + cl, count);
    }

    /**
     * Writes {@code count} transactions of the open row.
     *
     * @return the tick at which the last data beat has been sent
     */
    long write(int bank, long tick, int count) {
        long last = tick + (long) (count - 1) * writeSpacing;
        column(Kind.WRITE, bank, tick, count, writeSpacing);
        int rank = bank >> rankShift;
        int r = rankRecord(rank);
        int g = groupOf(bank);
        long end = occupyBus(rank, last + cwl, count);
        state[g + WRITE] = last + ccdLWrite;
        state[r + WRITE] = last + timing.ccdS();
        later(g + READ, end + timing.wtrL());
        if (stackIds) {
            for (int other = 0; other < ranks; other++) {
                later(rankRecord(other) + READ, end + timing.wtrS());
            }
        } else {
            later(r + READ, end + timing.wtrS());
        }
        later((bank << RECORD_SHIFT) + PRECHARGE, end + timing.wr());
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
        if (rowBus == null) {
            return tick;
        }
        long at = rowBus.fit(tick, activateCycles);
        return at == tick || !planned(tick, rowBus.taken(tick, activateCycles)) ? at : tick;
    }

    /** Whether what takes the command bus where an activate at a tick would, so many ticks, is planned precharges alone. */
    private boolean planned(long tick, int taken) {
        int left = taken;
        for (int bank = 0; bank < banks && left > 0; bank++) {
            if (isInTheWay(bank, tick)) {
                left--;
            }
        }
        return left <= 0;
    }

    private boolean isInTheWay(int bank, long tick) {
        int b = bank << RECORD_SHIFT;
        return (state[b + FLAGS] & CLOSING) != 0
                && state[b + CLOSE] <= tick
                && state[b + CLOSE] > tick - activateCycles;
    }

    /** Takes the row bus for an activate; precharges in its way are planned anew, just after it. */
    private void takeForActivate(CommandBus bus, long tick) {
        if (bus.taken(tick, activateCycles) == 0) {
            bus.take(tick, activateCycles);
            return;
        }
        bus.take(tick, activateCycles);
        for (int bank = 0; bank < banks; bank++) {
            if (isInTheWay(bank, tick)) {
                int b = bank << RECORD_SHIFT;
                long at = bus.fit(tick + 1, 1);
                bus.take(at, 1);
                state[b + CLOSE] = at;
                state[b + REOPEN] = Math.max(state[b + ACTIVATE], at + timing.rp());
            }
        }
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
        return columnBus == null ? 0 : columnCycles - 1;
    }

    /** Ticks during which the data bus carried data. */
    long busyTicks() {
        return busyTicks;
    }

    /** Ticks that a bank needed for the rows that it opened, one row cycle each. */
    long rowTicks(int bank) {
        return activates[bank] * timing.rc();
    }

    /** Ticks that a rank, or all that share its limit, needed to open its rows, at four in the time that it takes for four. */
    double activateTicks(int rank) {
        long opened = 0;
        for (int bank = 0; bank < banks; bank++) {
            opened += scopeOf(bank >> rankShift) == scopeOf(rank) ? activates[bank] : 0;
        }
        return opened * Math.max(timing.rrdS(), timing.faw() / (double) ROWS_IN_WINDOW);
    }

    int ranks() {
        return stackIds ? 1 : ranks;
    }

    /** Closes a bank for a refresh and says when it can be refreshed. */
    long closeForRefresh(int bank, long from) {
        int b = bank << RECORD_SHIFT;
        if (state[b + OPEN_ROW] != CLOSED) {
            planPrecharge(bank, from);
            close(bank);
        }
        state[b + FLAGS] &= ~CONFLICT;
        return state[b + ACTIVATE];
    }

    /** Takes no activate of a bank before a tick. */
    void blockUntil(int bank, long tick) {
        state[(bank << RECORD_SHIFT) + ACTIVATE] = tick;
        state[(bank << RECORD_SHIFT) + REOPEN] = tick;
    }

    /** Takes the first place for a refresh on the command bus, not before a tick. */
    long refreshSlot(long tick) {
        if (rowBus == null) {
            return tick;
        }
        long at = rowBus.fit(tick, 1);
        rowBus.take(at, 1);
        return at;
    }

    /** When a row was last opened in the rank of a bank, or in one that shares its limits. */
    long lastActivate(int bank) {
        return state[scopeOf(bank >> rankShift) + LAST_ACTIVATE];
    }

    /** Takes no activate in the rank of a bank, nor in one that shares its limits, before a tick. */
    void holdActivates(int bank, long tick) {
        later(scopeOf(bank >> rankShift) + ACTIVATE, tick);
    }

    private static void take(@Nullable CommandBus bus, long tick, int cycles) {
        if (bus != null) {
            bus.take(tick, cycles);
        }
    }

    private void column(Kind kind, int bank, long tick, int count, int spacing) {
        take(columnBus, tick, columnCycles);
        state[(bank << RECORD_SHIFT) + FLAGS] &= ~FRESH;
        if (listener != null) {
            for (int i = 0; i < count; i++) {
                tell(kind, bank, openRow(bank), tick + (long) i * spacing);
            }
        }
    }

    private void later(int constraint, long tick) {
        state[constraint] = Math.max(state[constraint], tick);
    }

    private int groupOf(int bank) {
        return firstGroup + (bank >> groupShift << RECORD_SHIFT);
    }

    private int rankRecord(int rank) {
        return firstRank + (rank << RECORD_SHIFT);
    }

    /** The record that keeps what a rank shares: its own, or the first for all stack IDs. */
    private int scopeOf(int rank) {
        return stackIds ? firstRank : rankRecord(rank);
    }

    private long occupyBus(int rank, long lastBeatsAt, int count) {
        busRank = rank;
        busFree = lastBeatsAt + timing.burst();
        busyTicks += (long) count * timing.burst();
        return busFree;
    }

    /** Shows a command to whoever listens. */
    void tell(Kind kind, int bank, int row, long tick) {
        CommandListener to = listener;
        if (to != null) {
            to.command(kind, bank, row, tick);
        }
    }
}
