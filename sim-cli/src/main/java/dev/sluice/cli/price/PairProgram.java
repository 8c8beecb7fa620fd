// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.price;

import dev.sluice.config.compact.BarrierSpec;
import dev.sluice.program.image.ImageLayout;
import dev.sluice.program.sync.Accesses;
import dev.sluice.program.sync.Stage;
import dev.sluice.program.sync.Stages;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The stream that a pair is priced with: a command that leaves bytes dirty, more of its kind that keep its stage busy, the
 * barrier, and a command that reads the bytes again. All of it is ready and clean before: a first submission sees to that.
 */
final class PairProgram {
    /** What the barrier is called in the stream. */
    static final String LABEL = "the barrier";

    /** Texels of a row, at least: a wave or two. */
    private static final int ROW = 64;

    private static final int WORD = 4;

    /** Groups that every device of Vulkan takes in one dimension. */
    private static final int GROUPS = 65_535;

    /** Where fragments go that are drawn for something else than their colour. */
    private static final String CORNER = "[[0, 0, 8, 8]]";
    /** Where one wave goes alone. */
    private static final String QUAD = "[[0, 0, 2, 2]]";

    private final Pair pair;
    private final Busy busy;
    private final int width;
    private final int height;

    /**
     * For a pair.
     *
     * @param dirty bytes to be left dirty, more than none
     */
    PairProgram(Pair pair, long dirty, Busy busy) {
        this.pair = pair;
        this.busy = busy;
        long words = Math.max(ROW, (dirty + WORD - 1) / WORD);
        long rows = (long) Math.ceil(Math.sqrt((double) words) / ROW);
        this.width = Math.toIntExact(rows * ROW);
        this.height = Math.toIntExact((words + width - 1) / width);
    }

    /** Bytes of what both commands use, whole rows of it. */
    long bytes() {
        return WORD * words();
    }

    private long words() {
        return (long) width * height;
    }

    /** The text of the stream, as YAML; without the barrier everything else is the same. */
    String text(boolean withBarrier) {
        List<String> lines = new ArrayList<>();
        lines.add("sluice: 1");
        lines.add("name: barrier");
        lines.add("memory:");
        String local = "[DEVICE_LOCAL]";
        String shared = "[HOST_VISIBLE, HOST_COHERENT]";
        lines.add(memory("subject", hosted() ? shared : local, pair.subject() == Subject.BUFFER ? 1 : 2));
        lines.add(memory("rest", local, 1));
        lines.add(memory("drawn", local, 2));
        if (resolves()) {
            lines.add(memory("samples", local, 8));
        }
        lines.add("buffers:");
        if (pair.subject() == Subject.BUFFER) {
            lines.add("  - {name: x, memory: subject, size: " + bytes() + "}");
        }
        lines.add("  - {name: other, memory: rest, size: " + bytes() + "}");
        lines.add("images:");
        if (pair.subject() != Subject.BUFFER) {
            lines.add("  - {name: x, memory: subject, extent: " + extent() + ", format: "
                    + (pair.subject() == Subject.COLOR_IMAGE ? "R8G8B8A8_UNORM" : "D32_SFLOAT") + ", usage: ["
                    + String.join(", ", usages()) + "], initialLayout: " + layoutBefore() + "}");
        }
        lines.add("  - {name: target, memory: drawn, extent: " + extent()
                + ", format: R8G8B8A8_UNORM, usage: [COLOR_ATTACHMENT, TRANSFER_SRC, TRANSFER_DST],"
                + " initialLayout: GENERAL}");
        if (resolves()) {
            lines.add("  - {name: many, memory: samples, extent: " + extent()
                    + ", format: R8G8B8A8_UNORM, samples: 4, usage: [COLOR_ATTACHMENT, TRANSFER_SRC],"
                    + " initialLayout: GENERAL}");
        }
        lines.addAll(new PairKernels(width, busy.cycles()).lines());
        lines.add("program:");
        lines.addAll(setUp());
        if (pair.producer() == Use.HOST_WRITES) {
            lines.add("  - hostWrite: {buffer: x, data: {type: u32, pattern: constant, value: 1, count: " + words()
                    + "}}");
        }
        lines.add("  - queueSubmit:");
        lines.add("      queue: universal.0");
        lines.add("      commands:");
        Use producer = pair.producer();
        if (producer == null) {
            // bytes that are dirty, though nobody is ordered with them
            lines.add(command("dispatch: {kernel: fill, groups: " + groups() + ", bind: {dst: other}}"));
        } else {
            lines.addAll(use(producer, layoutBefore()));
        }
        lines.addAll(busyWork());
        if (withBarrier) {
            lines.addAll(barrier());
        }
        Use consumer = pair.consumer();
        if (consumer != null) {
            lines.addAll(use(consumer, layoutAfter()));
        }
        lines.add("      fence: done");
        lines.add("  - waitForFences: [done]");
        if (consumer == Use.HOST_READS) {
            lines.add("  - hostRead: {buffer: x, size: " + bytes() + "}");
        }
        return String.join("\n", lines) + "\n";
    }

