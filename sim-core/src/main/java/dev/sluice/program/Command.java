// SPDX-License-Identifier: Apache-2.0
package dev.sluice.program;

import dev.sluice.program.image.Aspect;
import dev.sluice.program.image.ClearValue;
import dev.sluice.program.image.Format;
import dev.sluice.program.image.Rect;
import dev.sluice.program.kernel.BindingKind;
import dev.sluice.program.kernel.KernelProgram;
import dev.sluice.program.kind.KindName;
import dev.sluice.program.sync.Stage;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A command of a command buffer, with its arguments resolved and checked: what {@code vkCmd...} records. */
public sealed interface Command {

    /** Where it comes from. */
    Origin origin();

    /** Vulkan's name without the {@code vkCmd} prefix. */
    default String kind() {
        return KindName.of(getClass());
    }

    /** A command that orders others, and touches memory only by changing layouts and owners. */
    sealed interface Synchronization extends Command {}

    /** A command that touches no memory and orders nothing: it tells something of others. */
    sealed interface Marker extends Command {}

    /** A command that runs a kernel on workgroups. */
    sealed interface Compute extends Command {
        /** The kernel's name. */
        String kernel();

        /** What each binding stands for, in the kernel's order. */
        Map<String, Bound> bindings();

        /** The integers that the kernel is given, in its order. */
        Map<String, Long> parameters();

        /** What the command does by it. */
        ComputeWork work();
    }

    /** A command that writes buffers or images outside of render passes: a copy or a clear. */
    sealed interface Transfer extends Command {}

    /** A command that needs the units that draw: a draw, a step of a render pass, a clear within one. */
    sealed interface Graphics extends Command {}

    /** A memory and execution dependency between earlier and later commands of the queue. */
    record PipelineBarrier(Origin origin, List<Barrier> barriers, boolean byRegion) implements Synchronization {
        public PipelineBarrier {
            barriers = List.copyOf(barriers);
        }
    }

    /**
     * Signals an event once its first synchronization scope is done: the first half of a dependency (Vulkan
     * specification, section Events).
     *
     * @param barriers the dependency whose first half this is, as its wait repeats it; for the legacy form one barrier with
     *     the stage mask and no second scope
     * @param legacy whether it is {@code vkCmdSetEvent}, whose access scopes come with the wait
     */
    record SetEvent(Origin origin, String event, List<Barrier> barriers, boolean legacy) implements Synchronization {
        public SetEvent {
            barriers = List.copyOf(barriers);
        }
    }

    /** Unsignals an event once all earlier commands are done with the stages of a mask. */
    record ResetEvent(Origin origin, String event, long stages) implements Synchronization {}

    /**
     * Waits for events: the second halves of the dependencies that their sets began (Vulkan specification, section
     * Events).
     */
    record WaitEvents(Origin origin, List<WaitEvents.Wait> waits, boolean legacy) implements Synchronization {
        public WaitEvents {
            waits = List.copyOf(waits);
        }

        /**
         * Events and the dependency that waiting for them completes.
         *
         * @param events one event; the legacy form names all of its events in one wait
         * @param barriers the whole dependency; for the legacy form both halves of its accesses
         */
        public record Wait(List<String> events, List<Barrier> barriers) {
            public Wait {
                events = List.copyOf(events);
                barriers = List.copyOf(barriers);
            }
        }
    }

    /**
     * Marks where secondary command buffers begin; their commands follow it, as if they were recorded here (Vulkan
     * specification, section Secondary Command Buffer Execution).
     */
    record ExecuteCommands(Origin origin, List<String> commandBuffers) implements Marker {
        public ExecuteCommands {
            commandBuffers = List.copyOf(commandBuffers);
        }
    }

    /**
     * Runs a kernel on {@code groups} workgroups; {@code bindings} in the kernel's order, {@code parameters} too: a dispatch, or
     * other {@code work} that a kernel describes.
     */
    record Dispatch(
            Origin origin,
            ComputeWork work,
            String kernel,
            List<Long> groups,
            Map<String, Bound> bindings,
            Map<String, Long> parameters)
            implements Compute {
        public Dispatch {
            groups = List.copyOf(groups);
            bindings = java.util.Collections.unmodifiableMap(new java.util.LinkedHashMap<>(bindings));
            parameters = java.util.Collections.unmodifiableMap(new java.util.LinkedHashMap<>(parameters));
        }

        @Override
        public String kind() {
            return work.command();
        }
    }

