// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.cache;

import dev.sluice.machine.request.Request;
import java.util.List;

/**
 * The caches above an inclusive one: what it evicts leaves them too, after they wrote back what was dirty of it.
 *
 * <p>What they write back comes down like any write-back, behind the eviction, and is a line of its own again below. A fill that is
 * under way to a write-back cache is not called back: it was answered before the eviction.
 */
final class CopiesAbove {

    private final Cache[] caches;

    /** @param caches all slices of all instances */
    CopiesAbove(List<Cache> caches) {
        this.caches = caches.toArray(new Cache[0]);
    }

    /**
     * Drops their copies of a line; returns how many lines of theirs had some.
     *
     * @param atOnce whether what they write back is to come down without time
     */
    int drop(long address, int bytes, Request because, boolean atOnce) {
        int lines = 0;
        for (Cache cache : caches) {
            lines += cache.lookups.invalidations.giveUp(address, bytes, because, atOnce);
        }
        return lines;
    }
}
