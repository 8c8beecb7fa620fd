// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.replay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.cli.Cli;
import dev.sluice.config.device.Devices;
import dev.sluice.config.differential.RandomStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Recordings of random streams, on each device in turn, replay to what the runs counted; a property sets how many. */
final class RandomRecordingsTest {

    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final int CASES = Integer.getInteger("sluice.recordings.cases", 24);
    private static final int FIRST = Integer.getInteger("sluice.recordings.seed", 1000);

    @TempDir
    private Path folder;

    @Test
    void every_cache_counts_the_same() throws IOException {
        List<String> devices = Devices.names();
        int compared = 0;
        for (int seed = FIRST; seed < FIRST + CASES; seed++) {
            String device = devices.get(seed % devices.size());
            String stream = stream(seed).toString();
            String trace = folder.resolve("recorded.csv").toString();
            Cli run = Cli.run(with(device, lines(seed), "run", stream, "--record", trace));
            if (run.code() > 1) {
                continue; // a kernel leaves its buffer, or the device has no l2
            }
            Cli replay = Cli.run(with(device, lines(seed), "replay", trace));
            assertThat(replay.code()).as(replay.err() + replay.out()).isLessThan(2);

            assertThat(counters(replay)).as("seed %d on %s", seed, device).isEqualTo(counters(run));
            compared++;
        }
        assertThat(compared).isGreaterThanOrEqualTo(CASES / 2);
    }

    /** Whether lines of the last level are compressed, too; tiles are where the device does that. */
    private static boolean lines(int seed) {
        return seed % 3 == 0;
    }

    private static String[] with(String device, boolean lines, String... command) {
        List<String> arguments = new ArrayList<>(List.of(command));
        arguments.addAll(List.of("-d", device, "--json"));
        if (lines) {
            arguments.addAll(List.of("--set", "caches.l2.compression=bdi"));
        }
        return arguments.toArray(String[]::new);
    }

    private Path stream(int seed) throws IOException {
        String text = new RandomStream(seed, List.of("universal.0"), false).text("case-" + seed);
        return Files.writeString(folder.resolve("case.yaml"), text);
    }

    private static List<String> counters(Cli cli) {
        List<String> counters = new ArrayList<>();
        for (Map.Entry<String, JsonNode> cache :
                JSON.readTree(cli.out()).get("caches").properties()) {
            for (Map.Entry<String, JsonNode> entry : cache.getValue().properties()) {
                if (entry.getKey().equals("compression")) {
                    counters.add(cache.getKey() + " " + entry.getValue());
                }
                if (entry.getValue().isIntegralNumber()) {
                    counters.add(cache.getKey() + " " + entry.getKey() + " "
                            + entry.getValue().asLong());
                }
            }
        }
        return counters;
    }
}
