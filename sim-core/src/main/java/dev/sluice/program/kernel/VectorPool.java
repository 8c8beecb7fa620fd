// SPDX-License-Identifier: Apache-2.0
package dev.sluice.program.kernel;

import java.util.Arrays;

/** Room for registers with a value of its own for each lane: taken last in, first out, so that what is used is in the host's caches. */
final class VectorPool {
    /** The lanes of all vectors. */
    long[] lanes = new long[0];

    private int[] free = new int[0];
    private int freeCount;
    private int length = 1;
    private int used;

    /**
     * Says how long vectors are from now on.
     *
     * @throws IllegalStateException if some of another length are in use
     */
    void length(int vector) {
        if (vector == length) {
            return;
        }
        if (used > 0) {
            throw new IllegalStateException("the waves of an interpreter have one size");
        }
        length = vector;
        lanes = new long[0];
        free = new int[0];
        freeCount = 0;
    }

    /** Where a vector's lanes begin that is the caller's from here on. */
    int take() {
        if (freeCount == 0) {
            int old = free.length;
            int count = Math.max(4, 2 * old);
            lanes = Arrays.copyOf(lanes, count * length);
            free = new int[count];
            for (int i = count - 1; i >= old; i--) {
                free[freeCount++] = i * length;
            }
        }
        used++;
        return free[--freeCount];
    }

    void give(int vector) {
        used--;
        free[freeCount++] = vector;
    }
}
