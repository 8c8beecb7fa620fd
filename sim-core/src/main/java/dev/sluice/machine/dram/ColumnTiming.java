// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.dram;

import dev.sluice.device.DramProtocol;
import dev.sluice.device.DramSpec;
import dev.sluice.device.DramTiming;
import java.util.Arrays;

/**
 * From when on banks take a read or a write, by what they share: the data bus, their rank and their group.
 *
 * <p>With each command what it bears on is moved on: its group by tCCD_L, its rank by tCCD_S and the burst, the other ranks by the
 * burst and the gap between ranks; for commands of the other kind by tRTW, tWTR and the turn of the data bus.
 */
final class ColumnTiming {

    private final long[] groupRead;
    private final long[] groupWrite;
    private final long[] rankRead;
    private final long[] rankWrite;
    private final int groupShift;
    private final int rankShift;

    private final int burst;
    private final int slot;
    private final int readSpacing;
    private final int writeSpacing;
    private final int ccdLRead;
    private final int ccdLWrite;
    /** Ticks from a command to its last data beat. */
    private final int readData;

    private final int writeData;
    /** Ticks from a command to one of the same kind in another rank. */
    private final int toOtherRank;
    /** Ticks from a read to a write, in its rank and in another. */
    private final int readToWrite;

    private final int readToOtherWrite;
    /** Ticks from the last data beat of a write to a read, in its group, in its rank and in another. */
    private final int wtrL;

    private final int wtrS;
    private final int wtrOther;

    private long soonestAt;

    /** Those of a channel. */
    ColumnTiming(DramSpec spec) {
        DramTiming timing = spec.timing();
        DramProtocol protocol = spec.protocol();
        groupShift = Integer.numberOfTrailingZeros(spec.banksPerGroup());
        rankShift = groupShift + Integer.numberOfTrailingZeros(spec.bankGroups());
        groupRead = new long[spec.ranks() * spec.bankGroups()];
        groupWrite = new long[groupRead.length];
        rankRead = new long[spec.ranks()];
        rankWrite = new long[spec.ranks()];
        burst = timing.burst();
        slot = Math.max(burst, timing.ccdS());
        ccdLRead = timing.ccdL();
        ccdLWrite = protocol.ccdLWrite() == 0 ? timing.ccdL() : protocol.ccdLWrite();
        readSpacing = Math.max(slot, ccdLRead);
        writeSpacing = Math.max(slot, ccdLWrite);
        int cl = timing.cl();
        int cwl = timing.cwl();
        int rankSwitch = protocol.rankSwitch();
        readData = cl + burst;
        writeData = cwl + burst;
        toOtherRank = burst + rankSwitch;
        readToWrite = Math.max(timing.rtw(), readData - cwl);
        readToOtherWrite = Math.max(timing.rtw(), readData - cwl + rankSwitch);
        wtrL = timing.wtrL();
        wtrS = timing.wtrS();
        // commands are committed ahead, and a later read must not come before the write
        int turn = Math.max(rankSwitch - cl, 1 - writeData);
        wtrOther = protocol.stackIds() ? Math.max(wtrS, turn) : turn;
        // the data bus is free from tick 0 on, for another rank after the gap
        Arrays.fill(rankRead, 1, spec.ranks(), Math.max(0, rankSwitch - cl));
        Arrays.fill(rankWrite, 1, spec.ranks(), Math.max(0, rankSwitch - cwl));
    }

    int burst() {
        return burst;
    }

    /** Ticks between column commands of different bank groups at full speed. */
    int slot() {
        return slot;
    }

    /** Ticks between the reads of one access: tCCD_L, or the burst where that is longer. */
    int readSpacing() {
        return readSpacing;
    }

    /** The same for writes. */
    int writeSpacing() {
        return writeSpacing;
    }

    /** Whether the transactions of one access can follow each other without leaving the data bus idle. */
    boolean streamsWithinGroup() {
        return Math.max(readSpacing, writeSpacing) <= slot;
    }

    /** The earliest tick for a read of a bank. */
    long readAt(int bank) {
        return Math.max(groupRead[bank >> groupShift], rankRead[bank >> rankShift]);
    }

    /** The earliest tick for a write to a bank. */
    long writeAt(int bank) {
        return Math.max(groupWrite[bank >> groupShift], rankWrite[bank >> rankShift]);
    }

    /**
     * A bank is read, for the last time in a row at a tick.
     *
     * @return the tick at which the last data beat has arrived
     */
    long read(int bank, long tick) {
        groupRead[bank >> groupShift] = tick + ccdLRead;
        int rank = bank >> rankShift;
        for (int other = 0; other < rankRead.length; other++) {
            if (other != rank) {
                rankRead[other] = Math.max(rankRead[other], tick + toOtherRank);
                rankWrite[other] = Math.max(rankWrite[other], tick + readToOtherWrite);
            }
        }
        rankRead[rank] = tick + slot;
        rankWrite[rank] = Math.max(rankWrite[rank], tick + readToWrite);
        return tick + readData;
    }

    /**
     * A bank is written to, for the last time in a row at a tick.
     *
     * @return the tick at which the last data beat has been sent
     */
    long write(int bank, long tick) {
        long end = tick + writeData;
        int group = bank >> groupShift;
        groupWrite[group] = tick + ccdLWrite;
        groupRead[group] = Math.max(groupRead[group], end + wtrL);
        int rank = bank >> rankShift;
        for (int other = 0; other < rankRead.length; other++) {
            if (other != rank) {
                rankWrite[other] = Math.max(rankWrite[other], tick + toOtherRank);
                rankRead[other] = Math.max(rankRead[other], end + wtrOther);
            }
        }
        rankWrite[rank] = tick + slot;
        rankRead[rank] = Math.max(rankRead[rank], end + wtrS);
        return end;
    }

    /**
     * The first of some banks that take a read, or a write, soonest; {@link #soonestAt} says when.
     *
     * @param columns banks whose row is open, at least one
     * @param from a tick before which none takes it
     */
    int soonest(BankList columns, boolean write, long from) {
        long[] groups = write ? groupWrite : groupRead;
        long[] floors = write ? rankWrite : rankRead;
        long floor = floors[0];
        for (int rank = 1; rank < floors.length; rank++) {
            floor = Math.min(floor, floors[rank]);
        }
        floor = Math.max(floor, from);
        int end = columns.end();
        int best = end;
        long soonest = Long.MAX_VALUE >> 1;
        for (int bank = columns.first(); bank != end && soonest > floor; bank = columns.after(bank)) {
            long shared = later(groups[bank >> groupShift], floors[bank >> rankShift]);
            long at = later(later(columns.ready(bank), floor), shared);
            long sooner = at - soonest >> Long.SIZE - 1;
            soonest += at - soonest & sooner;
            best ^= (best ^ bank) & (int) sooner;
        }
        soonestAt = soonest;
        return best;
    }

    /** When what was last asked for comes. */
    long soonestAt() {
        return soonestAt;
    }

    /** The later of two ticks, without a branch, which could not be foreseen. */
    private static long later(long a, long b) {
        long difference = a - b;
        return a - (difference & difference >> Long.SIZE - 1);
    }
}
