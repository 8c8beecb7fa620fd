// SPDX-License-Identifier: Apache-2.0
package dev.sluice.program.sync;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * The deferred actions of one queue, for profiles that record work in a barrier's first half and run it when a second
 * half asks for it (turnip).
 *
 * <p>{@code pend:X} records X. {@code if-pending:X} runs X when it is recorded, and forgets it. A plain action runs at once
 * and is forgotten, too. A profile without prefixes passes through unchanged, so that a queue may always keep one.
 */
public final class PendingActions {
    private final Set<CacheAction> pending = new TreeSet<>(ActionOrder.COMPARATOR);
    private final List<CacheAction> invalidates;

    /** Nothing pending yet; see {@link #beginCommandBuffer}. */
    public PendingActions(BarrierProfile profile) {
        this.invalidates = !profile.defers()
                ? List.of()
                : ActionOrder.sorted(profile.actions().stream()
                        .filter(action -> action.verb() == CacheAction.Verb.INVALIDATE)
                        .map(CacheAction::immediate)
                        .toList());
    }

    /** A fresh command buffer: every invalidation that the profile knows is pending, and no flush. */
    public void beginCommandBuffer() {
        pending.clear();
        pending.addAll(invalidates);
    }

    /**
     * The end of a command buffer.
     *
     * @return the pending flushes, to be run now, in {@link ActionOrder}
     */
    public List<CacheAction> endCommandBuffer() {
        List<CacheAction> flushes = pending.stream()
                .filter(action -> action.verb() == CacheAction.Verb.FLUSH)
                .toList();
        flushes.forEach(pending::remove);
        return flushes;
    }

    /**
     * Takes the actions of one side of a barrier.
     *
     * @return those to be run now, without prefixes, in the given order and each once
     */
    public List<CacheAction> take(List<CacheAction> actions) {
        List<CacheAction> now = new ArrayList<>();
        for (CacheAction action : actions) {
            CacheAction immediate = action.immediate();
            boolean run = switch (action.prefix()) {
                case PEND -> {
                    pending.add(immediate);
                    yield false;
                }
                case IF_PENDING -> pending.remove(immediate);
                case NONE -> {
                    pending.remove(immediate);
                    yield true;
                }
            };
            if (run && !now.contains(immediate)) {
                now.add(immediate);
            }
        }
        return List.copyOf(now);
    }

    /** What is pending, in {@link ActionOrder}. */
    public List<CacheAction> pending() {
        return List.copyOf(pending);
    }
}
