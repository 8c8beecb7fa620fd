// SPDX-License-Identifier: Apache-2.0
package dev.sluice.check.order;

import dev.sluice.check.trace.AccessTrace;
import dev.sluice.check.trace.MemoryAccess;
import dev.sluice.program.Command;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The subpasses that have strands of their own, because scopes are limited to them: those in which barriers stand (Vulkan
 * specification, chapter Render Pass), and those of render passes with subpass dependencies (VkSubpassDependency).
 *
 * @param groups by subpass the number of its group of strands, from 1 on
 * @param count how many groups a queue has
 */
public record Islands(Map<Integer, Integer> groups, int count) {
    /** Clocks get longer by each; a queue with more islands uses them again, and may take one for an earlier one. */
    private static final int MOST = 8;

    /** Those of a stream with other dependencies than its own. */
    public static Islands of(AccessTrace trace, Amendments amendments) {
        Map<Integer, Integer> groups = new LinkedHashMap<>();
        Map<String, Integer> used = new LinkedHashMap<>();
        for (AccessTrace.Track track : trace.threads()) {
            for (AccessTrace.Step step : track.steps()) {
                AccessTrace.Batch batch = step.batch();
                if (batch != null) {
                    for (int subpass : in(batch, amendments)) {
                        groups.computeIfAbsent(
                                subpass, one -> (used.merge(batch.queue(), 1, Integer::sum) - 1) % MOST + 1);
                    }
                }
            }
        }
        int count = used.values().stream().mapToInt(Integer::intValue).max().orElse(0);
        return new Islands(groups, Math.min(count, MOST));
    }

    private static List<Integer> in(AccessTrace.Batch batch, Amendments amendments) {
        List<Integer> islands = new ArrayList<>();
        List<Integer> instance = new ArrayList<>();
        boolean dependent = false;
        int within = MemoryAccess.NO_SUBPASS;
        for (AccessTrace.Action action : batch.actions()) {
            boolean barrier = action.command() instanceof Command.PipelineBarrier
                    || !amendments.before(action.id()).isEmpty();
            if (within != MemoryAccess.NO_SUBPASS && barrier) {
                islands.add(within);
            }
            within = action.subpass();
            if (action.command() instanceof Command.PassStep step) {
                if (step.passBegins()) {
                    instance.clear();
                    dependent = false;
                }
                dependent |= !action.dependencies().isEmpty();
                if (!step.passEnds()) {
                    instance.add(within);
                } else if (dependent) {
                    islands.addAll(instance);
                }
            }
        }
        return islands;
    }

    /** The group of a subpass; 0 for one that is no island, and outside of subpasses. */
    int group(int subpass) {
        return groups.getOrDefault(subpass, 0);
    }
}
