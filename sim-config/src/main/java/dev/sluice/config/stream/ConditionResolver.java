// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.stream;

import dev.sluice.config.units.RangeSize;
import dev.sluice.program.BufferDeclaration;
import dev.sluice.program.Command;
import dev.sluice.program.Origin;
import org.jspecify.annotations.Nullable;

/**
 * Follows the conditional rendering of one command buffer: it does not nest, and ends in the command buffer and the subpass in
 * which it began (Vulkan specification, vkCmdBeginConditionalRenderingEXT and vkCmdEndConditionalRenderingEXT).
 */
final class ConditionResolver {
    private final StreamContext context;
    private CommandStep.@Nullable BeginConditionalRendering opened;
    private @Nullable Object subpass;

    ConditionResolver(StreamContext context) {
        this.context = context;
    }

    /** @param around the subpass in which it stands, null outside of render passes */
    Command begin(CommandStep.BeginConditionalRendering step, @Nullable Object around, Origin origin) {
        if (opened != null) {
            throw context.where
                    .node(step)
                    .error("beginConditionalRendering: that of " + context.place(opened) + " has not ended");
        }
        opened = step;
        subpass = around;
        BufferDeclaration buffer = context.buffer(step, "buffer", step.buffer());
        context.range(step, buffer, step.offset(), new RangeSize(Command.BeginConditionalRendering.BYTES));
        context.aligned(step, "offset", step.offset().bytes());
        return new Command.BeginConditionalRendering(
                origin, buffer.name(), step.offset().bytes(), step.inverted(), step.runs());
    }

    /** @param around the subpass in which it stands, null outside of render passes */
    Command end(CommandStep.EndConditionalRendering step, @Nullable Object around, Origin origin) {
        CommandStep.BeginConditionalRendering begun = opened;
        if (begun == null) {
            throw context.where.node(step).error("endConditionalRendering: beginConditionalRendering is missing");
        }
        if (subpass != around) {
            throw context.where
                    .node(step)
                    .error("endConditionalRendering: that of " + context.place(begun)
                            + (subpass == null ? " began outside of a render pass" : " began in another subpass")
                            + ", and must end there");
        }
        opened = null;
        return new Command.EndConditionalRendering(origin);
    }

    /** What is open at one point. */
    @Nullable
    Object place() {
        return opened;
    }

    /** Refuses a secondary command buffer that ends what it did not begin, or leaves open what it began. */
    void same(@Nullable Object before) {
        Object now = opened;
        if (now != before) {
            throw context.where
                    .node(now == null ? (before == null ? context.file : before) : now)
                    .error("what begins here must end in the same command buffer");
        }
    }

    /** Refuses a command buffer that leaves it open. */
    void finish() {
        if (opened != null) {
            throw context.where.node(opened).error("what begins here does not end; endConditionalRendering is missing");
        }
    }
}
