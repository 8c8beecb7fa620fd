// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.dram;

import dev.sluice.device.DramProtocol;
import dev.sluice.device.DramSpec;
import dev.sluice.machine.dram.CommandListener.Kind;
import java.util.Arrays;

/**
 * When the ranks of a channel, or single banks where the standard has it, are refreshed.
 *
 * <p>Refresh comes every tREFI, ranks or banks staggered. It is brought up to date when a command wants to go past its due time,
 * or an access comes to an idle memory, which so costs no events; refreshes of an idle time are counted when asked for. A single bank is precharged when its
 * refresh is due, and refreshed when that is done; others go on meanwhile.
 */
final class Refresh {

    private static final long NEVER = Long.MAX_VALUE;
    private static final long NOT_DUE = DramDevice.LONG_AGO;

    private final DramDevice device;
    private final boolean byBank;
    private final int banksPerRank;
    private final int interval;
    private final int duration;
    private final int toActivate;
    private final int toRefresh;
    /** Ticks from an activate to a refresh of another bank of the rank. */
    private final int afterActivate;
    /** When the next refresh of each rank or bank is due. */
    private final long[] dueAt;
    /** When each bank's refresh comes that is due, or {@link #NOT_DUE}. */
    private final long[] startAt;

    /** When something is next to be done. */
    private long next;

    private long count;

    Refresh(DramDevice device, DramSpec spec) {
        this.device = device;
        DramProtocol protocol = spec.protocol();
        byBank = protocol.rfcBank() > 0;
        banksPerRank = spec.bankGroups() * spec.banksPerGroup();
        interval = spec.timing().refi();
        duration = byBank ? protocol.rfcBank() : spec.timing().rfc();
        toActivate = protocol.refreshToActivate();
        toRefresh = protocol.refreshToRefresh();
        afterActivate = spec.timing().rrdS();
        int parts = spec.ranks() * (byBank ? banksPerRank : 1);
        dueAt = new long[parts];
        Arrays.setAll(dueAt, part -> duration == 0 ? NEVER : interval + (long) interval * part / parts);
        startAt = new long[parts];
        Arrays.fill(startAt, NOT_DUE);
        next = dueAt[0];
    }

    /** When the next one is due. */
    long next() {
        return next;
    }

    /** Carries out every one that is due at {@code tick} or was before. */
    void until(long tick) {
        while (next <= tick) {
            int part = 0;
            while (time(part) != next) {
                part++;
            }
            if (!byBank) {
                refreshRank(part, tick);
            } else if (startAt[part] == NOT_DUE) {
                close(part, tick);
            } else {
                refreshBank(part);
            }
            long earliest = NEVER;
            for (int i = 0; i < dueAt.length; i++) {
                earliest = Math.min(earliest, time(i));
            }
            next = earliest;
        }
    }

    /** Those carried out, and those that an idle memory has done up to {@code tick}. */
    long count(long tick) {
        long total = count;
        for (long due : dueAt) {
            if (due <= tick) {
                total += (tick - due) / interval + 1;
            }
        }
        return total;
    }

    private long time(int part) {
        return startAt[part] == NOT_DUE ? dueAt[part] : startAt[part];
    }

    private void refreshRank(int rank, long tick) {
        long due = lastDue(rank, tick);
        long start = due;
        int first = rank * banksPerRank;
        int end = first + banksPerRank;
        for (int bank = first; bank < end; bank++) {
            start = Math.max(start, device.closeForRefresh(device.bank(bank), dueAt[rank]));
        }
        start = device.refreshSlot(start);
        device.tell(Kind.REFRESH, rank, Bank.CLOSED, start);
        for (int bank = first; bank < end; bank++) {
            device.bank(bank).blockUntil(start + duration);
        }
        counted(rank, due);
    }

    /** Closes a bank whose refresh is due: it is refreshed as soon as that is done. */
    private void close(int index, long tick) {
        Bank bank = device.bank(index);
        long start = Math.max(lastDue(index, tick), device.closeForRefresh(bank, dueAt[index]));
        startAt[index] = start;
        bank.blockUntil(start + duration);
    }

    private void refreshBank(int index) {
        Bank bank = device.bank(index);
        Rank scope = bank.rank.scope;
        long start = Math.max(startAt[index], scope.lastBankRefresh + toRefresh);
        start = device.refreshSlot(Math.max(start, scope.lastActivate + afterActivate));
        device.tell(Kind.REFRESH_BANK, index, Bank.CLOSED, start);
        bank.blockUntil(start + duration);
        scope.activate = Math.max(scope.activate, start + toActivate);
        scope.lastBankRefresh = start;
        long due = lastDue(index, startAt[index]);
        startAt[index] = NOT_DUE;
        counted(index, due);
    }

    /** When the last one of a rank or bank was due: nothing was issued to it since the first, so all others met it idle. */
    private long lastDue(int part, long tick) {
        return dueAt[part] + (tick - dueAt[part]) / interval * interval;
    }

    private void counted(int part, long due) {
        count += (due - dueAt[part]) / interval + 1;
        dueAt[part] = due + interval;
    }
}