    private String memory(String name, String properties, int times) {
        long padded = (long) (width + ROW) * (height + ROW) * WORD;
        return "  - {name: " + name + ", size: " + padded * times + ", properties: " + properties + "}";
    }

    private boolean resolves() {
        return pair.producer() == Use.RESOLVE_WRITES || pair.consumer() == Use.RESOLVE_WRITES;
    }

    private boolean hosted() {
        return pair.producer() == Use.HOST_WRITES || pair.consumer() == Use.HOST_READS;
    }

    private String extent() {
        return "[" + width + ", " + height + "]";
    }

    /** A group for each row of {@link #ROW} words: in one dimension, or in two where devices may refuse so many in one. */
    private String groups() {
        long groups = words() / ROW;
        return groups <= GROUPS ? "[" + groups + ", 1, 1]" : "[" + width / ROW + ", " + height + ", 1]";
    }

    private List<String> usages() {
        List<String> usages = new ArrayList<>();
        for (Use use : new Use[] {pair.producer(), pair.consumer()}) {
            String usage = use == null || use.user == null
                    ? "TRANSFER_DST"
                    : switch (use.user) {
                        case COLOR -> "COLOR_ATTACHMENT";
                        case DEPTH -> "DEPTH_STENCIL_ATTACHMENT";
                        case SAMPLED -> "SAMPLED";
                        case INPUT -> "INPUT_ATTACHMENT";
                        case STORAGE -> "STORAGE";
                        case TRANSFER_READ -> "TRANSFER_SRC";
                        case TRANSFER_WRITE, PRESENT -> "TRANSFER_DST";
                    };
            if (!usages.contains(usage)) {
                usages.add(usage);
            }
        }
        return usages;
    }

    private ImageLayout layoutBefore() {
        return Objects.requireNonNullElse(pair.spec().oldLayout(), ImageLayout.GENERAL);
    }

    private ImageLayout layoutAfter() {
        return Objects.requireNonNullElse(pair.spec().newLayout(), ImageLayout.GENERAL);
    }

    private List<String> setUp() {
        List<String> lines = new ArrayList<>();
        lines.add("  - queueSubmit:");
        lines.add("      queue: universal.0");
        lines.add("      commands:");
        lines.add(command("fillBuffer: {dst: other, data: 1}"));
        if (pair.subject() == Subject.BUFFER) {
            lines.add(command("fillBuffer: {dst: x, data: 1}"));
        }
        lines.add(command("pipelineBarrier: {memory: [{srcStage: [ALL_COMMANDS], srcAccess: [MEMORY_WRITE],"
                + " dstStage: [ALL_COMMANDS, HOST], dstAccess: [MEMORY_READ, MEMORY_WRITE]}]}"));
        lines.add("  - deviceWaitIdle: {}");
        return lines;
    }

