// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.check;

import static dev.sluice.cli.check.CheckFixture.check;
import static dev.sluice.cli.check.CheckFixture.submit;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.cli.Cli;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is said of a stream that has no hazard, and releases what nobody acquires. */
final class UnmatchedReleaseTest {

    @TempDir
    private Path folder;

    private Path stream = Path.of("");

    @BeforeEach
    void write() {
        stream = new CheckFixture(folder)
                .stream(submit(
                        "fillBuffer: {dst: a, data: 1}",
                        "pipelineBarrier: {buffers: [{buffer: a, srcStage: [CLEAR], srcAccess: [TRANSFER_WRITE], "
                                + "dstStage: [ALL_COMMANDS], srcQueueFamily: universal, dstQueueFamily: transfer}]}"));
    }

    @Test
    void check_does_not_call_clean_what_has_a_lint_error() {
        Cli run = check(stream);
        assertThat(run.out()).contains("✗ no hazard, but 1 lint error").doesNotContain("clean");
        assertThat(run.code()).isEqualTo(1);
    }

    @Test
    void check_without_lint_speaks_of_hazards_alone() {
        assertThat(check(stream, "--lint", "none").out()).contains("✓ clean: every access is ordered");
    }

    @Test
    void a_strict_run_does_not_call_clean_what_has_a_lint_error() {
        assertThat(Cli.run("run", stream.toString(), "--strict", "--quiet").out())
                .contains("✗ no hazard, but 1 lint error");
    }

    @Test
    void the_verdict_on_a_buffer_speaks_of_ownership() {
        assertThat(Cli.run("check", stream.toString()).out())
                .contains("its ownership transfer is needed, and nothing waits for it");
    }
}
