// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Depth and stencil of render passes, each with its layouts and its resolve. */
final class RenderPassAspectsTest {
    @TempDir
    private Path folder;

    private Cli run(String command, String device, String... changes) throws IOException {
        String text = """
                sluice: 1
                name: aspects
                device: MACHINE
                memory:
                  - {name: staging, size: 64KiB, properties: [HOST_VISIBLE, HOST_COHERENT]}
                  - {name: local, size: 8MiB, properties: [DEVICE_LOCAL]}
                buffers:
                  - {name: depths, memory: staging, size: 256}
                  - {name: stencils, memory: staging, offset: 4096, size: 64}
                images:
                  - {name: m, memory: local, extent: [8, 8], format: D32_SFLOAT_S8_UINT, samples: 4}
                  - {name: d, memory: local, offset: 1MiB, extent: [8, 8], format: D32_SFLOAT_S8_UINT}
                imageViews:
                  v: {image: d, subresourceRange: {aspectMask: [DEPTH]}}
                renderPasses:
                  p:
                    attachments:
                      - {format: D32_SFLOAT_S8_UINT, samples: 4, loadOp: CLEAR, finalLayout: DEPTH_ATTACHMENT_OPTIMAL, stencilFinalLayout: STENCIL_READ_ONLY_OPTIMAL}
                      - {format: D32_SFLOAT_S8_UINT, initialLayout: DEPTH_ATTACHMENT_OPTIMAL, stencilInitialLayout: TRANSFER_DST_OPTIMAL, finalLayout: TRANSFER_SRC_OPTIMAL}
                    subpasses:
                      - depthStencilAttachment: {attachment: 0, layout: DEPTH_ATTACHMENT_OPTIMAL, stencilLayout: STENCIL_ATTACHMENT_OPTIMAL}
                        depthStencilResolveAttachment: {attachment: 1, layout: DEPTH_ATTACHMENT_OPTIMAL, stencilLayout: STENCIL_ATTACHMENT_OPTIMAL}
                    dependencies:
                      - {srcSubpass: EXTERNAL, dstSubpass: 0, srcStageMask: [CLEAR], srcAccessMask: [TRANSFER_WRITE], dstStageMask: [ALL_GRAPHICS], dstAccessMask: [MEMORY_READ, MEMORY_WRITE]}
                      - {srcSubpass: 0, dstSubpass: EXTERNAL, srcStageMask: [ALL_GRAPHICS], srcAccessMask: [MEMORY_WRITE], dstStageMask: [COPY], dstAccessMask: [TRANSFER_READ]}
                framebuffers:
                  f: {renderPass: p, attachments: [m, v]}
                program:
                  - queueSubmit:
                      commands:
                        - pipelineBarrier: {images: [{image: d, oldLayout: UNDEFINED, newLayout: TRANSFER_DST_OPTIMAL, srcStage: [NONE], dstStage: [CLEAR], dstAccess: [TRANSFER_WRITE]}]}
                        - clearDepthStencilImage: {image: d, layout: TRANSFER_DST_OPTIMAL, depth: 0.25, stencil: 9}
                        - pipelineBarrier: {images: [{image: d, aspectMask: [DEPTH], oldLayout: TRANSFER_DST_OPTIMAL, newLayout: DEPTH_ATTACHMENT_OPTIMAL, srcStage: [CLEAR], srcAccess: [TRANSFER_WRITE], dstStage: [ALL_GRAPHICS], dstAccess: [MEMORY_READ, MEMORY_WRITE]}]}
                        - beginRenderPass: {renderPass: p, framebuffer: f, clearValues: [{depth: 1, stencil: 3}]}
                        - endRenderPass: {}
                        - copyImageToBuffer: {src: d, dst: depths, regions: [{imageSubresource: {aspectMask: [DEPTH]}}]}
                        - copyImageToBuffer: {src: d, dst: stencils, regions: [{imageSubresource: {aspectMask: [STENCIL]}}]}
                        - pipelineBarrier: {memory: [{srcStage: [COPY], srcAccess: [TRANSFER_WRITE], dstStage: [HOST], dstAccess: [HOST_READ]}]}
                  - deviceWaitIdle: {}
                  - hostRead: {buffer: depths, size: 256, expect: {type: f32, pattern: constant, value: 1, count: 64}}
                  - hostRead: {buffer: stencils, size: 64, expect: {type: u8, pattern: constant, value: 3, count: 64}}
                """.replace("MACHINE", device);
        for (int i = 0; i < changes.length; i += 2) {
            assertThat(text).contains(changes[i]);
            text = text.replace(changes[i], changes[i + 1]);
        }
        Path file = folder.resolve("aspects.yaml");
        Files.writeString(file, text);
        List<String> arguments = new ArrayList<>(List.of(command.split(" ", -1)));
        arguments.add(file.toString());
        return Cli.run(arguments.toArray(String[]::new));
    }

