// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.compute;

/**
 * The resident waves of a unit in order of age, with those that may issue as bits, so that the oldest is found at once.
 *
 * <p>A wave takes the next position when it comes; when positions run out, the waves that are left move together. Waves
 * that wait for a structure (the load/store queue, shared memory) are kept apart from the ready ones, so that they are
 * not tried in vain, and waves that will be ready in one of the next cycles lie in the set of that cycle.
 */
final class AgeOrder {

    /** Cycles ahead that have a set of the waves that will be ready; a power of two. */
    static final int RING = 16;

    /** Sets of waves, each with a bit by position. */
    private static final int READY = 0;

    private static final int FOR_LOAD_STORE = 1;
    private static final int FOR_SHARED = 2;
    /** The first of those by cycle. */
    private static final int WAKES = 3;

    private static final int SETS = WAKES + RING;

    private static final short NONE = -1;

    private final WaveTable table;
    /** The unit's first place for waves. */
    private final int first;
    /** By position: the wave's place, counted from the unit's first; {@link #NONE} where it has gone. */
    private final short[] waves;

    private final int words;
    /** By set and position. */
    private final long[] bits;

    private int end;
    /** Whether a wave ever waited for shared memory. */
    private boolean usesShared;

    AgeOrder(WaveTable table, int first, int residentWaves) {
        this.table = table;
        this.first = first;
        words = (2 * residentWaves + Long.SIZE - 1) / Long.SIZE;
        waves = new short[words * Long.SIZE];
        bits = new long[SETS * words];
    }

    /** Adds a wave as the youngest; it is not ready. */
    void add(int wave) {
        if (end == waves.length) {
            compact();
        }
        table.setPosition(wave, end);
        waves[end++] = (short) (wave - first);
    }

    void remove(int wave) {
        clear(wave);
        waves[table.position(wave)] = NONE;
    }

    /** The wave may issue from now on. */
    void ready(int wave) {
        int position = table.position(wave);
        bits[READY * words + (position >>> 6)] |= 1L << position;
    }

    /** The wave may issue from a cycle on, less than {@link #RING} cycles ahead, in which {@link #wake} must be called. */
    void readyAt(int wave, long cycle) {
        int position = table.position(wave);
        bits[wakes(cycle) + (position >>> 6)] |= 1L << position;
    }

    private int wakes(long cycle) {
        return (WAKES + ((int) cycle & RING - 1)) * words;
    }

    /** Makes those waves ready whose cycle has come. */
    void wake(long now) {
        int from = wakes(now);
        for (int word = 0; word < words; word++) {
            bits[word] |= bits[from + word];
            bits[from + word] = 0;
        }
    }

    /** The wave is ready, but the load/store queue must take its access. */
    void awaitLoadStore(int wave) {
        move(wave, FOR_LOAD_STORE);
    }

    /** The wave is ready, but shared memory must take its access. */
    void awaitShared(int wave) {
        usesShared = true;
        move(wave, FOR_SHARED);
    }

    private void move(int wave, int set) {
        clear(wave);
        int position = table.position(wave);
        bits[set * words + (position >>> 6)] |= 1L << position;
    }

    /** The wave is no longer among those that may issue. */
    void clear(int wave) {
        int position = table.position(wave);
        int word = position >>> 6;
        long others = ~(1L << position);
        bits[word] &= others;
        bits[FOR_LOAD_STORE * words + word] &= others;
        bits[FOR_SHARED * words + word] &= others;
    }

    /** Whether a wave may issue as soon as there is an issue slot; {@code loadStore}: the queue takes accesses. */
    boolean anyReady(boolean loadStore) {
        long all = 0;
        for (int word = 0; word < words; word++) {
            all |= bits[word];
            if (loadStore) {
                all |= bits[FOR_LOAD_STORE * words + word];
            }
        }
        return all != 0;
    }

    boolean anyForShared() {
        long all = 0;
        for (int word = FOR_SHARED * words; usesShared && word < (FOR_SHARED + 1) * words; word++) {
            all |= bits[word];
        }
        return all != 0;
    }

    /** The oldest wave that may issue, given which structures take an access now; -1 if there is none. */
    int oldest(boolean loadStore, boolean shared) {
        for (int word = 0; word < words; word++) {
            long may = bits[word];
            if (loadStore) {
                may |= bits[FOR_LOAD_STORE * words + word];
            }
            if (shared) {
                may |= bits[FOR_SHARED * words + word];
            }
            if (may != 0) {
                return first + waves[(word << 6) + Long.numberOfTrailingZeros(may)];
            }
        }
        return -1;
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
                    move(set * words, from, to);
                }
                waves[to] = wave;
                waves[from] = NONE;
                table.setPosition(first + wave, to);
            }
            to++;
        }
        end = to;
    }

    private void move(int set, int from, int to) {
        int fromWord = set + (from >>> 6);
        int toWord = set + (to >>> 6);
        long bit = bits[fromWord] >>> from & 1;
        bits[fromWord] &= ~(1L << from);
        bits[toWord] = bits[toWord] & ~(1L << to) | bit << to;
    }
}
