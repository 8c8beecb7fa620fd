// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.usage;

import dev.sluice.machine.request.Request;
import dev.sluice.result.Limits;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Where the cycles of all compute units go: each cycle of each unit is issued, waited or idle.
 *
 * <p>Each unit has an {@link UnitAccount}. A wait that a reply ended is divided as the request's own time was: caches above the
 * one that had the bytes took their latency, if the access did not pass them, networks what their wires and ports took, a cache that had the bytes its latency;
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
    static final int FOR_SHARED_MEMORY = -1 - SHARED_MEMORY;

    static final int FOR_MAINTENANCE = -1 - MAINTENANCE;
    static final int FOR_WAVES = -1 - WAVES;
    static final int FOR_QUEUE = -1 - QUEUE;
    private static final int PATHS = 0x7FFF;
    private static final int[] NO_LEVELS = {};

    private final UnitAccount[] units;
    private final long[] leaves = new long[LEAVES];
    private final String[] levels = new String[Request.LEVELS];
    private final int[] latencies = new int[Request.LEVELS];
    /** By {@link #path}: the levels whose latency accesses take on their way, nearest first. */
    private int[][] paths = new int[0][];
    /** Units with a resident wave, since when there is one, and for how long there was one before. */
    private int resident;

    private long since;
    private long occupied;

    /** @param count how many units there are */
    public UnitCycles(int count) {
        units = new UnitAccount[count];
        Arrays.setAll(units, i -> new UnitAccount(this));
        levels[0] = "other";
        levels[Request.VRAM] = "vram";
        levels[Request.HOST] = "host";
    }

    /** Names a level of the hierarchy. */
    public void level(int level, String name, int latency) {
        levels[level] = name;
        latencies[level] = latency;
    }

    /** Says of which levels accesses take the latency on their way, by {@link #path}. */
    public void paths(int[][] levelsOfPaths) {
        paths = levelsOfPaths;
    }

    /** The number of the path of a client's accesses of some manner, by the client's ordinal. */
    public static int path(int client, Manner manner) {
        return client * Manner.COUNT + manner.ordinal();
    }

    /** The account of a unit. */
    public UnitAccount unit(int index) {
        return units[index];
    }

    /** Charges cycles of a unit to what ended them. */
    void charge(long why, long cycles) {
        charge(leaves, why, cycles);
    }

    /** A unit had no wave for so many cycles. */
    void idle(long cycles) {
        leaves[IDLE] += cycles;
    }

    private void charge(long[] to, long why, long cycles) {
        if (why < 0) {
            to[(int) (-1 - why)] += cycles;
            return;
        }
        long age = Math.max(1, why >>> UnitAccount.AGE_SHIFT);
        int level = Request.levelOf((int) why);
        int path = (int) (why >>> UnitAccount.PATH_SHIFT) & PATHS;
        long older = age;
        long rest = cycles;
        for (int above : level == 0 || path >= paths.length ? NO_LEVELS : paths[path]) {
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
        long share = cycles / of * part + cycles % of * part / of; // the product of both may be no long
        to[leaf] += share;
        return share;
    }

    /**
     * Charges a wait during which readings were taken, part by part, so that each reading gets what lay before it.
     *
     * @param since when it began
     * @param last the last of the readings
     */
    void charge(long why, long since, long until, OpenWait last) {
        Deque<OpenWait> waits = new ArrayDeque<>();
        for (OpenWait wait = last; wait != null; wait = wait.earlier()) {
            waits.push(wait);
        }
        long[] waited = new long[LEAVES];
        long from = since;
        for (OpenWait wait : waits) {
            charge(waited, why, wait.cycle() - from);
            from = wait.cycle();
            wait.reading().add(waited);
        }
        charge(waited, why, until - from);
        for (int leaf = 0; leaf < LEAVES; leaf++) {
            leaves[leaf] += waited[leaf];
        }
    }

    /** A unit that had no wave gets one. */
    void filled(long now) {
        if (resident == 0) {
            since = now;
        }
        resident++;
    }

    /** The last wave of a unit has gone. */
    void emptied(long now) {
        resident--;
        if (resident == 0) {
            occupied += now - since;
        }
    }

    /** Where the cycles went up to now. */
    UnitReading upTo(long now) {
        long[] upTo = Arrays.copyOf(leaves, LEAVES + 1);
        UnitReading reading = new UnitReading(this, upTo, occupied + (resident > 0 ? now - since : 0));
        long waiting = 0;
        for (UnitAccount unit : units) {
            long open = now - unit.settled;
            if (open > 0 && unit.busy) {
                unit.read(reading, now);
                waiting += open;
            } else if (open > 0) {
                upTo[IDLE] += open;
            }
        }
        long charged = waiting;
        for (int leaf = 0; leaf < LEAVES; leaf++) {
            charged += upTo[leaf];
        }
        upTo[LEAVES] = now * units.length - charged;
        return reading;
    }

    /** Charges what units still waited for at a reading to what came last. */
    void settle(UnitReading reading) {
        for (UnitAccount unit : units) {
            unit.settle(reading);
        }
    }

    /** What lies between two readings; what {@code cycles} leaves out of the time between them was idle. */
    Limits.TopDown topDown(UnitReading begin, UnitReading end, long cycles) {
        long[] from = begin.leaves();
        long[] to = end.leaves();
        long unitCycles = cycles * units.length;
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