    private static void passed(Cli run) {
        assertThat(run.code()).as(run.out() + run.err()).isEqualTo(0);
        assertThat(run.out()).doesNotContain("is in layout");
    }

    private static String mode(String aspect) {
        return "depthStencilResolveAttachment: {attachment: 1, layout: DEPTH_ATTACHMENT_OPTIMAL, stencilLayout:"
                + " STENCIL_ATTACHMENT_OPTIMAL}\n        " + aspect + "ResolveMode: NONE";
    }

    private static final String LOADED = "{format: D32_SFLOAT_S8_UINT, initialLayout: DEPTH_ATTACHMENT_OPTIMAL";
    private static final String CLEARS = "[{depth: 1, stencil: 3}]";
    private static final String RESOLVE =
            mode("depth").substring(0, mode("depth").indexOf('\n'));

    @ParameterizedTest
    @CsvSource({"seed-discrete-l2", "nvidia-v100", "gcn-vega", "adreno-6xx"})
    void depth_and_stencil_are_resolved_each_as_its_mode_says(String device) throws IOException {
        passed(run("run", device));
        passed(run("run", device, RESOLVE, mode("depth"), "value: 1,", "value: 0.25,"));
        passed(run("run", device, RESOLVE, mode("stencil"), "value: 3,", "value: 9,"));
    }

    @ParameterizedTest
    @CsvSource({"seed-discrete-l2", "nvidia-v100", "gcn-vega", "adreno-6xx"})
    void what_is_only_resolved_to_is_loaded_first(String device) throws IOException {
        String cleared = "{format: D32_SFLOAT_S8_UINT, loadOp: CLEAR, initialLayout: DEPTH_ATTACHMENT_OPTIMAL";
        String clears = "[{depth: 1, stencil: 3}, {depth: 0.5, stencil: 7}]";

        passed(run("run", device, LOADED, cleared, CLEARS, clears));
        passed(run("run", device, LOADED, cleared, CLEARS, clears, RESOLVE, mode("stencil"), "value: 3,", "value: 7,"));
    }

    @Test
    void what_is_only_resolved_to_is_stored_last() throws IOException {
        Cli run = run("run", "seed-discrete-l2", LOADED, LOADED.replace("initial", "storeOp: DONT_CARE, initial"));

        assertThat(run.out().replaceAll("\\s+", " ")).contains("(storeOp DONT_CARE of d)");
    }

    @Test
    void resolves_are_ordered_and_their_layouts_are_those_of_the_subpass() throws IOException {
        Cli check = run("check", "seed-discrete-l2");

        passed(check);
        assertThat(check.out())
                .contains("every access is ordered")
                .doesNotContain("error ")
                .doesNotContain("warning ");
    }

    @Test
    void a_missing_dependency_after_a_resolve_is_a_hazard() throws IOException {
        Cli check = run(
                "check", "seed-discrete-l2", "srcStageMask: [ALL_GRAPHICS]", "srcStageMask: [EARLY_FRAGMENT_TESTS]");

        assertThat(check.code()).isEqualTo(1);
        assertThat(check.out()).contains("COLOR_ATTACHMENT_WRITE");
    }

