package dev.sluice.core.host;

import dev.sluice.core.cache.CacheSpec;
import dev.sluice.core.stats.CacheCounters;

/**
 * The tags of one level of the host's caches, all its instances: which line is where, in which frame, dirty or not.
 *
 * <p>Replacement by the spec's {@code replacement}: {@code lru}, {@code fifo}, {@code random} or {@code plru}, the tree of
 * bits of a power-of-two number of ways.
 */
final class HostCacheLevel {

    static final int ABSENT = -1;

    private static final long NO_LINE = -1;

    final CacheSpec spec;
    final String name;
    final CacheCounters counters = new CacheCounters();

    private final int sets;
    private final int ways;
    private final int linesPerInstance;
    private final boolean touchOnHit;
    private final boolean random;
    private final boolean tree;
    private final boolean hashed;
    private final long[] lines;
    private final int[] frames;
    private final boolean[] dirty;
    private final long[] stamps;
    private long clock;
    private long randomState = 0x9E3779B97F4A7C15L;

    HostCacheLevel(CacheSpec spec, int instances) {
        this.spec = spec;
        this.name = "host." + spec.name();
        this.ways = spec.ways();
        this.linesPerInstance = (int) (spec.size() / spec.line());
        this.sets = linesPerInstance / ways;
        this.hashed = spec.hash() == CacheSpec.Hash.XOR;
        switch (spec.replacement()) {
            case "lru", "fifo", "random", "plru" -> {
                random = spec.replacement().equals("random");
                tree = spec.replacement().equals("plru");
                touchOnHit = spec.replacement().equals("lru");
            }
            default ->
                throw new IllegalArgumentException("host cache " + spec.name()
                        + ": replacement must be lru, plru, fifo or random, not " + spec.replacement());
        }
        if (tree && (Integer.bitCount(ways) != 1 || ways > 64)) {
            throw new IllegalArgumentException(
                    "host cache " + spec.name() + ": plru needs a power of two of up to 64 ways");
        }
        int total = Math.multiplyExact(linesPerInstance, instances);
        lines = new long[total];
        java.util.Arrays.fill(lines, NO_LINE);
        frames = new int[total];
        dirty = new boolean[total];
        stamps = new long[tree ? Math.multiplyExact(sets, instances) : total];
    }

    /** The slot that holds a line, or {@link #ABSENT}. */
    int find(int instance, long line) {
        int from = firstSlot(instance, line);
        for (int slot = from; slot < from + ways; slot++) {
            if (lines[slot] == line) {
                return slot;
            }
        }
        return ABSENT;
    }

    /** The slot where a line is to go: an empty one, else the victim's. */
    int place(int instance, long line) {
        int from = firstSlot(instance, line);
        int oldest = from;
        for (int slot = from; slot < from + ways; slot++) {
            if (lines[slot] == NO_LINE) {
                return slot;
            }
            if (!tree && stamps[slot] < stamps[oldest]) {
                oldest = slot;
            }
        }
        if (random) {
            randomState ^= randomState << 13;
            randomState ^= randomState >>> 7;
            randomState ^= randomState << 17;
            return from + (int) Long.remainderUnsigned(randomState, ways);
        }
        return tree ? from + treeVictim(from / ways) : oldest;
    }

    void put(int slot, long line, int frame, boolean isDirty) {
        lines[slot] = line;
        frames[slot] = frame;
        dirty[slot] = isDirty;
        touch(slot);
    }

    void touched(int slot) {
        if (touchOnHit || tree) {
            touch(slot);
        }
    }

    void clear(int slot) {
        lines[slot] = NO_LINE;
        dirty[slot] = false;
    }

    boolean occupied(int slot) {
        return lines[slot] != NO_LINE;
    }

    long line(int slot) {
        return lines[slot];
    }

    int frame(int slot) {
        return frames[slot];
    }

    boolean dirty(int slot) {
        return dirty[slot];
    }

    void setDirty(int slot, boolean isDirty) {
        dirty[slot] = isDirty;
    }

    private int firstSlot(int instance, long line) {
        long number = line / spec.line();
        if (hashed) {
            number ^= number >>> 7 ^ number >>> 15;
        }
        return instance * linesPerInstance + (int) (number % sets) * ways;
    }

    private void touch(int slot) {
        if (!tree) {
            stamps[slot] = ++clock;
            return;
        }
        int set = slot / ways;
        int node = 1;
        for (int half = ways >> 1; half > 0; half >>= 1) {
            boolean right = (slot % ways & half) != 0;
            // a node's bit points away from the way used last
            stamps[set] = right ? stamps[set] & ~(1L << node) : stamps[set] | 1L << node;
            node = node * 2 + (right ? 1 : 0);
        }
    }

    private int treeVictim(int set) {
        int node = 1;
        int way = 0;
        for (int half = ways >> 1; half > 0; half >>= 1) {
            boolean right = (stamps[set] >>> node & 1) != 0;
            way += right ? half : 0;
            node = node * 2 + (right ? 1 : 0);
        }
        return way;
    }
}
