// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.check;

import static dev.sluice.cli.check.CheckFixture.all;
import static dev.sluice.cli.check.CheckFixture.parse;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.cli.Cli;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Dependencies at the end of a stream that is some frames of a program, which goes on as it did before. */
final class LaterFramesTest {
    private static final String FILLED =
            "pipelineBarrier: {memory: [{srcStage: [CLEAR], srcAccess: [TRANSFER_WRITE], dstStage: [COPY], dstAccess: [TRANSFER_READ]}]}";
    private static final String COPIED =
            "pipelineBarrier: {memory: [{srcStage: [COPY], srcAccess: [TRANSFER_WRITE], dstStage: [COPY, CLEAR], dstAccess: [TRANSFER_WRITE]}]}";
    private static final String FILL = "fillBuffer: {dst: a, data: 1}";
    private static final String COPY = "copyBuffer: {src: a, dst: out}";

    @TempDir
    private Path folder;

    /** Two frames, of which each begins with the copy of what the one before has filled. */
    private Path stream(boolean midway) {
        String frame = "  - queueSubmit:\n      commands:\n        - "
                + String.join("\n        - ", COPY, COPIED, FILL, FILLED) + "\n";
        Path whole = new CheckFixture(folder).stream(frame, frame);
        return midway ? new CheckFixture(folder).write("midway.yaml", read(whole) + "midway: true\n") : whole;
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static JsonNode check(Path stream) {
        return parse(Cli.run("check", stream.toString(), "--json").out());
    }

    @Test
    void what_the_last_frame_has_for_the_next_one_is_needed() {
        JsonNode result = check(stream(true));

        assertThat(result.get("hazards")).isEmpty();
        assertThat(all(result.get("verdicts"), "verdict").subList(2, 4)).containsOnly("needed and present");
        assertThat(result.at("/verdicts/3/detail").asString())
                .contains("what may follow on universal.0 at COPY/TRANSFER_READ reads it");
    }

    @Test
    void what_the_end_of_a_whole_program_has_is_not() {
        List<String> verdicts = all(check(stream(false)).get("verdicts"), "verdict");

        assertThat(verdicts.get(3)).isEqualTo("present and not needed");
    }

    @Test
    void advice_leaves_it_alone() {
        assertThat(Cli.run("advise", stream(true).toString()).out()).doesNotContain("removed");
        assertThat(Cli.run("advise", stream(false).toString()).out()).contains("removed");
    }
}
