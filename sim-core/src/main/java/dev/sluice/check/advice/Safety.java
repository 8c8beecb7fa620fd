// SPDX-License-Identifier: Apache-2.0
package dev.sluice.check.advice;

import dev.sluice.check.hazard.Hazard;
import dev.sluice.check.hazard.HazardChecker;
import dev.sluice.check.hazard.HazardKind;
import dev.sluice.check.trace.AccessTrace;
import dev.sluice.check.trace.DeviceFacts;
import dev.sluice.program.StreamProgram;
import dev.sluice.program.edit.BarrierEdit;
import dev.sluice.program.edit.StreamEdits;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Whether edits of a stream bring hazards that it did not have. Commands are told by their sites: edits shift ids. */
public final class Safety {
    private final StreamProgram stream;
    private final AccessTrace trace;
    private final List<Hazard> hazards;
    private final Set<Key> known = new HashSet<>();

    private record Key(HazardKind kind, String prior, String current, String resource) {
        static Key of(Hazard hazard) {
            return new Key(
                    hazard.kind(),
                    hazard.prior().origin().where(),
                    hazard.current().origin().where(),
                    hazard.resource());
        }
    }

    /** For a stream on a device. */
    public Safety(StreamProgram stream, DeviceFacts device) {
        this.stream = stream;
        this.trace = AccessTrace.of(stream, device);
        this.hazards = HazardChecker.check(trace).hazards();
        hazards.forEach(hazard -> known.add(Key.of(hazard)));
    }

    /** The hazards that the stream has. */
    public List<Hazard> hazards() {
        return hazards;
    }

    /** The stream's accesses with edits made. */
    public AccessTrace trace(List<? extends BarrierEdit> edits) {
        return edits.isEmpty() ? trace : trace.edited(StreamEdits.apply(stream, edits));
    }

    /** The hazards that edits bring. */
    public List<Hazard> brought(List<? extends BarrierEdit> edits) {
        return HazardChecker.check(trace(edits)).hazards().stream()
                .filter(hazard -> !known.contains(Key.of(hazard)))
                .toList();
    }

    /** All hazards with edits made. */
    public List<Hazard> rest(List<? extends BarrierEdit> edits) {
        return HazardChecker.check(trace(edits)).hazards();
    }

    /** From now on only the hazards that are left with these edits made are known ones. */
    public void from(List<? extends BarrierEdit> edits) {
        if (!edits.isEmpty()) {
            known.clear();
            rest(edits).forEach(hazard -> known.add(Key.of(hazard)));
        }
    }
}
