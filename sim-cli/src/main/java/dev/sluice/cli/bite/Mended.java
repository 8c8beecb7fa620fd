// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.bite;

import dev.sluice.check.hazard.Hazard;
import dev.sluice.check.hazard.HazardChecker;
import dev.sluice.check.trace.DeviceFacts;
import dev.sluice.cli.advise.Curing;
import dev.sluice.program.StreamProgram;
import dev.sluice.program.edit.BarrierEdit;
import dev.sluice.program.edit.StreamEdits;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * A stream without some of its hazards: by barriers as narrow as can be, and where those do not do it, by the strongest order.
 *
 * @param hazards the pairs that still have hazards, by {@link Places#pair}: others, and those that nothing here mends
 */
record Mended(StreamProgram stream, Set<String> hazards) {
    /** Rounds in which barriers are added: one can bring to light what was behind it. */
    private static final int ROUNDS = 3;

    /** The stream with the hazards of some pairs mended, as far as that goes. */
    static Mended of(StreamProgram stream, DeviceFacts device, Set<String> pairs) {
        StreamProgram mended = stream;
        int added = 0;
        List<Hazard> all = HazardChecker.check(mended, device).hazards();
        for (int round = 0; round < ROUNDS; round++) {
            List<Hazard> wanted = of(all, pairs);
            List<BarrierEdit> edits =
                    wanted.isEmpty() ? List.of() : new Curing(mended, site -> true, added).cures(wanted);
            if (edits.isEmpty()) {
                break;
            }
            added += edits.size();
            mended = StreamEdits.apply(mended, edits);
            all = HazardChecker.check(mended, device).hazards();
        }
        List<Hazard> wanted = of(all, pairs);
        if (!wanted.isEmpty()) {
            mended = StrongOrder.around(mended, wanted);
            all = HazardChecker.check(mended, device).hazards();
        }
        Set<String> left = new LinkedHashSet<>();
        all.forEach(hazard -> left.add(Places.pair(hazard)));
        return new Mended(mended, left);
    }

    private static List<Hazard> of(List<Hazard> all, Set<String> pairs) {
        return all.stream()
                .filter(hazard -> pairs.contains(Places.pair(hazard)))
                .toList();
    }
}
