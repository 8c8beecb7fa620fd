// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.analysis;

import java.util.Arrays;

/**
 * How many other lines are used between two uses of a line, in one pass and bounded memory.
 *
 * <p>Exact while no more than a given number of lines were met: a tree of sums over the times of last use counts the lines used since
 * (Bennett and Kruskal, LRU Stack Processing, IBM Journal of Research and Development, 1975). With more, lines are sampled by a hash
 * of theirs at a rate that halves whenever the sample is full, and distances and counts are scaled (Waldspurger, Park, Garthwaite and
 * Ahmad, Efficient MRC Construction with SHARDS, FAST 2015, with a fixed size; there the rate falls in smaller steps). What the sample
 * has too few of counts as the shortest distance, as SHARDS-adj has it; what it has too many is taken from the shortest there are.
 */
final class ReuseDistances {

    private static final int SUB_BITS = 4;
    private static final int EXACT = 2 << SUB_BITS;
    private static final int BINS = EXACT + (Long.SIZE - SUB_BITS) * (1 << SUB_BITS);
    private static final int EMPTY = -1;

    /** Lines that arrays have room for at least. */
    private static final int LEAST_ROOM = 64;

    private final FollowedLines share;
    private final double[] bins = new double[BINS];
    private double cold;
    private double sampled;
    private long accesses;
    /** Lines are sampled whose hash has this many zeros at its end. */
    private int rateBits;

    private long[] lines;
    private int[] lastUse;
    private int[] table;
    private int count;
    /** The line used at each time, or {@link #EMPTY}; and the tree of sums over them. */
    private int[] atTime;

    private int[] sums;
    private int time;

    /** @param most lines that are followed at a time */
    ReuseDistances(int most) {
        this(new FollowedLines(most));
    }

    /** @param share of lines that are followed at a time, with others */
    ReuseDistances(FollowedLines share) {
        this.share = share;
        share.share(this);
        int room = Math.min(share.most(), LEAST_ROOM);
        lines = new long[room];
        lastUse = new int[room];
        table = new int[4 * Integer.highestOneBit(room)];
        Arrays.fill(table, EMPTY);
        atTime = new int[4 * room];
        sums = new int[4 * room + 1];
        Arrays.fill(atTime, EMPTY);
    }

    /** A use of a line. */
    void used(long line) {
        accesses++;
        long hash = hash(line);
        if (rateBits != 0 && (hash & (1L << rateBits) - 1) != 0) {
            return;
        }
        sampled++;
        if (time == atTime.length) {
            renumber();
        }
        int i = find(line, hash);
        if (i >= 0) {
            int before = lastUse[i];
            long distance = (long) count - prefix(before + 1);
            bins[bin(distance << rateBits)]++;
            atTime[before] = EMPTY;
            add(before, -1);
        } else {
            cold++;
            share.makeRoom();
            if ((hash & (1L << rateBits) - 1) != 0) {
                return;
            }
            i = insert(line, hash);
        }
        lastUse[i] = time;
        atTime[time] = i;
        add(time, 1);
        time++;
    }

    /** Begins to count anew; what is known of lines stays. */
    void reset() {
        Arrays.fill(bins, 0);
        cold = 0;
        sampled = 0;
        accesses = 0;
    }

    /** Lines that are followed now. */
    int followed() {
        return count;
    }

    /** Uses so far. */
    long accesses() {
        return accesses;
    }

    /** The part of all lines that is followed. */
    double rate() {
        return 1.0 / (1L << rateBits);
    }

    /** Uses of lines that were not used before, over all lines. */
    double cold() {
        return uses()[BINS];
    }

    /** Uses whose distance lies from one power of two to before the next, over all lines; the first is distance 0. */
    double[] byPowersOfTwo() {
        double[] uses = uses();
        double[] powers = new double[Long.SIZE];
        for (int b = 0; b < BINS; b++) {
            if (uses[b] != 0) {
                powers[Long.SIZE - Long.numberOfLeadingZeros(from(b))] += uses[b];
            }
        }
        int last = powers.length;
        while (last > 0 && powers[last - 1] == 0) {
            last--;
        }
        return Arrays.copyOf(powers, last);
    }

    /** Uses that a fully associative cache of so many lines, which evicts the least recently used one, would miss. */
    double misses(long capacity) {
        double[] uses = uses();
        double misses = uses[BINS];
        for (int b = 0; b < BINS; b++) {
            if (uses[b] != 0) {
                long from = from(b);
                long to = b + 1 < BINS ? from(b + 1) : Long.MAX_VALUE;
                if (from >= capacity) {
                    misses += uses[b];
                } else if (to > capacity) {
                    misses += uses[b] * (to - capacity) / (to - from);
                }
            }
        }
        return misses;
    }

