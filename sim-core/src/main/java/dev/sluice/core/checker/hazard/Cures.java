package dev.sluice.core.checker.hazard;

import dev.sluice.core.barrier.Access;
import dev.sluice.core.barrier.Accesses;
import dev.sluice.core.barrier.Stage;
import dev.sluice.core.barrier.Stages;
import dev.sluice.core.command.Barrier;
import dev.sluice.core.command.BufferRange;
import dev.sluice.core.command.ImageRange;
import dev.sluice.core.command.ImageTransition;
import dev.sluice.core.image.Aspect;
import dev.sluice.core.image.ImageLayout;
import dev.sluice.core.image.ImageSpec;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;

/** Writes the smallest cure of a hazard in the syntax of streams, with the place where it goes. */
final class Cures {
    private final AccessTrace trace;
    /** By command: where its render pass begins. */
    private final Map<String, String> pass = new HashMap<>();

    Cures(AccessTrace trace) {
        this.trace = trace;
        noteRenderPasses();
    }

    String text(HazardLog.Found found, Hazard.Party prior, Hazard.Party current) {
        return switch (found.missing) {
            case FLUSH ->
                "- flushMappedMemoryRanges: " + mapped(found) + "   # after " + prior.id() + ", before the submission";
            case INVALIDATE -> "- invalidateMappedMemoryRanges: " + mapped(found) + "   # before " + current.id();
            case ATOM ->
                "# place what the host and what the device writes "
                        + trace.device().nonCoherentAtomSize()
                        + " bytes apart: no barrier orders two users of one atom";
            case FENCE ->
                "- waitForFences: [F]   # before " + current.id() + ", with fence: F at the submission of " + prior.id()
                        + domain(found);
            case HOST_ORDER ->
                "# " + (found.current.kind() == Hazard.Agent.HOST ? current.id() : prior.id())
                        + " must come before the submission of "
                        + (found.current.kind() == Hazard.Agent.HOST ? prior.id() : current.id());
            case SEMAPHORE -> semaphore(found, prior, current);
            case RELEASE, ACQUIRE, TRANSFER, TRANSFER_ORDER -> transfer(found, prior, current);
            case HOST_DOMAIN ->
                text(barrier(
                                found,
                                Stage.HOST.mask(),
                                (found.current.access().writes() ? Access.HOST_WRITE : Access.HOST_READ).mask()))
                        + "   # after " + prior.id() + ", before the fence";
            default ->
                found.current.transition()
                        ? transition(found, current)
                        : before(found, current, barrier(found, found.currentStages, destination(found)));
        };
    }

    /** The barrier of {@link #text}, where both accesses are on one queue and it stands before the second. */
    @Nullable
    Cure cure(HazardLog.Found found, Hazard.Party prior, Hazard.Party current) {
        boolean here = prior.queue().equals(current.queue()) && !found.current.transition() && !acrossSubpasses(found);
        return switch (found.missing) {
            case EXECUTION, AVAILABILITY, VISIBILITY, VISIBILITY_TO_WRITE ->
                here && found.current.kind() == Hazard.Agent.DEVICE
                        ? new Cure(barrier(found, found.currentStages, destination(found)), place(found))
                        : null;
            default -> null;
        };
    }

    private String before(HazardLog.Found found, Hazard.Party current, Barrier barrier) {
        if (acrossSubpasses(found)) {
            return "# let the dependency between their subpasses say srcStageMask: " + stages(barrier.srcStages())
                    + ", srcAccessMask: " + accesses(barrier.srcAccess()) + ", dstStageMask: "
                    + stages(barrier.dstStages()) + ", dstAccessMask: " + accesses(barrier.dstAccess());
        }
        String place = place(found);
        boolean within = pass.containsKey(current.id()) && place.equals(current.id());
        return text(barrier) + "   # before " + place + (within ? ", if the subpass depends on itself" : "");
    }

    /** A barrier within a render pass orders nothing outside of its subpass (Vulkan specification, chapter Render Pass). */
    private String place(HazardLog.Found found) {
        String current = found.current.action().id();
        return inOnePass(found) ? current : pass.getOrDefault(current, current);
    }

    private boolean inOnePass(HazardLog.Found found) {
        String begin = pass.get(found.current.action().id());
        return begin != null && begin.equals(pass.get(found.prior.action().id()));
    }

