// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.raster;

import dev.sluice.machine.rop.Target;
import java.util.Arrays;

/** A {@link RegionBarrier} that has begun: the state of its squares. */
final class BegunRegion {

    final RegionBarrier barrier;
    /** Its place among blocks and draws: it holds what comes later, and waits for what came before. */
    final long sequence;
    /** By square: blocks of earlier draws that are under way. */
    final int[] waiting;
    /** By square: blocks of later draws that it has held. */
    final int[] held;

    private final boolean[] closed;
    private final boolean[] target;
    private final int[] toFlush;
    private int flushHead;
    private int flushTail;
    private int squaresLeft;

    /**
     * @param present by square: blocks that are under way now
     * @param across squares from one row to the next
     */
    BegunRegion(RegionBarrier barrier, long sequence, int[] present, int across) {
        this.barrier = barrier;
        this.sequence = sequence;
        int rows = present.length / across;
        for (Target each : barrier.flush()) {
            rows = Math.max(rows, squares(each.height()));
        }
        int count = rows * across;
        waiting = Arrays.copyOf(present, count);
        held = new int[count];
        closed = new boolean[count];
        target = new boolean[count];
        int targets = 0;
        for (Target each : barrier.flush()) {
            for (int y = 0; y < squares(each.height()); y++) {
                for (int x = 0; x < squares(each.width()); x++) {
                    int square = y * across + x;
                    targets += target[square] ? 0 : 1;
                    target[square] = true;
                }
            }
        }
        toFlush = new int[targets];
        for (int square = 0; square < count; square++) {
            closed[square] = target[square] || waiting[square] != 0;
            squaresLeft += closed[square] ? 1 : 0;
        }
    }

    private static int squares(int pixels) {
        return (pixels + RegionBarrier.SQUARE - 1) / RegionBarrier.SQUARE;
    }

    boolean closed(int square) {
        return square < closed.length && closed[square];
    }

    boolean isTarget(int square) {
        return target[square];
    }

    /** The square is complete and its tiles can be written back. */
    void toFlush(int square) {
        toFlush[flushTail++] = square;
    }

    boolean anyToFlush() {
        return flushHead < flushTail;
    }

    int nextToFlush() {
        return toFlush[flushHead++];
    }

    void release(int square) {
        closed[square] = false;
        squaresLeft--;
    }

    int squaresLeft() {
        return squaresLeft;
    }
}
