// SPDX-License-Identifier: Apache-2.0
package dev.sluice.program.sync;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Turns memory dependencies into cache actions by a device's profile ({@code docs/barrier-profiles.md}).
 *
 * <p>Stages are expanded for the queue; logically earlier and later ones have no say. A flag that no named stage can make
 * is dropped, and so is every read of the source side. A flag without a row of its own is replaced by its parts. What the
 * applying cells say is united and sorted.
 */
public final class BarrierResolver {
    private final BarrierProfile profile;

    /** A resolver for a profile's base rows. For a variant pass {@code profile.withVariant(name)}. */
    public BarrierResolver(BarrierProfile profile) {
        this.profile = profile;
    }

    /** The actions of a dependency on a queue: of its first half, then of its second. */
    public ResolvedActions resolve(
            long srcStages, long srcAccess, long dstStages, long dstAccess, QueueCapabilities queue) {
        return new ResolvedActions(
                sourceActions(srcStages, srcAccess, queue), destinationActions(dstStages, dstAccess, queue));
    }

    /** The actions of the first half alone, as a queue family release or {@code setEvent} does them. */
    public List<CacheAction> sourceActions(long srcStages, long srcAccess, QueueCapabilities queue) {
        return side(profile.src(), Stages.accessScope(srcStages, queue), Accesses.writes(srcAccess));
    }

    /** The actions of the second half alone, as a queue family acquisition or {@code waitEvents} does them. */
    public List<CacheAction> destinationActions(long dstStages, long dstAccess, QueueCapabilities queue) {
        return side(profile.dst(), Stages.accessScope(dstStages, queue), dstAccess);
    }

    private static List<CacheAction> side(BarrierRows rows, long scope, long accessMask) {
        Set<CacheAction> actions = new LinkedHashSet<>();
        for (Access access : Accesses.list(accessMask)) {
            if (!access.validWith(scope)) {
                continue;
            }
            if (rows.rows().containsKey(access)) {
                rows.collect(access, scope, actions);
            } else {
                for (Access part : Accesses.list(Accesses.parts(access, scope))) {
                    rows.collect(part, scope, actions);
                }
            }
        }
        return ActionOrder.sorted(actions);
    }
}
