// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.wiring;

import dev.sluice.machine.cache.Cache;
import dev.sluice.machine.compute.FunctionalCaches;
import java.util.List;

/** The caches that are private to compute units, maintained at once; {@link MaintenanceUnit} does so in simulated time. */
final class PrivateCaches implements FunctionalCaches {

    private final Hierarchy hierarchy;

    PrivateCaches(Hierarchy hierarchy) {
        this.hierarchy = hierarchy;
    }

    @Override
    public void invalidate(int unit) {
        List<List<Cache>> levels = hierarchy.privateCaches(unit);
        // what is dirty goes through the outer levels, which are dropped then
        levels.forEach(level -> level.forEach(cache -> cache.maintainAtOnce(true)));
    }

    @Override
    public void flush(int unit) {
        for (List<Cache> level : hierarchy.privateCaches(unit)) {
            for (Cache cache : level) {
                if (cache.spec().policy().canBeDirty()) {
                    cache.maintainAtOnce(false);
                }
            }
        }
    }
}
