// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.program.Command;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Conditional rendering, as it is written. */
final class ConditionalRenderingTest {
    private static final String PASS =
            "- beginRendering: {colorAttachments: [{image: color, loadOp: CLEAR, storeOp: STORE}]}";

    private static List<Command> read(String... commands) {
        return GraphicsFixture.commands("""
                sluice: 1
                name: t
                device: t
                memory: [{name: local, size: 1MiB, properties: [DEVICE_LOCAL]}]
                buffers: [{name: a, memory: local, size: 4KiB}]
                images: [{name: color, memory: local, offset: 64KiB, format: R8G8B8A8_UNORM, extent: [64, 64], usage: [COLOR_ATTACHMENT]}]
                commandBuffers:
                  begins: {level: secondary, commands: [{beginConditionalRendering: {buffer: a}}]}
                  ends: {level: secondary, commands: [endConditionalRendering]}
                  fills: {level: secondary, commands: [{fillBuffer: {dst: a, data: 1}}]}
                program:
                  - queueSubmit:
                      queue: universal.0
                      commands:
                        %s
                """.formatted(String.join("\n" + " ".repeat(8), commands)));
    }

    @Test
    void a_word_of_a_buffer_decides() {
        List<Command> commands = read("- beginConditionalRendering: {buffer: a}", "- endConditionalRendering");

        Command.BeginConditionalRendering begin = (Command.BeginConditionalRendering) commands.get(0);
        assertThat(begin.buffer()).isEqualTo("a");
        assertThat(begin.offset()).isZero();
        assertThat(begin.inverted()).isFalse();
        assertThat(begin.runs()).isNull();
        assertThat(commands.get(1)).isInstanceOf(Command.EndConditionalRendering.class);
    }

    @Test
    void it_may_be_inverted_and_need_not_decide() {
        Command.BeginConditionalRendering begin = (Command.BeginConditionalRendering) read(
                        "- beginConditionalRendering: {buffer: a, offset: 1KiB, inverted: true, runs: false}",
                        "- endConditionalRendering")
                .get(0);

        assertThat(begin.offset()).isEqualTo(1024);
        assertThat(begin.inverted()).isTrue();
        assertThat(begin.runs()).isFalse();
    }

    @Test
    void it_may_go_around_a_render_pass_or_stay_within_and_around_secondaries() {
        assertThat(read(
                        "- beginConditionalRendering: {buffer: a}",
                        "- executeCommands: fills",
                        PASS,
                        "- endRendering",
                        "- endConditionalRendering",
                        PASS,
                        "- beginConditionalRendering: {buffer: a}",
                        "- endConditionalRendering",
                        "- endRendering"))
                .hasSize(10);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "- beginConditionalRendering: {buffer: b} | unknown buffer 'b'",
                "- beginConditionalRendering: {buffer: a, offset: 4KiB} | offset: 4096 lies outside buffer 'a'",
                "- beginConditionalRendering: {buffer: a, offset: 2} | offset: 2 is not a multiple of 4",
                "- beginConditionalRendering: {buffer: a} | what begins here does not end; endConditionalRendering is missing",
                "- endConditionalRendering | endConditionalRendering: beginConditionalRendering is missing",
                "- executeCommands: begins | what begins here must end in the same command buffer"
            })
    void what_cannot_be_is_refused(String command, String message) {
        assertThatThrownBy(() -> read(command)).hasMessageContaining(message);
    }

    @Test
    void it_does_not_nest() {
        assertThatThrownBy(() -> read(
                        "- beginConditionalRendering: {buffer: a}",
                        "- beginConditionalRendering: {buffer: a}",
                        "- endConditionalRendering"))
                .hasMessageContaining("g.yaml:16:38: ")
                .hasMessageContaining("beginConditionalRendering: that of g.yaml:15:38 has not ended");
    }

    @Test
    void it_ends_in_the_subpass_in_which_it_began() {
        assertThatThrownBy(() -> read(
                        PASS,
                        "- beginConditionalRendering: {buffer: a}",
                        "- endRendering",
                        "- endConditionalRendering"))
                .hasMessageContaining("that of g.yaml:16:38 began in another subpass, and must end there");
        assertThatThrownBy(() -> read(
                        "- beginConditionalRendering: {buffer: a}",
                        PASS,
                        "- endConditionalRendering",
                        "- endRendering"))
                .hasMessageContaining("that of g.yaml:15:38 began outside of a render pass, and must end there");
    }

    @Test
    void a_secondary_does_not_end_what_its_primary_began() {
        assertThatThrownBy(() -> read("- beginConditionalRendering: {buffer: a}", "- executeCommands: ends"))
                .hasMessageContaining("g.yaml:15:38: what begins here must end in the same command buffer");
    }
}
