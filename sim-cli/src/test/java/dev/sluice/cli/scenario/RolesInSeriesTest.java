// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.cli.Cli;
import dev.sluice.cli.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Write-back caches one behind the other, on which one action of a barrier acts. */
final class RolesInSeriesTest {
    private static final String L2 = "  l2: {role: L2, scope: device, slices: 1, parent: vram,";

    @TempDir
    private Path folder;

    /** {@code tiny-1} with a slow L2 in front of quick ones, which are walked in no time. */
    private Path device(int behind) throws IOException {
        String text = Files.readString(Runs.configs().resolve("devices/tiny-1.yaml"));
        StringBuilder levels = new StringBuilder("  l2: {role: L2, scope: device, slices: 1, parent: "
                + (behind == 0 ? "vram" : "outer1") + ", walkLinesPerCycle: 1,");
        for (int i = 1; i <= behind; i++) {
            levels.insert(
                    0,
                    "  outer" + i + ": {role: L2, scope: device, parent: " + (i == behind ? "vram" : "outer" + (i + 1))
                            + ", size: 256, line: 64, sector: 32, ways: 2, latency: 9, write: back,"
                            + " walkLinesPerCycle: 64}\n");
        }
        assertThat(text).contains(L2);
        return Files.writeString(folder.resolve("device.yaml"), text.replace(L2, levels));
    }

    @ParameterizedTest
    @CsvSource({
        "shader-write-transfer-read-cured, 1",
        "shader-write-transfer-read-cured, 2",
        "shader-write-host-read-cured, 1",
        "clean-neighbouring-bytes, 1",
        "write-after-write-cured, 2"
    })
    void what_an_inner_one_writes_back_goes_on_from_the_outer_one(String scenario, int behind) throws IOException {
        Cli run = Cli.run(
                "run", "scenarios/" + scenario, "-q", "--device", device(behind).toString());

        assertThat(run.err()).isEmpty();
        assertThat(run.out()).contains(": clean, ");
        assertThat(run.code()).isEqualTo(ExitCode.CLEAN);
    }

    @ParameterizedTest
    @CsvSource({
        "shader-write-transfer-read-cured, 1",
        "clean-neighbouring-bytes, 2",
        "shader-write-transfer-read-cured, 2"
    })
    void an_action_that_drops_lines_goes_over_all_of_them(String scenario, int behind) throws IOException {
        Cli run = Cli.run(
                "run",
                "scenarios/" + scenario,
                "-q",
                "--json",
                "--device",
                device(behind).toString(),
                "--profile",
                "radv-gfx9");

        assertThat(run.err()).isEmpty();
        assertThat(run.out()).contains("\"invalidate:L2\"");
        assertThat(run.code()).isEqualTo(ExitCode.CLEAN);
    }

    @Test
    void a_role_that_is_written_back_before_one_nearer_to_the_cores_is_refused() {
        Cli refused = Cli.run(
                "validate",
                Runs.configs().resolve("devices/tiny-1.yaml").toString(),
                "--set",
                "barriers=radv-gfx9",
                "--set",
                "caches.l1.write=back",
                "--set",
                "caches.l1.dirty=byte",
                "--set",
                "caches.l1.allocate=validateOnWrite");

        assertThat(refused.code()).isEqualTo(ExitCode.BAD_INPUT);
        assertThat(refused.err())
                .contains("caches.l2: what COMPUTE_SHADER/SHADER_STORAGE_WRITE writes stays in l2 of role L2")
                .contains("writes that role back before what is nearer to the cores")
                .hasLineCount(1);
    }
}
