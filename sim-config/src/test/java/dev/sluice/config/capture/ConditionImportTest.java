// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.capture;

import static dev.sluice.config.capture.GraphicsFixture.BEGIN;
import static dev.sluice.config.capture.GraphicsFixture.DRAW;
import static dev.sluice.config.capture.GraphicsFixture.END;
import static dev.sluice.config.capture.GraphicsFixture.USE;
import static dev.sluice.config.capture.GraphicsFixture.flat;
import static dev.sluice.config.capture.GraphicsFixture.pipeline;
import static dev.sluice.config.capture.GraphicsFixture.targets;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Conditional rendering in captures. */
final class ConditionImportTest {
    private static final String LAYOUT = "vkCreatePipelineLayout|'pCreateInfo':{'pSetLayouts':[]},'pPipelineLayout':43";

    @TempDir
    private Path folder;

    private static String begin(int buffer, int offset, String flags) {
        return "vkCmdBeginConditionalRenderingEXT|'commandBuffer':16,'pConditionalRenderingBegin':{'buffer':" + buffer
                + ",'offset':" + offset + ",'flags':" + flags + "}";
    }

    private static final String FINISH = "vkCmdEndConditionalRenderingEXT|'commandBuffer':16";

    private ImportedCapture read(String... calls) {
        List<String> setup = new ArrayList<>(targets());
        setup.addAll(List.of(LAYOUT, pipeline(""), USE));
        return GraphicsFixture.read(folder, setup, calls);
    }

    @Test
    void commands_under_a_condition_are_carried_out() {
        ImportedCapture capture = read(begin(5, 16, "0"), BEGIN, DRAW, END, FINISH);

        assertThat(flat(capture))
                .containsSubsequence(
                        "beginConditionalRendering: {buffer: buffer5, offset: 16, runs: true}",
                        "draw: {",
                        "endConditionalRendering")
                .contains("commands under a condition are carried out, whatever it says");
        assertThat(capture.notUnderstood()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"0, false", "1, true", "'VK_CONDITIONAL_RENDERING_INVERTED_BIT_EXT', true"})
    void conditions_may_be_inverted(String flags, boolean inverted) {
        String written = flags.startsWith("VK") ? "'" + flags + "'" : flags;

        assertThat(flat(read(begin(5, 0, written), BEGIN, DRAW, END, FINISH)).contains("inverted: true"))
                .isEqualTo(inverted);
    }

    @Test
    void what_has_begun_is_gone_when_a_command_buffer_is_recorded_anew() {
        String text =
                flat(read(begin(5, 16, "0"), "vkBeginCommandBuffer|'commandBuffer':16", USE, BEGIN, DRAW, END, FINISH));

        assertThat(text).contains("draw: {").doesNotContain("ConditionalRendering");
    }

    @Test
    void an_end_without_a_begin_is_left_out() {
        String text = flat(read(BEGIN, DRAW, END, FINISH));

        assertThat(text)
                .contains("draw: {")
                .contains("ends of conditional rendering that has not begun are left out")
                .doesNotContain("endConditionalRendering");
    }
}