    private List<String> barrier() {
        BarrierSpec spec = pair.spec();
        String masks = "srcStage: [" + String.join(", ", Stages.names(spec.srcStages())) + "], srcAccess: ["
                + String.join(", ", Accesses.names(spec.srcAccess())) + "], dstStage: ["
                + String.join(", ", Stages.names(spec.dstStages())) + "], dstAccess: ["
                + String.join(", ", Accesses.names(spec.dstAccess())) + "]";
        return List.of(
                command("label: " + LABEL),
                "          pipelineBarrier: {"
                        + (spec.oldLayout() == null
                                ? "memory: [{" + masks
                                : "images: [{image: x, oldLayout: " + spec.oldLayout() + ", newLayout: "
                                        + spec.newLayout() + ", " + masks)
                        + "}]}");
    }

    private List<String> busyWork() {
        List<String> lines = new ArrayList<>();
        Use producer = pair.producer();
        switch (Busy.Kind.of(producer)) {
            case CYCLES -> {
                if (busy.amount() > 0) {
                    lines.addAll(spin(producer));
                }
            }
            case TIMES -> {
                for (long i = 0; i < busy.amount() && producer != null; i++) {
                    lines.addAll(use(producer, layoutBefore()));
                }
            }
            case NONE -> {}
        }
        return lines;
    }

    private List<String> spin(@Nullable Use producer) {
        if (producer != null && producer.stage == Stage.FRAGMENT_SHADER
                || producer == Use.COLOR_WRITES
                || producer == Use.COLOR_BLENDS) {
            return drawn("draw: {fragment: spinPixel, coverage: " + QUAD + "}");
        }
        if (producer != null && producer.stage == Stage.VERTEX_SHADER) {
            return drawn("draw: {vertex: spin, fragment: paint, coverage: " + QUAD + ", vertices: 1}");
        }
        return List.of(command("dispatch: {kernel: spin, groups: [1, 1, 1]}"));
    }

