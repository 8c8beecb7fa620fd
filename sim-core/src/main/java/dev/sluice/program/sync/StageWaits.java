// SPDX-License-Identifier: Apache-2.0
package dev.sluice.program.sync;

import dev.sluice.program.kind.UnknownKindException;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Evaluates the wait rules of a profile, as far as they are data. */
public final class StageWaits {
    private StageWaits() {}

    /**
     * The waits that a profile's rules choose for a barrier, in {@link ActionOrder}.
     *
     * @param profile the profile
     * @param srcStages named mask, as the application wrote it
     * @param dstStages named mask, as the application wrote it
     * @param namesImages whether a barrier of the same command is an image barrier
     */
    public static List<CacheAction> stageWaits(
            BarrierProfile profile, long srcStages, long dstStages, boolean namesImages) {
        Set<CacheAction> chosen = new LinkedHashSet<>();
        for (WaitRule rule : profile.waits()) {
            if (rule instanceof WaitRule.Skip skip) {
                if (skips(skip, dstStages, namesImages)) {
                    return List.of();
                }
            } else if (rule instanceof WaitRule.Emit emit) {
                if ((emit.srcStages() & srcStages) != 0 && (emit.unless() == null || !chosen.contains(emit.unless()))) {
                    chosen.addAll(emit.actions());
                }
            } else if (!(rule instanceof WaitRule.Note)) {
                throw new UnknownKindException(rule);
            }
        }
        return ActionOrder.sorted(chosen);
    }

    private static boolean skips(WaitRule.Skip skip, long dstStages, boolean namesImages) {
        return !(skip.withoutImagesOnly() && namesImages) && (dstStages & ~skip.onlyDstStages()) == 0;
    }
}
