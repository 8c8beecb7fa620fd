// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.dram;

import dev.sluice.device.DramSpec;
import dev.sluice.device.DramTiming;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * Checks the commands of a channel against the constraints of the JEDEC standards, in order of time and apart from the scheduler.
 *
 * <p>A command's tick is that of its last cycle on the command bus, from which the standards count.
 */
final class ProtocolChecker implements CommandListener {

    private static final int INDEX_BITS = 22;
    private static final long LONG_AGO = Long.MIN_VALUE / 4;
    /** Refreshes that may be postponed (JESD79-5, JESD209-5). */
    private static final int POSTPONED = 8;

    private static final int BURSTS = 8;

    private final DramTiming t;
    private final Standard s;
    private final int perGroup;
    private final int perRank;
    private final Map<String, Integer> counts = new TreeMap<>();
    private final Map<String, String> examples = new TreeMap<>();

    private long[] keys = new long[1 << 18];
    private int[] banksOf = new int[1 << 18];
    private int[] rowsOf = new int[1 << 18];
    private int count;

    private final Last[] bank;
    private final Last[] group;
    private final Last[] rank;
    /** What tRRD_S, tFAW and tWTR_S count in: a rank, or a pseudo channel with all its stack IDs. */
    private final Last[] scope;

    private final Last channel = new Last();
    private final int[] open;
    private final long[] burstStarts = new long[BURSTS];
    private final int[] burstRanks = new int[BURSTS];
    private int bursts;
    private long rowBusFree = LONG_AGO;
    private long columnBusFree = LONG_AGO;
    private int now;
    private long tick;
    private Kind kind = Kind.REFRESH;

    /** When each command was last seen in a part of the channel. */
    private static final class Last {
        final long[] of = new long[Kind.values().length];
        final long[] activates = new long[4];
        int next;
        long refreshes;

        Last() {
            Arrays.fill(of, LONG_AGO);
            Arrays.fill(activates, LONG_AGO);
        }
    }

    ProtocolChecker(DramSpec spec, Standard standard) {
        t = spec.timing();
        s = standard;
        perGroup = spec.banksPerGroup();
        perRank = spec.bankGroups() * perGroup;
        bank = lasts(spec.ranks() * perRank);
        group = lasts(spec.ranks() * spec.bankGroups());
        rank = lasts(spec.ranks());
        scope = standard.stackIds() ? lasts(1) : rank;
        open = new int[bank.length];
        Arrays.fill(open, -1);
        Arrays.fill(burstStarts, LONG_AGO);
    }

    private static Last[] lasts(int n) {
        Last[] made = new Last[n];
        Arrays.setAll(made, i -> new Last());
        return made;
    }

    @Override
    public void command(Kind which, int where, int row, long at) {
        if (count == keys.length) {
            keys = Arrays.copyOf(keys, 2 * count);
            banksOf = Arrays.copyOf(banksOf, 2 * count);
            rowsOf = Arrays.copyOf(rowsOf, 2 * count);
        }
        keys[count] = (at << 3 | order(which)) << INDEX_BITS | count;
        banksOf[count] = where;
        rowsOf[count] = row;
        count++;
    }

    int count() {
        return count;
    }

    /** How often each constraint was broken. */
    Map<String, Integer> violations() {
        Arrays.sort(keys, 0, count);
        Kind[] kinds = Kind.values();
        for (int i = 0; i < count; i++) {
            int index = (int) (keys[i] & (1 << INDEX_BITS) - 1);
            tick = keys[i] >> INDEX_BITS + 3;
            int order = (int) (keys[i] >> INDEX_BITS) & 7;
            for (Kind each : kinds) {
                if (order(each) == order) {
                    kind = each;
                }
            }
            now = banksOf[index];
            check(rowsOf[index]);
        }
        refreshedEnough();
        return counts;
    }

    /** The first violation of each constraint. */
    Map<String, String> examples() {
        return examples;
    }

    private static int order(Kind kind) {
        return switch (kind) {
            case PRECHARGE -> 0;
            case REFRESH -> 1;
            case REFRESH_BANK -> 2;
            case ACTIVATE -> 3;
            case READ -> 4;
            case WRITE -> 5;
        };
    }

    private void check(int row) {
        switch (kind) {
            case ACTIVATE -> activate(row);
            case PRECHARGE -> precharge();
            case READ, WRITE -> column(row);
            case REFRESH -> refresh();
            case REFRESH_BANK -> refreshBank();
        }
    }

    private void activate(int row) {
        Last own = bank[now];
        Last ofRank = rank[now / perRank];
        Last shared = scopeOf(now);
        occupyRowBus(s.activate());
        require("closed before activate", open[now] == -1);
        apart("tRC", own, Kind.ACTIVATE, t.rc());
        apart("tRP", own, Kind.PRECHARGE, t.rp());
        apart("tRRD_L", group[now / perGroup], Kind.ACTIVATE, t.rrdL());
        apart("tRRD_S", shared, Kind.ACTIVATE, t.rrdS());
        apart("tFAW", shared.activates[shared.next], t.faw());
        apart("tRFC", ofRank, Kind.REFRESH, t.rfc());
        apart("tRFCpb", own, Kind.REFRESH_BANK, s.rfcBank());
        apart("refresh to activate", shared, Kind.REFRESH_BANK, s.refreshToActivate());
        shared.activates[shared.next] = tick;
        shared.next = shared.next + 1 & 3;
        open[now] = row;
        seen();
    }

