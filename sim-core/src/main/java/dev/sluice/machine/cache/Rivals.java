// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.cache;

import dev.sluice.machine.cache.policy.WayCandidates;
import org.jspecify.annotations.Nullable;

/**
 * With which lines of a full set a new one would have to compete: those in the ways that its client may use, and of them those that do
 * not persist, unless all do. Whether one waits for its fill just then does not matter.
 */
final class Rivals implements WayCandidates {

    private final int ways;
    private final @Nullable PersistingLines persisting;
    private @Nullable WayPartition allowed;
    private boolean persistingToo;

    Rivals(int ways, @Nullable PersistingLines persisting) {
        this.ways = ways;
        this.persisting = persisting;
    }

    /** Those in a set, of a request that may use some ways; null for all. */
    Rivals of(int set, @Nullable WayPartition mine) {
        allowed = mine;
        persistingToo = persisting == null || !persisting.any(set) || none(set, persisting);
        return this;
    }

    private boolean none(int set, PersistingLines those) {
        for (int way = 0; way < ways; way++) {
            if (allows(way) && !those.persists(set, way)) {
                return false;
            }
        }
        return true;
    }

    private boolean allows(int way) {
        return allowed == null || allowed.allows(way);
    }

    @Override
    public boolean evictable(int set, int way) {
        return allows(way) && (persistingToo || persisting == null || !persisting.persists(set, way));
    }
}
