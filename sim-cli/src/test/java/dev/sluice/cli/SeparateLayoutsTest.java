// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Images whose depth and stencil go from layout to layout each for itself. */
final class SeparateLayoutsTest {
    private static final String UP =
            "copyBufferToImage: {src: in, dst: ds, regions: [{imageSubresource: {aspectMask: [STENCIL]}}]}";
    private static final String DOWN =
            "copyImageToBuffer: {src: ds, dst: out, regions: [{imageSubresource: {aspectMask: [STENCIL]}}]}";
    private static final String RENDER =
            "beginRendering: {depthAttachment: {image: ds, layout: DEPTH_ATTACHMENT_OPTIMAL,"
                    + " loadOp: CLEAR, clear: {depth: 1, stencil: 0}}}";
    private static final String DRAW = "draw: {coverage: [[0, 0, 16, 5]], depthWrite: true, depth: 0.5}";
    private static final String END = "endRendering: {}";

    @TempDir
    private Path folder;

    private static String transition(String aspect, String from, String to) {
        return "pipelineBarrier: {images: [{image: ds, aspectMask: [" + aspect + "], oldLayout: " + from
                + ", newLayout: " + to + ", srcStage: [ALL_COMMANDS], srcAccess: [MEMORY_WRITE],"
                + " dstStage: [ALL_COMMANDS, HOST], dstAccess: [MEMORY_READ, MEMORY_WRITE, HOST_READ]}]}";
    }

    private Cli run(String device, String... commands) throws IOException {
        Path file = folder.resolve("separate.yaml");
        Files.writeString(
                file, """
                sluice: 1
                name: separate
                device: MACHINE
                memory:
                  - {name: staging, size: 64KiB, properties: [HOST_VISIBLE, HOST_COHERENT]}
                  - {name: local, size: 1MiB, properties: [DEVICE_LOCAL]}
                buffers:
                  - {name: in, memory: staging, size: 256, data: {type: u8, pattern: constant, value: 7, count: 256}}
                  - {name: out, memory: staging, offset: 4096, size: 256}
                images:
                  - {name: ds, memory: local, extent: [16, 16], format: D24_UNORM_S8_UINT, usage: [DEPTH_STENCIL_ATTACHMENT, TRANSFER_SRC, TRANSFER_DST]}
                program:
                  - queueSubmit:
                      commands:
                        - COMMANDS
                        - pipelineBarrier: {memory: [{srcStage: [COPY], srcAccess: [TRANSFER_WRITE], dstStage: [HOST], dstAccess: [HOST_READ]}]}
                  - deviceWaitIdle: {}
                  - hostRead: {buffer: out, size: 256, expect: {type: u8, pattern: constant, value: 7, count: 256}}
                """.replace("MACHINE", device).replace("COMMANDS", String.join("\n        - ", commands)));
        return Cli.run("run", file.toString(), "--strict");
    }

    private static void passed(Cli run) {
        assertThat(run.code()).as(run.out() + run.err()).isEqualTo(0);
        assertThat(run.out()).doesNotContain("is in layout");
    }

    @ParameterizedTest
    @ValueSource(strings = {"seed-discrete-l2", "nvidia-v100", "gcn-vega"})
    void depth_that_comes_out_of_undefined_leaves_the_stencil_as_it_is(String device) throws IOException {
        passed(run(
                device,
                transition("STENCIL", "UNDEFINED", "TRANSFER_DST_OPTIMAL"),
                UP,
                transition("STENCIL", "TRANSFER_DST_OPTIMAL", "TRANSFER_SRC_OPTIMAL"),
                transition("DEPTH", "UNDEFINED", "DEPTH_ATTACHMENT_OPTIMAL"),
                DOWN));
    }

    /** Fills the stencil, draws depth while the stencil is in a layout, goes on and reads the stencil. */
    private Cli drawn(String device, String stencil, String... then) throws IOException {
        List<String> commands = new ArrayList<>(List.of(
                transition("STENCIL", "UNDEFINED", "TRANSFER_DST_OPTIMAL"),
                UP,
                transition("STENCIL", "TRANSFER_DST_OPTIMAL", stencil),
                transition("DEPTH", "UNDEFINED", "DEPTH_ATTACHMENT_OPTIMAL"),
                RENDER,
                DRAW,
                END));
        commands.addAll(List.of(then));
        commands.add(DOWN);
        return run(device, commands.toArray(String[]::new));
    }

    @ParameterizedTest
    @ValueSource(strings = {"seed-discrete-l2", "nvidia-v100", "gcn-vega"})
    void tiles_are_decoded_for_the_stencil_whose_layout_changes_beside_drawn_depth(String device) throws IOException {
        passed(drawn(
                device,
                "STENCIL_ATTACHMENT_OPTIMAL",
                transition("STENCIL", "STENCIL_ATTACHMENT_OPTIMAL", "TRANSFER_SRC_OPTIMAL")));
    }

    @ParameterizedTest
    @ValueSource(strings = {"seed-discrete-l2", "nvidia-v100", "gcn-vega"})
    void a_change_of_depth_alone_lets_tiles_be_no_more_compressed_than_the_stencil_allows(String device)
            throws IOException {
        passed(drawn(
                device,
                "STENCIL_READ_ONLY_OPTIMAL",
                transition("STENCIL", "STENCIL_READ_ONLY_OPTIMAL", "TRANSFER_SRC_OPTIMAL"),
                transition("DEPTH", "DEPTH_ATTACHMENT_OPTIMAL", "DEPTH_READ_ONLY_OPTIMAL"),
                transition("DEPTH", "DEPTH_READ_ONLY_OPTIMAL", "DEPTH_ATTACHMENT_OPTIMAL")));
    }

    @ParameterizedTest
    @ValueSource(strings = {"seed-discrete-l2", "nvidia-v100", "gcn-vega"})
    void depth_is_drawn_so_that_who_may_read_the_stencil_meanwhile_understands_it(String device) throws IOException {
        passed(drawn(
                device,
                "TRANSFER_SRC_OPTIMAL",
                "pipelineBarrier: {memory: [{srcStage: [ALL_COMMANDS], srcAccess: [MEMORY_WRITE],"
                        + " dstStage: [ALL_COMMANDS], dstAccess: [MEMORY_READ]}]}"));
    }
}
