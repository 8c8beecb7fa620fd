// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.wiring;

import dev.sluice.machine.cache.Cache;
import dev.sluice.machine.cache.Maintenance;
import dev.sluice.machine.compute.FunctionalCaches;
import java.util.List;

/** The caches that are private to compute units, maintained at once; {@link MaintenanceUnit} does so in simulated time. */
final class PrivateCaches implements FunctionalCaches {

    private final Hierarchy hierarchy;
    private final Maintenance order = new Maintenance();

    PrivateCaches(Hierarchy hierarchy) {
        this.hierarchy = hierarchy;
    }

    @Override
    public void invalidate(int unit) {
        // what is dirty goes through the outer levels, which are dropped then
        hierarchy
                .privateCaches(unit)
                .forEach(level -> level.forEach(cache -> perform(Maintenance.Verb.INVALIDATE, cache)));
    }

    @Override
    public void flush(int unit) {
        for (List<Cache> level : hierarchy.privateCaches(unit)) {
            for (Cache cache : level) {
                if (cache.spec().policy().canBeDirty()) {
                    perform(Maintenance.Verb.FLUSH, cache);
                }
            }
        }
    }

    private void perform(Maintenance.Verb verb, Cache cache) {
        cache.orders().perform(order.start(verb, -1, -1));
    }
}
