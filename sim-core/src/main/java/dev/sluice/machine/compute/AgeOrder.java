// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.compute;

import org.jspecify.annotations.Nullable;

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

    private static final short NONE = -1;

    private final WaveTable table;
    /** The unit's first place for waves. */
    private final int first;
    /** By position: the wave's place, counted from the unit's first; {@link #NONE} where it has gone. */
    private final short[] waves;

    /** Most units have one. */
    private final Span oldest;

    private final Span[] spans;
    /** By position before waves moved together: that after it. */
    private final short[] moved;

    private int end;
    /** Waves that wait for a structure: none, nearly always. */
    private int awaiting;

    AgeOrder(WaveTable table, int first, int residentWaves) {
        this.table = table;
        this.first = first;
        spans = new Span[(residentWaves + Long.SIZE - 1) / Long.SIZE];
        for (int i = spans.length - 1; i >= 0; i--) {
            spans[i] = new Span(i * Long.SIZE, i == spans.length - 1 ? null : spans[i + 1]);
        }
        oldest = spans[0];
        waves = new short[spans.length * Long.SIZE];
        moved = new short[waves.length];
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
        int position = table.position(wave);
        clear(position);
        waves[position] = NONE;
    }

    private Span span(int position) {
        return position < Long.SIZE ? oldest : spans[position >>> 6];
    }

    /** The wave may issue from now on. */
    void ready(int wave) {
        int position = table.position(wave);
        span(position).ready |= 1L << position;
    }

    /** The wave may issue from a cycle on, less than {@link #RING} cycles ahead, in which {@link #wake} must be called. */
    void readyAt(int wave, long cycle) {
        int position = table.position(wave);
        span(position).wakes[(int) cycle & RING - 1] |= 1L << position;
    }

    /** Makes those waves ready whose cycle has come. */
    void wake(long now) {
        oldest.wake((int) now & RING - 1);
    }

    /** The wave is ready, but the load/store queue must take its access. */
    void awaitLoadStore(int wave) {
        int position = table.position(wave);
        clear(position);
        span(position).forLoadStore |= 1L << position;
        awaiting++;
    }

    /** The wave is ready, but shared memory must take its access. */
    void awaitShared(int wave) {
        int position = table.position(wave);
        clear(position);
        span(position).forShared |= 1L << position;
        awaiting++;
    }

    /** The wave in a position is no longer among those that may issue. */
    void clear(int position) {
        clear(span(position), 1L << position);
    }

    private void clear(Span span, long bit) {
        span.ready &= ~bit;
        if (awaiting > 0 && span.leaves(bit)) {
            awaiting--;
        }
    }

    /** The wave in a position, which may issue now, may do so again from a cycle on, as {@link #readyAt} says. */
    void postpone(int position, long cycle) {
        long bit = 1L << position;
        Span span = span(position);
        clear(span, bit);
        span.wakes[(int) cycle & RING - 1] |= bit;
    }

    /** Whether a wave may issue as soon as there is an issue slot, and waits for nothing else. */
    boolean anyReady() {
        return oldest.anyReady();
    }

    /** Whether a wave waits for a structure. */
    boolean anyAwaits() {
        return awaiting > 0;
    }

    boolean anyForLoadStore() {
        for (Span span = oldest; span != null; span = span.next) {
            if (span.forLoadStore != 0) {
                return true;
            }
        }
        return false;
    }

    boolean anyForShared() {
        for (Span span = oldest; span != null; span = span.next) {
            if (span.forShared != 0) {
                return true;
            }
        }
        return false;
    }

    /** The oldest wave that may issue, where none waits for a structure; -1 if there is none. */
    int oldest() {
        int position = oldest.first();
        return position < 0 ? -1 : first + waves[position];
    }

    /** The oldest wave that may issue, given which structures take an access now; -1 if there is none. */
    int oldest(boolean loadStore, boolean shared) {
        for (Span span = oldest; span != null; span = span.next) {
            long may = span.ready;
            if (loadStore) {
                may |= span.forLoadStore;
            }
            if (shared) {
                may |= span.forShared;
            }
            if (may != 0) {
                return first + waves[span.from + Long.numberOfTrailingZeros(may)];
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
            moved[from] = (short) to;
            if (to != from) {
                waves[to] = wave;
                waves[from] = NONE;
                table.setPosition(first + wave, to);
            }
            to++;
        }
        end = to;
        for (Span span : spans) { // each bit moves to an older position, or stays
            span.move(moved, spans);
        }
    }

    /** 64 neighbouring positions: of each set of waves those that lie here, a bit by position. */
    private static final class Span {

        /** The first position. */
        final int from;
        /** The next younger positions. */
        final @Nullable Span next;

        long ready;
        long forLoadStore;
        long forShared;
        /** By cycle modulo {@link #RING}. */
        final long[] wakes = new long[RING];

        Span(int from, @Nullable Span next) {
            this.from = from;
            this.next = next;
        }

        // these three go on to the younger positions by recursion, because a loop would cost more where there are none

        void wake(int at) {
            long due = wakes[at];
            if (due != 0) {
                ready |= due;
                wakes[at] = 0;
            }
            if (next != null) {
                next.wake(at);
            }
        }

        boolean anyReady() {
            return ready != 0 || next != null && next.anyReady();
        }

        /** The oldest position that is ready, or -1. */
        int first() {
            if (ready != 0) {
                return from + Long.numberOfTrailingZeros(ready);
            }
            return next == null ? -1 : next.first();
        }

        /** A wave no longer waits for a structure; returns whether it did. */
        boolean leaves(long bit) {
            boolean waited = ((forLoadStore | forShared) & bit) != 0;
            forLoadStore &= ~bit;
            forShared &= ~bit;
            return waited;
        }

        /** Has all waves take other positions, none of them younger, which {@code moved} says by position. */
        void move(short[] moved, Span[] spans) {
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
}
