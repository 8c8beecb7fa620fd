// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.queue;

import dev.sluice.machine.truth.Agent;
import dev.sluice.program.Barrier;
import dev.sluice.program.ImageTransition;
import dev.sluice.program.image.ImageLayout;
import dev.sluice.result.RunResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntFunction;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The layout transitions of a barrier: after its first scope is available, before its second sees anything (Vulkan
 * specification, section Image Layout Transitions), one after the other.
 */
final class Transitions {

    /** No transition. */
    static final Transitions NONE = new Transitions(List.of());

    /** One image's subresources and who changes them. */
    private record Step(Change change, GraphicsExecutor.Who who, GraphicsExecutor graphics, Runnable begins) {}

    private final List<Step> steps;

    private Transitions(List<Step> steps) {
        this.steps = steps;
    }

    /** What one barrier of a dependency does to layouts. */
    interface Change {
        /** The transition to carry out; asked once, when all that it comes after is done. */
        Made now();
    }

    /**
     * A transition as it is made.
     *
     * @param beside the layouts that the other aspects of the same texels are in
     */
    record Made(ImageTransition transition, Set<ImageLayout> beside) {}

    /** The transitions that barriers name; null where the layout stays. */
    static List<@Nullable Change> asWritten(List<BarrierPart> parts, RunContext run, CommandRecord record) {
        List<@Nullable Change> changes = new ArrayList<>();
        parts.forEach(part -> changes.add(asWritten(part.barrier(), run, record)));
        return changes;
    }

    /** The transition that a barrier names, noted as carried out from here on; null where the layout stays. */
    static @Nullable Change asWritten(Barrier barrier, RunContext run, CommandRecord record) {
        ImageTransition image = barrier.image();
        if (image == null || image.oldLayout() == image.newLayout()) {
            return null;
        }
        Made made = follow(image, run, record);
        return () -> made;
    }

    /** Follows the layout, and notes an old one that is not the image's. */
    static Made follow(ImageTransition image, RunContext run, CommandRecord record) {
        String problem = run.layouts().follow(image);
        if (problem != null) {
            run.note(record.id() + ": " + problem);
        }
        return new Made(image, run.layouts().beside(image.range()));
    }

    /**
     * The transitions of a dependency, each with an agent that comes after the first scope and after the queue's earlier
     * transitions (Vulkan specification, section Image Layout Transitions).
     *
     * @param changes what each barrier does, null for nothing
     * @param before what happens-before each of them, by its barrier's place; asked once all of it is done
     */
    static Transitions of(
            CommandRecord record,
            DeviceQueue queue,
            RunContext run,
            GraphicsExecutor graphics,
            List<BarrierPart> parts,
            List<@Nullable Change> changes,
            IntFunction<Clock> before,
            int position) {
        List<Step> steps = new ArrayList<>();
        for (int i = 0; i < parts.size(); i++) {
            Barrier part = parts.get(i).barrier();
            Change change = changes.get(i);
            ImageTransition image = part.image();
            if (change == null || image == null) {
                continue;
            }
            Agent agent = run.agents.add(
                    record.id(),
                    "layout transition of " + image.range().image() + " from " + image.oldLayout(),
                    part.srcStages(),
                    0,
                    false,
                    record.command().origin().where());
            run.order.place(agent.id(), queue.transitionStrand(), position);
            int index = i;
            steps.add(new Step(
                    change,
                    new GraphicsExecutor.Who(record.attribution(), agent.id()),
                    graphics,
                    () -> run.order.began(
                            agent.id(), before.apply(index).with(queue.transitionStrand(), position - 1))));
        }
        return steps.isEmpty() ? NONE : new Transitions(steps);
    }

    boolean none() {
        return steps.isEmpty();
    }

    private static Map<String, Long> share(String image, long count) {
        return count == 0 ? Map.of() : Map.of(image, count);
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
        Made made = step.change().now();
        step.graphics().transition(made.transition(), made.beside(), step.who(), work -> {
            barrier.add(new RunResult.ActionResult(
                    RunResult.ActionResult.kindOfTransition(work.kind()),
                    work.image(),
                    1,
                    work.tilesVisited(),
                    work.tilesChanged(),
                    work.bytesWritten(),
                    0,
                    0,
                    begin,
                    clock.getAsLong(),
                    share(work.image(), work.tilesChanged()),
                    share(work.image(), work.bytesWritten())));
            run(from + 1, barrier, clock, done);
        });
    }
}
