// SPDX-License-Identifier: Apache-2.0
package dev.sluice.check.hazard;

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
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The barriers that cure hazards: the narrowest that order two accesses, with the layout that the second one needs. */
final class CureBarriers {
    private final AccessTrace trace;
    private final PassSpans passes;
    private final NeededLayouts layouts;
    private final List<Moved> moved = new ArrayList<>();

    /**
     * A transition that a cure makes, and the commands that it is between.
     *
     * @param before transitions of the image before it
     */
    private record Moved(ImageTransition transition, int before, String prior, String current) {}

    CureBarriers(AccessTrace trace, PassSpans passes) {
        this.trace = trace;
        this.passes = passes;
        this.layouts = new NeededLayouts(trace);
    }

    /**
     * The barrier before what comes second, from all that comes first.
     *
     * @param dstAccess of its second half; a transition names what comes second, too
     */
    Barrier of(HazardLog.Found found, long dstStages, long dstAccess) {
        long srcAccess = found.prior.access().writes() ? Accesses.writes(found.priorAccess) : 0;
        // a transition is of no stage: whatever waits for all commands comes after it
        long srcStages = found.prior.transition() ? Stage.ALL_COMMANDS.mask() : found.priorStages;
        MemoryAccess access = found.current.access();
        ImageSpec image = access.space().image();
        ImageTransition transition = subresources(found);
        boolean changes = changesLayout(transition);
        if (changes && transition != null) {
            moved.add(new Moved(
                    transition,
                    found.transitions,
                    found.prior.action().id(),
                    found.current.action().id()));
        }
        return new Barrier(
                DepthTests.both(srcStages, srcAccess),
                srcAccess,
                DepthTests.both(dstStages, dstAccess),
                changes ? dstAccess | found.currentAccess : dstAccess,
                srcAccess == 0 || image != null ? null : range(found),
                srcAccess == 0 && !changes ? null : transition,
                null,
                null);
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
     * where it is not known. None where another cure brings them there.
     */
    private @Nullable ImageTransition subresources(HazardLog.Found found) {
        MemoryAccess access = found.current.access();
        ImageSpec image = access.space().image();
        Hazard.Subresource sub = Hazard.Subresource.around(access.space(), found.places);
        if (sub == null || image == null) {
            return null;
        }
        boolean volume = image.depth() > 1;
        ImageRange range = new ImageRange(
                access.resource(),
                Set.of(sub.aspect()),
                sub.level(),
                sub.levels(),
                volume ? 0 : sub.layer(),
                volume ? 1 : sub.layers());
        ImageLayout needed = needed(found, range);
        if (needed == found.layout) {
            return new ImageTransition(range, needed, needed);
        }
        return moved(found, range)
                ? null
                : new ImageTransition(range.of(aspects(image, found.layout, needed)), found.layout, needed);
    }

    /**
     * Whether another cure does that already: what a command wrote changes once, and before a command once, and what a cure has
     * changed stays so as far as the next transition.
     */
    private boolean moved(HazardLog.Found found, ImageRange range) {
        Command command = found.current.action().command();
        return moved.stream()
                .filter(one -> one.transition().range().overlaps(range))
                .anyMatch(one -> one.prior().equals(found.prior.action().id())
                        || one.current().equals(found.current.action().id())
                        || one.before() == found.transitions
                                && command != null
                                && layouts.of(command, range, one.transition().newLayout()) == null);
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
