package dev.sluice.config.stream;

import dev.sluice.config.bind.Nearest;
import dev.sluice.core.command.Barrier;
import dev.sluice.core.command.Command;
import dev.sluice.core.command.ImageDeclaration;
import dev.sluice.core.command.ImageRange;
import dev.sluice.core.command.ImageTransition;
import dev.sluice.core.command.Origin;
import dev.sluice.core.image.ImageLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** Turns pipeline barriers as they are written into checked ones. */
final class DependencyResolver {
    private static final String BY_REGION = "BY_REGION";
    private static final List<String> DEPENDENCY_FLAGS = List.of(
            BY_REGION,
            "DEVICE_GROUP",
            "VIEW_LOCAL",
            "FEEDBACK_LOOP_EXT",
            "QUEUE_FAMILY_OWNERSHIP_TRANSFER_USE_ALL_STAGES_KHR");

    private final StreamContext context;
    private final ImageTable images;

    DependencyResolver(StreamContext context, ImageTable images) {
        this.context = context;
        this.images = images;
    }

    Command.PipelineBarrier resolve(CommandStep.PipelineBarrier step, Origin origin) {
        List<Barrier> barriers = new ArrayList<>();
        for (CommandStep.MemoryBarrier memory : step.memory()) {
            barriers.add(new Barrier(
                    context.stages(memory, "srcStage", memory.srcStage()),
                    context.accesses(memory, "srcAccess", memory.srcAccess()),
                    context.stages(memory, "dstStage", memory.dstStage()),
                    context.accesses(memory, "dstAccess", memory.dstAccess()),
                    null,
                    null,
                    null));
        }
        for (CommandStep.BufferBarrier buffer : step.buffers()) {
            barriers.add(new Barrier(
                    context.stages(buffer, "srcStage", buffer.srcStage()),
                    context.accesses(buffer, "srcAccess", buffer.srcAccess()),
                    context.stages(buffer, "dstStage", buffer.dstStage()),
                    context.accesses(buffer, "dstAccess", buffer.dstAccess()),
                    context.range(
                            buffer, context.buffer(buffer, "buffer", buffer.buffer()), buffer.offset(), buffer.size()),
                    context.family(buffer, "srcQueueFamily", buffer.srcQueueFamily()),
                    context.family(buffer, "dstQueueFamily", buffer.dstQueueFamily())));
        }
        for (CommandStep.ImageBarrier image : step.images()) {
            barriers.add(image(image));
        }
        return new Command.PipelineBarrier(origin, barriers, byRegion(step, "dependencyFlags", step.dependencyFlags()));
    }

    private Barrier image(CommandStep.ImageBarrier barrier) {
        ImageDeclaration image = images.image(barrier, "image", barrier.image());
        // one layout stands for both sides, so that none is a barrier without a transition
        String before = barrier.oldLayout() == null ? barrier.newLayout() : barrier.oldLayout();
        String after = barrier.newLayout() == null ? barrier.oldLayout() : barrier.newLayout();
        ImageLayout from = images.layout(
                barrier, barrier.oldLayout() == null ? "newLayout" : "oldLayout", before, ImageLayout.GENERAL);
        ImageLayout to = images.layout(barrier, "newLayout", after, ImageLayout.GENERAL);
        if (barrier.newLayout() != null) {
            images.entered(barrier, "newLayout", to);
        }
        return new Barrier(
                context.stages(barrier, "srcStage", barrier.srcStage()),
                context.accesses(barrier, "srcAccess", barrier.srcAccess()),
                context.stages(barrier, "dstStage", barrier.dstStage()),
                context.accesses(barrier, "dstAccess", barrier.dstAccess()),
                null,
                new ImageTransition(range(barrier, image), from, to),
                context.family(barrier, "srcQueueFamily", barrier.srcQueueFamily()),
                context.family(barrier, "dstQueueFamily", barrier.dstQueueFamily()));
    }

    private ImageRange range(CommandStep.ImageBarrier barrier, ImageDeclaration image) {
        GraphicsFile.Subresources nested = barrier.subresourceRange();
        boolean direct = !barrier.aspectMask().isEmpty()
                || barrier.baseMipLevel() != null
                || barrier.levelCount() != null
                || barrier.baseArrayLayer() != null
                || barrier.layerCount() != null;
        if (nested != null && direct) {
            throw context.where.error(
                    barrier,
                    "subresourceRange",
                    "subresourceRange: its keys stand beside it as well; write them in one place");
        }
        return nested != null
                ? images.range(nested, image)
                : images.range(
                        barrier,
                        image,
                        barrier.aspectMask(),
                        Objects.requireNonNullElse(barrier.baseMipLevel(), 0),
                        barrier.levelCount(),
                        Objects.requireNonNullElse(barrier.baseArrayLayer(), 0),
                        barrier.layerCount());
    }

    /** Whether the dependency flags of {@code user} make it framebuffer-local. */
    boolean byRegion(Object user, String key, List<String> flags) {
        boolean byRegion = false;
        for (int i = 0; i < flags.size(); i++) {
            String name = flags.get(i).replaceFirst("^VK_DEPENDENCY_", "").replaceFirst("_BIT(?=$|_(KHR|EXT)$)", "");
            if (!DEPENDENCY_FLAGS.contains(name)) {
                throw context.where.error(
                        user, key, i, key + ": unknown flag '" + name + "'" + Nearest.hint(name, DEPENDENCY_FLAGS));
            }
            byRegion |= name.equals(BY_REGION);
        }
        return byRegion;
    }
}
