// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.lint;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.cli.Cli;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What counts as a write of depth or stencil in a layout for reading. */
final class ReadOnlyWriteTest {
    private static final JsonMapper JSON = JsonMapper.builder().build();

    @TempDir
    private Path folder;

    private List<String> told(String layout, String load, String... commands) throws IOException {
        Path file = folder.resolve("s.yaml");
        Files.writeString(file, """
                sluice: 1
                name: s
                device: seed-discrete-l2
                memory:
                  - {name: local, size: 4MiB, properties: [DEVICE_LOCAL]}
                images:
                  - {name: ds, memory: local, extent: [64, 64], format: D24_UNORM_S8_UINT, initialLayout: LAYOUT}
                program:
                  - queueSubmit:
                      commands:
                        - beginRendering:
                            depthAttachment: {image: ds, layout: LAYOUT, loadOp: OP, clear: {depth: 1}, storeOp: NONE}
                            stencilAttachment: {image: ds, layout: LAYOUT, loadOp: LOAD, storeOp: NONE}
                        COMMANDS
                        - endRendering: {}
                """.replace("LAYOUT", layout)
                .replace("OP,", load + ",")
                .replace("COMMANDS", "- " + String.join("\n        - ", commands)));
        List<String> found = new ArrayList<>();
        Cli cli = Cli.run("check", file.toString(), "--lint", "all", "--json");
        assertThat(cli.err()).isEmpty();
        for (JsonNode finding : JSON.readTree(cli.out()).path("lint")) {
            if (finding.path("rule").asString().equals("read-only-write")) {
                found.add(finding.path("message").asString());
            }
        }
        return found;
    }

    @ParameterizedTest(name = "{0}: {1}")
    @CsvSource(
            delimiter = '|',
            value = {
                "DEPTH_STENCIL_READ_ONLY_OPTIMAL | depthWrite: true | the draw writes the depth of image ds",
                "DEPTH_READ_ONLY_STENCIL_ATTACHMENT_OPTIMAL | depthWrite: true | the draw writes the depth of image ds",
                "DEPTH_STENCIL_READ_ONLY_OPTIMAL | stencilWrite: 1 | the draw writes the stencil of image ds",
                "DEPTH_ATTACHMENT_STENCIL_READ_ONLY_OPTIMAL | stencilTest: {compareOp: NEVER, passOp: ZERO} | the draw writes the stencil of image ds"
            })
    void a_draw_that_may_write_is_told(String layout, String state, String message) throws IOException {
        assertThat(told(layout, "LOAD", "draw: {coverage: fullscreen, " + state + "}"))
                .singleElement()
                .asString()
                .startsWith(message + ", which is attached in " + layout);
    }

    @ParameterizedTest(name = "{0}: {1}")
    @CsvSource(
            delimiter = '|',
            value = {
                "DEPTH_STENCIL_READ_ONLY_OPTIMAL | depthTest: LESS, stencilTest: {compareOp: EQUAL}",
                "DEPTH_STENCIL_READ_ONLY_OPTIMAL | stencilTest: {passOp: ZERO, writeMask: 0}",
                "DEPTH_ATTACHMENT_STENCIL_READ_ONLY_OPTIMAL | depthWrite: true",
                "DEPTH_READ_ONLY_STENCIL_ATTACHMENT_OPTIMAL | stencilWrite: 1"
            })
    void a_draw_that_keeps_what_can_only_be_read_is_not(String layout, String state) throws IOException {
        assertThat(told(layout, "LOAD", "draw: {coverage: fullscreen, " + state + "}"))
                .isEmpty();
    }

    @Test
    void a_load_operation_that_clears_and_a_clear_within_are_told() throws IOException {
        String draw = "draw: {coverage: fullscreen}";
        assertThat(told("DEPTH_STENCIL_READ_ONLY_OPTIMAL", "CLEAR", draw))
                .singleElement()
                .asString()
                .startsWith("loadOp CLEAR writes the depth");
        assertThat(told(
                        "DEPTH_STENCIL_READ_ONLY_OPTIMAL",
                        "LOAD",
                        "clearAttachments: {attachments: [{aspectMask: [STENCIL], clear: {stencil: 1}}]}"))
                .singleElement()
                .asString()
                .startsWith("clearAttachments writes the stencil");
    }

    @ParameterizedTest
    @ValueSource(strings = {"GENERAL", "DEPTH_STENCIL_ATTACHMENT_OPTIMAL"})
    void layouts_for_writing_let_all_write(String layout) throws IOException {
        assertThat(told(layout, "CLEAR", "draw: {coverage: fullscreen, depthWrite: true, stencilWrite: 1}"))
                .isEmpty();
    }

    @Test
    void several_draws_of_one_rendering_are_told_once() throws IOException {
        String draw = "draw: {coverage: fullscreen, depthWrite: true}";
        assertThat(told("DEPTH_STENCIL_READ_ONLY_OPTIMAL", "LOAD", draw, draw)).hasSize(1);
    }
}
