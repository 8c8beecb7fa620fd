// SPDX-License-Identifier: Apache-2.0
package dev.sluice.check.cure;

import dev.sluice.check.hazard.Hazard;
import dev.sluice.check.image.LayoutCourse;
import dev.sluice.check.trace.AccessTrace;
import dev.sluice.check.trace.PassSpans;
import dev.sluice.program.Barrier;
import dev.sluice.program.BufferDeclaration;
import dev.sluice.program.BufferRange;
import dev.sluice.program.Command;
import dev.sluice.program.ImageDeclaration;
import dev.sluice.program.ImageRange;
import dev.sluice.program.ImageTransition;
import dev.sluice.program.Origin;
import dev.sluice.program.StreamProgram;
import dev.sluice.program.edit.Cure;
import dev.sluice.program.edit.Spot;
import dev.sluice.program.image.ImageLayout;
import dev.sluice.program.image.ImageSpec;
import dev.sluice.program.sync.Accesses;
import dev.sluice.program.sync.Stage;
import dev.sluice.program.sync.Stages;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Transfers of ownership as the barriers that make them: a release, an acquire that names the same, and a semaphore between the
 * two (Vulkan specification, section Queue Family Ownership Transfer).
 */
final class HandOvers {
    private final AccessTrace trace;
    private final PassSpans passes;
    private final LayoutCourse course;

    HandOvers(AccessTrace trace, PassSpans passes) {
        this.trace = trace;
        this.passes = passes;
        this.course = new LayoutCourse(trace);
    }

    /** The steps that make a transfer; nothing where the layout that the resource is in meanwhile is not known. */
    List<Cure> of(Cure.HandOver over, Hazard hazard) {
        Barrier other = switch (over.missing()) {
            case RELEASE -> half(over, over.current());
            case ACQUIRE -> half(over, over.prior());
            case BOTH -> both(over, hazard);
        };
        if (other == null) {
            return List.of();
        }
        List<Cure> steps = new ArrayList<>();
        if (over.missing() != Cure.HandOver.Half.ACQUIRE) {
            long stages = hazard.prior().stages() & Stages.EVERY_EXPANDED;
            steps.add(insert(
                    masked(
                            other,
                            // a transition is of no stage: whatever waits for all commands comes after it
                            stages == 0 ? Stage.ALL_COMMANDS.mask() : stages,
                            Accesses.writes(hazard.prior().access()),
                            0,
                            0),
                    Spot.after(passes.after(over.prior())).remarked("on " + over.releaseQueue())));
        }
        if (over.missing() != Cure.HandOver.Half.RELEASE) {
            steps.add(insert(
                    masked(
                            other,
                            0,
                            0,
                            hazard.current().stages() & Stages.EVERY_EXPANDED,
                            hazard.current().access()),
                    Spot.before(passes.before(over.current())).remarked("on " + over.acquireQueue())));
        }
        AccessTrace.Batch from = passes.batch(over.prior());
        AccessTrace.Batch to = passes.batch(over.current());
        if (from == null || to == null) {
            return List.of();
        }
        Cure semaphore = new Cure.WaitForSemaphore(
                from.id() + "-to-" + to.id(),
                over.prior(),
                Stage.ALL_COMMANDS.mask(),
                over.current(),
                Stage.ALL_COMMANDS.mask());
        List<Cure> all = new ArrayList<>(steps);
        all.add(semaphore);
        List<Cure> cures = new ArrayList<>();
        if (over.missing() == Cure.HandOver.Half.RELEASE) {
            cures.addAll(later(over, other, hazard));
        }
        cures.add(steps.size() == 1 ? steps.get(0) : new Cure.Steps(steps));
        cures.add(new Cure.Steps(all));
        return cures;
    }

