// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.advise;

import dev.sluice.check.advice.Candidate;
import dev.sluice.program.edit.BarrierEdit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A change that was decided on, which can be taken back.
 *
 * @param work that of the barrier that it changes
 * @param change what it changes
 * @param saved cycles that it saves by itself, by device; empty if it was not priced by itself
 */
record Step(Work work, Candidate change, Map<String, Long> saved) {
    Step {
        saved = Map.copyOf(saved);
    }

    /** The edits of some steps, to be made one after the other. */
    static List<BarrierEdit> edits(List<Step> steps) {
        List<BarrierEdit> edits = new ArrayList<>();
        steps.forEach(step -> edits.addAll(step.change().edits()));
        return edits;
    }
}
