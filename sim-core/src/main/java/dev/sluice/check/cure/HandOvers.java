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
import java.util.stream.Stream;
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

    /**
     * The steps that make a transfer; nothing where the layout that the resource is in meanwhile is not known. The whole resource
     * goes over, if that does: others may own parts of it.
     */
    List<Cure> of(Cure.HandOver over, Hazard hazard) {
        List<Barrier> others = switch (over.missing()) {
            case RELEASE -> half(over, over.current());
            case ACQUIRE -> half(over, over.prior());
            case BOTH -> both(over, hazard);
        };
        return others.stream()
                .flatMap(other -> with(other, over, hazard).stream())
                .toList();
    }

    /** The steps that make a transfer of what a barrier names. */
    private List<Cure> with(Barrier other, Cure.HandOver over, Hazard hazard) {
        List<Cure> steps = new ArrayList<>();
        if (over.missing() != Cure.HandOver.Half.ACQUIRE) {
            steps.add(insert(
                    masked(
                            other,
                            stages(hazard.prior()),
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
                            stages(hazard.current()),
                            hazard.current().onlyTransition()
                                    ? 0
                                    : hazard.current().access()),
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

    /** A transition is of no stage: what waits for all commands comes after it, and it after what all commands wait for. */
    private static long stages(Hazard.Party party) {
        long stages = party.stages() & Stages.EVERY_EXPANDED;
        return stages == 0 ? Stage.ALL_COMMANDS.mask() : stages;
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
    private List<Barrier> half(Cure.HandOver over, String command) {
        AccessTrace.Batch batch = passes.batch(command);
        if (batch == null) {
            return List.of();
        }
        for (AccessTrace.Action action : batch.actions()) {
            if (action.command() instanceof Command.PipelineBarrier barriers) {
                for (Barrier barrier : barriers.barriers()) {
                    if (over.resource().equals(resource(barrier))
                            && over.fromFamily().equals(barrier.srcQueueFamily())
                            && over.toFamily().equals(barrier.dstQueueFamily())) {
                        return List.of(barrier);
                    }
                }
            }
        }
        return List.of();
    }

    private static @Nullable String resource(Barrier barrier) {
        return barrier.range() != null
                ? barrier.range().buffer()
                : barrier.image() != null ? barrier.image().range().image() : null;
    }

    /** Transfers of a resource, in the layout that it is in: of the whole, and of what the hazard is about. */
    private List<Barrier> both(Cure.HandOver over, Hazard hazard) {
        StreamProgram program = trace.stream();
        for (BufferDeclaration buffer : program.buffers()) {
            if (buffer.name().equals(over.resource())) {
                return Stream.of(
                                new BufferRange(buffer.name(), 0, buffer.size()),
                                new BufferRange(buffer.name(), hazard.offset(), hazard.size()))
                        .distinct()
                        .map(range -> new Barrier(0, 0, 0, 0, range, null, over.fromFamily(), over.toFamily()))
                        .toList();
            }
        }
        ImageLayout layout = over.layout();
        for (ImageDeclaration image : program.images()) {
            if (layout != null && image.name().equals(over.resource())) {
                return ranges(image.spec(), layout, over, hazard).stream()
                        .map(range -> new Barrier(
                                0,
                                0,
                                0,
                                0,
                                null,
                                new ImageTransition(range, layout, layout),
                                over.fromFamily(),
                                over.toFamily()))
                        .toList();
            }
        }
        return List.of();
    }

    /** All of an image that is in one layout, and what the hazard is about: a transfer names the layout that is there. */
    private List<ImageRange> ranges(ImageSpec image, ImageLayout layout, Cure.HandOver over, Hazard hazard) {
        ImageRange whole = ImageRange.whole(image);
        Hazard.Subresource concerned = hazard.subresource();
        String place = passes.before(over.current());
        if (concerned == null) {
            return List.of(whole);
        }
        ImageRange range = concerned.of(image);
        ImageRange aspects = range.of(whole.aspects());
        ImageRange narrow = course.in(place, aspects, layout) ? aspects : range;
        return course.in(place, whole, layout) && !narrow.equals(whole) ? List.of(whole, narrow) : List.of(narrow);
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
