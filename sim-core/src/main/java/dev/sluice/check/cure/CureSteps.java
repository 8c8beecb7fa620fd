// SPDX-License-Identifier: Apache-2.0
package dev.sluice.check.cure;

import dev.sluice.check.trace.AccessTrace;
import dev.sluice.program.Command;
import dev.sluice.program.edit.Cure;
import java.util.ArrayList;
import java.util.List;

/** The steps of one cure. What an earlier one has brought is changed in that one: it has no name that a reader knows. */
final class CureSteps {
    private final AccessTrace trace;
    private final List<Cure> steps = new ArrayList<>();

    /** Of a program, with a first step. */
    CureSteps(AccessTrace trace, Cure first) {
        this.trace = trace;
        steps.add(first);
    }

    /** All steps, in order. */
    List<Cure> cures() {
        return steps;
    }

    /** The steps as one cure. */
    Cure cure() {
        return steps.size() == 1 ? steps.get(0) : new Cure.Steps(steps);
    }

    /** Adds a step; false where that would change nothing. */
    boolean add(Cure step) {
        if (!(step instanceof Cure.ExtendBarrier extend) || draft(0).command(extend.command()) != null) {
            return steps.add(step);
        }
        for (int i = 0; i < steps.size(); i++) {
            if (draft(i + 1).command(extend.command()) != null) {
                Cure wider = wider(steps.get(i), extend);
                return !wider.equals(steps.set(i, wider));
            }
        }
        return false;
    }

    /** The program after some of the steps. */
    private Draft draft(int count) {
        Draft draft = new Draft(trace);
        CureProver.apply(steps.subList(0, count), new Application(draft));
        return draft;
    }

    private static Cure wider(Cure step, Cure.ExtendBarrier extend) {
        if (step instanceof Cure.Steps several) {
            return new Cure.Steps(
                    several.cures().stream().map(one -> wider(one, extend)).toList());
        }
        return step instanceof Cure.InsertCommand insert && insert.command() instanceof Command.PipelineBarrier barrier
                ? new Cure.InsertCommand(
                        new Command.PipelineBarrier(
                                barrier.origin(), Widening.extended(barrier.barriers(), extend), barrier.byRegion()),
                        insert.image(),
                        insert.spot())
                : step;
    }
}
