// SPDX-License-Identifier: Apache-2.0
package dev.sluice.program.sync;

import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;

/**
 * The order of actions within one side of a barrier: waits of the source, then flushes from the level nearest the cores
 * down, then invalidations from the level nearest memory up, those of the ROPs last ({@code docs/barrier-profiles.md}).
 */
public final class ActionOrder {
    /** The order's list. A prefix does not change an action's rank. */
    public static final List<String> LIST = List.of(
            "wait:VERTEX",
            "wait:FRAGMENT",
            "wait:COMPUTE",
            "wait:DMA",
            "wait:IDLE",
            "wait:STALL",
            "flush:ROP_COLOR",
            "flush:ROP_COLOR_META",
            "flush:ROP_DEPTH",
            "flush:ROP_DEPTH_META",
            "flush:BLIT",
            "flush:HDC",
            "flush:L1",
            "flush:TILE",
            "flush:DATA",
            "flush:L2_META",
            "flush:L2",
            "wait:CP_WRITES",
            "wait:END_OF_PIPE",
            "wait:MEMBAR",
            "invalidate:L2",
            "invalidate:L2_META",
            "invalidate:GL1",
            "invalidate:AUX",
            "invalidate:L1",
            "invalidate:TEX",
            "invalidate:UNIFORM",
            "invalidate:ICACHE",
            "invalidate:VERTEX",
            "invalidate:STATE",
            "invalidate:RT",
            "invalidate:ROP_COLOR",
            "invalidate:ROP_COLOR_META",
            "invalidate:ROP_DEPTH",
            "invalidate:ROP_DEPTH_META",
            "wait:CP");

    /** By rank; equal ranks by role, then by prefix. */
    public static final Comparator<CacheAction> COMPARATOR = Comparator.comparingInt(ActionOrder::rank)
            .thenComparing(CacheAction::target)
            .thenComparing(CacheAction::prefix);

    private ActionOrder() {}

    /**
     * An action's rank. A role that the list lacks is taken for a cache between the cores and L2: its flush ranks just
     * after that of {@code L1}, its invalidation just before.
     */
    public static int rank(CacheAction action) {
        int listed = LIST.indexOf(action.immediate().toString());
        if (listed >= 0) {
            return 2 * listed;
        }
        return switch (action.verb()) {
            case FLUSH -> 2 * LIST.indexOf("flush:L1") + 1;
            case INVALIDATE -> 2 * LIST.indexOf("invalidate:L1") - 1;
            case WAIT -> 2 * LIST.indexOf("wait:STALL") + 1;
        };
    }

    /** The actions in order, each once. */
    public static List<CacheAction> sorted(Collection<CacheAction> actions) {
        return new LinkedHashSet<>(actions).stream().sorted(COMPARATOR).toList();
    }
}
