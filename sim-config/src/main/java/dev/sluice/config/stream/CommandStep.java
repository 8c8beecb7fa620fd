// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.stream;

import dev.sluice.config.bind.Default;
import dev.sluice.config.bind.Doc;
import dev.sluice.config.bind.Min;
import dev.sluice.config.bind.OneKey;
import dev.sluice.config.bind.OneOrMany;
import dev.sluice.config.bind.Shorthand;
import dev.sluice.config.data.DataFile;
import dev.sluice.config.source.ScalarNode;
import dev.sluice.config.units.RangeSize;
import dev.sluice.config.units.Size;
import dev.sluice.program.StatisticsMode;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A device command as it is written: one key, its Vulkan name without {@code vkCmd}. */
@Doc("command")
public sealed interface CommandStep
        permits CommandStep.PipelineBarrier,
                ComputeStep,
                CommandStep.CopyBuffer,
                CommandStep.FillBuffer,
                CommandStep.UpdateBuffer,
                CommandStep.WriteTimestamp,
                CommandStep.ResetStatistics,
                CommandStep.BeginStatistics,
                CommandStep.EndStatistics,
                CommandStep.BeginConditionalRendering,
                CommandStep.EndConditionalRendering,
                CommandStep.Repeat,
                CommandStep.Label,
                EventStep,
                CommandStep.ExecuteCommands,
                PassStep,
                ImageStep {
    /** A memory and execution dependency. */
    record PipelineBarrier(
            @Doc("Global memory barriers.") List<MemoryBarrier> memory,
            @Doc("Buffer memory barriers.") List<BufferBarrier> buffers,
            @Doc("Image memory barriers.") List<ImageBarrier> images,
            @Doc("BY_REGION and others.") @OneOrMany List<String> dependencyFlags)
            implements CommandStep {}

    /** Copies between buffers. */
    record CopyBuffer(
            String src,
            String dst,

            @Doc("Runs of bytes; the whole of the source when absent.")
            List<Region> regions) implements CommandStep {}

    /** Fills a range with a word. */
    record FillBuffer(
            String dst,
            @Default("0") Size offset,
            @Default("WHOLE_SIZE") RangeSize size,
            @Doc("A u32.") ScalarNode data)
            implements CommandStep {}

    /** Writes bytes held in the command buffer. */
    record UpdateBuffer(String dst, @Default("0") Size offset, DataFile data) implements CommandStep {}

    /** Notes the time at which a stage has completed. */
    record WriteTimestamp(String stage, String name) implements CommandStep {}

    /** Begins a region of interest once all earlier commands of the queue have completed. */
    record ResetStatistics() implements CommandStep {}

    /** Begins a statistics region once all earlier commands of the queue have completed. */
    @Shorthand("name")
    record BeginStatistics(
            @Doc("The region's name.") String name,

            @Doc("detailed, or functional: at once, without time, as far as that can be.") @Default("detailed")
            StatisticsMode mode)
            implements CommandStep {}

    /** Ends the statistics region that began last once all earlier commands of the queue have completed. */
    @Shorthand("name")
    record EndStatistics(
            @Doc("The region's name, for the reader.") @Nullable
            String name) implements CommandStep {}

    /** Makes draws, dispatches and clears of attachments depend on a word of memory. */
    record BeginConditionalRendering(
            @Doc("The buffer with a u32: 0 discards the commands up to the end.")
            String buffer,

            @Default("0") Size offset,

            @Doc("Whether 0 carries the commands out, and all else discards them.") @Default("false")
            boolean inverted,

            @Doc(
                    "Whether the commands are carried out, whatever the buffer holds; what the buffer holds decides when absent.")
            @Nullable
            Boolean runs)
            implements CommandStep {}

    /** Ends what beginConditionalRendering began. */
    record EndConditionalRendering() implements CommandStep {}

    /** Stands for its steps as often as it says; {@link Repetitions} unfolds it before anything is read. */
    record Repeat(
            @Doc("How often.") @Min(1) int times,

            @Doc("The name by which ${...} in the steps knows the round, from 0; i when absent.") @Nullable
            String variable,

            @Doc("The commands.") List<OneKey<CommandStep>> steps)
            implements CommandStep {}

    /** Names what follows. */
    @Shorthand("text")
    record Label(String text) implements CommandStep {}

    /** Carries secondary command buffers out as if their commands stood here. */
    @Shorthand("commandBuffers")
    record ExecuteCommands(
            @Doc("Secondary command buffers, in order.") @OneOrMany
            List<String> commandBuffers) implements CommandStep {}

    /** The scopes of a global memory barrier. */
    record MemoryBarrier(
            @OneOrMany List<String> srcStage,
            @OneOrMany List<String> srcAccess,
            @OneOrMany List<String> dstStage,
            @OneOrMany List<String> dstAccess) {}

    /** The scopes of a buffer memory barrier. */
    record BufferBarrier(
            String buffer,
            @Default("0") Size offset,
            @Default("WHOLE_SIZE") RangeSize size,
            @OneOrMany List<String> srcStage,
            @OneOrMany List<String> srcAccess,
            @OneOrMany List<String> dstStage,
            @OneOrMany List<String> dstAccess,

            @Doc("Who gives the range up: a queue family, QUEUE_FAMILY_IGNORED, EXTERNAL or FOREIGN_EXT.") @Nullable
            String srcQueueFamily,

            @Doc("Who takes the range over.") @Nullable String dstQueueFamily) {}

    /** The scopes of an image memory barrier; the range is that of the whole image, or written in one of two ways. */
    record ImageBarrier(
            String image,

            @Doc("newLayout when absent, and GENERAL without either: no transition.") @Nullable
            String oldLayout,

            @Doc("oldLayout when absent.") @Nullable String newLayout,
            @OneOrMany List<String> srcStage,
            @OneOrMany List<String> srcAccess,
            @OneOrMany List<String> dstStage,
            @OneOrMany List<String> dstAccess,

            @Doc("Who gives the range up: a queue family, QUEUE_FAMILY_IGNORED, EXTERNAL or FOREIGN_EXT.") @Nullable
            String srcQueueFamily,

            @Doc("Who takes the range over.") @Nullable String dstQueueFamily,
            @Doc("The range, or else its keys stand here.") GraphicsFile.@Nullable Subresources subresourceRange,
            @OneOrMany List<String> aspectMask,
            @Nullable @Min(0) Integer baseMipLevel,

            @Doc("A number or REMAINING_MIP_LEVELS.") @Nullable
            ScalarNode levelCount,

            @Nullable @Min(0) Integer baseArrayLayer,

            @Doc("A number or REMAINING_ARRAY_LAYERS.") @Nullable
            ScalarNode layerCount) {}

    /** A buffer, an image, or a part of either, behind a kernel's binding. */
    @Shorthand("resource")
    record Binding(
            @Doc("A buffer, an image or a view.") @Nullable String resource,
            @Nullable String buffer,
            @Nullable String image,
            @Nullable String view,
            @Doc("Of a buffer.") @Default("0") Size offset,
            @Doc("Of a buffer.") @Default("WHOLE_SIZE") RangeSize size,

            @Doc("What a kernel sees of an image's texels.") @OneOrMany
            List<String> aspectMask,

            @Doc("One level of an image.") @Nullable @Min(0) Integer mipLevel,

            @Doc("The first level of an image.") @Nullable @Min(0)
            Integer baseMipLevel,

            @Doc("A number or REMAINING_MIP_LEVELS.") @Nullable
            ScalarNode levelCount,

            @Doc("One layer of an image.") @Nullable @Min(0) Integer layer,

            @Doc("The first layer of an image.") @Nullable @Min(0)
            Integer baseArrayLayer,

            @Doc("A number or REMAINING_ARRAY_LAYERS.") @Nullable
            ScalarNode layerCount,

            @Doc("The layout that the image is promised to be in; GENERAL for storage images, else"
                    + " SHADER_READ_ONLY_OPTIMAL.")
            @Nullable
            String layout) {
        private static final Size START = new Size(0);
        private static final RangeSize WHOLE = new RangeSize(RangeSize.WHOLE);

        /** A whole resource. */
        public static Binding of(String resource) {
            return new Binding(
                    resource, null, null, null, START, WHOLE, List.of(), null, null, null, null, null, null, null);
        }

        /** A range of a buffer. */
        public static Binding range(String buffer, long offset, long size) {
            return new Binding(
                    null,
                    buffer,
                    null,
                    null,
                    new Size(offset),
                    new RangeSize(size),
                    List.of(),
                    null,
                    null,
                    null,
                    null,
                    null,
                    null,
                    null);
        }

        /** A view, in a layout; null for the usual one. */
        public static Binding view(String view, @Nullable String layout) {
            return new Binding(
                    null, null, null, view, START, WHOLE, List.of(), null, null, null, null, null, null, layout);
        }
    }

    /** A run of bytes to copy. */
    record Region(
            @Default("0") Size srcOffset,
            @Default("0") Size dstOffset,
            @Default("WHOLE_SIZE") RangeSize size) {}
}
