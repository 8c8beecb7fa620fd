// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.compute;

import org.jspecify.annotations.Nullable;

/**
 * The resident waves of a unit in order of age, with those that may issue as bits, so that the oldest is found at once.
 *
 * <p>A wave takes the next position when it comes; when positions run out, the waves that are left move together. Waves
 * that wait for a structure (the load/store queue, shared memory) are kept apart from the ready ones, so that they are
 * not tried in vain, and waves that will be ready in one of the next cycles lie in the set of that cycle.
 *
 * <p>It is itself the {@link AgeSpan} of the oldest positions, the only one that most units need.
 */
final class AgeOrder extends AgeSpan {

    private static final short NONE = -1;

    private final WaveTable table;
    /** The unit's first place for waves. */
    private final int first;
    /** By position: the wave's place, counted from the unit's first; {@link #NONE} where it has gone. */
    private final short[] waves;

    /** By position divided by the positions of a span. */
    private final AgeSpan[] spans;
    /** By position before waves moved together: that after it. */
    private final short[] moved;

    private int end;
    /** Waves that wait for a structure: none, nearly always. */
    private int awaiting;

    AgeOrder(WaveTable table, int first, int residentWaves) {
        super(0, younger(1, spans(residentWaves)));
        this.table = table;
        this.first = first;
        spans = new AgeSpan[spans(residentWaves)];
        AgeSpan span = this;
        for (int i = 0; span != null; span = span.next) {
            spans[i++] = span;
        }
        waves = new short[spans.length * Long.SIZE];
        moved = new short[waves.length];
    }

    private static int spans(int residentWaves) {
        return (residentWaves + Long.SIZE - 1) / Long.SIZE;
    }

    /** The spans from one on; null if there is none. */
    private static @Nullable AgeSpan younger(int from, int spans) {
        return from == spans ? null : new AgeSpan(from * Long.SIZE, younger(from + 1, spans));
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

    private AgeSpan span(int position) {
        return position < Long.SIZE ? this : spans[position >>> 6];
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
        wake((int) now & RING - 1);
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

    private void clear(AgeSpan span, long bit) {
        span.ready &= ~bit;
        if (awaiting > 0 && span.leaves(bit)) {
            awaiting--;
        }
    }

    /** The wave in a position, which may issue now, may do so again from a cycle on, as {@link #readyAt} says. */
    void postpone(int position, long cycle) {
        long bit = 1L << position;
        AgeSpan span = span(position);
        clear(span, bit);
        span.wakes[(int) cycle & RING - 1] |= bit;
    }

    /** Whether a wave waits for a structure. */
    boolean anyAwaits() {
        return awaiting > 0;
    }

    boolean anyForLoadStore() {
        for (AgeSpan span = this; span != null; span = span.next) {
            if (span.forLoadStore != 0) {
                return true;
            }
        }
        return false;
    }

    boolean anyForShared() {
        for (AgeSpan span = this; span != null; span = span.next) {
            if (span.forShared != 0) {
                return true;
            }
        }
        return false;
    }

    /** The oldest wave that may issue, where none waits for a structure; -1 if there is none. */
    int oldest() {
        int position = oldestReady();
        return position < 0 ? -1 : first + waves[position];
    }

    /** The oldest wave that may issue, given which structures take an access now; -1 if there is none. */
    int oldest(boolean loadStore, boolean shared) {
        for (AgeSpan span = this; span != null; span = span.next) {
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
        for (AgeSpan span : spans) { // each bit moves to an older position, or stays
            span.move(moved, spans);
        }
    }
}
