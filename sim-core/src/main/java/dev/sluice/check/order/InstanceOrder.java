// SPDX-License-Identifier: Apache-2.0
package dev.sluice.check.order;

import dev.sluice.check.trace.MemoryAccess;
import dev.sluice.program.SubpassScopes;
import dev.sluice.program.sync.Stage;
import dev.sluice.program.sync.Stages;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What came before a render pass instance, and what the work of each of its subpasses so far comes after: what the first scopes
 * of subpass dependencies are made of (Vulkan specification, VkSubpassDependency).
 */
final class InstanceOrder {
    private static final long STORES = Stages.of(Stage.COLOR_ATTACHMENT_OUTPUT, Stage.LATE_FRAGMENT_TESTS);

    /**
     * Work of a queue.
     *
     * @param clocks what its stages come after
     * @param past what the work of islands in it came after; null if there were none
     * @param island the subpass that it is of; {@link MemoryAccess#NO_SUBPASS} for all work
     * @param position up to which it goes
     * @param stages those that are meant
     */
    record Extent(StageClocks clocks, @Nullable StageClocks past, int island, int position, long stages) {}

    private final int first;
    private final Extent before;
    private final Map<Integer, StageClocks> subpasses = new HashMap<>();

    /**
     * One that begins.
     *
     * @param first the number of its first subpass in the stream
     * @param before all that the queue has done before
     */
    InstanceOrder(int first, Extent before) {
        this.first = first;
        this.before = before;
    }

    /** A subpass is over, whose work came after this. */
    void over(int subpass, StageClocks clocks) {
        subpasses.put(subpass, clocks);
    }

    /** The number in the stream of a subpass. */
    int number(int subpass) {
        return first + subpass;
    }

    /** The work that a first scope is limited to, as far as it is done at a position. */
    List<Extent> of(SubpassScopes scopes, int position) {
        List<Extent> extents = new ArrayList<>();
        for (int src : scopes.src()) {
            if (src == SubpassScopes.EXTERNAL) {
                extents.add(before);
            } else {
                add(extents, src, position, Stages.EVERY_EXPANDED);
            }
        }
        scopes.stored().forEach(stored -> add(extents, stored, position, STORES));
        return extents;
    }

    private void add(List<Extent> to, int subpass, int position, long stages) {
        StageClocks clocks = subpasses.get(number(subpass));
        if (clocks != null) {
            to.add(new Extent(clocks, null, number(subpass), position, stages));
        }
    }
}
