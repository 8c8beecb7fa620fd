// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.check;

import static dev.sluice.cli.check.CheckFixture.submit;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.cli.Cli;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Barriers in front of one that hands a buffer to somebody outside of the stream, whose accesses are not known. */
final class ReleaseOutsideTest {
    private static final String FILL = "fillBuffer: {dst: a, data: 1}";
    private static final String RELEASE =
            "pipelineBarrier: {buffers: [{buffer: a, srcStage: [COMPUTE_SHADER], srcAccess: [], "
                    + "dstStage: [], srcQueueFamily: universal, dstQueueFamily: EXTERNAL}]}";

    @TempDir
    private Path folder;

    private static String barrier(String from, String access, String to) {
        return "pipelineBarrier: {memory: [{srcStage: [" + from + "], srcAccess: [" + access + "], dstStage: [" + to
                + "], dstAccess: []}]}";
    }

    private String verdict(int index, String... commands) {
        Path stream = new CheckFixture(folder).stream(submit(commands));
        JsonNode result = JsonMapper.builder()
                .build()
                .readTree(Cli.run("check", stream.toString(), "--json").out());
        assertThat(result.get("hazards")).isEmpty();
        return result.at("/verdicts/" + index + "/verdict").asString();
    }

    @Test
    void one_that_brings_a_write_to_it_is_needed() {
        String chain = barrier("CLEAR", "TRANSFER_WRITE", "COMPUTE_SHADER");
        assertThat(verdict(0, FILL, chain, RELEASE)).isEqualTo("needed and present");
        assertThat(verdict(0, "fillBuffer: {dst: b, data: 1}", chain, RELEASE)).isEqualTo("present and not needed");
    }

    @Test
    void one_that_keeps_a_read_from_what_is_written_outside_is_needed() {
        String copy = "copyBuffer: {src: a, dst: b}";
        assertThat(verdict(0, copy, barrier("COPY", "", "COMPUTE_SHADER"), RELEASE))
                .isEqualTo("needed and present");
    }

    @Test
    void one_that_hands_over_what_nothing_brought_to_it_is_no_hazard() {
        assertThat(verdict(0, FILL, RELEASE)).isEqualTo("needed and present");
    }

    @Test
    void advice_keeps_what_brings_a_write_to_it() {
        Path stream = new CheckFixture(folder)
                .stream(submit(FILL, barrier("CLEAR", "TRANSFER_WRITE", "COMPUTE_SHADER"), RELEASE));
        assertThat(Cli.run("advise", stream.toString()).out()).doesNotContain("REMOVE", "remove");
    }
}
