package dev.sluice.config.stream;

import dev.sluice.config.bind.Default;
import dev.sluice.config.bind.Doc;
import dev.sluice.config.bind.NotModelled;
import dev.sluice.config.bind.Shorthand;
import dev.sluice.config.data.DataFile;
import dev.sluice.config.source.ScalarNode;
import dev.sluice.config.units.RangeSize;
import dev.sluice.config.units.Size;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A device command as it is written: one key, its Vulkan name without {@code vkCmd}. */
@Doc("command")
@NotModelled({
    "setEvent",
    "resetEvent",
    "waitEvents",
    "draw",
    "drawIndexed",
    "drawIndirect",
    "drawIndexedIndirect",
    "beginRendering",
    "endRendering",
    "beginRenderPass",
    "nextSubpass",
    "endRenderPass",
    "copyImage",
    "copyBufferToImage",
    "copyImageToBuffer",
    "blitImage",
    "resolveImage",
    "clearColorImage",
    "clearDepthStencilImage",
    "clearAttachments",
    "executeCommands"
})
public sealed interface CommandStep {
    /** A memory and execution dependency. */
    @NotModelled("images")
    record PipelineBarrier(
            @Doc("Global memory barriers.") List<MemoryBarrier> memory,
            @Doc("Buffer memory barriers.") List<BufferBarrier> buffers,
            @Doc("BY_REGION and others.") List<String> dependencyFlags)
            implements CommandStep {}

    /** Runs a kernel. */
    record Dispatch(
            String kernel,
            @Doc("Workgroups in x, y and z.") List<Long> groups,
            @Doc("Buffers by the kernel's binding names.") Map<String, Binding> bind,
            @Doc("Integers that the kernel uses by name.") Map<String, Long> params)
            implements CommandStep {}

    /** Runs a kernel on as many workgroups as a buffer says. */
    record DispatchIndirect(
            String kernel,
            @Doc("The buffer with three u32 counts.") String buffer,
            @Default("0") Size offset,
            Map<String, Binding> bind,
            Map<String, Long> params)
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

    /** Names what follows. */
    @Shorthand("text")
    record Label(String text) implements CommandStep {}

    /** The scopes of a global memory barrier. */
    record MemoryBarrier(
            List<String> srcStage, List<String> srcAccess, List<String> dstStage, List<String> dstAccess) {}

    /** The scopes of a buffer memory barrier. */
    record BufferBarrier(
            String buffer,
            @Default("0") Size offset,
            @Default("WHOLE_SIZE") RangeSize size,
            List<String> srcStage,
            List<String> srcAccess,
            List<String> dstStage,
            List<String> dstAccess,
            @Nullable String srcQueueFamily,
            @Nullable String dstQueueFamily) {}

    /** A buffer, or a part of it, behind a kernel's binding. */
    @Shorthand("buffer")
    record Binding(
            String buffer,
            @Default("0") Size offset,
            @Default("WHOLE_SIZE") RangeSize size) {}

    /** A run of bytes to copy. */
    record Region(
            @Default("0") Size srcOffset,
            @Default("0") Size dstOffset,
            @Default("WHOLE_SIZE") RangeSize size) {}
}