    /** The release that there is behind the access, of the same as the acquire, made to come after it: a second one is no half. */
    private List<Cure> later(Cure.HandOver over, Barrier acquire, Hazard hazard) {
        List<Cure> cures = new ArrayList<>();
        AccessTrace.Batch batch = Objects.requireNonNull(passes.batch(over.prior()));
        boolean behind = false;
        for (AccessTrace.Action action : batch.actions()) {
            if (behind && action.command() instanceof Command.PipelineBarrier barriers) {
                for (Barrier barrier : barriers.barriers()) {
                    if (masked(barrier, 0, 0, 0, 0).equals(masked(acquire, 0, 0, 0, 0))) {
                        ImageTransition image = barrier.image();
                        cures.add(new Cure.ExtendBarrier(
                                Cure.Masks.of(
                                        new Cure.Mask(
                                                Cure.Mask.Part.SRC_STAGE,
                                                hazard.prior().stages() & Stages.EVERY_EXPANDED),
                                        new Cure.Mask(
                                                Cure.Mask.Part.SRC_ACCESS,
                                                Accesses.writes(hazard.prior().access()))),
                                over.resource(),
                                image == null ? List.of() : List.of(image.range()),
                                action.id()));
                    }
                }
            }
            behind |= action.id().equals(passes.after(over.prior()));
        }
        return cures;
    }

    private static Barrier masked(Barrier barrier, long srcStages, long srcAccess, long dstStages, long dstAccess) {
        return barrier.masked(
                srcStages == 0 ? Stage.NONE.mask() : srcStages,
                srcAccess,
                dstStages == 0 ? Stage.NONE.mask() : dstStages,
                dstAccess);
    }

    /** The half of the transfer that there is, in the submission of a command. */
    private @Nullable Barrier half(Cure.HandOver over, String command) {
        AccessTrace.Batch batch = passes.batch(command);
        if (batch == null) {
            return null;
        }
        for (AccessTrace.Action action : batch.actions()) {
            if (action.command() instanceof Command.PipelineBarrier barriers) {
                for (Barrier barrier : barriers.barriers()) {
                    if (over.resource().equals(resource(barrier))
                            && over.fromFamily().equals(barrier.srcQueueFamily())
                            && over.toFamily().equals(barrier.dstQueueFamily())) {
                        return barrier;
                    }
                }
            }
        }
        return null;
    }

    private static @Nullable String resource(Barrier barrier) {
        return barrier.range() != null
                ? barrier.range().buffer()
                : barrier.image() != null ? barrier.image().range().image() : null;
    }

    /** A transfer of a resource, in the layout that it is in. */
    private @Nullable Barrier both(Cure.HandOver over, Hazard hazard) {
        StreamProgram program = trace.stream();
        for (BufferDeclaration buffer : program.buffers()) {
            if (buffer.name().equals(over.resource())) {
                return new Barrier(
                        0,
                        0,
                        0,
                        0,
                        new BufferRange(buffer.name(), 0, buffer.size()),
                        null,
                        over.fromFamily(),
                        over.toFamily());
            }
        }
        ImageLayout layout = over.layout();
        for (ImageDeclaration image : program.images()) {
            if (layout != null && image.name().equals(over.resource())) {
                return new Barrier(
                        0,
                        0,
                        0,
                        0,
                        null,
                        new ImageTransition(range(image.spec(), layout, over, hazard), layout, layout),
                        over.fromFamily(),
                        over.toFamily());
            }
        }
        return null;
    }

    /** All of an image that is in one layout, else what the hazard is about: a transfer names the layout that is there. */
    private ImageRange range(ImageSpec image, ImageLayout layout, Cure.HandOver over, Hazard hazard) {
        ImageRange whole = ImageRange.whole(image);
        Hazard.Subresource concerned = hazard.subresource();
        String place = passes.before(over.current());
        if (concerned == null || course.in(place, whole, layout)) {
            return whole;
        }
        ImageRange range = concerned.of(image);
        ImageRange aspects = range.of(whole.aspects());
        return course.in(place, aspects, layout) ? aspects : range;
    }

    private Cure insert(Barrier barrier, Spot spot) {
        ImageTransition image = barrier.image();
        return new Cure.InsertCommand(
                new Command.PipelineBarrier(Origin.NOWHERE, List.of(barrier), false),
                image == null
                        ? null
                        : trace.stream().images().stream()
                                .filter(one -> one.name().equals(image.range().image()))
                                .map(ImageDeclaration::spec)
                                .findFirst()
                                .orElse(null),
                spot);
    }
}
