// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.usage;

import dev.sluice.machine.request.Request;
import dev.sluice.result.Limits;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Where the cycles of all compute units go: each cycle of each unit is issued, waited or idle.
 *
 * <p>A unit's account is settled up to some cycle. An issue settles what went before: a wait is charged to what ended it, which
 * is what the unit could not do without. A wait that a reply ended is divided as the request's own time was: caches above the
 * one that had the bytes took their latency, networks what their wires and ports took, a cache that had the bytes its latency;
 * the rest went by in queues. Of memory the rest is memory's, because there is no telling how long it takes by itself.
 */
public final class UnitCycles {

    private static final int SHARED_MEMORY = 0;
    private static final int MAINTENANCE = 1;
    private static final int WAVES = 2;
    private static final int QUEUE = 3;
    private static final int NETWORK = 4;
    private static final int IDLE = 5;
    private static final int LEVELS = 6;
    private static final int LEAVES = LEVELS + Request.LEVELS;

    /** Causes of a wait that are no reply: less than 0, and the leaf is {@code -1 - cause}. */
    private static final int FOR_SHARED_MEMORY = -1 - SHARED_MEMORY;

    private static final int FOR_MAINTENANCE = -1 - MAINTENANCE;
    private static final int FOR_WAVES = -1 - WAVES;
    private static final int FOR_QUEUE = -1 - QUEUE;
    private static final int CLIENT_SHIFT = 16;
    private static final int AGE_SHIFT = 24;
    private static final int CLIENTS = 0xFF;
    private static final int[] NO_LEVELS = {};

    /** By unit: up to which cycle it is settled. */
    private final long[] settled;
    /** By unit: what came last that may end a wait: a reply's course, client and age, or what is less than 0. */
    private final long[] cause;
    /** By unit: whether a wave is resident. */
    private final boolean[] busy;

    private final long[] leaves = new long[LEAVES];
    private final long[] slotCycles;
    private final String[] levels = new String[Request.LEVELS];
    private final int[] latencies = new int[Request.LEVELS];
    /** By client: the levels that its accesses go through, nearest first. */
    private int[][] paths = new int[0][];

    /** @param units how many units there are */
    public UnitCycles(int units) {
        settled = new long[units];
        cause = new long[units];
        busy = new boolean[units];
        slotCycles = new long[units];
        Arrays.fill(cause, FOR_WAVES);
        levels[0] = "other";
        levels[Request.VRAM] = "vram";
        levels[Request.HOST] = "host";
    }

    /** Names a level of the hierarchy. */
    public void level(int level, String name, int latency) {
        levels[level] = name;
        latencies[level] = latency;
    }

    /** Says which levels each client's accesses go through, by the client's ordinal. */
    public void paths(int[][] levelsOfClients) {
        paths = levelsOfClients;
    }

    /** A unit begins an instruction that takes an issue slot for so many cycles. */
    public void issued(int unit, long now, long cycles) {
        long until = settled[unit];
        if (until < now) {
            charge(leaves, cause[unit], now - until);
        }
        settled[unit] = Math.max(until, now + cycles);
        slotCycles[unit] += cycles;
    }

    /** Whether a unit would have waited, if it issued now. */
    public boolean waited(int unit, long now) {
        return settled[unit] < now;
    }

    /**
     * A reply is on its way: a wait that ends from now on is charged to it.
     *
     * @param now when it arrives
     */
    public void replied(int unit, Request reply, long now) {
        cause[unit] = reply.course() | (long) reply.client << CLIENT_SHIFT | reply.age(now) << AGE_SHIFT;
    }

    /** A unit goes on because shared memory does. */
    public void sharedMemory(int unit) {
        cause[unit] = FOR_SHARED_MEMORY;
    }

    /** A unit goes on because its caches are flushed or invalidated. */
    public void maintained(int unit) {
        cause[unit] = FOR_MAINTENANCE;
    }

    /** A unit goes on because the load/store queue takes an access. */
    public void queueTakes(int unit) {
        cause[unit] = FOR_QUEUE;
    }