    /**
     * As {@link Dispatch}, the three group counts read from a buffer ({@code u32} each) at the DRAW_INDIRECT stage.
     *
     * @param groups three counts that run whatever the buffer holds, for counts that a shader wrote which was not executed;
     *     empty where those of the buffer run
     */
    record DispatchIndirect(
            Origin origin,
            ComputeWork work,
            String kernel,
            String buffer,
            long offset,
            List<Long> groups,
            Map<String, Bound> bindings,
            Map<String, Long> parameters)
            implements Compute {
        public DispatchIndirect {
            groups = List.copyOf(groups);
            bindings = java.util.Collections.unmodifiableMap(new java.util.LinkedHashMap<>(bindings));
            parameters = java.util.Collections.unmodifiableMap(new java.util.LinkedHashMap<>(parameters));
        }

        @Override
        public String kind() {
            return work.indirectCommand();
        }
    }

    /** Copies regions between buffers in the COPY stage. */
    record CopyBuffer(Origin origin, String src, String dst, List<CopyBuffer.Region> regions) implements Transfer {
        public CopyBuffer {
            regions = List.copyOf(regions);
        }

        /** One run of bytes to copy. */
        public record Region(long srcOffset, long dstOffset, long size) {}
    }

    /** Fills a range with a 32-bit value in the CLEAR stage. */
    record FillBuffer(Origin origin, BufferRange dst, int data) implements Transfer {}

    /** Writes bytes held in the command buffer in the CLEAR stage (Vulkan counts it as a clear: section Pipeline Stages). */
    record UpdateBuffer(Origin origin, String dst, long offset, Contents data) implements Transfer {
        /** With bytes that are at hand. */
        public UpdateBuffer(Origin origin, String dst, long offset, byte[] data) {
            this(origin, dst, offset, Contents.of(data));
        }
    }

    /**
     * A draw.
     *
     * @param fragment the fragment kernel, or null for a draw that writes depth only
     * @param targets the attachments of the subpass or rendering that it belongs to
     * @param bindings of both kernels, by name
     */
    record Draw(
            Origin origin,
            Draw.Form form,
            Geometry geometry,
            Coverage coverage,
            @Nullable String fragment,
            RenderTargets targets,
            DrawState state,
            Map<String, Bound> bindings,
            Map<String, Long> parameters)
            implements Graphics {

        /** The commands that draw. */
        public enum Form {
            DRAW,
            DRAW_INDEXED,
            DRAW_INDIRECT,
            DRAW_INDEXED_INDIRECT,
            DRAW_MESH_TASKS,
            DRAW_MESH_TASKS_INDIRECT;

            private final String kind = KindName.of(this);

            /** The form of a command's name. */
            public static Form of(String kind) {
                return Stream.of(values())
                        .filter(form -> form.kind.equals(kind))
                        .findFirst()
                        .orElseThrow(() -> new IllegalArgumentException(kind + " draws nothing"));
            }

            /** Whether it takes its vertices from an index buffer. */
            public boolean indexed() {
                return this == DRAW_INDEXED || this == DRAW_INDEXED_INDIRECT;
            }

            /** Whether it takes its counts from a buffer. */
            public boolean indirect() {
                return this == DRAW_INDIRECT || this == DRAW_INDEXED_INDIRECT || this == DRAW_MESH_TASKS_INDIRECT;
            }

            /** Whether it runs workgroups of task or mesh shaders, and not vertices. */
            public boolean meshTasks() {
                return this == DRAW_MESH_TASKS || this == DRAW_MESH_TASKS_INDIRECT;
            }

            /** Bytes of the structure that its counts lie in, in a buffer: VkDraw...IndirectCommand. */
            public int argumentBytes() {
                return Integer.BYTES * (meshTasks() ? 3 : indexed() ? 5 : 4);
            }
        }

        @Override
        public String kind() {
            return form.kind;
        }

        /**
         * What the bindings of its fragment kernel stand for in one of its layers: input attachments are read in the layer that is
         * drawn to (Vulkan specification, section Input Attachment Interface).
         */
        public Map<String, Bound> bindings(KernelProgram kernel, RenderTargets layer) {
            if (layer.layer() == 0) {
                return bindings;
            }
            Map<String, Bound> own = new java.util.LinkedHashMap<>(bindings);
            for (KernelProgram.Binding binding : kernel.bindings()) {
                if (binding.kind() == BindingKind.INPUT_ATTACHMENT
                        && own.get(binding.name()) instanceof ImageBinding image) {
                    own.put(binding.name(), image.moved(layer.layer()));
                }
            }
            return own;
        }

        public Draw {
            bindings = java.util.Collections.unmodifiableMap(new java.util.LinkedHashMap<>(bindings));
            parameters = java.util.Collections.unmodifiableMap(new java.util.LinkedHashMap<>(parameters));
        }
    }

