// SPDX-License-Identifier: Apache-2.0
package dev.sluice.check.cure;

import dev.sluice.check.hazard.Hazard;
import dev.sluice.check.hazard.HazardReport;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What a check finds of a program after changes. */
final class Outcome {
    private final List<Hazard> hazards;
    /** The first hazard of each pair. */
    private final Map<CommandPair, Integer> first = new HashMap<>();
    /** The first hazard that the changes have brought or made larger; as many as there are for none. */
    private final int brought;
    /** Whether the check could follow the program as far as before: it does not hang. */
    private final boolean followed;

    /**
     * For what is found after the changes.
     *
     * @param before what was found without them
     * @param known bytes of pairs without them
     */
    Outcome(HazardReport after, HazardReport before, Map<CommandPair, Long> known) {
        this.hazards = after.hazards();
        this.followed = before.notes().containsAll(after.notes());
        Map<CommandPair, Long> now = CommandPair.bytes(after);
        int grown = hazards.size();
        for (int i = hazards.size() - 1; i >= 0; i--) {
            CommandPair pair = CommandPair.of(hazards.get(i));
            first.put(pair, i);
            if (now.getOrDefault(pair, 0L) > known.getOrDefault(pair, 0L)) {
                grown = i;
            }
        }
        this.brought = grown;
    }

    boolean followed() {
        return followed;
    }

    /** Hazards that were found. */
    int size() {
        return hazards.size();
    }

    /** The first hazard that is left of those that are to be cured, or that the changes have brought; null if there is none. */
    @Nullable
    Hazard rest(Set<CommandPair> cured) {
        int at = brought;
        for (CommandPair pair : cured) {
            at = Math.min(at, first.getOrDefault(pair, at));
        }
        return at < hazards.size() ? hazards.get(at) : null;
    }
}
