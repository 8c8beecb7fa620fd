// SPDX-License-Identifier: Apache-2.0
package dev.sluice.check.hazard;

import dev.sluice.check.image.LayoutCourse;
import dev.sluice.check.image.NeededLayouts;
import dev.sluice.check.trace.AccessTrace;
import dev.sluice.check.trace.MemoryAccess;
import dev.sluice.check.trace.PassSpans;
import dev.sluice.program.Barrier;
import dev.sluice.program.BufferRange;
import dev.sluice.program.Command;
import dev.sluice.program.ImageRange;
import dev.sluice.program.ImageTransition;
import dev.sluice.program.image.Aspect;
import dev.sluice.program.image.ImageLayout;
import dev.sluice.program.image.ImageSpec;
import dev.sluice.program.sync.Accesses;
import dev.sluice.program.sync.DepthTests;
import dev.sluice.program.sync.Stage;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The barriers that cure hazards: the narrowest that order two accesses, with the layout that the second one needs. */
final class CureBarriers {
    private final AccessTrace trace;
    private final PassSpans passes;
    private final NeededLayouts layouts;
    private final LayoutCourse course;

    CureBarriers(AccessTrace trace, PassSpans passes) {
        this.trace = trace;
        this.passes = passes;
        this.layouts = new NeededLayouts(trace);
        this.course = new LayoutCourse(trace);
    }

    /**
     * The barrier before what comes second, from all that comes first.
     *
     * @param dstAccess of its second half; a transition names what comes second, too
     */
    Barrier of(HazardLog.Found found, long dstStages, long dstAccess) {
        boolean writes = found.prior.access().writes();
        boolean brought = broughtAcross(found);
        long srcAccess = writes && !brought ? Accesses.writes(found.priorAccess) : 0;
        long srcStages = brought ? dstStages : sourceStages(found);
        MemoryAccess access = found.current.access();
        ImageSpec image = access.space().image();
        ImageTransition transition = subresources(found);
        boolean changes = changesLayout(transition);
        if (changes && transition != null) {
            course.add(place(found), transition);
        }
        return new Barrier(
                DepthTests.both(srcStages, srcAccess),
                srcAccess,
                DepthTests.both(dstStages, dstAccess),
                changes ? dstAccess | found.currentAccess : dstAccess,
                !writes || image != null ? null : range(found),
                !writes && !changes ? null : transition,
                null,
                null);
    }

    private static long sourceStages(HazardLog.Found found) {
        // a transition is of no stage: whatever waits for all commands comes after it
        return found.prior.transition() ? Stage.ALL_COMMANDS.mask() : found.priorStages;
    }

    /**
     * Whether what another queue writes is there, available and before the later stage, and not visible alone. The first scope of
     * a barrier is of its own queue, which may lack the writer's stage: the barrier goes on from the stage that already waits.
     */
    private static boolean broughtAcross(HazardLog.Found found) {
        return found.missing.visibilityAlone()
                && found.prior.kind() == Hazard.Agent.DEVICE
                && found.prior.queue() != found.current.queue();
    }

    /** The bytes concerned, as a part of a buffer; null where no buffer has them. */
    private @Nullable BufferRange range(HazardLog.Found found) {
        MemoryAccess access = found.current.access();
        String buffer = trace.resources().owner(access.space().name(), found.places.first());
        if (trace.resources().isBuffer(access.resource())) {
            buffer = access.resource();
        }
        if (!trace.resources().isBuffer(buffer)) {
            return null;
        }
        long start = found.places.first() - trace.resources().start(buffer);
        return new BufferRange(buffer, start, found.places.last() - found.places.first());
    }

    /**
     * The subresources concerned, from the layout that they are in to the one that the later command needs; {@code UNDEFINED}
     * where it is not known. None where another cure, or several transitions, have brought them elsewhere.
     */
    private @Nullable ImageTransition subresources(HazardLog.Found found) {
        MemoryAccess access = found.current.access();
        ImageSpec image = access.space().image();
        Hazard.Subresource sub = Hazard.Subresource.around(access.space(), found.places);
        if (sub == null || image == null) {
            return null;
        }
        ImageRange range = sub.of(image);
        ImageTransition same = new ImageTransition(range, found.layout, found.layout);
        ImageLayout needed = needed(found, range);
        if (needed == found.layout) {
            return same;
        }
        if (!course.in(place(found), range, found.layout)) {
            return null;
        }
        ImageTransition change =
                new ImageTransition(range.of(aspects(image, found.layout, needed)), found.layout, needed);
        // a layout that the program goes on with is its own: which of the two commands is wrong, the lint leaves to its
        // reader
        return course.bears(place(found), change) ? change : same;
    }

    /** Where a barrier goes that changes a layout: no render pass has one within. */
    private String place(HazardLog.Found found) {
        return passes.before(found.current.action().id());
    }

    /** Whether the barrier of a hazard is to bring an image into another layout. */
    boolean changeLayout(HazardLog.Found found) {
        return changesLayout(subresources(found));
    }

    private static boolean changesLayout(@Nullable ImageTransition transition) {
        return transition != null && transition.newLayout() != transition.oldLayout();
    }

    /**
     * Depth and stencil change together (Vulkan specification, VkImageMemoryBarrier), but from and to layouts that are for one
     * of them.
     */
    private static Set<Aspect> aspects(ImageSpec image, ImageLayout from, ImageLayout to) {
        Set<Aspect> aspects = image.format().aspects();
        aspects.removeIf(aspect -> !from.concerns(aspect) || !to.concerns(aspect));
        return aspects;
    }

    /** The layout that what comes second needs; the one that it finds where that does, or where nothing can be changed. */
    private ImageLayout needed(HazardLog.Found found, ImageRange range) {
        Command command = found.current.action().command();
        if (command == null
                || found.current.kind() != Hazard.Agent.DEVICE
                || found.layout == ImageLayout.UNDEFINED
                || passes.together(
                        found.current.action().id(), found.prior.action().id())) {
            return found.layout;
        }
        ImageLayout other = layouts.of(command, range, found.layout);
        return other == null ? found.layout : other;
    }
}
