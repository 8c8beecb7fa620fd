// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.cache.prefetch;

import dev.sluice.machine.cache.policy.CacheAccess;

/**
 * Stream prefetching: a miss begins a stream, two further misses near it give it a direction, and from then on accesses to the
 * region that the stream watches push the region on and have the lines behind its end prefetched.
 *
 * <p>The region begins at the first miss and ends {@code degree} lines behind the last that trained it (the paper's start-up
 * distance, a choice here). Each access to it prefetches {@code degree} lines behind its end, which moves with them; once it is
 * {@code distance} lines long its beginning moves as well. So a walk in steps of more than {@code degree} lines passes over the
 * region's end at once, and has nothing prefetched. S. Srinath, O. Mutlu, H. Kim, Y. N. Patt: Feedback Directed Prefetching: Improving the
 * Performance and Bandwidth-Efficiency of Hardware Prefetchers, HPCA 2007, section 2.1.
 */
final class Stream implements Prefetcher {

    static final int STREAMS = 64;
    static final int WINDOW = 16;

    private static final byte INVALID = 0;
    private static final byte ALLOCATED = 1;
    private static final byte TRAINING = 2;
    private static final byte MONITORING = 3;

    private final int lineBytes;
    private final int degree;
    private final int distance;
    private final byte[] states = new byte[STREAMS];
    /** The line where a stream began, once it monitors that where its region does. */
    private final long[] starts = new long[STREAMS];

    private final long[] ends = new long[STREAMS];
    private final byte[] directions = new byte[STREAMS];
    private final long[] used = new long[STREAMS];
    private long clock;

    Stream(PrefetcherProvider.Settings settings) {
        this.lineBytes = settings.lineBytes();
        this.degree = settings.degree();
        this.distance = settings.distance();
    }

    @Override
    public void onAccess(CacheAccess access, Outcome outcome, Sink sink) {
        long line = access.address() / lineBytes;
        clock++;
        for (int i = 0; i < STREAMS; i++) {
            if (states[i] == MONITORING && inRegion(i, line)) {
                used[i] = clock;
                advance(i, sink);
                return;
            }
        }
        if (outcome != Outcome.MISS) {
            return;
        }
        for (int i = 0; i < STREAMS; i++) {
            if ((states[i] == ALLOCATED || states[i] == TRAINING) && Math.abs(line - starts[i]) <= WINDOW) {
                used[i] = clock;
                train(i, line);
                return;
            }
        }
        allocate(line);
    }

    private boolean inRegion(int i, long line) {
        return directions[i] > 0 ? line >= starts[i] && line <= ends[i] : line <= starts[i] && line >= ends[i];
    }

    /** Prefetches the lines behind the region's end, and moves the region by as many. */
    private void advance(int i, Sink sink) {
        for (int n = 1; n <= degree; n++) {
            sink.prefetch((ends[i] + (long) n * directions[i]) * lineBytes);
        }
        long step = (long) degree * directions[i];
        ends[i] += step;
        if (Math.abs(ends[i] - starts[i]) > distance) {
            starts[i] += step;
        }
    }

    /** The first miss near the beginning gives a direction; the second in the same direction sets the region up. */
    private void train(int i, long line) {
        if (line == starts[i]) {
            return;
        }
        byte direction = (byte) (line > starts[i] ? 1 : -1);
        if (states[i] == TRAINING && directions[i] == direction) {
            states[i] = MONITORING;
            ends[i] = line + (long) degree * direction;
            return;
        }
        states[i] = TRAINING;
        directions[i] = direction;
    }

    private void allocate(long line) {
        int oldest = 0;
        for (int i = 0; i < STREAMS; i++) {
            if (states[i] == INVALID) {
                oldest = i;
                break;
            }
            if (used[i] < used[oldest]) {
                oldest = i;
            }
        }
        states[oldest] = ALLOCATED;
        starts[oldest] = line;
        used[oldest] = clock;
    }
}