    private boolean acrossSubpasses(HazardLog.Found found) {
        return inOnePass(found) && subpass(found.prior) != subpass(found.current);
    }

    /** Load operations are of the subpass that their step begins, store operations of that which it ends. */
    private static int subpass(Occurrence of) {
        int own = of.access().subpass();
        return own == MemoryAccess.NO_SUBPASS ? of.action().subpass() : own;
    }

    /** The first half of the barrier that makes the transition. */
    private static String transition(HazardLog.Found found, Hazard.Party current) {
        long access = found.prior.access().writes() ? Accesses.writes(found.priorAccess) : 0;
        String stages = found.prior.transition() ? "[ALL_COMMANDS]" : stages(found.priorStages);
        return "# add srcStage: " + stages
                + (access == 0 || found.prior.transition() ? "" : ", srcAccess: " + accesses(access))
                + " to the barrier of " + found.current.access().resource() + " in " + current.id();
    }

    /**
     * A write behind a read needs no memory to be moved (Vulkan specification, section Execution and Memory
     * Dependencies).
     */
    private static long destination(HazardLog.Found found) {
        return found.prior.access().writes() ? found.currentAccess : 0;
    }

    private static String domain(HazardLog.Found found) {
        return found.prior.access().writes() ? "; and a barrier to HOST before the fence" : "";
    }

    /** A barrier cannot stand within a render pass unless its subpass depends on itself: it goes before the pass if it can. */
    private void noteRenderPasses() {
        for (AccessTrace.Track track : trace.threads()) {
            for (AccessTrace.Step step : track.steps()) {
                AccessTrace.Batch batch = step.batch();
                if (batch == null) {
                    continue;
                }
                String begin = null;
                for (AccessTrace.Action action : batch.actions()) {
                    if (action.kind().startsWith("begin")) {
                        begin = action.id();
                    }
                    if (begin != null) {
                        pass.put(action.id(), begin);
                    }
                    if (action.kind().equals("endRendering") || action.kind().equals("endRenderPass")) {
                        begin = null;
                    }
                }
            }
        }
    }

    private static String semaphore(HazardLog.Found found, Hazard.Party prior, Hazard.Party current) {
        if (found.current.kind() == Hazard.Agent.DISPLAY) {
            return "# signal a semaphore in the submission of " + prior.id() + " and let " + current.id()
                    + " wait for it";
        }
        if (found.prior.kind() == Hazard.Agent.DISPLAY) {
            return "# let the submission of " + current.id() + " wait for the semaphore of acquireNextImage, stages "
                    + stages(found.currentStages);
        }
        return "# signal: [{semaphore: S, stages: " + stages(found.priorStages) + "}] at the submission of "
                + prior.id() + ", wait: [{semaphore: S, stages: " + stages(found.currentStages) + "}] at that of "
                + current.id();
    }

    /** Both halves of an ownership transfer, or the one that is missing. */
    private String transfer(HazardLog.Found found, Hazard.Party prior, Hazard.Party current) {
        String from = DeviceFacts.family(prior.queue());
        String to = DeviceFacts.family(current.queue());
        String resource = found.current.access().resource();
        if (from.equals(to)) {
            return "# acquire " + resource + " back before " + current.id() + ": queue family " + to
                    + " has released it";
        }
        String families = " with srcQueueFamily: " + from + ", dstQueueFamily: " + to;
        return switch (found.missing) {
            case RELEASE ->
                "# release " + resource + " on " + prior.queue() + " after " + prior.id() + families
                        + ", the same range and layouts as the acquire";
            case ACQUIRE ->
                "# acquire " + resource + " on " + current.queue() + " before " + current.id() + families
                        + ", the same range and layouts as the release";
            case TRANSFER_ORDER ->
                "# let the acquire of " + resource
                        + " name the range, families and layouts of its release, and wait for it"
                        + " by a semaphore signalled and waited for at ALL_COMMANDS";
            default ->
                "# release " + resource + " on " + prior.queue() + " after " + prior.id() + " and acquire it on "
                        + current.queue() + " before " + current.id() + families
                        + "; or declare it with sharingMode: CONCURRENT";
        };
    }

