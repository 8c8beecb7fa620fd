// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.compute;

import java.util.Arrays;

/** The accesses under way that need more than their requests' tags: taken last in, first out, by number. */
final class AccessPool {

    private PendingAccess[] all = new PendingAccess[0];
    private int[] free = new int[0];
    private int freeCount;

    PendingAccess get(int index) {
        return all[index];
    }

    PendingAccess acquire() {
        if (freeCount == 0) {
            grow();
        }
        return all[free[--freeCount]];
    }

    void release(PendingAccess access) {
        access.clear();
        free[freeCount++] = access.index;
    }

    /** Accesses that were acquired and not released. */
    long inUse() {
        return all.length - (long) freeCount;
    }

    private void grow() {
        int old = all.length;
        int size = Math.max(16, 2 * old);
        all = Arrays.copyOf(all, size);
        free = new int[size];
        for (int i = size - 1; i >= old; i--) {
            all[i] = new PendingAccess(i);
            free[freeCount++] = i;
        }
    }
}