    private void precharge() {
        Last own = bank[now];
        boolean all = rank[now / perRank].of[Kind.PRECHARGE.ordinal()] == tick;
        if (!all) {
            occupyRowBus(1);
        }
        apart("tRAS", own, Kind.ACTIVATE, t.ras());
        apart("tRTP", own, Kind.READ, s.rtp());
        apart("tWR", own, Kind.WRITE, t.cwl() + t.burst() + t.wr());
        open[now] = -1;
        seen();
    }

    private void column(int row) {
        boolean write = kind == Kind.WRITE;
        Last own = bank[now];
        Last ofGroup = group[now / perGroup];
        Last ofRank = rank[now / perRank];
        occupyColumnBus();
        require("row open", open[now] == row);
        apart("tRCD", own, Kind.ACTIVATE, write ? t.rcdWrite() : t.rcdRead());
        apart("tCCD_S", ofRank, kind, t.ccdS());
        if (write) {
            apart(s.ccdWrite() > 0 ? "tCCD_L_WR" : "tCCD_L", ofGroup, kind, Math.max(s.ccdWrite(), t.ccdL()));
            apart("tRTW", channel, Kind.READ, t.rtw());
        } else {
            apart("tCCD_L", ofGroup, kind, t.ccdL());
            apart("tWTR_L", ofGroup, Kind.WRITE, t.cwl() + t.burst() + t.wtrL());
            apart("tWTR_S", scopeOf(now), Kind.WRITE, t.cwl() + t.burst() + t.wtrS());
        }
        transfer(tick + (write ? t.cwl() : t.cl()));
        seen();
    }

    private void transfer(long start) {
        int of = now / perRank;
        for (int i = 0; i < BURSTS; i++) {
            int gap = burstRanks[i] == of || s.stackIds() ? t.burst() : Math.max(t.burst(), s.otherRank());
            require("data bus", Math.abs(start - burstStarts[i]) >= gap);
        }
        for (int r = 0; r < rank.length; r++) {
            if (r != of && s.stackIds()) {
                apart("tCCD_R", rank[r], kind, s.otherRank());
            }
        }
        burstStarts[bursts] = start;
        burstRanks[bursts] = of;
        bursts = (bursts + 1) % BURSTS;
    }

    private void refresh() {
        Last ofRank = rank[now];
        occupyRowBus(1);
        for (int b = now * perRank; b < (now + 1) * perRank; b++) {
            require("closed before refresh", open[b] == -1);
            apart("tRP before refresh", bank[b], Kind.PRECHARGE, t.rp());
            apart("tRC before refresh", bank[b], Kind.ACTIVATE, t.rc());
        }
        apart("tRFC", ofRank, Kind.REFRESH, t.rfc());
        refreshed(ofRank);
        ofRank.of[Kind.REFRESH.ordinal()] = tick;
    }

    private void refreshBank() {
        Last own = bank[now];
        Last shared = scopeOf(now);
        occupyRowBus(1);
        require("refresh of single banks in the standard", s.rfcBank() > 0);
        require("closed before refresh", open[now] == -1);
        apart("tRP before refresh", own, Kind.PRECHARGE, t.rp());
        apart("tRC before refresh", own, Kind.ACTIVATE, t.rc());
        apart("tRFCpb", own, Kind.REFRESH_BANK, s.rfcBank());
        apart("tRRD before refresh", shared, Kind.ACTIVATE, t.rrdS());
        apart("refresh to refresh", shared, Kind.REFRESH_BANK, s.refreshToRefresh());
        refreshed(own);
        seen();
    }

    private void refreshed(Last part) {
        long due = part.refreshes++ * t.refi() + t.refi();
        require("tREFI", tick - due <= (long) POSTPONED * t.refi() && due - tick <= (long) POSTPONED * t.refi());
    }

    private void refreshedEnough() {
        for (Last part : s.rfcBank() > 0 ? bank : rank) {
            require("tREFI", part.refreshes >= tick / t.refi() - POSTPONED - 1);
        }
    }

    private void occupyRowBus(int cycles) {
        require("command bus", tick - cycles + 1 >= rowBusFree);
        rowBusFree = Math.max(rowBusFree, tick + 1);
        if (s.oneBus()) {
            columnBusFree = Math.max(columnBusFree, rowBusFree);
        }
    }

    private void occupyColumnBus() {
        require("command bus", tick - s.column() + 1 >= columnBusFree);
        columnBusFree = Math.max(columnBusFree, tick + 1);
        if (s.oneBus()) {
            rowBusFree = Math.max(rowBusFree, columnBusFree);
        }
    }

    private Last scopeOf(int ofBank) {
        return scope[s.stackIds() ? 0 : ofBank / perRank];
    }

    private void seen() {
        int k = kind.ordinal();
        bank[now].of[k] = tick;
        group[now / perGroup].of[k] = tick;
        rank[now / perRank].of[k] = tick;
        scopeOf(now).of[k] = tick;
        channel.of[k] = tick;
    }

    private void apart(String rule, Last part, Kind earlier, int ticks) {
        apart(rule, part.of[earlier.ordinal()], ticks);
    }

    private void apart(String rule, long earlier, int ticks) {
        if (tick - earlier < ticks) {
            note(rule, String.format(Locale.ROOT, "%d after one at %d, needs %d", tick - earlier, earlier, ticks));
        }
    }

    private void require(String rule, boolean holds) {
        if (!holds) {
            note(rule, "");
        }
    }

    private void note(String rule, String detail) {
        counts.merge(rule, 1, Integer::sum);
        if (!examples.containsKey(rule)) {
            examples.put(rule, kind + " of " + now + " at " + tick + ": " + detail);
        }
    }
}
