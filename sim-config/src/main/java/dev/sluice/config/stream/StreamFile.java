// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.stream;

import dev.sluice.config.bind.Capitals;
import dev.sluice.config.bind.Default;
import dev.sluice.config.bind.Doc;
import dev.sluice.config.bind.Min;
import dev.sluice.config.bind.NotModelled;
import dev.sluice.config.bind.OneKey;
import dev.sluice.config.calls.LeftOut;
import dev.sluice.config.data.DataFile;
import dev.sluice.config.source.ScalarNode;
import dev.sluice.config.units.Size;
import dev.sluice.device.MemoryProperty;
import dev.sluice.program.HostReads;
import dev.sluice.program.image.Aspect;
import dev.sluice.program.image.Tiling;
import dev.sluice.program.kernel.BindingKind;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A command stream as it is written ({@code docs/formats.md}, Stream files); {@link StreamReader} makes a program of it. */
@Doc("Memory, resources, kernels and what the host threads do with them.")
@NotModelled("bufferViews")
public record StreamFile(
        @Doc("The version of the format.") @Min(1) int sluice,
        @Doc("The stream's name.") String name,
        @Doc("What the stream shows.") @Default("") String description,

        @Doc("The device that it is meant for; the command line's --device wins.") @Nullable
        String device,

        @Doc("Memory allocations.") List<Memory> memory,
        @Doc("Buffers.") List<Buffer> buffers,

        @Doc("Images.") List<Image> images,

        @Doc("Parts of images by name; a view can stand wherever an image can be drawn to or bound.")
        Map<String, GraphicsFile.View> imageViews,

        @Doc("Render passes by name.") Map<String, GraphicsFile.RenderPass> renderPasses,
        @Doc("Framebuffers by name.") Map<String, GraphicsFile.Framebuffer> framebuffers,
        @Doc("Swapchains by name.") Map<String, GraphicsFile.Swapchain> swapchains,
        @Doc("Kernels by name.") Map<String, Kernel> kernels,
        @Doc("Semaphores; others come to be at first use.") List<Semaphore> semaphores,

        @Doc("Events; others come to be at first use.") List<String> events,
        @Doc("Command buffers by name.") Map<String, CommandBuffer> commandBuffers,

        @Doc("What an importer could only approximate, for the report.")
        List<String> notes,

        @Doc("What an importer left out; reports begin with it.") @Nullable
        LeftOut leftOut,

        @Doc(
                "Whether other work of the program went before that is not here: what the first frame has for it is not judged.")
        @Default("false")
        boolean midway,

        @Doc("Operations of host thread 0, in program order.")
        List<OneKey<HostStep>> program,

        @Doc("More host threads.") Map<String, List<OneKey<HostStep>>> threads) {

    /** A memory allocation. */
    public record Memory(
            String name,
            @Min(1) Size size,

            @Doc("Flags that its memory type must have; the first type with all of them is taken.") @Capitals
            List<MemoryProperty> properties,

            @Doc(
                    "stated: what the host reads there are operations of the stream. possible: it may read whatever it has waited"
                            + " for, as far as it is mapped. When absent, stated if the stream has any hostRead or hostAtomic.")
            @Nullable
            HostReads hostReads) {}

    /** A buffer. */
    public record Buffer(
            String name,
            @Doc("The memory that it is bound to.") String memory,

            @Doc("Its first byte in the memory.") @Default("0")
            Size offset,

            @Min(1) Size size,
            @Doc("Vulkan usage flags, short: TRANSFER_SRC.") List<String> usage,

            @Doc("EXCLUSIVE or CONCURRENT; when absent, EXCLUSIVE for what a barrier transfers between queue families.")
            @Nullable
            String sharingMode,

            @Doc("The queue families of sharingMode CONCURRENT; all when absent.")
            List<String> queueFamilies,

            @Doc("What its first bytes hold before the program begins; nothing that was ever written when absent.")
            @Nullable
            DataFile data) {}

    /** An image. */
    public record Image(
            String name,
            @Doc("The memory that it is bound to.") String memory,

            @Doc("Its first byte in the memory, a multiple of two tiles for tiling OPTIMAL.") @Default("0")
            Size offset,

            @Doc("Width, height and perhaps depth in texels.")
            List<Integer> extent,

            @Default("1") @Min(1) int layers,
            @Default("1") @Min(1) int levels,
            @Default("1") @Min(1) int samples,
            @Doc("A Vulkan format without VK_FORMAT_.") String format,

            @Doc("OPTIMAL or LINEAR; linear images are never compressed.") @Default("OPTIMAL") @Capitals
            Tiling tiling,

            @Doc("Vulkan usage flags, short: SAMPLED; when absent, attachment, transfers and reads by shaders.")
            List<String> usage,

            @Doc("UNDEFINED, PREINITIALIZED, or the layout that earlier work left it in.") @Default("UNDEFINED")
            String initialLayout,

            @Doc("Whether it may overlap other images.") @Default("false")
            boolean alias,

            @Doc("EXCLUSIVE or CONCURRENT; when absent, EXCLUSIVE for what a barrier transfers between queue families.")
            @Nullable
            String sharingMode,

            @Doc("The queue families of sharingMode CONCURRENT; all when absent.")
            List<String> queueFamilies,

            @Doc("What its texels hold before the program begins; nothing that was ever written when absent.")
            List<ImageData> data) {}

    /** What a level of an image holds at the begin. */
    public record ImageData(
            @Doc("COLOR, DEPTH or STENCIL; when absent, the first that the format has.") @Nullable @Capitals
            Aspect aspect,

            @Default("0") @Min(0) int mipLevel,

            @Doc(
                    "Its first texels, as a buffer holds them that is copied to it: layer by layer, row by row, without padding.")
            DataFile texels) {}

    /** A command buffer that submissions or other command buffers name. */
    public record CommandBuffer(
            @Doc("primary or secondary") @Default("primary") Level level,
            @Doc("The commands.") List<OneKey<CommandStep>> commands) {

        /** Who may carry a command buffer out. */
        public enum Level {
            /** A submission. */
            PRIMARY,
            /** Another command buffer. */
            SECONDARY
        }
    }

    /** A kernel. */
    public record Kernel(
            @Doc("Invocations of a workgroup in x, y and z; vertex and fragment kernels can do without.")
            List<Integer> localSize,

            @Doc("Resources by the names that the code uses.")
            Map<String, BindingKind> bindings,

            @Doc("Names of integers that a dispatch passes, beside those that a dispatch of the stream names.")
            List<String> params,

            @Doc("Bytes of workgroup memory.") @Default("0") Size shared,

            @Doc(
                    "Workgroup memory that units should have while they run it, of the array that they share with a cache: bytes, or"
                            + " percent of the most. The device takes its next larger split; one that has none takes no notice.")
            @Nullable
            ScalarNode sharedCarveOut,

            @Doc("Registers of a lane, which limit occupancy; counted when absent.") @Default("0") @Min(0)
            int registers,

            @Doc("The kernel text.") ScalarNode code) {}

    /** A semaphore. */
    public record Semaphore(
            String name,
            @Doc("binary or timeline") @Default("binary") Type type,

            @Doc("The value that a timeline semaphore begins with.") @Default("0") @Min(0)
            long value) {

        /** The kinds of semaphores. */
        public enum Type {
            /** Signalled or not. */
            BINARY,
            /** Counts upwards. */
            TIMELINE
        }
    }
}