    /** Uses over all lines by their bin, and behind them those of lines that were not used before: together all accesses. */
    private double[] uses() {
        double[] uses = new double[BINS + 1];
        for (int b = 0; b < BINS; b++) {
            uses[b] = bins[b] / rate();
        }
        uses[BINS] = cold / rate();
        double lacking = accesses - sampled / rate();
        if (lacking >= 0) {
            uses[0] += lacking;
            return uses;
        }
        // lines that are used often make the difference, so it is of short distances
        double left = -lacking;
        for (int b = 0; left > 0 && b <= BINS; b++) {
            double taken = Math.min(uses[b], left);
            uses[b] -= taken;
            left -= taken;
        }
        return uses;
    }

    private static int bin(long distance) {
        if (distance < EXACT) {
            return (int) distance;
        }
        int octave = Long.SIZE - 1 - Long.numberOfLeadingZeros(distance);
        int within = (int) (distance >>> octave - SUB_BITS) & (1 << SUB_BITS) - 1;
        return EXACT + (octave - SUB_BITS - 1 << SUB_BITS) + within;
    }

    /** The least distance of a bin. */
    private static long from(int bin) {
        if (bin < EXACT) {
            return bin;
        }
        int octave = (bin - EXACT >>> SUB_BITS) + SUB_BITS + 1;
        int within = bin - EXACT & (1 << SUB_BITS) - 1;
        return (1L << SUB_BITS | within) << octave - SUB_BITS;
    }

    private static long hash(long line) {
        long mixed = (line ^ line >>> 32) * 0x9E3779B97F4A7C15L;
        mixed ^= mixed >>> 29;
        mixed *= 0xBF58476D1CE4E5B9L;
        return mixed ^ mixed >>> 32;
    }

    /** Lines whose last use lies before a time. */
    private int prefix(int before) {
        int sum = 0;
        for (int i = before; i > 0; i &= i - 1) {
            sum += sums[i];
        }
        return sum;
    }

    private void add(int at, int what) {
        for (int i = at + 1; i < sums.length; i += i & -i) {
            sums[i] += what;
        }
    }

    private int find(long line, long hash) {
        int mask = table.length - 1;
        for (int slot = (int) (hash >>> 40) & mask; table[slot] != EMPTY; slot = slot + 1 & mask) {
            if (lines[table[slot]] == line) {
                return table[slot];
            }
        }
        return EMPTY;
    }

    private int insert(long line, long hash) {
        if (count == lines.length) {
            grow();
        }
        lines[count] = line;
        put(count, hash);
        share.added();
        return count++;
    }

    private void put(int i, long hash) {
        int mask = table.length - 1;
        int slot = (int) (hash >>> 40) & mask;
        while (table[slot] != EMPTY) {
            slot = slot + 1 & mask;
        }
        table[slot] = i;
    }

    private void grow() {
        resize((int) Math.min(share.most(), 2L * lines.length));
    }

    private void resize(int room) {
        lines = Arrays.copyOf(lines, room);
        lastUse = Arrays.copyOf(lastUse, room);
        table = new int[4 * Integer.highestOneBit(room)];
        rehash();
        renumber(4 * room);
    }

    private void rehash() {
        Arrays.fill(table, EMPTY);
        for (int i = 0; i < count; i++) {
            put(i, hash(lines[i]));
        }
    }

    private void renumber() {
        renumber(atTime.length);
    }

    /** Gives the last uses the lowest times, in their order. */
    private void renumber(int room) {
        int[] old = atTime;
        int until = time;
        atTime = new int[room];
        sums = new int[room + 1];
        Arrays.fill(atTime, EMPTY);
        time = 0;
        for (int t = 0; t < until; t++) {
            if (old[t] != EMPTY) {
                atTime[time] = old[t];
                lastUse[old[t]] = time;
                add(time, 1);
                time++;
            }
        }
    }

    /** Follows every other line from now on, and counts what was counted by half. */
    void halve() {
        rateBits++;
        for (int b = 0; b < BINS; b++) {
            bins[b] /= 2;
        }
        cold /= 2;
        sampled /= 2;
        int kept = 0;
        int[] moved = new int[count];
        for (int i = 0; i < count; i++) {
            boolean stays = (hash(lines[i]) & (1L << rateBits) - 1) == 0;
            moved[i] = stays ? kept : EMPTY;
            if (stays) {
                lines[kept] = lines[i];
                lastUse[kept++] = lastUse[i];
            }
        }
        share.dropped(count - kept);
        count = kept;
        for (int t = 0; t < time; t++) {
            if (atTime[t] != EMPTY) {
                atTime[t] = moved[atTime[t]];
            }
        }
        // what others follow instead takes room there
        resize(Math.min(lines.length, Math.max(Math.min(share.most(), LEAST_ROOM), 2 * kept)));
    }
}
