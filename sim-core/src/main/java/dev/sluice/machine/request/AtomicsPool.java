// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.request;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** The operands of the atomics under way: as many records as there were at a time, those used last first. */
final class AtomicsPool {

    private @Nullable AtomicOperands[] held = new AtomicOperands[0];
    private AtomicOperands[] free = new AtomicOperands[0];
    private int freeCount;

    /** The operands of a request; null if it has none. */
    @Nullable
    AtomicOperands get(int request) {
        return request < held.length ? held[request] : null;
    }

    /**
     * The operands of a request, which has some from now on.
     *
     * @param requests how many there are
     */
    AtomicOperands of(int request, int requests) {
        if (request >= held.length) {
            held = Arrays.copyOf(held, requests);
        }
        AtomicOperands operands = held[request];
        if (operands == null) {
            operands = freeCount == 0 ? new AtomicOperands() : free[--freeCount];
            held[request] = operands;
        }
        return operands;
    }

    /** A request has come to its end. */
    void release(int request) {
        AtomicOperands operands = get(request);
        if (operands != null) {
            held[request] = null;
            if (freeCount == free.length) {
                free = Arrays.copyOf(free, Math.max(16, freeCount * 2));
            }
            free[freeCount++] = operands;
        }
    }
}
