// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.cli.Cli;
import dev.sluice.cli.ExitCode;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** {@code data} of buffers, and {@code repeat}. */
final class InitialDataTest {

    private static final String READ_BACK = """
              - queueSubmit:
                  commands:
                    - copyBuffer: {src: x, dst: back}
                    - pipelineBarrier: {memory: [{srcStage: COPY, srcAccess: TRANSFER_WRITE, dstStage: HOST, dstAccess: HOST_READ}]}
              - deviceWaitIdle
            """;

    @TempDir
    Path folder;

    @Test
    void memory_holds_the_data_of_a_buffer_before_the_program_begins() throws IOException {
        JsonNode result = Streams.result(
                folder, READ_BACK + "  - hostRead: {buffer: back, expect: {type: u32, pattern: iota, count: 16384}}\n");

        assertThat(result.path("checks").path(0).path("ok").asBoolean()).isTrue();
        assertThat(result.path("unwrittenReads")).isEmpty();
    }

    @Test
    void the_rest_of_the_buffer_was_never_written() throws IOException {
        JsonNode result = Streams.result(folder, READ_BACK.replace("src: x", "src: y"));

        assertThat(result.path("unwrittenReads")).isNotEmpty();
    }

    @Test
    void data_longer_than_the_buffer_are_refused() throws IOException {
        Cli run = Streams.run(folder, "  - deviceWaitIdle\n");
        assertThat(run.code()).isEqualTo(ExitCode.CLEAN);

        Path file = folder.resolve("long.yaml");
        java.nio.file.Files.writeString(
                file, Streams.HEAD.replace("count: 16384", "count: 16385") + "  - deviceWaitIdle\n");
        Cli refused = Cli.run("run", file.toString(), "--device", "seed-discrete-l2");
        assertThat(refused.code()).isEqualTo(ExitCode.BAD_INPUT);
        assertThat(refused.err()).contains("long.yaml:7", "65540 bytes do not fit buffer 'x', which has 65536");
    }

    @Test
    void steps_stand_there_as_often_as_repeat_says() throws IOException {
        JsonNode result = Streams.result(folder, """
                  - repeat:
                      times: 2
                      variable: outer
                      steps:
                        - queueSubmit:
                            commands:
                              - repeat:
                                  times: 3
                                  steps:
                                    - fillBuffer: {dst: y, offset: "${1024 * (i)}", size: 4, data: 1}
                        - deviceWaitIdle
                """.replace("(i)", "i + 4096 * outer"));

        assertThat(result.path("commands")).hasSize(6);
        assertThat(result.path("transfer").path("writeBytes").asLong()).isEqualTo(24);
    }

    @Test
    void a_dollar_sign_without_a_brace_is_a_text() throws IOException {
        assertThat(Streams.run(folder, "  - repeat: {times: 2, steps: [label: \"a $ $i $$ }{\"]}\n")
                        .code())
                .isEqualTo(ExitCode.CLEAN);
    }

    @Test
    void faults_of_a_repeat_say_where() throws IOException {
        assertThat(Streams.run(folder, "  - repeat: {times: 0, steps: []}\n").err())
                .contains("small.yaml:19:", "'times' has to be a whole number, 1 to 2147483647, not '0'");
        assertThat(Streams.run(folder, "  - repeat: {steps: []}\n").err())
                .endsWith("'times' has to be a whole number, 1 to 2147483647\n");
        for (String times : new String[] {"1e30", "1.5", "-1", "4294967296", ".inf"}) {
            assertThat(Streams.run(folder, "  - repeat: {times: " + times + ", steps: []}\n")
                            .err())
                    .contains("'times' has to be a whole number, 1 to 2147483647, not '" + times + "'");
        }
        assertThat(Streams.run(folder, "  - repeat: {times: 2, steps: [label: \"${j}\"]}\n")
                        .err())
                .contains("'j' is no variable of a repeat around it");
        for (String open : new String[] {"${i", "f${i}${ 2 * i", "$${"}) {
            assertThat(Streams.run(folder, "  - repeat: {times: 2, steps: [label: \"" + open + "\"]}\n")
                            .err())
                    .contains("small.yaml:19:39: " + open.substring(open.lastIndexOf("${"))
                            + ": the expression lacks its closing }");
        }
        assertThat(Streams.run(folder, "  - repeat: {times: 2000000, steps: [deviceWaitIdle]}\n")
                        .err())
                .contains("unfold to more than 1000000 values");
        assertThat(Streams.run(folder, "  - repeat: {times: 2, step: []}\n").err())
                .contains("unknown key 'step'");
    }
}
