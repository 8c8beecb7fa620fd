// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.check;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.cli.Cli;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A first subpass reads an attachment as an input attachment, a second one draws to it and stores it. The dependency between
 * them waits for the reads alone.
 */
final class LoadedInputOrderTest {
    private static final String WAITS = "srcStageMask: [FRAGMENT_SHADER], srcAccessMask: []";

    @TempDir
    private Path folder;

    private Cli check(String loadOp, String coverage, String source) throws IOException {
        Path file = folder.resolve("inputs.yaml");
        Files.writeString(
                file,
                """
                sluice: 1
                name: inputs
                device: seed-discrete-l2
                memory:
                  - {name: local, size: 16MiB, properties: [DEVICE_LOCAL]}
                images:
                  - {name: a, memory: local, extent: [64, 64], format: R8G8B8A8_UNORM, usage: [COLOR_ATTACHMENT, INPUT_ATTACHMENT], initialLayout: GENERAL}
                  - {name: b, memory: local, offset: 1MiB, extent: [64, 64], format: R8G8B8A8_UNORM, usage: [COLOR_ATTACHMENT]}
                renderPasses:
                  two:
                    attachments:
                      - {format: R8G8B8A8_UNORM, loadOp: LOAD_OP, storeOp: STORE, initialLayout: GENERAL, finalLayout: GENERAL}
                      - {format: R8G8B8A8_UNORM, loadOp: CLEAR, storeOp: STORE, initialLayout: UNDEFINED, finalLayout: GENERAL}
                    subpasses:
                      - {inputAttachments: [{attachment: 0, layout: GENERAL}], colorAttachments: [{attachment: 1, layout: GENERAL}]}
                      - {colorAttachments: [{attachment: 0, layout: GENERAL}]}
                    dependencies:
                      - {srcSubpass: 0, dstSubpass: 1, SOURCE, dstStageMask: [COLOR_ATTACHMENT_OUTPUT], dstAccessMask: [COLOR_ATTACHMENT_READ, COLOR_ATTACHMENT_WRITE]}
                framebuffers:
                  fb: {renderPass: two, attachments: [a, b]}
                kernels:
                  input:
                    bindings: {src: inputAttachment}
                    code: |
                      v = load.u32 src[x, y]
                      out.color0 = v + 1
                  paint:
                    code: |
                      out.color0 = x
                program:
                  - queueSubmit:
                      commands:
                        - beginRenderPass: {renderPass: two, framebuffer: fb, clearValues: [[0, 0, 0, 1], [0, 0, 0, 0]]}
                        - draw: {fragment: input, coverage: COVERAGE, bind: {src: {image: a, layout: GENERAL}}}
                        - nextSubpass: {}
                        - draw: {fragment: paint, coverage: fullscreen}
                        - endRenderPass: {}
                """.replace("LOAD_OP", loadOp).replace("COVERAGE", coverage).replace("SOURCE", source));
        return Cli.run("check", "--lint", "none", file.toString());
    }

    @ParameterizedTest
    @ValueSource(strings = {"LOAD", "CLEAR", "DONT_CARE"})
    void what_comes_after_a_read_of_an_input_attachment_comes_after_its_load_operation(String loadOp)
            throws IOException {
        Cli check = check(loadOp, "fullscreen", WAITS);

        assertThat(check.out()).contains("every access is ordered");
        assertThat(check.code()).isZero();
    }

    @Test
    void load_operations_of_texels_that_nobody_reads_are_waited_for_by_their_own_stage() throws IOException {
        assertThat(check("LOAD", "[[0, 0, 32, 64]]", WAITS).out())
                .contains("write after read   a color level 0, texels 32 x 64 at 32,0");
        assertThat(check("LOAD", "[[0, 0, 32, 64]]", WAITS.replace("[FRAG", "[COLOR_ATTACHMENT_OUTPUT, FRAG"))
                        .code())
                .isZero();
    }

    @Test
    void a_load_operation_is_no_reason_to_leave_the_read_unordered() throws IOException {
        Cli check = check("LOAD", "fullscreen", "srcStageMask: [EARLY_FRAGMENT_TESTS], srcAccessMask: []");

        assertThat(check.code()).isEqualTo(1);
        assertThat(check.out()).contains("INPUT_ATTACHMENT_READ");
    }
}
