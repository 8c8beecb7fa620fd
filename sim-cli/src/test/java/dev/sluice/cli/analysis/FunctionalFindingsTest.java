// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.analysis;

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

/** Broken programs within a region: what is found, and where the bytes are said to be, is the same with time and without it. */
final class FunctionalFindingsTest {

    private static final Path SCENARIOS =
            Path.of(System.getProperty("sluice.root", "."), "configs", "streams", "scenarios");

    @TempDir
    Path folder;

    @ParameterizedTest
    @CsvSource({
        "stale-l1-broken, seed-discrete-l2, 'l1[0], missing invalidate:L1'",
        "stale-uniform-alias-broken, seed-discrete-l2, 'uni[0], missing invalidate:UNIFORM'",
        "stale-uniform-alias-broken, nvidia-v100, 'uni[0], missing invalidate:UNIFORM'",
        "line-dirty-lost-write-broken, seed-discrete-l2, 'l2[0], missing invalidate:L2'",
        "line-sharing-broken, seed-discrete-l2, 'l2[0], missing LINE_SHARING'"
    })
    void findings_are_those_of_the_detailed_run(String scenario, String device, String holder) throws IOException {
        Cli functional = run(scenario, device, "functional");
        Cli detailed = run(scenario, device, "detailed");

        assertThat(functional.code()).as(functional.err()).isEqualTo(ExitCode.FINDINGS);
        assertThat(functional.out()).contains("held in  " + holder);
        assertThat(withoutCycles(functional)).isEqualTo(withoutCycles(detailed));
    }

    @Test
    void stale_bytes_that_memory_had_are_held_there() throws IOException {
        String stream = """
                sluice: 1
                name: unflushed
                memory:
                  - {name: h, size: 64KiB, properties: [HOST_VISIBLE, HOST_CACHED]}
                  - {name: m, size: 64KiB, properties: [DEVICE_LOCAL]}
                buffers:
                  - {name: x, memory: h, size: 4KiB}
                  - {name: y, memory: m, size: 4KiB}
                kernels:
                  copy: {localSize: [1], bindings: {x: storage, y: storage}, code: "v = load.u32 x[3]\\nstore.u32 y[5] = v"}
                program:
                  - beginStatistics: {name: all, mode: MODE}
                  - hostWrite: {buffer: x, data: {type: u32, values: [1, 2, 3, 4]}}
                  - queueSubmit: {commands: [{dispatch: {kernel: copy, groups: [1], bind: {x: x, y: y}}}]}
                  - deviceWaitIdle
                  - endStatistics: all
                """;
        Path file = folder.resolve("unflushed.yaml");
        Files.writeString(file, stream.replace("MODE", "detailed"));
        Cli detailed = Cli.run("run", file.toString(), "--device", "tiny-1", "-q");
        Files.writeString(file, stream.replace("MODE", "functional"));
        Cli functional = Cli.run("run", file.toString(), "--device", "tiny-1", "-q");

        assertThat(detailed.out()).contains("held in  ram[");
        assertThat(withoutCycles(functional)).isEqualTo(withoutCycles(detailed));
    }

    @Test
    void a_write_that_an_eviction_loses_was_held_in_the_cache_that_evicted() throws IOException {
        String stream = """
                sluice: 1
                name: evicted
                memory:
                  - {name: m, size: 64KiB, properties: [DEVICE_LOCAL]}
                buffers:
                  - {name: x, memory: m, size: 4KiB}
                kernels:
                  write: {localSize: [1], bindings: {x: storage}, code: "store.u32 x[0] = 1"}
                  read:
                    localSize: [1]
                    bindings: {x: storage}
                    code: |
                      for i in 1..9 {
                        v = load.u32 x[16 * i]
                        alu 500
                      }
                program:
                  - queueSubmit:
                      commands:
                        - beginStatistics: {name: all, mode: MODE}
                        - dispatch: {kernel: write, groups: [1], bind: {x: x}}
                        - pipelineBarrier: {memory: [{srcStage: ALL_COMMANDS, dstStage: ALL_COMMANDS}]}
                        - fillBuffer: {dst: x, data: 2}
                        - pipelineBarrier: {memory: [{srcStage: CLEAR, dstStage: ALL_COMMANDS}]}
                        - dispatch: {kernel: read, groups: [1], bind: {x: x}}
                        - endStatistics
                  - deviceWaitIdle
                """;
        Path file = folder.resolve("evicted.yaml");
        Files.writeString(file, stream.replace("MODE", "detailed"));
        Cli detailed = Cli.run("run", file.toString(), "--device", "tiny-1", "-q");
        Files.writeString(file, stream.replace("MODE", "functional"));
        Cli functional = Cli.run("run", file.toString(), "--device", "tiny-1", "-q");

        assertThat(detailed.out()).contains("held in  l2, missing flush:L2");
        assertThat(withoutCycles(functional)).isEqualTo(withoutCycles(detailed));
    }

    private Cli run(String scenario, String device, String mode) throws IOException {
        String text = Files.readString(SCENARIOS.resolve(scenario + ".yaml"));
        String within = text.replace(
                        "\nprogram:\n", "\nprogram:\n  - beginStatistics: {name: all, mode: " + mode + "}\n")
                .stripTrailing();
        Path file = folder.resolve("broken.yaml");
        Files.writeString(file, within + "\n  - endStatistics: all\n");
        return Cli.run("run", file.toString(), "--device", device, "-q");
    }

    private static String withoutCycles(Cli run) {
        return run.out().replaceAll("[\\d,.]+ (cycles|µs|ns)", "");
    }
}
