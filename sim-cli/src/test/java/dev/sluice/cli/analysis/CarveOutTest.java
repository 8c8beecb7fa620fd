// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.cli.Cli;
import dev.sluice.cli.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** {@code sharedCarveOut} of kernels on a device whose units have {@code splits}: 128 KiB of L1 and workgroup memory. */
final class CarveOutTest {

    private static final String HEAD = """
            sluice: 1
            name: carve
            memory:
              - {name: m, size: 2MiB, properties: [DEVICE_LOCAL]}
            buffers:
              - {name: x, memory: m, size: 128KiB, data: {type: u32, pattern: iota, count: 32768}}
              - {name: y, memory: m, offset: 1MiB, size: 64KiB}
            kernels:
            """;
    private static final String KERNEL = """
              NAME:
                localSize: [64]
                bindings: {src: storage, dst: storage}
                MORE
                code: |
                  s = 0
                  for r in 0..4 {
                    for i in 0..24 {
                      v = load.u32 src[i * 1024 + lid * 16]
                      s = s + v
                    }
                  }
                  store.u32 dst[gid] = s
            """;
    private static final String SMALL = """
              small:
                localSize: [64]
                bindings: {src: storage, dst: storage}
                MORE
                shared: 32KiB
                code: |
                  shared.store.u32 [lid * 4] = lid
                  v = load.u32 src[gid]
                  s = v
                  for i in 0..100 {
                    s = s * 3 + 1
                  }
                  store.u32 dst[gid] = s
            """;
    private static final List<String> DEVICE = List.of(
            "--device",
            "nvidia-v100",
            "--set",
            "caches.l1.size=",
            "--set",
            "caches.l1.carveOut=128KiB",
            "--set",
            "computeUnits.sharedMemory.size=64KiB",
            "--set",
            "computeUnits.count=2");
    private static final String SPLITS = "computeUnits.sharedMemory.splits=[0,8KiB,16KiB,32KiB,64KiB,96KiB]";

    @TempDir
    Path folder;

    private static String kernel(String name, String more) {
        return KERNEL.replace("NAME", name).replace("    MORE\n", more.isEmpty() ? "" : "    " + more + "\n");
    }

    private static String dispatch(String... kernels) {
        StringBuilder program = new StringBuilder("program:\n  - queueSubmit:\n      commands:\n");
        for (String kernel : kernels) {
            if (program.indexOf("dispatch") >= 0) {
                program.append("        ").append(Streams.BARRIER);
            }
            program.append("        - dispatch: {kernel: ")
                    .append(kernel)
                    .append(", groups: [16], bind: {src: x, dst: y}}\n");
        }
        return program.toString();
    }

    private Cli run(String kernels, String program, String... options) throws IOException {
        Path file = folder.resolve("carve.yaml");
        Files.writeString(file, HEAD + kernels + program);
        List<String> words = new ArrayList<>(List.of("run", file.toString(), "--json"));
        words.addAll(DEVICE);
        words.addAll(List.of(options));
        return Cli.run(words.toArray(String[]::new));
    }

    private JsonNode result(String kernels, String program, String... options) throws IOException {
        Cli run = run(kernels, program, options);
        assertThat(run.err()).isEmpty();
        return JsonMapper.shared().readTree(run.out());
    }

    /** What a run counted: cycles, and each cache's counters. */
    private static JsonNode counted(JsonNode result) {
        ObjectNode counted = JsonMapper.shared().createObjectNode();
        counted.set("cycles", result.path("cycles"));
        counted.set("caches", result.path("caches"));
        return counted;
    }

    private static long l1(JsonNode result, String counter) {
        return result.path("caches").path("l1").path(counter).asLong();
    }

    @Test
    void a_kernel_that_prefers_little_workgroup_memory_has_more_hits() throws IOException {
        long own = l1(result(kernel("k", ""), dispatch("k"), "--set", SPLITS), "readHits");
        long least = l1(result(kernel("k", "sharedCarveOut: 0"), dispatch("k"), "--set", SPLITS), "readHits");
        long most = l1(result(kernel("k", "sharedCarveOut: 100%"), dispatch("k"), "--set", SPLITS), "readHits");

        assertThat(least).isGreaterThan(own);
        assertThat(most).isLessThanOrEqualTo(own).isLessThan(least);
    }

    @Test
    void the_next_larger_split_is_taken() throws IOException {
        JsonNode asked = counted(result(kernel("k", "sharedCarveOut: 9KiB"), dispatch("k"), "--set", SPLITS));
        JsonNode there = counted(result(kernel("k", "sharedCarveOut: 16KiB"), dispatch("k"), "--set", SPLITS));

        assertThat(asked).isEqualTo(there);
    }

    @Test
    void more_workgroups_fit_where_the_kernel_prefers_more_workgroup_memory() throws IOException {
        String program = dispatch("small");
        long two = result(SMALL.replace("MORE", "sharedCarveOut: 64KiB"), program, "--set", SPLITS)
                .path("cycles")
                .asLong();
        long one = result(SMALL.replace("MORE", "sharedCarveOut: 32KiB"), program, "--set", SPLITS)
                .path("cycles")
                .asLong();

        assertThat(two).isLessThan(one);
    }

