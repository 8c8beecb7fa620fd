// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.truth;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * Earlier writes to bytes that a newer write does not supersede, because nothing orders the two.
 *
 * <p>Races are rare and the checker's business, so this is kept apart from the common path.
 */
final class Rivals {

    private static final long[] NONE = new long[0];

    /** Per sector one entry a writer: its id above, the mask of its bytes below. */
    private final Map<Long, long[]> bySector = new HashMap<>();

    /** Notes that {@code writer}'s bytes of {@code mask} were overwritten without order. */
    void add(long sectorAddress, int writer, int mask) {
        long[] old = of(sectorAddress);
        for (int i = 0; i < old.length; i++) {
            if (writer(old[i]) == writer) {
                old[i] |= mask & 0xFFFF_FFFFL;
                return;
            }
        }
        long[] grown = Arrays.copyOf(old, old.length + 1);
        grown[old.length] = (long) writer << 32 | (mask & 0xFFFF_FFFFL);
        bySector.put(sectorAddress, grown);
    }

    long[] of(long sectorAddress) {
        if (bySector.isEmpty()) {
            return NONE;
        }
        long[] rivals = bySector.get(sectorAddress);
        return rivals == null ? NONE : rivals;
    }

    static int writer(long rival) {
        return (int) (rival >>> 32);
    }

    /** Whether a rival wrote byte {@code index} (0 to 31) of the sector. */
    static boolean wrote(long rival, int index) {
        return (rival >>> index & 1) != 0;
    }
}