    /**
     * A step into, within or out of a render pass: {@code beginRendering}, {@code beginRenderPass}, {@code nextSubpass}, {@code
     * endRendering}, {@code endRenderPass}.
     *
     * <p>In order: {@code ends} stores or discards and resolves what is used no longer, {@code dependency} (subpass
     * dependencies and layout transitions) is a barrier, {@code begins} loads or clears what is used from now on.
     *
     * @param ends attachments whose last use is over, or null
     * @param dependency of which each barrier says between which subpasses it is, or null
     * @param begins attachments whose first use begins, or null
     */
    record PassStep(
            Origin origin,
            PassStep.Form form,
            @Nullable RenderTargets ends,
            @Nullable PipelineBarrier dependency,
            @Nullable RenderTargets begins)
            implements Graphics {

        public PassStep {
            if (dependency != null && dependency.barriers().stream().anyMatch(barrier -> barrier.subpasses() == null)) {
                throw new IllegalArgumentException("a dependency of a render pass without its subpasses");
            }
        }

        /** The commands that are steps. */
        public enum Form {
            BEGIN_RENDERING,
            END_RENDERING,
            BEGIN_RENDER_PASS,
            NEXT_SUBPASS,
            END_RENDER_PASS;

            private final String kind = KindName.of(this);
        }

        @Override
        public String kind() {
            return form.kind;
        }

        /** The same step with another dependency. */
        public PassStep with(@Nullable PipelineBarrier other) {
            return new PassStep(origin, form, ends, other, begins);
        }

        /** Whether a render pass instance begins here. */
        public boolean passBegins() {
            return form == Form.BEGIN_RENDERING || form == Form.BEGIN_RENDER_PASS;
        }

        /** Whether the render pass instance ends here. */
        public boolean passEnds() {
            return form == Form.END_RENDERING || form == Form.END_RENDER_PASS;
        }

        /** Whether it is of dynamic rendering, without a render pass object. */
        public boolean dynamic() {
            return form == Form.BEGIN_RENDERING || form == Form.END_RENDERING;
        }
    }

    /** Clears rectangles of attachments within a render pass, in the stage of the attachment. */
    record ClearAttachments(Origin origin, List<Clear> clears) implements Graphics {
        public ClearAttachments {
            clears = List.copyOf(clears);
        }

        /**
         * One attachment's rectangles.
         *
         * @param attachment as the subpass has it
         * @param aspects what is cleared of those that the format has
         */
        public record Clear(Attachment attachment, Set<Aspect> aspects, ClearValue value, List<Rect> rects) {
            public Clear {
                aspects = Set.copyOf(aspects);
                rects = List.copyOf(rects);
            }

            /** The level and layer that is cleared. */
            public ImageSlice slice() {
                return attachment.slice();
            }
        }
    }

    /** Clears whole subresources outside a render pass in the CLEAR stage: {@code clearColorImage}, {@code clearDepthStencilImage}. */
    record ClearImage(Origin origin, ClearImage.Form form, String image, ClearValue value, List<ImageRange> ranges)
            implements Transfer {

        /** The commands that clear images. */
        public enum Form {
            CLEAR_COLOR_IMAGE,
            CLEAR_DEPTH_STENCIL_IMAGE;

            private final String kind = KindName.of(this);
        }

        @Override
        public String kind() {
            return form.kind;
        }

        public ClearImage {
            ranges = List.copyOf(ranges);
        }
    }

