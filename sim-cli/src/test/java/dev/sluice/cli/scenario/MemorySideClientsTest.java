// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.cli.Cli;
import dev.sluice.cli.ExitCode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Clients that enter a memory-side cache, behind which there is no host memory: theirs goes past it, across the link. */
final class MemorySideClientsTest {
    @ParameterizedTest
    @ValueSource(strings = {"scenarios/shader-write-transfer-read-cured", "scenarios/line-dirty-lost-write-cured"})
    void copies_reach_host_memory(String stream) {
        Cli run = Runs.run(
                stream + ".yaml",
                "rdna2-6900xt",
                "-q",
                "--profile",
                "vram",
                "--set",
                "clients.transfer=mall",
                "--set",
                "rop.compression=[]",
                "--set",
                "rop.clearColors=[]");

        assertThat(run.err()).isEmpty();
        assertThat(run.out()).contains(": clean, ");
        assertThat(run.code()).isEqualTo(ExitCode.CLEAN);
    }
}