    @Test
    void a_resolve_of_one_aspect_writes_the_other_along() throws IOException {
        String all = "srcStageMask: [ALL_GRAPHICS]";
        String late = "srcStageMask: [EARLY_FRAGMENT_TESTS]";
        String readOnly = mode("stencil").replace("STENCIL_ATTACHMENT", "STENCIL_READ_ONLY");
        String along = "COLOR_ATTACHMENT_OUTPUT/COLOR_ATTACHMENT_WRITE along with depth";
        String stored = LOADED.replace("initial", "storeOp: NONE, initial");

        assertThat(run("check --json", "seed-discrete-l2", all, late, LOADED, stored, RESOLVE, mode("stencil"))
                        .out())
                .contains(along);
        assertThat(run("check --json", "seed-discrete-l2", all, late, LOADED, stored, RESOLVE, readOnly)
                        .out())
                .doesNotContain(along);
    }

    @Test
    void stencil_enters_the_layout_that_the_pass_ends_with() throws IOException {
        String barrier = "- pipelineBarrier: {memory: [{srcStage: [COPY]";
        String again = "- pipelineBarrier: {images: [{image: m, aspectMask: [STENCIL], oldLayout: FROM,"
                + " newLayout: GENERAL, srcStage: [ALL_GRAPHICS], srcAccess: [MEMORY_WRITE], dstStage: [COPY]}]}\n"
                + "        " + barrier;

        passed(run("run", "seed-discrete-l2", barrier, again.replace("FROM", "STENCIL_READ_ONLY_OPTIMAL")));
        assertThat(run("run", "seed-discrete-l2", barrier, again.replace("FROM", "STENCIL_ATTACHMENT_OPTIMAL"))
                        .out())
                .contains("STENCIL_READ_ONLY_OPTIMAL");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "finalLayout: DEPTH_ATTACHMENT_OPTIMAL | finalLayout: GENERAL | stencilFinalLayout: it goes with a layout of depth alone, such as DEPTH_ATTACHMENT_OPTIMAL; GENERAL is one of the stencil, too",
                "stencilFinalLayout: STENCIL_READ_ONLY_OPTIMAL | stencilFinalLayout: DEPTH_READ_ONLY_OPTIMAL | stencilFinalLayout: DEPTH_READ_ONLY_OPTIMAL is a layout of depth alone",
                "stencilFinalLayout: STENCIL_READ_ONLY_OPTIMAL | stencilFinalLayout: UNDEFINED | stencilFinalLayout: no image can be transitioned to UNDEFINED",
                "stencilLayout: STENCIL_ATTACHMENT_OPTIMAL | stencilLayout: TRANSFER_DST_OPTIMAL | stencilLayout: an image cannot be used so in TRANSFER_DST_OPTIMAL; STENCIL_ATTACHMENT_OPTIMAL and GENERAL allow it",
                "D32_SFLOAT_S8_UINT | D32_SFLOAT | stencilFinalLayout: D32_SFLOAT has no stencil",
                "depthStencilResolveAttachment: | depthResolveMode: NONE, stencilResolveMode: NONE | depthStencilResolveAttachment: the modes of what D32_SFLOAT_S8_UINT has are all NONE",
                "depthStencilResolveAttachment: | stencilResolveMode: AVERAGE | stencilResolveMode: stencil is resolved by SAMPLE_ZERO, MIN, MAX or NONE, not by AVERAGE",
                "'depthStencilResolveAttachment: {attachment: 1' | 'depthStencilResolveAttachment: {attachment: 0' | depthStencilResolveAttachment: a resolve goes from several samples to one",
                "depthStencilAttachment: {attachment: 0, | depthStencilAttachment: {attachment: UNUSED, | depthStencilResolveAttachment: the subpass has no depthStencilAttachment to resolve",
            })
    void what_does_not_go_together_is_refused(String from, String to, String message) throws IOException {
        boolean modes = to.contains("ResolveMode");
        Cli run = modes
                ? run(
                        "run",
                        "seed-discrete-l2",
                        from,
                        to.replace(", ", "\n        ") + "\n        depthStencilResolveAttachment:")
                : run("run", "seed-discrete-l2", from, to);

        assertThat(run.code()).isEqualTo(2);
        assertThat(run.err()).contains(message);
    }
}
