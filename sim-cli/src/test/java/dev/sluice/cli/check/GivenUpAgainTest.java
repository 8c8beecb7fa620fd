// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.check;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.cli.Cli;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** What a queue family reads that it owned and has given up again. */
final class GivenUpAgainTest {
    private static final String FILL = "fillBuffer: {dst: a, data: 1}";
    private static final String EVERYTHING =
            "pipelineBarrier: {memory: [{srcStage: [ALL_COMMANDS], srcAccess: [MEMORY_WRITE],"
                    + " dstStage: [ALL_COMMANDS], dstAccess: [MEMORY_READ, MEMORY_WRITE]}]}";
    private static final String COPY = "copyBuffer: {src: a, dst: b}";

    @TempDir
    private Path folder;

    private int number;

    /** A submission that waits for the one before it. */
    private String submit(String queue, String... commands) {
        String waits = number == 0 ? "" : ", wait: [{semaphore: s" + number + ", stages: [ALL_COMMANDS]}]";
        number++;
        return "  - queueSubmit: {queue: " + queue + ".0" + waits + ", signal: [s" + number + "], commands: [{"
                + String.join("}, {", commands) + "}]}\n";
    }

    private static String transfer(String from, String to) {
        return "pipelineBarrier: {buffers: [{buffer: a, srcStage: [ALL_COMMANDS], srcAccess: [MEMORY_WRITE],"
                + " dstStage: [ALL_COMMANDS], dstAccess: [MEMORY_READ], srcQueueFamily: " + from
                + ", dstQueueFamily: " + to + "}]}";
    }

    private void expect(Path stream, String reader) {
        JsonNode hazards = CheckFixture.json(stream, "--lint", "none").get("hazards");
        assertThat(CheckFixture.all(hazards, "half")).containsExactly("ACQUIRE");
        assertThat(CheckFixture.all(hazards, "current")).containsExactly(reader);
        assertThat(CheckFixture.all(hazards, "suggestion"))
                .as("acquiring once more what was acquired is no cure, nor part of one")
                .containsExactly("# declare a with sharingMode: CONCURRENT");
        JsonNode stale = CheckFixture.parse(
                        Cli.run("run", stream.toString(), "--json").out())
                .get("staleReads");
        assertThat(CheckFixture.all(stale, "reader")).containsOnly(reader);
        assertThat(CheckFixture.all(stale, "missing")).containsOnly("acquire by queue family universal");
    }

    @Test
    void contents_that_came_from_another_family_are_undefined() {
        Path stream = new CheckFixture(folder)
                .stream(
                        submit("transfer", FILL, transfer("transfer", "universal")),
                        submit(
                                "universal",
                                transfer("transfer", "universal"),
                                transfer("universal", "transfer"),
                                EVERYTHING,
                                COPY));

        expect(stream, "submit1.3");
    }

    @Test
    void contents_that_came_back_once_are_undefined() {
        Path stream = new CheckFixture(folder)
                .stream(
                        submit("universal", FILL, transfer("universal", "transfer")),
                        submit("transfer", transfer("universal", "transfer"), transfer("transfer", "universal")),
                        submit(
                                "universal",
                                transfer("transfer", "universal"),
                                transfer("universal", "transfer"),
                                EVERYTHING,
                                COPY));

        expect(stream, "submit2.3");
    }
}
