// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.queue;

import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * What the gates in front of a stage will have passed on once they are open.
 *
 * <p>All that comes after the same gates shares it, and each gate adds to what those before it know: so it is joined once, and
 * not by everyone who waits.
 */
final class Knowledge {

    private @Nullable Knowledge before;
    private @Nullable Gate gate;
    private final long stage;
    private Clock clock = Clock.ZERO;

    /**
     * @param before what gates closed earlier pass on; null for none
     * @param stage in front of which they are
     */
    Knowledge(@Nullable Knowledge before, Gate gate, long stage) {
        this.before = before;
        this.gate = gate;
        this.stage = stage;
    }

    /** What is known, once all the gates are open. */
    Clock clock() {
        Deque<Knowledge> unsettled = new ArrayDeque<>(2);
        for (Knowledge each = this; each != null && each.gate != null; each = each.before) {
            unsettled.addFirst(each);
        }
        unsettled.forEach(Knowledge::settle);
        return clock;
    }

    private void settle() {
        Gate last = gate;
        if (last != null) {
            Clock passed = last.clockFor(stage);
            clock = before == null ? passed : before.clock.join(passed);
            gate = null;
            before = null;
        }
    }
}
