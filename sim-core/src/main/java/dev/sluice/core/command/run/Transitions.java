package dev.sluice.core.command.run;

import dev.sluice.core.command.Barrier;
import dev.sluice.core.command.ImageTransition;
import dev.sluice.core.stats.RunResult;
import dev.sluice.core.truth.Agent;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import java.util.function.LongSupplier;

/**
 * The layout transitions of a barrier: after its first scope is available, before its second sees anything (seed 003), one
 * after the other.
 */
final class Transitions {

    /** No transition. */
    static final Transitions NONE = new Transitions(List.of());

    /** One image's subresources and who changes them. */
    private record Step(ImageTransition transition, GraphicsExecutor.Who who, GraphicsExecutor graphics, Runnable begins) {}

    private final List<Step> steps;

    private Transitions(List<Step> steps) {
        this.steps = steps;
    }

    /**
     * The transitions of a dependency, each with an agent that comes after the first scope and after the queue's earlier
     * transitions (seed 003, image layout transitions).
     *
     * @param before what happens-before each of them, by its barrier's place; asked once all of it is done
     */
    static Transitions of(
            CommandRecord record,
            DeviceQueue queue,
            RunContext run,
            GraphicsExecutor graphics,
            List<Barrier> barriers,
            IntFunction<Clock> before,
            int position) {
        List<Step> steps = new ArrayList<>();
        for (int i = 0; i < barriers.size(); i++) {
            Barrier part = barriers.get(i);
            int index = i;
            ImageTransition transition = part.image();
            if (transition == null || transition.oldLayout() == transition.newLayout()) {
                continue;
            }
            String problem = run.layouts().follow(transition);
            if (problem != null) {
                run.note(record.id() + ": " + problem);
            }
            Agent agent = run.agents.add(
                    record.id(),
                    "layout transition of " + transition.range().image() + " from " + transition.oldLayout(),
                    part.srcStages(),
                    0,
                    false,
                    record.command().origin().where());
            run.order.place(agent.id(), queue.transitionStrand(), position);
            Runnable begins = () -> run.order.began(
                    agent.id(),
                    before.apply(index).with(queue.transitionStrand(), position - 1));
            steps.add(new Step(
                    transition, new GraphicsExecutor.Who(record.attribution(), agent.id()), graphics, begins));
        }
        return steps.isEmpty() ? NONE : new Transitions(steps);
    }

    boolean none() {
        return steps.isEmpty();
    }

    /** Carries them out; {@code done} runs after the last. */
    void run(BarrierRun barrier, LongSupplier clock, Runnable done) {
        run(0, barrier, clock, done);
    }

    private void run(int from, BarrierRun barrier, LongSupplier clock, Runnable done) {
        if (from == steps.size()) {
            done.run();
            return;
        }
        Step step = steps.get(from);
        long begin = clock.getAsLong();
        step.begins().run();
        step.graphics().transition(step.transition(), step.who(), work -> {
            barrier.add(new RunResult.ActionResult(
                    "transition:" + work.kind(),
                    work.image(),
                    1,
                    work.tilesVisited(),
                    work.tilesChanged(),
                    work.bytesWritten(),
                    0,
                    begin,
                    clock.getAsLong()));
            run(from + 1, barrier, clock, done);
        });
    }
}