    /**
     * Moves texels between images, or between an image and a buffer: {@code copyImage}, {@code copyBufferToImage}, {@code
     * copyImageToBuffer}, {@code blitImage}, {@code resolveImage}, in the stage of that name.
     *
     * @param src an image's or, for {@code copyBufferToImage}, a buffer's name
     * @param linear whether a blit filters
     */
    record ImageTransfer(
            Origin origin,
            ImageTransfer.Form form,
            String src,
            String dst,
            List<ImageTransfer.Region> regions,
            boolean linear)
            implements Transfer {
        public ImageTransfer {
            regions = List.copyOf(regions);
        }

        /** The commands that move texels, each with the stage that it runs in. */
        public enum Form {
            COPY_IMAGE(Stage.COPY),
            COPY_BUFFER_TO_IMAGE(Stage.COPY),
            COPY_IMAGE_TO_BUFFER(Stage.COPY),
            BLIT_IMAGE(Stage.BLIT),
            RESOLVE_IMAGE(Stage.RESOLVE);

            private final Stage stage;
            private final String kind = KindName.of(this);

            Form(Stage stage) {
                this.stage = stage;
            }
        }

        @Override
        public String kind() {
            return form.kind;
        }

        /** The stage that it runs in. */
        public Stage stage() {
            return form.stage;
        }

        /** A box of texels of one layer of one level. */
        public record Box(int level, int layer, int x, int y, int z, int width, int height, int depth) {}

        /** Where a buffer's texels lie: rows of {@code rowLength} texels, slices of {@code imageHeight} rows. */
        public record Texels(long offset, int rowLength, int imageHeight) {}

        /**
         * One region: the image box of each side, or the buffer's texels in the place of one.
         *
         * @param aspect the one that moves of texels with depth and stencil, which a buffer holds by itself; null for whole
         *     texels
         */
        public record Region(
                @Nullable Box src,
                @Nullable Box dst,
                @Nullable Texels buffer,
                @Nullable Aspect aspect) {

            /** A region of whole texels. */
            public Region(@Nullable Box src, @Nullable Box dst, @Nullable Texels buffer) {
                this(src, dst, buffer, null);
            }

            /** Whether texels of an aspect move. */
            public boolean moves(Aspect some) {
                return aspect == null || aspect == some;
            }

            /** Bytes from one texel to the next in a buffer, for an image of a format. */
            public int bufferBytes(Format format) {
                return aspect == null
                        ? format.texelBytes()
                        : format.part(aspect).bufferBytes();
            }
        }
    }

    /** The display's reading of an image that was presented; made by {@code queuePresent}, and in no command buffer. */
    record Present(Origin origin, String image) implements Command {
        @Override
        public String kind() {
            return "queuePresent";
        }
    }

    /** Notes the time at which a stage of all earlier commands has completed. */
    record WriteTimestamp(Origin origin, long stage, String name) implements Marker {}

    /** Begins a region of interest when all earlier commands of the queue have completed: counters restart at zero. */
    record ResetStatistics(Origin origin) implements Marker {}

    /**
     * Begins a statistics region when all earlier commands of the queue have completed: what is counted until its end is
     * reported apart.
     *
     * @param name the region's
     * @param mode how the commands up to its end are carried out
     */
    record BeginStatistics(Origin origin, String name, StatisticsMode mode) implements Marker {}

    /**
     * Ends a statistics region when all earlier commands of the queue have completed.
     *
     * @param name the region's, which is the one begun last of those that are open
     */
    record EndStatistics(Origin origin, String name) implements Marker {}

    /**
     * Makes the draws, dispatches and clears of attachments up to its end depend on a word of memory, which each of them reads at
     * the CONDITIONAL_RENDERING stage: 0 discards them (Vulkan specification, section Conditional Rendering).
     *
     * @param inverted whether all else than 0 discards them
     * @param runs whether they are carried out, whatever memory says, for a word that a shader wrote which was not executed; null
     *     where memory decides
     */
    record BeginConditionalRendering(
            Origin origin,
            String buffer,
            long offset,
            boolean inverted,
            @Nullable Boolean runs) implements Marker {
        /** Bytes of the word. */
        public static final int BYTES = Integer.BYTES;

        /** Whether a command depends on the condition that it stands under. */
        public static boolean governs(Command command) {
            return command instanceof Draw
                    || command instanceof ClearAttachments
                    || command instanceof Compute compute && compute.work() == ComputeWork.DISPATCH;
        }

        /** Whether commands are carried out where the word has a value. */
        public boolean carriesOut(long word) {
            return runs == null ? (word != 0) != inverted : runs;
        }
    }

    /** Ends what {@link BeginConditionalRendering} began. */
    record EndConditionalRendering(Origin origin) implements Marker {}

    /** Names what follows, for reports. */
    record Label(Origin origin, String text) implements Marker {}
}
