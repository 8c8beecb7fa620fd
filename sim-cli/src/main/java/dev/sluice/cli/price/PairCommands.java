// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.price;

import dev.sluice.program.ComputeWork;
import dev.sluice.program.image.ImageLayout;
import dev.sluice.program.sync.Stage;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** The commands of a priced pair as lines of a stream, which note the kernels and the scratch that they use. */
final class PairCommands {
    /** Groups that every device of Vulkan takes in one dimension. */
    private static final int GROUPS = 65_535;

    private static final String DISPATCH = ComputeWork.DISPATCH.command();
    private static final String RAYS = ComputeWork.TRACE_RAYS.command();
    private static final String BUILD = ComputeWork.BUILD_ACCELERATION_STRUCTURES.command();
    private static final String COPY = ComputeWork.COPY_ACCELERATION_STRUCTURE.command();
    /** The kind of a binding. */
    private static final String STRUCTURE = "accelerationStructure";

    /** Where fragments go that are drawn for something else than their colour. */
    private static final String CORNER = "[[0, 0, 8, 8]]";
    /** Where one wave goes alone. */
    private static final String QUAD = "[[0, 0, 2, 2]]";

    private final Subject subject;
    private final int width;
    private final int height;
    private final PairKernels kernels;
    private final Set<Scratch> scratch = EnumSet.noneOf(Scratch.class);

    /**
     * @param subject what both sides use
     * @param width of it, in words of 4 bytes, a multiple of {@link PairProgram#ROW}
     * @param height of it, in rows
     */
    PairCommands(Subject subject, int width, int height, PairKernels kernels) {
        this.subject = subject;
        this.width = width;
        this.height = height;
        this.kernels = kernels;
    }

    /** What the commands so far use beside the subject. */
    Set<Scratch> scratch() {
        return scratch;
    }

    /** A use before the barrier. */
    List<String> before(Use use, ImageLayout layout) {
        return lines(use, layout, Scratch.FIRST_BUFFER, Scratch.FIRST_IMAGE);
    }

    /** A use behind it. */
    List<String> after(Use use, ImageLayout layout) {
        return lines(use, layout, Scratch.SECOND_BUFFER, Scratch.SECOND_IMAGE);
    }

    /** A command that leaves bytes dirty with which neither side has to do. */
    List<String> bystander() {
        return List.of(command(fill(DISPATCH, "fill", name(Scratch.FIRST_BUFFER))));
    }

    /** One wave that computes for a while, in the stage of a use or, without one, in a dispatch. */
    List<String> spin(Stage stage) {
        return switch (stage) {
            case FRAGMENT_SHADER, COLOR_ATTACHMENT_OUTPUT ->
                drawn(Scratch.BUSY_IMAGE, "draw: {fragment: " + kernels.use("spinPixel") + ", coverage: " + QUAD + "}");
            case VERTEX_SHADER,
                    TESSELLATION_CONTROL_SHADER,
                    TESSELLATION_EVALUATION_SHADER,
                    GEOMETRY_SHADER,
                    TASK_SHADER_EXT,
                    MESH_SHADER_EXT -> drawn(Scratch.BUSY_IMAGE, geometry(stage, "spin", "1", "[1, 1, 1]", QUAD, ""));
            case RAY_TRACING_SHADER_KHR -> List.of(spin(RAYS));
            case ACCELERATION_STRUCTURE_BUILD_KHR -> List.of(spin(BUILD));
            default -> List.of(spin(DISPATCH));
        };
    }

    private String spin(String command) {
        return command(command + ": {kernel: " + kernels.use("spin") + ", groups: [1, 1, 1]}");
    }

    /** A command as a line of a submission. */
    static String command(String text) {
        return "        - " + text;
    }

