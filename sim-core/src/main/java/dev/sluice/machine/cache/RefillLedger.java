// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.cache;

import dev.sluice.machine.memory.ResourceRanges;
import dev.sluice.machine.request.Request;
import dev.sluice.result.RunResult;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * What was fetched again because a barrier's invalidate had dropped it: sectors of 32 bytes and bytes, per barrier, cache and
 * resource.
 */
public final class RefillLedger {

    private static final int BARRIER_SHIFT = 32;
    private static final int NODE_SHIFT = 24;
    private static final int RESOURCE_MASK = (1 << NODE_SHIFT) - 1;

    private final ResourceRanges resources;
    private final List<String> nodes = new ArrayList<>();
    private final SparseCounts shares = new SparseCounts();
    private long[] misses = new long[16];
    private long[] sortedKeys = new long[0];

    /** Knows no resource by name. */
    public RefillLedger() {
        this(ResourceRanges.NONE);
    }

    /** @param resources who owns what is fetched */
    public RefillLedger(ResourceRanges resources) {
        this.resources = resources;
    }

    /** The number of the resource that owns an address. */
    int resource(long address) {
        return resources.at(address);
    }

    /** The number of a cache node, the same for all its slices. */
    int node(String name) {
        if (!nodes.contains(name)) {
            nodes.add(name);
        }
        return nodes.indexOf(name);
    }

    /**
     * Counts sectors fetched again; each dropped sector counts at most once.
     *
     * @param line address of the line
     * @param sectors mask of its sectors
     */
    void count(int barrier, int node, long line, int sectors) {
        if (barrier >= misses.length) {
            misses = Arrays.copyOf(misses, Math.max(misses.length * 2, barrier + 1));
        }
        misses[barrier] += Integer.bitCount(sectors);
        long key = (long) barrier << BARRIER_SHIFT | (long) node << NODE_SHIFT;
        for (int rest = sectors; rest != 0; rest &= rest - 1) {
            long sector = line + (long) Integer.numberOfTrailingZeros(rest) * Request.SECTOR_BYTES;
            shares.add(key | resources.at(sector), 1);
        }
    }

    /** Sector misses on lines that this barrier dropped. */
    public long refillMisses(int barrier) {
        return barrier < misses.length ? misses[barrier] : 0;
    }

    /** Bytes fetched for them. */
    public long refillBytes(int barrier) {
        return refillMisses(barrier) * Request.SECTOR_BYTES;
    }

    /** The same by cache and resource; call it once the run is over, it sorts after each change. */
    public List<RunResult.Refill> refills(int barrier) {
        if (sortedKeys.length != shares.size()) {
            sortedKeys = shares.keys();
        }
        List<RunResult.Refill> refills = new ArrayList<>();
        for (int i = firstKey(barrier); i < sortedKeys.length && sortedKeys[i] >>> BARRIER_SHIFT == barrier; i++) {
            long key = sortedKeys[i];
            long count = shares.count(key);
            refills.add(new RunResult.Refill(
                    nodes.get((int) key >>> NODE_SHIFT),
                    resources.name((int) key & RESOURCE_MASK),
                    count,
                    count * Request.SECTOR_BYTES));
        }
        return refills;
    }

    private int firstKey(int barrier) {
        int found = Arrays.binarySearch(sortedKeys, (long) barrier << BARRIER_SHIFT);
        return found >= 0 ? found : -found - 1;
    }
}