    /** A unit that had no wave gets one. */
    public void filled(int unit, long now) {
        long until = settled[unit];
        if (until < now) {
            leaves[IDLE] += now - until;
            settled[unit] = now;
        }
        cause[unit] = FOR_WAVES;
        busy[unit] = true;
    }

    /** The last wave of a unit has gone. */
    public void emptied(int unit, long now) {
        long until = settled[unit];
        if (until < now) {
            charge(leaves, cause[unit], now - until);
            settled[unit] = now;
        }
        busy[unit] = false;
    }

    /** Cycles that issue slots of a unit have been in use up to now; {@code slots} of them, of which some are in use beyond. */
    public double slotCycles(int unit, int slots, long now) {
        return (double) (slotCycles[unit] - Math.max(0, settled[unit] - now)) / slots;
    }

    private void charge(long[] to, long why, long cycles) {
        if (why < 0) {
            to[(int) (-1 - why)] += cycles;
            return;
        }
        long age = Math.max(1, why >>> AGE_SHIFT);
        int level = Request.levelOf((int) why);
        int client = (int) (why >>> CLIENT_SHIFT) & CLIENTS;
        long older = age;
        long rest = cycles;
        for (int above : level == 0 || client >= paths.length ? NO_LEVELS : paths[client]) {
            if (above == level) {
                break;
            }
            long own = Math.min(older, latencies[above]);
            older -= own;
            rest -= add(to, LEVELS + above, cycles, own, age);
        }
        long network = Math.min(older, Request.networkOf((int) why));
        rest -= add(to, NETWORK, cycles, network, age);
        long queued = level >= Request.VRAM ? 0 : Math.max(0, older - network - latencies[level]);
        rest -= add(to, QUEUE, cycles, queued, age);
        to[LEVELS + level] += rest;
    }

    private static long add(long[] to, int leaf, long cycles, long part, long of) {
        long share = cycles * part / of;
        to[leaf] += share;
        return share;
    }

    /** The leaves up to now, the last being what was issued. */
    long[] upTo(long now) {
        long[] upTo = Arrays.copyOf(leaves, LEAVES + 1);
        for (int unit = 0; unit < settled.length; unit++) {
            long open = now - settled[unit];
            if (open > 0 && busy[unit]) {
                charge(upTo, cause[unit], open);
            } else if (open > 0) {
                upTo[IDLE] += open;
            }
        }
        long charged = 0;
        for (int leaf = 0; leaf < LEAVES; leaf++) {
            charged += upTo[leaf];
        }
        upTo[LEAVES] = now * settled.length - charged;
        return upTo;
    }

    /** What lies between two readings; what {@code cycles} leaves out of the time between them was idle. */
    Limits.TopDown topDown(long[] from, long[] to, long cycles) {
        long unitCycles = cycles * settled.length;
        long issued = to[LEAVES] - from[LEAVES];
        Map<String, Long> memory = new LinkedHashMap<>();
        for (int level = 1; level < Request.VRAM; level++) {
            put(memory, levels[level], from, to, LEVELS + level);
        }
        put(memory, "network", from, to, NETWORK);
        put(memory, levels[Request.VRAM], from, to, LEVELS + Request.VRAM);
        put(memory, levels[Request.HOST], from, to, LEVELS + Request.HOST);
        put(memory, "queue", from, to, QUEUE);
        put(memory, levels[0], from, to, LEVELS);
        Map<String, Long> dependency = new LinkedHashMap<>();
        put(dependency, "sharedMemory", from, to, SHARED_MEMORY);
        put(dependency, "maintenance", from, to, MAINTENANCE);
        put(dependency, "waves", from, to, WAVES);
        Limits.TopDown sums = new Limits.TopDown(unitCycles, issued, memory, dependency, 0);
        long idle = unitCycles - issued - sums.waitedForMemory() - sums.waitedForOthers();
        return new Limits.TopDown(unitCycles, issued, memory, dependency, idle);
    }

    private static void put(Map<String, Long> heads, String name, long[] from, long[] to, int leaf) {
        long cycles = to[leaf] - from[leaf];
        if (cycles != 0) {
            heads.merge(name, cycles, Long::sum);
        }
    }
}