    /** The lines of a use, in a layout. */
    private List<String> use(Use use, ImageLayout layout) {
        boolean buffer = pair.subject() == Subject.BUFFER;
        String image = ", layout: " + layout;
        String bound = buffer ? "x" : "{image: x" + image + "}";
        return switch (use) {
            case COMPUTE_STORES ->
                List.of(command("dispatch: {kernel: " + (buffer ? "fill" : "fillImage") + ", groups: " + groups()
                        + ", bind: {dst: " + bound + "}}"));
            case COMPUTE_SAMPLES -> List.of(compute("sampled", bound));
            case COMPUTE_LOADS -> List.of(compute(buffer ? "storage" : "storageImage", bound));
            case COMPUTE_READS_UNIFORMS -> List.of(compute("uniform", bound));
            case FRAGMENT_STORES ->
                drawn("draw: {fragment: " + (buffer ? "storePixel" : "storePixelImage")
                        + ", coverage: fullscreen, bind: {dst: " + bound + "}}");
            case FRAGMENT_SAMPLES -> drawn(pixels("sampledImage", bound));
            case FRAGMENT_LOADS -> drawn(pixels(buffer ? "storage" : "storageImage", bound));
            case FRAGMENT_READS_UNIFORMS -> drawn(pixels("uniform", bound));
            case FRAGMENT_READS_INPUTS -> drawn(pixels("inputAttachment", bound));
            case VERTEX_STORES -> drawn(vertices(buffer ? "fill" : "fillImage", "dst: " + bound));
            case VERTEX_SAMPLES -> drawn(vertices("readsampled", "src: " + bound));
            case VERTEX_LOADS -> drawn(vertices(buffer ? "readstorage" : "readstorageImage", "src: " + bound));
            case VERTEX_READS_UNIFORMS -> drawn(vertices("readuniform", "src: " + bound));
            case COPY_WRITES ->
                List.of(command(
                        buffer
                                ? "copyBuffer: {src: other, dst: x}"
                                : "copyBufferToImage: {src: other, dst: x, dstLayout: " + layout + "}"));
            case COPY_READS ->
                List.of(command(
                        buffer
                                ? "copyBuffer: {src: x, dst: other}"
                                : "copyImageToBuffer: {src: x, srcLayout: " + layout + ", dst: other}"));
            case CLEAR_WRITES ->
                List.of(command(
                        switch (pair.subject()) {
                            case BUFFER -> "fillBuffer: {dst: x, data: 1}";
                            case COLOR_IMAGE -> "clearColorImage: {image: x" + image + ", color: [1, 0, 0, 1]}";
                            case DEPTH_IMAGE -> "clearDepthStencilImage: {image: x" + image + ", depth: 0.5}";
                        }));
            case BLIT_WRITES ->
                List.of(command("blitImage: {src: target, srcLayout: GENERAL, dst: x, dstLayout: " + layout + "}"));
            case BLIT_READS ->
                List.of(command("blitImage: {src: x, srcLayout: " + layout + ", dst: target, dstLayout: GENERAL}"));
            case RESOLVE_WRITES ->
                List.of(command("resolveImage: {src: many, srcLayout: GENERAL, dst: x, dstLayout: " + layout + "}"));
            case COLOR_WRITES -> colored(layout, "DONT_CARE", "draw: {fragment: paint, coverage: fullscreen}");
            case COLOR_BLENDS -> colored(layout, "LOAD", "draw: {fragment: paint, coverage: fullscreen, blend: true}");
            case DEPTH_WRITES ->
                deep(layout, "DONT_CARE", "draw: {coverage: fullscreen, depth: 0.5, depthWrite: true}");
            case LATE_DEPTH_WRITES ->
                deep(layout, "DONT_CARE", "draw: {fragment: deepen, coverage: fullscreen, depthWrite: true}");
            case DEPTH_TESTS -> deep(layout, "LOAD", "draw: {coverage: fullscreen, depth: 0.25, depthTest: less}");
            case LATE_DEPTH_TESTS ->
                deep(layout, "LOAD", "draw: {fragment: deepen, coverage: fullscreen, depthTest: less}");
            case INDIRECT_READS -> List.of(command("dispatchIndirect: {kernel: fill, buffer: x, bind: {dst: other}}"));
            case INDEX_READS ->
                drawn("drawIndexed: {fragment: paint, coverage: " + CORNER + ", indices: {buffer: x, count: " + words()
                        + "}}");
            case VERTEX_INPUT_READS ->
                drawn("draw: {fragment: paint, coverage: " + CORNER
                        + ", vertices: {buffer: x, stride: 16, size: 16, count: " + words() / 4 + "}}");
            case HOST_WRITES, HOST_READS -> List.of();
        };
    }

    private String compute(String kind, String bound) {
        return command("dispatch: {kernel: read" + kind + ", groups: " + groups() + ", bind: {src: " + bound + "}}");
    }

    private static String pixels(String kind, String bound) {
        return "draw: {fragment: pixel" + kind + ", coverage: fullscreen, bind: {src: " + bound + "}}";
    }

    private String vertices(String kernel, String binding) {
        return "draw: {vertex: " + kernel + ", fragment: paint, coverage: " + CORNER + ", vertices: " + words()
                + ", bind: {" + binding + "}}";
    }

    private static List<String> drawn(String draw) {
        return pass("colorAttachments: [{image: target, layout: GENERAL, loadOp: DONT_CARE, storeOp: STORE}]", draw);
    }

    private static List<String> colored(ImageLayout layout, String load, String draw) {
        return pass(
                "colorAttachments: [{image: x, layout: " + layout + ", loadOp: " + load + ", storeOp: STORE}]", draw);
    }

    private static List<String> deep(ImageLayout layout, String load, String draw) {
        return pass("depthAttachment: {image: x, layout: " + layout + ", loadOp: " + load + ", storeOp: STORE}", draw);
    }

    private static List<String> pass(String attachments, String draw) {
        return List.of(command("beginRendering: {" + attachments + "}"), command(draw), command("endRendering: {}"));
    }

    private static String command(String text) {
        return "        - " + text;
    }
}
