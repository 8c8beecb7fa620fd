// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.rop;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** What a unit was given and has not issued, first in first out, and the pool of its operations. */
final class RopQueue {

    private RopOperation[] all = new RopOperation[0];
    private int[] free = new int[0];
    private int freeCount;
    /** Ring of indices of the operations that wait. */
    private int[] ring = new int[16];

    private int first;
    private int count;
    private int batches;

    /** Adds an operation. */
    void add(RopOperation.Kind kind, @Nullable PixelBatch batch, @Nullable PixelSink sink, @Nullable RopJob job) {
        if (freeCount == 0) {
            grow();
        }
        RopOperation operation = all[free[--freeCount]];
        operation.start(kind, batch, sink, job);
        if (count == ring.length) {
            growRing();
        }
        ring[first + count++ & ring.length - 1] = operation.index;
        batches += kind == RopOperation.Kind.JOB ? 0 : 1;
    }

    RopOperation get(int index) {
        return all[index];
    }

    /** The oldest that waits, or null. */
    @Nullable
    RopOperation head() {
        return count == 0 ? null : all[ring[first]];
    }

    /** The i-th of those that wait, the oldest being 0. */
    RopOperation waiting(int i) {
        return all[ring[first + i & ring.length - 1]];
    }

    /** Takes the oldest out of the queue; it stays in use. */
    void removeHead() {
        first = first + 1 & ring.length - 1;
        count--;
    }

    /** Operations that wait. */
    int size() {
        return count;
    }

    /** Batches that have not begun. */
    int batches() {
        return batches;
    }

    /** The batch at the head has begun, which frees its place; those that have not. */
    int batchBegun() {
        return --batches;
    }

    /** Puts an operation back into the pool. */
    void release(RopOperation operation) {
        operation.start(operation.kind, null, null, null);
        free[freeCount++] = operation.index;
    }

    private void grow() {
        int old = all.length;
        int size = Math.max(16, old * 2);
        all = Arrays.copyOf(all, size);
        free = Arrays.copyOf(free, size);
        for (int i = size - 1; i >= old; i--) {
            all[i] = new RopOperation(i);
            free[freeCount++] = i;
        }
    }

    private void growRing() {
        int[] grown = new int[ring.length * 2];
        for (int i = 0; i < count; i++) {
            grown[i] = ring[first + i & ring.length - 1];
        }
        ring = grown;
        first = 0;
    }
}
