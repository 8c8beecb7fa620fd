// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.compute;

import org.jspecify.annotations.Nullable;

/**
 * The resident waves of a unit in order of age, with those that may issue as bits, so that the oldest is found at once.
 *
 * <p>A wave takes the next position when it comes; when positions run out, the waves that are left move together. Waves
 * that wait for a structure (the load/store queue, shared memory) are kept apart from the ready ones, so that they are
 * not tried in vain.
 */
final class AgeOrder {

    private final @Nullable Wave[] waves;
    private final long[] ready;
    private final long[] next;
    private final long[] forLoadStore;
    private final long[] forShared;
    private int end;
    private boolean anyNext;
    private long nextSince;

    AgeOrder(int residentWaves) {
        int words = (2 * residentWaves + Long.SIZE - 1) / Long.SIZE;
        waves = new Wave[words * Long.SIZE];
        ready = new long[words];
        next = new long[words];
        forLoadStore = new long[words];
        forShared = new long[words];
    }

    /** Adds a wave as the youngest; it is not ready. */
    void add(Wave wave) {
        if (end == waves.length) {
            compact();
        }
        wave.position = end;
        waves[end++] = wave;
    }

    void remove(Wave wave) {
        clear(wave);
        waves[wave.position] = null;
    }

    /** The wave may issue from now on. */
    void ready(Wave wave) {
        ready[wave.position >>> 6] |= 1L << wave.position;
    }

    /** The wave may issue from the cycle after {@code now} on. */
    void readyNextCycle(Wave wave, long now) {
        nextCycle(now);
        nextSince = now;
        next[wave.position >>> 6] |= 1L << wave.position;
        anyNext = true;
    }

    /** The wave is ready, but the load/store queue must take its access. */
    void awaitLoadStore(Wave wave) {
        clear(wave);
        forLoadStore[wave.position >>> 6] |= 1L << wave.position;
    }

    /** The wave is ready, but shared memory must take its access. */
    void awaitShared(Wave wave) {
        clear(wave);
        forShared[wave.position >>> 6] |= 1L << wave.position;
    }

    /** The wave waits for an event that will call {@link #ready} again. */
    void clear(Wave wave) {
        int word = wave.position >>> 6;
        long others = ~(1L << wave.position);
        ready[word] &= others;
        next[word] &= others;
        forLoadStore[word] &= others;
        forShared[word] &= others;
    }

    /** Makes those ready that became so for this cycle. */
    void nextCycle(long now) {
        if (anyNext && nextSince < now) {
            for (int i = 0; i < next.length; i++) {
                ready[i] |= next[i];
                next[i] = 0;
            }
            anyNext = false;
        }
    }

    boolean anyForNextCycle() {
        return anyNext;
    }

    boolean anyReady() {
        return any(ready);
    }

    boolean anyForLoadStore() {
        return any(forLoadStore);
    }

    boolean anyForShared() {
        return any(forShared);
    }

    /** The oldest wave that may issue, given which structures take an access now; null if there is none. */
    @Nullable
    Wave oldest(boolean loadStore, boolean shared) {
        for (int i = 0; i < ready.length; i++) {
            long bits = ready[i];
            if (loadStore) {
                bits |= forLoadStore[i];
            }
            if (shared) {
                bits |= forShared[i];
            }
            if (bits != 0) {
                return waves[(i << 6) + Long.numberOfTrailingZeros(bits)];
            }
        }
        return null;
    }

    private static boolean any(long[] bits) {
        long all = 0;
        for (long word : bits) {
            all |= word;
        }
        return all != 0;
    }

    private void compact() {
        int to = 0;
        for (int from = 0; from < end; from++) {
            Wave wave = waves[from];
            if (wave == null) {
                continue;
            }
            if (to != from) {
                move(ready, from, to);
                move(next, from, to);
                move(forLoadStore, from, to);
                move(forShared, from, to);
                waves[to] = wave;
                waves[from] = null;
                wave.position = to;
            }
            to++;
        }
        end = to;
    }

    private static void move(long[] bits, int from, int to) {
        long bit = bits[from >>> 6] >>> from & 1;
        bits[from >>> 6] &= ~(1L << from);
        bits[to >>> 6] = bits[to >>> 6] & ~(1L << to) | bit << to;
    }
}