    @Test
    void lines_of_ways_that_go_to_workgroup_memory_are_dropped_and_that_takes_time() throws IOException {
        String kernels = kernel("least", "sharedCarveOut: 0") + kernel("most", "sharedCarveOut: 100%");
        // no barrier between them, so that nothing else drops lines
        String program =
                dispatch("least") + "        - dispatch: {kernel: KERNEL, groups: [16], bind: {src: x, dst: y}}\n";
        JsonNode same = result(kernels, program.replace("KERNEL", "least"), "--set", SPLITS);
        JsonNode other = result(kernels, program.replace("KERNEL", "most"), "--set", SPLITS);

        assertThat(l1(other, "invalidatedLines") - l1(same, "invalidatedLines")).isPositive();
        assertThat(other.path("cycles").asLong())
                .isGreaterThan(same.path("cycles").asLong());
    }

    @Test
    void a_functional_region_leaves_the_caches_with_the_split_of_its_kernel() throws IOException {
        String program = """
                program:
                  - queueSubmit:
                      commands:
                        - beginStatistics: {name: warm, mode: functional}
                        - dispatch: {kernel: k, groups: [16], bind: {src: x, dst: y}}
                        - endStatistics
                        - beginStatistics: cold
                        - dispatch: {kernel: k, groups: [16], bind: {src: x, dst: y}}
                        - endStatistics
                """;
        JsonNode least = result(kernel("k", "sharedCarveOut: 0"), program, "--set", SPLITS);
        JsonNode most = result(kernel("k", "sharedCarveOut: 100%"), program, "--set", SPLITS);

        for (int region = 0; region < 2; region++) {
            assertThat(l1(least.path("regions").path(region), "readHits"))
                    .isGreaterThan(l1(most.path("regions").path(region), "readHits"));
        }
        assertThat(least.path("regions").path(0).path("functional").asLong()).isOne();
    }

    @Test
    void devices_without_splits_take_no_notice() throws IOException {
        assertThat(counted(result(kernel("k", "sharedCarveOut: 0"), dispatch("k"))))
                .isEqualTo(counted(result(kernel("k", ""), dispatch("k"))));
    }

    @Test
    void kernels_that_prefer_nothing_run_as_with_a_fixed_split() throws IOException {
        JsonNode fixed = result(kernel("k", ""), dispatch("k", "k"));
        JsonNode chosen = result(kernel("k", ""), dispatch("k", "k"), "--set", SPLITS);

        assertThat(counted(chosen)).isEqualTo(counted(fixed));
    }

    @Test
    void runs_are_equal_with_and_without_bytes() throws IOException {
        String kernels = kernel("least", "sharedCarveOut: 0") + kernel("most", "sharedCarveOut: 100%");
        String program = dispatch("least", "most", "least");
        JsonNode full = counted(result(kernels, program, "--set", SPLITS));

        assertThat(counted(result(kernels, program, "--set", SPLITS))).isEqualTo(full);
        assertThat(counted(result(kernels, program, "--set", SPLITS, "--timing-only")))
                .isEqualTo(full);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "computeUnits.sharedMemory.splits=[0,64KiB,32KiB];computeUnits.sharedMemory.splits must be",
                "computeUnits.sharedMemory.splits=[0,32KiB];must have the size, 65536 bytes, among them",
                "computeUnits.sharedMemory.splits=[64KiB,120KiB];leaves no way of 16KiB beside the workgroup memory of 120KiB",
                "computeUnits.sharedMemory.splits=[64KiB,many];'many' is not a size"
            })
    void splits_that_cannot_be_are_refused(String setting, String words) throws IOException {
        Cli run = run(kernel("k", ""), dispatch("k"), "--set", setting);

        assertThat(run.code()).isNotEqualTo(ExitCode.CLEAN);
        assertThat(run.err()).contains(words);
        assertThat(run.errorLines()).isEqualTo(1);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "caches.l1.write=back caches.l1.allocate=fetchOnWrite caches.l1.dirty=byte;caches.l1: carveOut: where kernels choose the split the cache needs"
                        + " write: through",
                "caches.l1.partition.storage=0-1;caches.l1: partition: where kernels choose the split ways cannot be parted",
                "caches.l1.inclusive=true;caches.l1: inclusive: where kernels choose the split lines leave without those above",
                "caches.l1.ways=64;caches.l1: carveOut: the least workgroup memory leaves 128 ways, and at most 64 can be masked",
                "caches.l1.compression=bdi;caches.l1: carveOut: where kernels choose the split lines cannot be compressed"
            })
    void what_does_not_go_with_splits_is_refused(String settings, String words) throws IOException {
        List<String> options = new ArrayList<>(List.of("--set", SPLITS));
        for (String setting : settings.split(" ", -1)) {
            options.addAll(List.of("--set", setting));
        }
        Cli run = run(kernel("k", ""), dispatch("k"), options.toArray(String[]::new));

        assertThat(run.code()).isEqualTo(ExitCode.BAD_INPUT);
        assertThat(run.err()).contains(words);
        assertThat(run.errorLines()).isEqualTo(1);
    }

    @ParameterizedTest
    @CsvSource({"120%", "much", "-1"})
    void a_preference_that_is_no_amount_is_refused(String written) throws IOException {
        Cli run = run(kernel("k", "sharedCarveOut: '" + written + "'"), dispatch("k"));

        assertThat(run.code()).isEqualTo(ExitCode.BAD_INPUT);
        assertThat(run.err()).contains("carve.yaml:", "sharedCarveOut: '" + written + "' is neither a size");
        assertThat(run.errorLines()).isEqualTo(1);
    }
}
