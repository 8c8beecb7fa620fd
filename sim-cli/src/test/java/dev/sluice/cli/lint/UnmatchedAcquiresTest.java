// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.lint;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.cli.Cli;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the lint says of acquires that match no release of their resource. */
final class UnmatchedAcquiresTest {
    private static final String WHOLE = "";
    private static final String HALF = ", size: 512";

    @TempDir
    private Path dir;

    /** Reports on a stream that releases some ranges of a buffer, and acquires others. */
    private String check(String[] releases, String... acquires) throws IOException {
        StringBuilder text = new StringBuilder("""
                sluice: 1
                name: t
                device: seed-discrete-l2
                memory: [{name: local, size: 1MiB, properties: [DEVICE_LOCAL]}]
                buffers: [{name: a, memory: local, size: 1KiB}, {name: b, memory: local, offset: 1KiB, size: 1KiB}]
                program:
                  - queueSubmit:
                      queue: universal.0
                      commands:
                        - fillBuffer: {dst: a, data: 7}
                """);
        for (String range : releases) {
            text.append(half(range, "srcStage: [CLEAR], srcAccess: [TRANSFER_WRITE], dstStage: [NONE]"));
        }
        text.append("""
                      signal: [{semaphore: passed}]
                  - queueSubmit:
                      queue: transfer.0
                      wait: [{semaphore: passed}]
                      commands:
                """);
        for (String range : acquires) {
            text.append(half(range, "srcStage: [NONE], dstStage: [COPY], dstAccess: [TRANSFER_READ]"));
        }
        text.append("        - copyBuffer: {src: a, dst: b, regions: [{size: 4}]}\n");
        Path file = dir.resolve("t.yaml");
        Files.writeString(file, text);
        return Cli.run("check", file.toString()).out();
    }

    private static String half(String range, String scopes) {
        return "        - pipelineBarrier: {buffers: [{buffer: a" + range
                + ", srcQueueFamily: universal, dstQueueFamily: transfer, " + scopes + "}]}\n";
    }

    @Test
    void an_acquire_without_any_release_has_none() throws IOException {
        assertThat(check(new String[0], WHOLE)).contains("which has not released it");
    }

    @Test
    void a_wrong_acquire_is_compared_with_the_release_that_nothing_matches() throws IOException {
        assertThat(check(new String[] {WHOLE}, HALF))
                .containsOnlyOnce("qfot-unmatched")
                .contains("submit1.0", "is acquired otherwise than submit0.1 released it: other bytes");
    }

    @Test
    void a_wrong_acquire_does_not_take_the_release_of_a_later_one() throws IOException {
        assertThat(check(new String[] {WHOLE}, HALF, WHOLE))
                .containsOnlyOnce("qfot-unmatched")
                .doesNotContain("which has not released it")
                .contains(
                        "submit1.0",
                        "is acquired otherwise than submit0.1 released it: other bytes",
                        "remove it, or release before it what it names: another acquire matches submit0.1");
    }
}
