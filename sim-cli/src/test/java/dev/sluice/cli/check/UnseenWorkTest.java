// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.check;

import static dev.sluice.cli.check.CheckFixture.submit;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.cli.Cli;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What is said of a stream of which an import did not understand what shaders access, as of ffmpeg 7, whose filters have their
 * descriptors in buffers.
 */
final class UnseenWorkTest {
    private static final String BROAD = submit(
            "fillBuffer: {dst: a, data: 1}",
            "pipelineBarrier: {memory: [{srcStage: [ALL_COMMANDS], srcAccess: [MEMORY_WRITE], "
                    + "dstStage: [ALL_COMMANDS], dstAccess: [MEMORY_READ]}]}",
            "copyBuffer: {src: a, dst: b, regions: [{size: 64}]}");

    @TempDir
    private Path folder;

    private Cli checked(String leftOut, String format) throws IOException {
        Path stream = new CheckFixture(folder).stream(BROAD);
        Files.writeString(stream, Files.readString(stream).replace("sluice: 1\n", "sluice: 1\n" + leftOut));
        return Cli.run("check", stream.toString(), format);
    }

    private static String leftOut(String change) {
        return "leftOut: {notUnderstood: [{call: vkGetDescriptorEXT, count: 1, change: " + change + ", reason: r}]}\n";
    }

    @Test
    void nothing_is_called_clean() throws IOException {
        assertThat(checked(leftOut("resources"), "--quiet").out())
                .contains("✓ no hazard in what the import understood")
                .doesNotContain("✓ clean");
        assertThat(checked(leftOut("timing"), "--quiet").out()).contains("✓ clean");
    }

    @Test
    void no_barrier_is_called_too_wide() throws IOException {
        assertThat(checked("", "--json").out()).contains("over-broad-stages", "wider than needed");
        assertThat(checked(leftOut("work"), "--json").out())
                .contains("\"not judged\"", "besideUnseen")
                .doesNotContain("over-broad", "wider than needed");
    }
}