    private List<String> lines(Use use, ImageLayout layout, Scratch other, Scratch target) {
        boolean buffer = subject == Subject.BUFFER;
        String image = ", layout: " + layout;
        String bound = buffer ? "x" : "{image: x" + image + "}";
        return switch (use) {
            case COMPUTE_STORES -> List.of(command(fill(DISPATCH, buffer ? "fill" : "fillImage", bound)));
            case COMPUTE_SAMPLES -> List.of(read(DISPATCH, "sampled", bound));
            case COMPUTE_LOADS -> List.of(read(DISPATCH, buffer ? "storage" : "storageImage", bound));
            case COMPUTE_READS_UNIFORMS -> List.of(read(DISPATCH, "uniform", bound));
            case FRAGMENT_STORES -> drawn(target, pixels(buffer ? "storePixel" : "storePixelImage", "dst: " + bound));
            case FRAGMENT_SAMPLES -> drawn(target, pixels("pixelsampledImage", "src: " + bound));
            case FRAGMENT_LOADS ->
                drawn(target, pixels(buffer ? "pixelstorage" : "pixelstorageImage", "src: " + bound));
            case FRAGMENT_READS_UNIFORMS -> drawn(target, pixels("pixeluniform", "src: " + bound));
            case FRAGMENT_READS_INPUTS -> drawn(target, pixels("pixelinputAttachment", "src: " + bound));
            case VERTEX_STORES,
                    TESSELLATION_CONTROL_STORES,
                    TESSELLATION_EVALUATION_STORES,
                    GEOMETRY_STORES,
                    TASK_STORES,
                    MESH_STORES -> drawn(target, geometry(use.stage, buffer ? "fill" : "fillImage", "dst: " + bound));
            case VERTEX_SAMPLES,
                    TESSELLATION_CONTROL_SAMPLES,
                    TESSELLATION_EVALUATION_SAMPLES,
                    GEOMETRY_SAMPLES,
                    TASK_SAMPLES,
                    MESH_SAMPLES -> drawn(target, geometry(use.stage, "readsampled", "src: " + bound));
            case VERTEX_LOADS,
                    TESSELLATION_CONTROL_LOADS,
                    TESSELLATION_EVALUATION_LOADS,
                    GEOMETRY_LOADS,
                    TASK_LOADS,
                    MESH_LOADS ->
                drawn(target, geometry(use.stage, buffer ? "readstorage" : "readstorageImage", "src: " + bound));
            case VERTEX_READS_UNIFORMS,
                    TESSELLATION_CONTROL_READS_UNIFORMS,
                    TESSELLATION_EVALUATION_READS_UNIFORMS,
                    GEOMETRY_READS_UNIFORMS,
                    TASK_READS_UNIFORMS,
                    MESH_READS_UNIFORMS -> drawn(target, geometry(use.stage, "readuniform", "src: " + bound));
            case COPY_WRITES ->
                List.of(command(
                        buffer
                                ? "copyBuffer: {src: " + name(other) + ", dst: x}"
                                : "copyBufferToImage: {src: " + name(other) + ", dst: x, dstLayout: " + layout + "}"));
            case COPY_READS ->
                List.of(command(
                        buffer
                                ? "copyBuffer: {src: x, dst: " + name(other) + "}"
                                : "copyImageToBuffer: {src: x, srcLayout: " + layout + ", dst: " + name(other) + "}"));
            case CLEAR_WRITES ->
                List.of(command(
                        switch (subject) {
                            case BUFFER -> "fillBuffer: {dst: x, data: 1}";
                            case COLOR_IMAGE -> "clearColorImage: {image: x" + image + ", color: [1, 0, 0, 1]}";
                            case DEPTH_IMAGE -> "clearDepthStencilImage: {image: x" + image + ", depth: 0.5}";
                        }));
            case BLIT_WRITES ->
                List.of(command("blitImage: {src: " + name(target) + ", srcLayout: GENERAL, dst: x, dstLayout: "
                        + layout + "}"));
            case BLIT_READS ->
                List.of(command("blitImage: {src: x, srcLayout: " + layout + ", dst: " + name(target)
                        + ", dstLayout: GENERAL}"));
            case RESOLVE_WRITES ->
                List.of(command("resolveImage: {src: " + name(Scratch.SAMPLES)
                        + ", srcLayout: GENERAL, dst: x, dstLayout: " + layout + "}"));
            case COLOR_WRITES -> colored(layout, "DONT_CARE", "");
            case COLOR_BLENDS -> colored(layout, "LOAD", ", blend: true");
            case DEPTH_WRITES ->
                deep(layout, "DONT_CARE", "draw: {coverage: fullscreen, depth: 0.5, depthWrite: true}");
            case LATE_DEPTH_WRITES -> deep(layout, "DONT_CARE", late("depthWrite: true"));
            case DEPTH_TESTS -> deep(layout, "LOAD", "draw: {coverage: fullscreen, depth: 0.25, depthTest: less}");
            case LATE_DEPTH_TESTS -> deep(layout, "LOAD", late("depthTest: less"));
            case INDIRECT_READS ->
                List.of(command("dispatchIndirect: {kernel: " + kernels.use("fill") + ", buffer: x, bind: {dst: "
                        + name(other) + "}}"));
            case CONDITION_READS ->
                List.of(
                        command("beginConditionalRendering: {buffer: x, runs: true}"),
                        command(fill(DISPATCH, "fill", name(other))),
                        command("endConditionalRendering: {}"));
            case INDEX_READS -> drawn(target, "drawIndexed: " + corner("indices: {buffer: x, count: " + words() + "}"));
            case VERTEX_INPUT_READS ->
                drawn(
                        target,
                        "draw: " + corner("vertices: {buffer: x, stride: 16, size: 16, count: " + words() / 4 + "}"));
            case HOST_WRITES, HOST_READS -> List.of();
            case BUILD_WRITES -> List.of(command(fill(BUILD, "fillStructure", bound)));
            case STRUCTURE_COPY_WRITES -> List.of(command(fill(COPY, "fillStructure", bound)));
            case RAY_STORES -> List.of(command(fill(RAYS, buffer ? "fill" : "fillImage", bound)));
            case RAY_TRAVERSES -> List.of(read(RAYS, STRUCTURE, bound));
            case RAY_LOADS -> List.of(read(RAYS, buffer ? "storage" : "storageImage", bound));
            case RAY_SAMPLES -> List.of(read(RAYS, "sampled", bound));
            case RAY_READS_UNIFORMS -> List.of(read(RAYS, "uniform", bound));
            case RAY_READS_TABLES -> List.of(read(RAYS, "shaderBindingTable", bound));
            case BUILD_READS_INPUTS -> List.of(read(BUILD, "storage", bound));
            case BUILD_READS -> List.of(read(BUILD, STRUCTURE, bound));
            case STRUCTURE_COPY_READS -> List.of(read(COPY, STRUCTURE, bound));
            case COMPUTE_TRAVERSES -> List.of(read(DISPATCH, STRUCTURE, bound));
            case FRAGMENT_TRAVERSES -> drawn(target, pixels("pixel" + STRUCTURE, "src: " + bound));
        };
    }

