package dev.sluice.core.checker.hazard;

import dev.sluice.core.barrier.Access;
import dev.sluice.core.barrier.Accesses;
import dev.sluice.core.barrier.Stage;
import dev.sluice.core.barrier.Stages;
import dev.sluice.core.image.Aspect;
import dev.sluice.core.image.ImageSpec;
import java.util.HashMap;
import java.util.Map;
import java.util.StringJoiner;

/** Writes the smallest cure of a hazard in the syntax of streams, with the place where it goes. */
final class Cures {
    private final AccessTrace trace;
    private final Map<String, String> placeBefore = new HashMap<>();

    Cures(AccessTrace trace) {
        this.trace = trace;
        noteRenderPasses();
    }

    String cure(HazardLog.Found found, Hazard.Party prior, Hazard.Party current) {
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
                "# " + (found.current.kind() == Occurrence.Agent.HOST ? current.id() : prior.id())
                        + " must come before the submission of "
                        + (found.current.kind() == Occurrence.Agent.HOST ? prior.id() : current.id());
            case SEMAPHORE -> semaphore(found, prior, current);
            case HOST_DOMAIN ->
                barrier(
                                found,
                                Stage.HOST.mask(),
                                (found.current.access().writes() ? Access.HOST_WRITE : Access.HOST_READ).mask())
                        + "   # after " + prior.id() + ", before the fence";
            default ->
                found.current.transition()
                        ? transition(found, current)
                        : barrier(found, found.currentStages, destination(found)) + "   # before "
                                + placeBefore.getOrDefault(current.id(), current.id());
        };
    }

    /** The first half of the barrier that makes the transition. */
    private static String transition(HazardLog.Found found, Hazard.Party current) {
        long access = found.prior.access().writes() ? Accesses.writes(found.priorAccess) : 0;
        String stages = found.prior.transition() ? "[ALL_COMMANDS]" : stages(found.priorStages);
        return "# add srcStage: " + stages
                + (access == 0 || found.prior.transition() ? "" : ", srcAccess: " + accesses(access))
                + " to the barrier of " + found.current.access().resource() + " in " + current.id();
    }

    /** A write behind a read needs no memory to be moved, and one behind a write needs no visibility (seed 000). */
    private static long destination(HazardLog.Found found) {
        return found.current.access().writes() ? 0 : found.currentAccess;
    }

    private static String domain(HazardLog.Found found) {
        return found.prior.access().writes() ? "; and a barrier to HOST before the fence" : "";
    }

    /** A barrier cannot stand within a render pass unless the pass depends on itself: it goes before the pass. */
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
                        placeBefore.put(action.id(), begin);
                    }
                    if (action.kind().equals("endRendering") || action.kind().equals("endRenderPass")) {
                        begin = null;
                    }
                }
            }
        }
    }

    private static String semaphore(HazardLog.Found found, Hazard.Party prior, Hazard.Party current) {
        if (found.current.kind() == Occurrence.Agent.DISPLAY) {
            return "# signal a semaphore in the submission of " + prior.id() + " and let " + current.id()
                    + " wait for it";
        }
        if (found.prior.kind() == Occurrence.Agent.DISPLAY) {
            return "# let the submission of " + current.id() + " wait for the semaphore of acquireNextImage, stages "
                    + stages(found.currentStages);
        }
        return "# signal: [{semaphore: S, stages: " + stages(found.priorStages) + "}] at the submission of "
                + prior.id() + ", wait: [{semaphore: S, stages: " + stages(found.currentStages) + "}] at that of "
                + current.id();
    }

    private String barrier(HazardLog.Found found, long dstStages, long dstAccess) {
        long srcAccess = found.prior.access().writes() ? Accesses.writes(found.priorAccess) : 0;
        StringBuilder scopes = new StringBuilder("srcStage: ").append(stages(found.priorStages));
        if (srcAccess != 0) {
            scopes.append(", srcAccess: ").append(accesses(srcAccess));
        }
        scopes.append(", dstStage: ").append(stages(dstStages));
        if (dstAccess != 0) {
            scopes.append(", dstAccess: ").append(accesses(dstAccess));
        }
        if (srcAccess == 0) {
            return "- pipelineBarrier: {memory: [{" + scopes + "}]}";
        }
        MemoryAccess access = found.current.access();
        ImageSpec image = access.space().image();
        if (image == null) {
            String buffer = trace.resources().owner(access.space().name(), found.places.first());
            if (trace.resources().isBuffer(access.resource())) {
                buffer = access.resource();
            }
            if (!trace.resources().isBuffer(buffer)) {
                return "- pipelineBarrier: {memory: [{" + scopes + "}]}";
            }
            long start = found.places.first() - trace.resources().start(buffer);
            return "- pipelineBarrier: {buffers: [{buffer: " + buffer + ", offset: " + start + ", size: "
                    + (found.places.last() - found.places.first()) + ", " + scopes + "}]}";
        }
        return "- pipelineBarrier: {images: [{image: " + access.resource() + ", " + scopes + layouts(found)
                + subresources(found, image) + "}]}";
    }

    private static String layouts(HazardLog.Found found) {
        return found.layout.isEmpty() ? "" : ", oldLayout: " + found.layout + ", newLayout: " + found.layout;
    }

    private static String subresources(HazardLog.Found found, ImageSpec image) {
        Hazard.Subresource sub = HazardLog.subresource(found.current.access().space(), found.places);
        if (sub == null) {
            return "";
        }
        StringBuilder text = new StringBuilder();
        boolean whole = sub.level() == 0
                && sub.levels() == image.levels()
                && (image.depth() > 1 || sub.layers() == image.layers());
        if (!whole) {
            text.append(", baseMipLevel: ")
                    .append(sub.level())
                    .append(", levelCount: ")
                    .append(sub.levels());
            if (image.depth() == 1) {
                text.append(", baseArrayLayer: ")
                        .append(sub.layer())
                        .append(", layerCount: ")
                        .append(sub.layers());
            }
        }
        boolean twoAspects = image.format().has(Aspect.DEPTH) && image.format().has(Aspect.STENCIL);
        return twoAspects
                ? text.append(", aspectMask: [")
                        .append(sub.aspect())
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
