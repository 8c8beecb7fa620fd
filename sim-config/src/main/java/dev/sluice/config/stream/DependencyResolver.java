// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.stream;

import dev.sluice.config.bind.Nearest;
import dev.sluice.program.Barrier;
import dev.sluice.program.Command;
import dev.sluice.program.ImageDeclaration;
import dev.sluice.program.ImageRange;
import dev.sluice.program.ImageTransition;
import dev.sluice.program.Origin;
import dev.sluice.program.image.ImageLayout;
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
    private final FamilyNames families;

    DependencyResolver(StreamContext context, ImageTable images) {
        this.context = context;
        this.images = images;
        this.families = new FamilyNames(context);
    }

    Command.PipelineBarrier resolve(CommandStep.PipelineBarrier step, Origin origin) {
        return new Command.PipelineBarrier(
                origin,
                barriers(step.memory(), step.buffers(), step.images()),
                byRegion(step, "dependencyFlags", step.dependencyFlags()));
    }

    /** The barriers of one dependency. */
    List<Barrier> barriers(
            List<CommandStep.MemoryBarrier> memory,
            List<CommandStep.BufferBarrier> buffers,
            List<CommandStep.ImageBarrier> ofImages) {
        List<Barrier> barriers = new ArrayList<>();
        for (CommandStep.MemoryBarrier barrier : memory) {
            barriers.add(new Barrier(
                    context.stages(barrier, "srcStage", barrier.srcStage()),
                    context.accesses(barrier, "srcAccess", barrier.srcAccess()),
                    context.stages(barrier, "dstStage", barrier.dstStage()),
                    context.accesses(barrier, "dstAccess", barrier.dstAccess()),
                    null,
                    null,
                    null));
        }
        for (CommandStep.BufferBarrier barrier : buffers) {
            barriers.add(buffer(barrier));
        }
        for (CommandStep.ImageBarrier barrier : ofImages) {
            barriers.add(image(barrier));
        }
        return barriers;
    }

    private Barrier buffer(CommandStep.BufferBarrier barrier) {
        FamilyNames.Transfer transfer = families.transfer(barrier, barrier.srcQueueFamily(), barrier.dstQueueFamily());
        return new Barrier(
                context.stages(barrier, "srcStage", barrier.srcStage()),
                context.accesses(barrier, "srcAccess", barrier.srcAccess()),
                context.stages(barrier, "dstStage", barrier.dstStage()),
                context.accesses(barrier, "dstAccess", barrier.dstAccess()),
                context.range(
                        barrier, context.buffer(barrier, "buffer", barrier.buffer()), barrier.offset(), barrier.size()),
                transfer.from(),
                transfer.to());
    }

    private Barrier image(CommandStep.ImageBarrier barrier) {
        ImageDeclaration image = images.image(barrier, "image", barrier.image());
        // one layout stands for both sides, so that none is a barrier without a transition
        String before = barrier.oldLayout() == null ? barrier.newLayout() : barrier.oldLayout();
        String after = barrier.newLayout() == null ? barrier.oldLayout() : barrier.newLayout();
        ImageLayout from = images.layout(
                barrier, barrier.oldLayout() == null ? "newLayout" : "oldLayout", before, ImageLayout.GENERAL);
        ImageLayout to = images.layout(barrier, "newLayout", after, ImageLayout.GENERAL);
        FamilyNames.Transfer transfer = families.transfer(barrier, barrier.srcQueueFamily(), barrier.dstQueueFamily());
        return new Barrier(
                context.stages(barrier, "srcStage", barrier.srcStage()),
                context.accesses(barrier, "srcAccess", barrier.srcAccess()),
                context.stages(barrier, "dstStage", barrier.dstStage()),
                context.accesses(barrier, "dstAccess", barrier.dstAccess()),
                null,
                new ImageTransition(range(barrier, image), from, to),
                transfer.from(),
                transfer.to());
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
