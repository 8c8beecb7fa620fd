// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.compute;

/**
 * The resident waves of a unit in order of age, with those that may issue as bits, so that the oldest is found at once.
 *
 * <p>A wave takes the next position when it comes; when positions run out, the waves that are left move together. Waves
 * that wait for a structure (the load/store queue, shared memory) are kept apart from the ready ones, so that they are
 * not tried in vain.
 */
final class AgeOrder {

    /** Of each 64 positions one word for each of these, one after the other. */
    private static final int READY = 0;

    private static final int NEXT = 1;
    private static final int FOR_LOAD_STORE = 2;
    private static final int FOR_SHARED = 3;
    private static final int SETS = 4;

    private static final short NONE = -1;

    private final WaveTable table;
    /** By position: the wave's place; {@link #NONE} where it has gone. */
    private final short[] waves;

    private final long[] bits;
    private int end;
    private boolean anyNext;
    private long nextSince;

    AgeOrder(WaveTable table, int residentWaves) {
        this.table = table;
        int words = (2 * residentWaves + Long.SIZE - 1) / Long.SIZE;
        waves = new short[words * Long.SIZE];
        bits = new long[SETS * words];
    }

    /** Adds a wave as the youngest; it is not ready. */
    void add(int wave) {
        if (end == waves.length) {
            compact();
        }
        table.setPosition(wave, end);
        waves[end++] = (short) wave;
    }

    void remove(int wave) {
        clear(wave);
        waves[table.position(wave)] = NONE;
    }

    private static int word(int position) {
        return (position >>> 6) * SETS;
    }

    /** The wave may issue from now on. */
    void ready(int wave) {
        int position = table.position(wave);
        bits[word(position) + READY] |= 1L << position;
    }

    /** The wave may issue from the cycle after {@code now} on. */
    void readyNextCycle(int wave, long now) {
        nextCycle(now);
        nextSince = now;
        int position = table.position(wave);
        bits[word(position) + NEXT] |= 1L << position;
        anyNext = true;
    }

    /** The wave is ready, but the load/store queue must take its access. */
    void awaitLoadStore(int wave) {
        clear(wave);
        int position = table.position(wave);
        bits[word(position) + FOR_LOAD_STORE] |= 1L << position;
    }

    /** The wave is ready, but shared memory must take its access. */
    void awaitShared(int wave) {
        clear(wave);
        int position = table.position(wave);
        bits[word(position) + FOR_SHARED] |= 1L << position;
    }

    /** The wave waits for an event that will call {@link #ready} again. */
    void clear(int wave) {
        int position = table.position(wave);
        int word = word(position);
        long others = ~(1L << position);
        for (int set = word; set < word + SETS; set++) {
            bits[set] &= others;
        }
    }

    /** Makes those ready that became so for this cycle. */
    void nextCycle(long now) {
        if (anyNext && nextSince < now) {
            for (int word = 0; word < bits.length; word += SETS) {
                bits[word + READY] |= bits[word + NEXT];
                bits[word + NEXT] = 0;
            }
            anyNext = false;
        }
    }

    boolean anyForNextCycle() {
        return anyNext;
    }

    boolean anyReady() {
        return any(READY);
    }

    boolean anyForLoadStore() {
        return any(FOR_LOAD_STORE);
    }

    boolean anyForShared() {
        return any(FOR_SHARED);
    }

    /** The oldest wave that may issue, given which structures take an access now; -1 if there is none. */
    int oldest(boolean loadStore, boolean shared) {
        for (int word = 0; word < bits.length; word += SETS) {
            long may = bits[word + READY];
            if (loadStore) {
                may |= bits[word + FOR_LOAD_STORE];
            }
            if (shared) {
                may |= bits[word + FOR_SHARED];
            }
            if (may != 0) {
                return waves[word / SETS * Long.SIZE + Long.numberOfTrailingZeros(may)];
            }
        }
        return -1;
    }

    private boolean any(int set) {
        long all = 0;
        for (int word = set; word < bits.length; word += SETS) {
            all |= bits[word];
        }
        return all != 0;
    }

    private void compact() {
        int to = 0;
        for (int from = 0; from < end; from++) {
            short wave = waves[from];
            if (wave == NONE) {
                continue;
            }
            if (to != from) {
                for (int set = 0; set < SETS; set++) {
                    move(word(from) + set, from, word(to) + set, to);
                }
                waves[to] = wave;
                waves[from] = NONE;
                table.setPosition(wave, to);
            }
            to++;
        }
        end = to;
    }

    private void move(int fromWord, int from, int toWord, int to) {
        long bit = bits[fromWord] >>> from & 1;
        bits[fromWord] &= ~(1L << from);
        bits[toWord] = bits[toWord] & ~(1L << to) | bit << to;
    }
}
