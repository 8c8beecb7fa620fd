// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.analysis;

import java.util.Arrays;

/**
 * Tells the kinds of the misses of a cache, beside a fully associative one of the same size that evicts the least recently used line
 * and fills at once.
 *
 * <p>The reference has the sectors of its lines as the cache has, and loses what an invalidation takes from the cache. A miss on a
 * sector that is on its way is of the kind of the miss that asked for it. Memory grows with the lines that are touched, by some 30
 * bytes each.
 */
final class MissClassifier {

    private static final int NONE = -1;
    private static final int GRANULES = 8;
    private static final int ALL = (1 << GRANULES) - 1;
    private static final MissKind[] KINDS = MissKind.values();

    private final int capacity;
    private final long[] counts = new long[KINDS.length];

    /** By entry: the line. */
    private long[] lines = new long[64];
    /** Granules that were ever held, those asked for since the line came, and those lost to an invalidation; a byte each. */
    private int[] history = new int[64];
    /** Granules that the reference holds. */
    private byte[] held = new byte[64];
    /** The kind of each granule's last miss, two bits each. */
    private short[] kinds = new short[64];
    /** The reference's order of use: neighbours of the lines that it holds; {@link #OUT} for the others. */
    private int[] newer = new int[64];

    private int[] older = new int[64];
    private int[] table = new int[128];
    private int count;
    private int newest = NONE;
    private int oldest = NONE;
    private int resident;

    private static final int OUT = -2;
    private static final int WANTED = 8;
    private static final int LOST = 16;

    /** @param capacity lines of the cache */
    MissClassifier(int capacity) {
        this.capacity = capacity;
        Arrays.fill(table, NONE);
    }

    /** Misses of a kind so far. */
    long count(MissKind kind) {
        return counts[kind.ordinal()];
    }

    /** Begins to count anew; what is known of lines stays. */
    void reset() {
        Arrays.fill(counts, 0);
    }

    /**
     * A look-up.
     *
     * @param brought granules that the line holds afterwards because of it; none where a store allocates nothing
     */
    void accessed(long line, int missing, int brought, boolean present, boolean merged) {
        int i = entry(line);
        int known = history[i];
        for (int rest = missing; rest != 0; rest &= rest - 1) {
            int g = Integer.numberOfTrailingZeros(rest);
            int kind = kind(i, known, g, merged);
            counts[kind]++;
            kinds[i] = (short) (kinds[i] & ~(3 << 2 * g) | kind << 2 * g);
        }
        if (!present) {
            known &= ~(ALL << WANTED);
        }
        if (brought != 0) {
            known = (known | brought | brought << WANTED) & ~(brought << LOST);
            use(i);
            held[i] |= (byte) brought;
        } else if (newer[i] != OUT) {
            use(i);
        }
        history[i] = known;
    }

    /** Granules of a line that the reference does not hold. */
    int lacking(long line) {
        int i = entry(line);
        return newer[i] == OUT ? ALL : ~held[i] & ALL;
    }

    /** Granules of a line that were asked for since it came and not lost since: those of them that are not there are on their way. */
    int asked(long line) {
        int i = entry(line); // first: it may grow the tables
        return history[i] >>> WANTED & ALL;
    }

    private int kind(int i, int known, int g, boolean merged) {
        if (merged && (known >>> WANTED + g & 1) != 0) {
            return kinds[i] >>> 2 * g & 3;
        }
        if ((known >>> LOST + g & 1) != 0) {
            return MissKind.COHERENCE.ordinal();
        }
        if ((known >>> g & 1) == 0) {
            return MissKind.COMPULSORY.ordinal();
        }
        return (newer[i] != OUT && (held[i] >>> g & 1) != 0 ? MissKind.CONFLICT : MissKind.CAPACITY).ordinal();
    }

    /** Granules of a line were lost to an invalidation. */
    void lost(long line, int granules) {
        int i = entry(line);
        history[i] = (history[i] | granules << LOST) & ~(granules << WANTED);
        held[i] &= (byte) ~granules;
    }

    private void use(int i) {
        if (newest == i) {
            return;
        }
        if (newer[i] != OUT) {
            unlink(i);
        } else if (resident == capacity) {
            int victim = oldest;
            unlink(victim);
            newer[victim] = OUT;
            held[victim] = 0;
        } else {
            resident++;
        }
        newer[i] = NONE;
        older[i] = newest;
        if (newest == NONE) {
            oldest = i;
        } else {
            newer[newest] = i;
        }
        newest = i;
    }

    private void unlink(int i) {
        if (newer[i] == NONE) {
            newest = older[i];
        } else {
            older[newer[i]] = older[i];
        }
        if (older[i] == NONE) {
            oldest = newer[i];
        } else {
            newer[older[i]] = newer[i];
        }
    }

    private int entry(long line) {
        int mask = table.length - 1;
        int slot = (int) (line * 0x9E3779B97F4A7C15L >>> 33) & mask;
        while (table[slot] != NONE) {
            if (lines[table[slot]] == line) {
                return table[slot];
            }
            slot = slot + 1 & mask;
        }
        if (count == lines.length) {
            grow();
            return entry(line);
        }
        int made = count++;
        table[slot] = made;
        lines[made] = line;
        newer[made] = OUT;
        return made;
    }

    private void grow() {
        int size = 2 * count;
        lines = Arrays.copyOf(lines, size);
        history = Arrays.copyOf(history, size);
        held = Arrays.copyOf(held, size);
        kinds = Arrays.copyOf(kinds, size);
        newer = Arrays.copyOf(newer, size);
        older = Arrays.copyOf(older, size);
        table = new int[2 * size];
        Arrays.fill(table, NONE);
        int mask = table.length - 1;
        for (int i = 0; i < count; i++) {
            int slot = (int) (lines[i] * 0x9E3779B97F4A7C15L >>> 33) & mask;
            while (table[slot] != NONE) {
                slot = slot + 1 & mask;
            }
            table[slot] = i;
        }
    }
}
