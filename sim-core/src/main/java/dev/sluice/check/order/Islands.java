// SPDX-License-Identifier: Apache-2.0
package dev.sluice.check.order;

import dev.sluice.check.trace.AccessTrace;
import dev.sluice.check.trace.MemoryAccess;
import dev.sluice.program.Command;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The subpasses in which barriers stand: their scopes are limited to the subpass (Vulkan specification, chapter Render
 * Pass), so that its work has strands of its own.
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
                if (batch == null) {
                    continue;
                }
                int within = MemoryAccess.NO_SUBPASS;
                for (AccessTrace.Action action : batch.actions()) {
                    boolean barrier = action.command() instanceof Command.PipelineBarrier
                            || !amendments.before(action.id()).isEmpty();
                    if (within != MemoryAccess.NO_SUBPASS && barrier && !groups.containsKey(within)) {
                        groups.put(within, (used.merge(batch.queue(), 1, Integer::sum) - 1) % MOST + 1);
                    }
                    within = action.subpass();
                }
            }
        }
        int count = used.values().stream().mapToInt(Integer::intValue).max().orElse(0);
        return new Islands(groups, Math.min(count, MOST));
    }

    /** The group of a subpass; 0 for one in which no barrier stands, and outside of subpasses. */
    int group(int subpass) {
        return groups.getOrDefault(subpass, 0);
    }
}
