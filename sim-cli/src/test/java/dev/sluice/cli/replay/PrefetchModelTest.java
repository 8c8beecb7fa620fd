// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.offset;

import dev.sluice.cli.Cli;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * What caches of shipped devices count of their prefetches, against {@link PlainPrefetchingCache}, on random traces: bursts of a few reads,
 * so quick that nothing comes back meanwhile and so slow that all prefetches have left, and then a pause until all is there.
 */
final class PrefetchModelTest {
    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final int SECTOR = 32;
    private static final int ACCESSES = 3000;
    private static final int BETWEEN = 40;
    private static final long PAUSE = 8000;
    /** Within the filter's 4096 bits, so that it blames nobody by mistake. */
    private static final int LINES = 2048;

    private final StringBuilder trace = new StringBuilder("time,client,address,size,site\n");

    @TempDir
    private Path folder;

    /** Walks up and down in strides, jumps and comes back, by three instructions. */
    private static final class Walk {
        private final Random random;
        private final long[] at = new long[3];
        private final long[] stride = new long[3];

        Walk(Random random) {
            this.random = random;
        }

        long next(int site) {
            int how = random.nextInt(40);
            if (how < 3) {
                at[site] = random.nextInt(LINES);
                stride[site] = random.nextInt(7) - 3;
            } else if (how < 6) {
                return random.nextInt(64);
            } else if (how < 34) {
                at[site] = Math.floorMod(at[site] + stride[site], (long) LINES);
            }
            return at[site];
        }
    }

    private Map<String, Long> modelled(PlainPrefetchingCache plain, String client, long seed) {
        Random random = new Random(seed);
        Walk walk = new Walk(random);
        long time = 0;
        for (int i = 0; i < ACCESSES; ) {
            int burst = 1 + random.nextInt(3);
            for (int n = 0; n < burst; n++, i++) {
                int site = random.nextInt(3);
                long address = 128 * walk.next(site) + SECTOR * random.nextInt(4) + 4 * random.nextInt(8);
                trace.append(time + (long) n * BETWEEN)
                        .append(',')
                        .append(client)
                        .append(',')
                        .append(address)
                        .append(",4,")
                        .append(16 * (site + 1))
                        .append('\n');
                plain.read(address, SECTOR, site);
            }
            time += PAUSE;
            plain.arrive();
        }
        return plain.counts();
    }

    @ParameterizedTest
    @CsvSource({
        "nvidia-v100, l1, 16KiB, nextLine, 1, 16",
        "nvidia-v100, l1, 16KiB, nextLine, 4, 16",
        "nvidia-v100, l1, 128KiB, nextLine, 2, 16",
        "nvidia-v100, l1, 16KiB, stride, 1, 16",
        "nvidia-v100, l1, 16KiB, stride, 4, 16",
        "nvidia-v100, l1, 16KiB, stream, 2, 16",
        "nvidia-v100, l1, 16KiB, stream, 4, 8",
        "nvidia-v100, l1, 16KiB, macroBlock, 1, 16",
        "nvidia-v100, l1, 128KiB, macroBlock, 1, 16",
        "nvidia-v100, l2, 16KiB, nextLine, 2, 16",
        "nvidia-v100, l2, 64KiB, stream, 3, 16",
        "rdna2-6900xt, l2, 32KiB, macroBlock, 1, 16",
        "seed-discrete-l2, l1, 16KiB, stride, 2, 16",
        "seed-discrete-l2, l1, 16KiB, nextLine, 3, 16",
    })
    void counts_are_those_of_a_slow_model(
            String device, String cache, String size, String kind, int degree, int distance) throws IOException {
        int ways = 16;
        int sets = Integer.parseInt(size.replace("KiB", "")) * 1024 / 128 / ways;
        String client = cache.equals("l1") ? "storage" : "transfer";
        Map<String, Long> modelled = modelled(
                new PlainPrefetchingCache(sets, ways, 128, SECTOR, PlainPrefetcher.of(kind, degree, distance)),
                client,
                degree);
        List<String> arguments = new ArrayList<>(List.of(
                "replay",
                "--json",
                Files.writeString(folder.resolve("t.csv"), trace).toString(),
                "-d",
                device));
        for (String setting : List.of(
                "size=" + size,
                "ways=" + ways,
                "slices=1",
                "hash=modulo",
                "replacement=lru",
                "prefetch={kind: " + kind + ", degree: " + degree + ", distance: " + distance + "}")) {
            if (cache.equals("l2") || !setting.startsWith("slices") && !setting.startsWith("hash")) {
                arguments.addAll(List.of("--set", "caches." + cache + "." + setting));
            }
        }
        if (cache.equals("l2")) {
            arguments.addAll(List.of("--set", "clients.transfer=l2"));
        }

        Cli cli = Cli.run(arguments.toArray(String[]::new));

        assertThat(cli.code()).as(cli.err()).isZero();
        JsonNode counted = JSON.readTree(cli.out()).get("caches").get(cache).get("prefetch");
        Map<String, Long> counts = new TreeMap<>();
        modelled.keySet().forEach(key -> counts.put(key, counted.get(key).longValue()));
        assertThat(counts).isEqualTo(modelled);
        assertThat(modelled.get("useful")).isPositive();
        assertThat(modelled.get("late")).isPositive();
        rates(counted, modelled);
    }

    private static void rates(JsonNode counted, Map<String, Long> modelled) {
        double used = modelled.get("useful") + modelled.get("late");
        Map<String, Double> rates = Map.of(
                "accuracy",
                used / modelled.get("issued"),
                "coverage",
                used / (used + modelled.get("demandMisses")),
                "lateness",
                modelled.get("late") / used,
                "pollutionRate",
                (double) modelled.get("pollution") / modelled.get("demandMisses"));
        rates.forEach((key, rate) ->
                assertThat(counted.get(key).doubleValue()).as(key).isCloseTo(rate, offset(1e-9)));
    }
}
