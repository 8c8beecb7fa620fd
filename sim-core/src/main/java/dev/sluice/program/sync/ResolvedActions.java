// SPDX-License-Identifier: Apache-2.0
package dev.sluice.program.sync;

import java.util.List;

/**
 * What a barrier does to the caches of a device: source actions, then layout and ownership transitions, then destination
 * actions.
 *
 * @param src of the first half, in {@link ActionOrder}
 * @param dst of the second half, in {@link ActionOrder}
 */
public record ResolvedActions(List<CacheAction> src, List<CacheAction> dst) {
    /** Copies the lists. */
    public ResolvedActions {
        src = List.copyOf(src);
        dst = List.copyOf(dst);
    }

    /** Whether nothing is done. */
    public boolean isEmpty() {
        return src.isEmpty() && dst.isEmpty();
    }
}