    private Barrier barrier(HazardLog.Found found, long dstStages, long dstAccess) {
        long srcAccess = found.prior.access().writes() ? Accesses.writes(found.priorAccess) : 0;
        // a transition is of no stage: whatever waits for all commands comes after it
        long srcStages = found.prior.transition() ? Stage.ALL_COMMANDS.mask() : found.priorStages;
        MemoryAccess access = found.current.access();
        ImageSpec image = access.space().image();
        BufferRange range = srcAccess == 0 || image != null ? null : range(found);
        ImageTransition subresources =
                srcAccess == 0 || image == null ? null : subresources(found, access.resource(), image);
        return new Barrier(srcStages, srcAccess, dstStages, dstAccess, range, subresources, null, null);
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

    /** The subresources concerned, in the layout that they are in; {@code UNDEFINED} where it is not known. */
    private static @Nullable ImageTransition subresources(HazardLog.Found found, String name, ImageSpec image) {
        Hazard.Subresource sub = HazardLog.subresource(found.current.access().space(), found.places);
        if (sub == null) {
            return null;
        }
        boolean volume = image.depth() > 1;
        ImageLayout layout = found.layout.isEmpty() ? ImageLayout.UNDEFINED : ImageLayout.valueOf(found.layout);
        return new ImageTransition(
                new ImageRange(
                        name,
                        Set.of(sub.aspect()),
                        sub.level(),
                        sub.levels(),
                        volume ? 0 : sub.layer(),
                        volume ? 1 : sub.layers()),
                layout,
                layout);
    }

    /** A barrier in the syntax of streams. */
    private String text(Barrier barrier) {
        StringBuilder scopes = new StringBuilder("srcStage: ").append(stages(barrier.srcStages()));
        if (barrier.srcAccess() != 0) {
            scopes.append(", srcAccess: ").append(accesses(barrier.srcAccess()));
        }
        scopes.append(", dstStage: ").append(stages(barrier.dstStages()));
        if (barrier.dstAccess() != 0) {
            scopes.append(", dstAccess: ").append(accesses(barrier.dstAccess()));
        }
        BufferRange range = barrier.range();
        ImageTransition image = barrier.image();
        if (range != null) {
            return "- pipelineBarrier: {buffers: [{buffer: " + range.buffer() + ", offset: " + range.offset()
                    + ", size: " + range.size() + ", " + scopes + "}]}";
        }
        if (image != null) {
            String layouts = image.newLayout() == ImageLayout.UNDEFINED
                    ? ""
                    : ", oldLayout: " + image.oldLayout() + ", newLayout: " + image.newLayout();
            return "- pipelineBarrier: {images: [{image: " + image.range().image() + ", " + scopes + layouts
                    + subresources(image.range()) + "}]}";
        }
        return "- pipelineBarrier: {memory: [{" + scopes + "}]}";
    }

    private String subresources(ImageRange range) {
        ImageSpec image = trace.resources().image(range.image()).declaration().spec();
        StringBuilder text = new StringBuilder();
        boolean whole = range.level() == 0
                && range.levels() == image.levels()
                && (image.depth() > 1 || range.layers() == image.layers());
        if (!whole) {
            text.append(", baseMipLevel: ")
                    .append(range.level())
                    .append(", levelCount: ")
                    .append(range.levels());
            if (image.depth() == 1) {
                text.append(", baseArrayLayer: ")
                        .append(range.layer())
                        .append(", layerCount: ")
                        .append(range.layers());
            }
        }
        boolean twoAspects = image.format().has(Aspect.DEPTH) && image.format().has(Aspect.STENCIL);
        return twoAspects
                ? text.append(", aspectMask: [")
                        .append(range.aspects().iterator().next())
                        .append(']')
                        .toString()
                : text.toString();
    }

    private String mapped(HazardLog.Found found) {
        long atom = trace.device().nonCoherentAtomSize();
        Intervals atoms = found.places.aligned(atom);
        return "[{memory: " + found.current.access().space().name() + ", offset: " + atoms.first() + ", size: "
                + (atoms.last() - atoms.first()) + "}]";
    }

    private static String stages(long mask) {
        StringJoiner names = new StringJoiner(", ", "[", "]");
        Stages.list(mask).forEach(stage -> names.add(stage.name()));
        return names.toString();
    }

    private static String accesses(long mask) {
        StringJoiner names = new StringJoiner(", ", "[", "]");
        Accesses.list(mask).forEach(access -> names.add(access.name()));
        return names.toString();
    }
}
