package dev.sluice.core.checker.lint;

import dev.sluice.core.barrier.Accesses;
import dev.sluice.core.barrier.Stages;
import dev.sluice.core.command.Barrier;
import dev.sluice.core.command.BufferRange;
import dev.sluice.core.command.ImageRange;
import dev.sluice.core.command.ImageTransition;
import java.util.List;
import java.util.StringJoiner;

/** Barriers and masks in the syntax of a stream. */
final class DependencyText {
    private DependencyText() {}

    /** A mask of stages as a list: {@code [COPY, COMPUTE_SHADER]}. */
    static String stages(long mask) {
        StringJoiner names = new StringJoiner(", ", "[", "]");
        Stages.list(mask).forEach(stage -> names.add(stage.name()));
        return mask == 0 ? "[NONE]" : names.toString();
    }

    /** A mask of accesses as a list. */
    static String accesses(long mask) {
        StringJoiner names = new StringJoiner(", ", "[", "]");
        Accesses.list(mask).forEach(access -> names.add(access.name()));
        return names.toString();
    }

    /** A command with one barrier. */
    static String command(Barrier barrier) {
        return "- pipelineBarrier: " + dependency(List.of(barrier));
    }

    /** Barriers as a dependency: {@code {memory: [...], images: [...]}}. */
    static String dependency(List<Barrier> barriers) {
        StringJoiner memory = new StringJoiner(", ");
        StringJoiner buffers = new StringJoiner(", ");
        StringJoiner images = new StringJoiner(", ");
        for (Barrier barrier : barriers) {
            if (barrier.image() != null) {
                images.add("{" + image(barrier.image()) + ", " + scopes(barrier) + "}");
            } else if (barrier.range() != null) {
                buffers.add("{" + buffer(barrier.range()) + ", " + scopes(barrier) + "}");
            } else {
                memory.add("{" + scopes(barrier) + "}");
            }
        }
        StringJoiner all = new StringJoiner(", ", "{", "}");
        add(all, "memory", memory);
        add(all, "buffers", buffers);
        add(all, "images", images);
        return all.toString();
    }

    private static void add(StringJoiner all, String key, StringJoiner barriers) {
        if (barriers.length() > 0) {
            all.add(key + ": [" + barriers + "]");
        }
    }

    private static String buffer(BufferRange range) {
        return "buffer: " + range.buffer() + ", offset: " + range.offset() + ", size: " + range.size();
    }

    private static String image(ImageTransition transition) {
        ImageRange range = transition.range();
        boolean single = range.level() == 0 && range.levels() == 1 && range.layer() == 0 && range.layers() == 1;
        return "image: " + range.image() + ", oldLayout: " + transition.oldLayout() + ", newLayout: "
                + transition.newLayout()
                + (single
                        ? ""
                        : ", baseMipLevel: " + range.level() + ", levelCount: " + range.levels() + ", baseArrayLayer: "
                                + range.layer() + ", layerCount: " + range.layers());
    }

    /** The four masks of a barrier, and its queue families if it has any. */
    static String scopes(Barrier barrier) {
        return "srcStage: " + stages(barrier.srcStages()) + ", srcAccess: " + accesses(barrier.srcAccess())
                + ", dstStage: " + stages(barrier.dstStages()) + ", dstAccess: " + accesses(barrier.dstAccess())
                + (barrier.srcQueueFamily() == null
                        ? ""
                        : ", srcQueueFamily: " + barrier.srcQueueFamily() + ", dstQueueFamily: "
                                + barrier.dstQueueFamily());
    }

    /** The same barrier with other masks. */
    static Barrier with(Barrier barrier, long srcStages, long srcAccess, long dstStages, long dstAccess) {
        return new Barrier(
                srcStages,
                srcAccess,
                dstStages,
                dstAccess,
                barrier.range(),
                barrier.image(),
                barrier.srcQueueFamily(),
                barrier.dstQueueFamily());
    }
}
