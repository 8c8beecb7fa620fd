// SPDX-License-Identifier: Apache-2.0
package dev.sluice.check.advice;

import dev.sluice.check.hazard.Hazard;
import dev.sluice.check.hazard.HazardChecker;
import dev.sluice.check.hazard.HazardReport;
import dev.sluice.check.hazard.KnownHazards;
import dev.sluice.check.order.Amendments;
import dev.sluice.check.trace.AccessTrace;
import dev.sluice.check.trace.DeviceFacts;
import dev.sluice.program.StreamProgram;
import dev.sluice.program.edit.BarrierEdit;
import dev.sluice.program.edit.StreamEdits;
import java.util.List;

/** Whether edits of a stream bring hazards that it did not have. Commands are told by their sites: edits shift ids. */
public final class Safety {
    private final StreamProgram stream;
    private final AccessTrace trace;
    private final HazardReport report;
    private KnownHazards known;

    /** For a stream on a device. */
    public Safety(StreamProgram stream, DeviceFacts device) {
        this.stream = stream;
        this.trace = AccessTrace.of(stream, device);
        this.report = HazardChecker.check(trace);
        this.known = known(report);
    }

    private static KnownHazards known(HazardReport report) {
        return new KnownHazards(report, party -> party.origin().where());
    }

    /** The hazards that the stream has. */
    public List<Hazard> hazards() {
        return report.hazards();
    }

    /** The stream's accesses with edits made. */
    public AccessTrace trace(List<? extends BarrierEdit> edits) {
        return edits.isEmpty() ? trace : trace.edited(StreamEdits.apply(stream, edits));
    }

    /** The hazards that edits bring. */
    public List<Hazard> brought(List<? extends BarrierEdit> edits) {
        return known.brought(HazardChecker.compared(trace(edits), Amendments.NONE));
    }

    /** All hazards with edits made. */
    public List<Hazard> rest(List<? extends BarrierEdit> edits) {
        return HazardChecker.check(trace(edits)).hazards();
    }

    /** From now on only the hazards that are left with these edits made are known ones. */
    public void from(List<? extends BarrierEdit> edits) {
        if (!edits.isEmpty()) {
            known = known(HazardChecker.compared(trace(edits), Amendments.NONE));
        }
    }
}
