// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.queue;

import dev.sluice.program.sync.BarrierCosts;
import dev.sluice.program.sync.CacheAction;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;

/**
 * Cycles that a profile charges a dependency with beside the work of the caches.
 *
 * @param frontEnd from when the front end reaches the command: nothing of it is over earlier
 * @param before one after the other, before the first action
 * @param after one after the other, after the last action
 */
record Overheads(long frontEnd, List<Delay> before, List<Delay> after) {

    static final Overheads NONE = new Overheads(0, List.of(), List.of());

    /** Something that takes its time. */
    record Delay(String what, long cycles) {}

    /**
     * What a profile charges, the front end aside.
     *
     * @param waits chosen by the rules about waits
     * @param destination by access
     */
    static Overheads of(BarrierCosts costs, Collection<CacheAction> waits, Map<String, Long> destination) {
        if (costs.none()) {
            return NONE;
        }
        List<Delay> before = new ArrayList<>();
        for (CacheAction wait : waits) {
            if (costs.of(wait) > 0) {
                before.add(new Delay(wait.immediate().toString(), costs.of(wait)));
            }
        }
        List<Delay> after = new ArrayList<>();
        destination.forEach((access, cycles) -> after.add(new Delay(access, cycles)));
        return new Overheads(0, before, after);
    }

    Overheads withFrontEnd(long cycles) {
        return new Overheads(cycles, before, after);
    }
}
