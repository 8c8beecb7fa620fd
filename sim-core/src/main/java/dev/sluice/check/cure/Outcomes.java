// SPDX-License-Identifier: Apache-2.0
package dev.sluice.check.cure;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What became of changes, as far as there is room for it: what nobody asked for longest is forgotten first. */
final class Outcomes {
    private final int room;
    private final Map<List<Object>, Outcome> kept = new LinkedHashMap<>(16, 0.75f, true);
    private int held;

    /** @param room hazards, and outcomes, that are kept together; the latest outcome is kept in any case */
    Outcomes(int room) {
        this.room = room;
    }

    /** What became of changes; null if that is not known, or no longer. */
    @Nullable
    Outcome of(List<Object> changes) {
        return kept.get(changes);
    }

    void keep(List<Object> changes, Outcome outcome) {
        kept.put(changes, outcome);
        held += weight(outcome);
        var oldest = kept.entrySet().iterator();
        while (held > room && kept.size() > 1) {
            held -= weight(oldest.next().getValue());
            oldest.remove();
        }
    }

    private static int weight(Outcome outcome) {
        return 1 + outcome.size();
    }
}
