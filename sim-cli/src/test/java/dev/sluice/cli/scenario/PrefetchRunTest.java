// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.cli.Cli;
import dev.sluice.cli.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Prefetchers and structure as a user meets them: a streaming kernel, the report, and what their pages say to run. */
final class PrefetchRunTest {
    private static final JsonMapper JSON = JsonMapper.builder().build();

    /** A wave that reads 64 lines one after the other. */
    private static final String STREAM = """
            sluice: 1
            name: one-wave-reads-on
            device: nvidia-v100
            memory:
              - {name: local, size: 1MiB, properties: [DEVICE_LOCAL]}
            buffers:
              - {name: data, memory: local, size: 8KiB}
              - {name: sums, memory: local, offset: 64KiB, size: 4KiB}
            kernels:
              sum:
                localSize: [32, 1, 1]
                bindings: {data: storage, dst: storage}
                code: |
                  sum = 0
                  for i in 0..64 {
                    v = load.u32 data[i * 32 + lid]
                    sum = sum + v
                  }
                  store.u32 dst[lid] = sum
            program:
              - queueSubmit:
                  commands:
                    - fillBuffer: {dst: data, data: 1}
                    - pipelineBarrier:
                        memory: [{srcStage: [CLEAR], srcAccess: [TRANSFER_WRITE], dstStage: [COMPUTE_SHADER], dstAccess: [SHADER_STORAGE_READ]}]
                    - dispatch: {kernel: sum, groups: [1, 1, 1], bind: {data: data, dst: sums}}
                  fence: done
              - waitForFences: [done]
            """;

    private static Cli run(Path folder, String... more) throws IOException {
        Path stream = Files.writeString(folder.resolve("stream.yaml"), STREAM);
        List<String> arguments = new java.util.ArrayList<>(List.of("run", stream.toString()));
        arguments.addAll(List.of(more));
        return Cli.run(arguments.toArray(String[]::new));
    }

    @ParameterizedTest
    @ValueSource(strings = {"nextLine", "stride", "{kind: stream, degree: 2}"})
    void a_streaming_kernel_hits_more_and_ends_earlier(String prefetch, @TempDir Path folder) throws IOException {
        Cli without = run(folder, "--json");
        Cli with = run(folder, "--json", "--set", "caches.l1.prefetch=" + prefetch);

        assertThat(with.code()).as(with.err()).isEqualTo(ExitCode.CLEAN);
        JsonNode before = JSON.readTree(without.out());
        JsonNode after = JSON.readTree(with.out());
        JsonNode l1 = after.get("caches").get("l1");
        JsonNode counted = l1.get("prefetch");
        assertThat(counted.get("useful").longValue() + counted.get("late").longValue())
                .isGreaterThan(40);
        assertThat(counted.get("accuracy").doubleValue()).isGreaterThan(0.8);
        assertThat(after.get("cycles").longValue())
                .isLessThan(before.get("cycles").longValue());
        assertThat(before.get("caches").get("l1").has("prefetch")).isFalse();
        assertThat(l1.has("structure")).isFalse();
    }

    @Test
    void the_report_has_a_table_of_prefetches_only_where_there_are_some(@TempDir Path folder) throws IOException {
        assertThat(run(folder).out()).doesNotContain("prefetches");
        assertThat(run(folder, "--set", "caches.l1.prefetch=nextLine").out())
                .containsPattern("prefetches +by +issued +(useful +)?(late +)?.*accuracy +coverage");
    }

    @Test
    void an_unknown_prefetcher_is_refused_with_the_nearest(@TempDir Path folder) throws IOException {
        Cli refused = run(folder, "--set", "caches.l1.prefetch=strid");

        assertThat(refused.code()).isEqualTo(ExitCode.BAD_INPUT);
        assertThat(refused.err()).contains("unknown prefetcher 'strid'").contains("stride");
    }

    @Test
    void counts_of_structure_are_there_where_the_device_has_it(@TempDir Path folder) throws IOException {
        Cli inclusive = run(folder, "--json", "--set", "caches.l2.inclusive=true");

        assertThat(inclusive.code()).as(inclusive.err()).isEqualTo(ExitCode.CLEAN);
        JsonNode counted =
                JSON.readTree(inclusive.out()).get("caches").get("l2").get("structure");
        assertThat(counted.get("backInvalidations").isNumber()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"docs/prefetchers.md", "docs/cache-structure.md"})
    void what_the_page_says_to_run_runs(String page) throws IOException {
        List<String> commands = Files.readAllLines(Runs.configs().resolveSibling(page)).stream()
                .filter(line -> line.startsWith("./sluice "))
                .toList();

        assertThat(commands).isNotEmpty();
        for (String command : commands) {
            Cli run = Cli.run(command.substring("./sluice ".length()).split(" "));
            assertThat(run.code()).as(command + "\n" + run.err()).isEqualTo(ExitCode.CLEAN);
        }
    }
}
