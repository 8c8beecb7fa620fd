// SPDX-License-Identifier: Apache-2.0
package dev.sluice.program.sync;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Cycles of the core clock that dependencies take beside the work of the caches: a profile's own, none where it has none.
 *
 * @param status where the numbers come from: measured, extracted, or a guess; empty for none
 * @param command during which the front end is busy with a barrier
 * @param eventSet the same with the set of an event
 * @param eventReset the same with its reset
 * @param eventWait the same with the wait for each event
 * @param actions by action, without prefixes: added to each time that it is carried out
 * @param dst by access of the second half: once for each command
 */
public record BarrierCosts(
        String status,
        long command,
        long eventSet,
        long eventReset,
        long eventWait,
        Map<CacheAction, Long> actions,
        CostRows dst) {

    /** No costs. */
    public static final BarrierCosts NONE = new BarrierCosts("", 0, 0, 0, 0, Map.of(), CostRows.EMPTY);

    /** Copies the map. */
    public BarrierCosts {
        actions = Collections.unmodifiableMap(new LinkedHashMap<>(actions));
    }

    /** Whether nothing is said about costs. */
    public boolean none() {
        return status.isEmpty();
    }

    /** What an action costs each time. */
    public long of(CacheAction action) {
        return actions.isEmpty() ? 0 : actions.getOrDefault(action.immediate(), 0L);
    }
}
