// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.check;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/** Which barriers order conditions and what is under them. */
final class ConditionalRenderingChecksTest {
    private static final String HEAD = """
            sluice: 1
            name: test
            device: seed-discrete-l2
            memory:
              - {name: local, size: 1MiB, properties: [DEVICE_LOCAL]}
            buffers:
              - {name: condition, memory: local, size: 256, usage: [TRANSFER_DST]}
              - {name: work, memory: local, offset: 4KiB, size: 4KiB}
            kernels:
              shade: {localSize: [64, 1, 1], bindings: {work: storage}, code: "store.u32 work[gid] = 5"}
            program:
            """;
    private static final String DISPATCH = "dispatch: {kernel: shade, groups: [16], bind: {work: work}}";
    private static final String FILL = "fillBuffer: {dst: condition, data: 1}";
    private static final String BEGIN = "beginConditionalRendering: {buffer: condition, offset: 16}";
    private static final String END = "endConditionalRendering";

    @TempDir
    private Path folder;

    private JsonNode check(String... commands) {
        return CheckFixture.json(
                new CheckFixture(folder).write("condition.yaml", HEAD + CheckFixture.submit(commands)));
    }

    private List<String> hazards(String... commands) {
        return CheckFixture.all(check(commands).get("hazards"), "half");
    }

    private static String barrier(String dstStage, String dstAccess) {
        return "pipelineBarrier: {memory: [{srcStage: [CLEAR], srcAccess: [TRANSFER_WRITE], dstStage: [%s], dstAccess: [%s]}]}"
                .formatted(dstStage, dstAccess);
    }

    @ParameterizedTest
    @CsvSource({
        "CONDITIONAL_RENDERING_EXT, CONDITIONAL_RENDERING_READ_EXT, ",
        "ALL_COMMANDS, MEMORY_READ, ",
        "ALL_GRAPHICS, CONDITIONAL_RENDERING_READ_EXT, ",
        "CONDITIONAL_RENDERING_EXT, NONE, VISIBILITY",
        "COMPUTE_SHADER, SHADER_READ, EXECUTION",
        "DRAW_INDIRECT, INDIRECT_COMMAND_READ, EXECUTION"
    })
    void each_command_under_a_condition_reads_it(String stage, String access, String half) {
        assertThat(hazards(FILL, barrier(stage, access), BEGIN, DISPATCH, END))
                .isEqualTo(half == null ? List.of() : List.of(half));
    }

    @Test
    void a_word_that_nothing_under_it_reads_needs_no_barrier() {
        assertThat(hazards(FILL, BEGIN, "fillBuffer: {dst: work, data: 2}", END))
                .isEmpty();
    }

    @Test
    void what_comes_after_the_end_reads_nothing() {
        assertThat(hazards(FILL, BEGIN, END, DISPATCH)).isEmpty();
    }

    @Test
    void to_write_it_anew_waits_for_the_commands_that_read_it() {
        assertThat(hazards(BEGIN, DISPATCH, END, FILL)).containsExactly("EXECUTION");
    }

    @ParameterizedTest
    @CsvSource({", false", "true, true"})
    void what_may_be_discarded_is_accessed_at_most(String runs, boolean certain) {
        String begin = runs == null ? BEGIN : BEGIN.replace("16}", "16, runs: " + runs + "}");

        JsonNode hazard = check(begin, DISPATCH, END, DISPATCH).get("hazards").get(0);

        assertThat(hazard.get("resource").asString()).isEqualTo("work");
        assertThat(hazard.get("exact").asBoolean()).isEqualTo(certain);
    }

    @Test
    void what_is_never_carried_out_accesses_nothing_but_its_condition() {
        String begin = BEGIN.replace("16}", "16, runs: false}");

        assertThat(hazards(begin, DISPATCH, END, DISPATCH)).isEmpty();
        assertThat(hazards(FILL, begin, DISPATCH, END)).containsExactly("EXECUTION");
    }

    @Test
    void a_buffer_without_the_usage_is_told_by_the_lint() {
        JsonNode lint = check(BEGIN, DISPATCH, END).get("lint");

        assertThat(CheckFixture.all(lint, "message"))
                .anySatisfy(message -> assertThat(message)
                        .contains("buffer condition is the condition, but its usage has no CONDITIONAL_RENDERING_EXT"));
    }
}