    private long words() {
        return (long) width * height;
    }

    private String name(Scratch used) {
        scratch.add(used);
        return used.name;
    }

    /** A group for each row of {@link PairProgram#ROW} words: in one dimension, or in two where devices may refuse so many in one. */
    private String groups() {
        long groups = words() / PairProgram.ROW;
        return groups <= GROUPS ? "[" + groups + ", 1, 1]" : "[" + width / PairProgram.ROW + ", " + height + ", 1]";
    }

    private String fill(String command, String kernel, String bound) {
        return command + ": {kernel: " + kernels.use(kernel) + ", groups: " + groups() + ", bind: {dst: " + bound
                + "}}";
    }

    private String read(String command, String kind, String bound) {
        return command(command + ": {kernel: " + kernels.use("read" + kind) + ", groups: " + groups() + ", bind: {src: "
                + bound + "}}");
    }

    private String pixels(String kernel, String binding) {
        return "draw: {fragment: " + kernels.use(kernel) + ", coverage: fullscreen, bind: {" + binding + "}}";
    }

    /** A draw of which the shader of one stage before the rasterizer goes through the subject, a word a run. */
    private String geometry(Stage stage, String kernel, String binding) {
        return geometry(stage, kernel, String.valueOf(words()), groups(), CORNER, ", bind: {" + binding + "}");
    }

    private String geometry(Stage stage, String kernel, String vertices, String groups, String coverage, String more) {
        String shader = kernels.use(kernel);
        String mesh = "drawMeshTasks: {groups: " + groups + ", ";
        String primitives = "draw: {vertices: " + vertices + ", ";
        String shaders = switch (stage) {
            case TESSELLATION_CONTROL_SHADER ->
                primitives + "tessellationControl: " + shader + ", tessellationEvaluation: " + kernels.use("pass");
            case TESSELLATION_EVALUATION_SHADER ->
                primitives + "tessellationControl: " + kernels.use("pass") + ", tessellationEvaluation: " + shader;
            case GEOMETRY_SHADER -> primitives + "geometry: {kernel: " + shader + ", vertices: 1}";
            case TASK_SHADER_EXT -> mesh + "task: " + shader + ", mesh: " + kernels.use("pass");
            case MESH_SHADER_EXT -> mesh + "mesh: " + shader;
            default -> primitives + "vertex: " + shader;
        };
        return shaders + ", fragment: " + kernels.use("paint") + ", coverage: " + coverage + more + "}";
    }

    private String corner(String read) {
        return "{fragment: " + kernels.use("paint") + ", coverage: " + CORNER + ", " + read + "}";
    }

    private String late(String what) {
        return "draw: {fragment: " + kernels.use("deepen") + ", coverage: fullscreen, " + what + "}";
    }

    private List<String> drawn(Scratch target, String draw) {
        return pass(
                "colorAttachments: [{image: " + name(target) + ", layout: GENERAL, loadOp: DONT_CARE, storeOp: STORE}]",
                draw);
    }

    private List<String> colored(ImageLayout layout, String load, String how) {
        return pass(
                "colorAttachments: [{image: x, layout: " + layout + ", loadOp: " + load + ", storeOp: STORE}]",
                "draw: {fragment: " + kernels.use("paint") + ", coverage: fullscreen" + how + "}");
    }

    private static List<String> deep(ImageLayout layout, String load, String draw) {
        return pass("depthAttachment: {image: x, layout: " + layout + ", loadOp: " + load + ", storeOp: STORE}", draw);
    }

    private static List<String> pass(String attachments, String draw) {
        return List.of(command("beginRendering: {" + attachments + "}"), command(draw), command("endRendering: {}"));
    }
}
