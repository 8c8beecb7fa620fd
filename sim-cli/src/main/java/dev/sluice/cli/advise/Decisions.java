// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.advise;

import dev.sluice.check.advice.Candidate;
import dev.sluice.program.edit.BarrierEdit;
import java.util.ArrayList;
import java.util.List;

/** What is to be changed, one after the other: cures first, then what was decided on, of which the last may not be priced yet. */
final class Decisions {
    private final List<BarrierEdit> cures = new ArrayList<>();
    /** The changes beside cures. */
    private final List<Step> steps = new ArrayList<>();

    /** How many of the steps some run had all of. */
    private int priced;

    /** All edits. */
    List<BarrierEdit> edits() {
        return edits(steps);
    }

    /** The cures, and the edits of some steps. */
    List<BarrierEdit> edits(List<Step> some) {
        List<BarrierEdit> all = new ArrayList<>(cures);
        all.addAll(Step.edits(some));
        return all;
    }

    /** The edits with those of a change that is not decided on. */
    List<BarrierEdit> with(Candidate change) {
        List<BarrierEdit> all = edits();
        all.addAll(change.edits());
        return all;
    }

    /** The changes beside cures. */
    List<Step> steps() {
        return List.copyOf(steps);
    }

    /** The cures. */
    List<BarrierEdit> cures() {
        return List.copyOf(cures);
    }

    void cure(BarrierEdit edit) {
        cures.add(edit);
    }

    /** @param withRun whether some run had it, and all before it */
    void decide(Step step, boolean withRun) {
        steps.add(step);
        if (withRun) {
            allPriced();
        }
    }

    /** Some run had all changes. */
    void allPriced() {
        priced = steps.size();
    }

    /** Takes back the changes that no run had. */
    void takeUnpricedBack() {
        steps.subList(priced, steps.size()).clear();
    }

    /** Takes back all changes but these, which some run had. */
    void keep(List<Step> kept) {
        steps.clear();
        steps.addAll(kept);
        allPriced();
    }
}
