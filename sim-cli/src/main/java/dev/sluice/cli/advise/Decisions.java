// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.advise;

import dev.sluice.check.advice.Candidate;
import dev.sluice.program.edit.BarrierEdit;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** What is to be changed, one after the other: cures first, then what was decided on, of which the last may not be priced yet. */
final class Decisions {
    private final List<BarrierEdit> edits = new ArrayList<>();
    /** The changes beside cures, in the order of their edits. */
    private final List<Step> steps = new ArrayList<>();

    /** How many of the edits, and of the steps, some run had all of. */
    private int pricedEdits;

    private int pricedSteps;

    /** All edits; a view. */
    List<BarrierEdit> edits() {
        return Collections.unmodifiableList(edits);
    }

    /** The changes beside cures. */
    List<Step> steps() {
        return List.copyOf(steps);
    }

    void cure(BarrierEdit edit) {
        edits.add(edit);
    }

    /** @param priced whether some run had it, and all before it */
    void decide(Step step, boolean priced) {
        edits.addAll(step.change().edits());
        steps.add(step);
        if (priced) {
            allPriced();
        }
    }

    /** The edits with those of a change that is not decided on. */
    List<BarrierEdit> with(Candidate change) {
        List<BarrierEdit> all = new ArrayList<>(edits);
        all.addAll(change.edits());
        return all;
    }

    /** Some run had all changes. */
    void allPriced() {
        pricedEdits = edits.size();
        pricedSteps = steps.size();
    }

    /** Takes back the changes that no run had. */
    void takeUnpricedBack() {
        edits.subList(pricedEdits, edits.size()).clear();
        steps.subList(pricedSteps, steps.size()).clear();
    }

    /** Makes these edits all that there are. */
    void keep(List<BarrierEdit> kept) {
        edits.clear();
        edits.addAll(kept);
    }
}
