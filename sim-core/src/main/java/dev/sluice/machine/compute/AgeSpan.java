// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.compute;

import org.jspecify.annotations.Nullable;

/** 64 neighbouring positions of an {@link AgeOrder}: of each set of waves those that lie here, a bit by position. */
class AgeSpan {

    /** Cycles ahead that have a set of the waves that will be ready; a power of two. */
    static final int RING = 16;

    /** The first position. */
    final int from;
    /** The next younger positions. */
    final @Nullable AgeSpan next;

    long ready;
    long forLoadStore;
    long forShared;
    /** By cycle modulo {@link #RING}. */
    final long[] wakes = new long[RING];

    AgeSpan(int from, @Nullable AgeSpan next) {
        this.from = from;
        this.next = next;
    }

    // the next three go on to younger positions by recursion, because a loop costs more where there are none

    /** Makes those waves ready that lie in a set of {@link #wakes}. */
    final void wake(int at) {
        long due = wakes[at];
        if (due != 0) {
            ready |= due;
            wakes[at] = 0;
        }
        if (next != null) {
            next.wake(at);
        }
    }

    /** Whether a wave may issue as soon as there is an issue slot, and waits for nothing else. */
    final boolean anyReady() {
        return ready != 0 || next != null && next.anyReady();
    }

    /** The oldest position that is ready, or -1. */
    final int oldestReady() {
        if (ready != 0) {
            return from + Long.numberOfTrailingZeros(ready);
        }
        return next == null ? -1 : next.oldestReady();
    }

    /** A wave no longer waits for a structure; returns whether it did. */
    final boolean leaves(long bit) {
        boolean waited = ((forLoadStore | forShared) & bit) != 0;
        forLoadStore &= ~bit;
        forShared &= ~bit;
        return waited;
    }

    /** Has all waves take other positions, none of them younger, which {@code moved} says by position. */
    final void move(short[] moved, AgeSpan[] spans) {
        long bits = ready;
        ready = 0;
        for (; bits != 0; bits &= bits - 1) {
            int to = moved[from + Long.numberOfTrailingZeros(bits)];
            spans[to >>> 6].ready |= 1L << to;
        }
        bits = forLoadStore;
        forLoadStore = 0;
        for (; bits != 0; bits &= bits - 1) {
            int to = moved[from + Long.numberOfTrailingZeros(bits)];
            spans[to >>> 6].forLoadStore |= 1L << to;
        }
        bits = forShared;
        forShared = 0;
        for (; bits != 0; bits &= bits - 1) {
            int to = moved[from + Long.numberOfTrailingZeros(bits)];
            spans[to >>> 6].forShared |= 1L << to;
        }
        for (int cycle = 0; cycle < RING; cycle++) {
            bits = wakes[cycle];
            wakes[cycle] = 0;
            for (; bits != 0; bits &= bits - 1) {
                int to = moved[from + Long.numberOfTrailingZeros(bits)];
                spans[to >>> 6].wakes[cycle] |= 1L << to;
            }
        }
    }
}
