// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.advise;

import dev.sluice.check.hazard.Hazard;
import dev.sluice.program.edit.BarrierEdit;
import java.util.List;
import java.util.Map;

/**
 * What came out of looking for better barriers.
 *
 * @param stream the stream's name
 * @param rows one for each barrier command, in order
 * @param totals by device
 * @param edits all edits, to be made one after the other
 * @param hazards those of the stream as it is
 * @param left those that are left with the edits made
 * @param simulations how many runs it took
 * @param interrupted whether it was stopped early
 * @param notes what a person should know
 */
public record Advice(
        String stream,
        List<Row> rows,
        Map<String, Total> totals,
        List<BarrierEdit> edits,
        List<Hazard> hazards,
        List<Hazard> left,
        int simulations,
        boolean interrupted,
        List<String> notes) {
    public Advice {
        rows = List.copyOf(rows);
        edits = List.copyOf(edits);
        hazards = List.copyOf(hazards);
        left = List.copyOf(left);
        notes = List.copyOf(notes);
    }

    /**
     * One barrier command.
     *
     * @param id its id in the stream as it is
     * @param where where it is written
     * @param label its label, or empty
     * @param what what to do, or {@code keep}
     * @param why why that is safe, or why it stays
     * @param changed whether anything is to be done
     * @param costed whether simulation compared the change, and not the checker alone
     * @param untried changes that are safe and for which there was no run
     * @param devices by device
     */
    public record Row(
            String id,
            String where,
            String label,
            String what,
            String why,
            boolean changed,
            boolean costed,
            List<String> untried,
            Map<String, Cost> devices) {
        public Row {
            untried = List.copyOf(untried);
        }
    }

    /**
     * A barrier command on one device, in cycles.
     *
     * @param now its stall in the stream as it is
     * @param best its stall with all edits made
     * @param saved cycles of the whole stream that its edit saved
     */
    public record Cost(long now, long best, long saved) {}

    /** The whole stream on one device, in cycles. */
    public record Total(long now, long best) {
        /** Cycles less. */
        public long saved() {
            return now - best;
        }
    }
}
