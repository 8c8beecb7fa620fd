// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.cli.Cli;
import dev.sluice.cli.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The shipped scenarios on devices that have one of everything: what is cured stays clean, ends, leaves nothing behind, and
 * takes as long without bytes.
 *
 * <p>{@code -Dsluice.harsh.cases=N} makes it longer, {@code -Dsluice.harsh.seed=S} begins elsewhere.
 */
final class HarshDevicesTest {
    private static final int CASES = Integer.getInteger("sluice.harsh.cases", 14);
    private static final long SEED = Long.getLong("sluice.harsh.seed", 1);
    private static final JsonMapper JSON = JsonMapper.builder().build();

    private static List<String> streams() {
        return Stream.of("scenarios", "graphics", "synchronization")
                .flatMap(folder -> Runs.streams(folder).stream())
                .filter(name -> name.contains("cured") || name.contains("clean"))
                .toList();
    }

    @Test
    void what_is_cured_is_clean_on_a_device_with_one_of_everything(@TempDir Path folder) throws IOException {
        List<String> streams = streams();
        for (long seed = SEED; seed < SEED + CASES; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            List<String> devices = Runs.devices();
            String text = HarshDeviceFile.of(Runs.device(devices.get(random.nextInt(devices.size()))), random);
            Path device = Files.writeString(folder.resolve("device.yaml"), text);
            String stream = streams.get(random.nextInt(streams.size()));
            String story = "seed " + seed + " " + stream + "\n" + text;

            Cli full = Runs.run(stream, device.toString(), "--json");
            if (full.err().contains("has no queue") || full.err().contains("unknown queue family")) {
                continue; // the device has none of the stream's families
            }
            Cli timing = Runs.run(stream, device.toString(), "--json", "--timing-only");

            // an audit that is not empty, or a chain that waits for itself, is an error and no result
            assertThat(full.err()).as(story).isEmpty();
            assertThat(full.code()).as(story + full.out()).isEqualTo(ExitCode.CLEAN);
            assertThat(timing.code()).as(story + timing.err()).isEqualTo(ExitCode.CLEAN);
            JsonNode withBytes = JSON.readTree(full.out());
            JsonNode without = JSON.readTree(timing.out());
            assertThat(withBytes.get("staleReads")).as(story).isEmpty();
            assertThat(withBytes.get("lostWrites")).as(story).isEmpty();
            assertThat(without.get("cycles")).as(story).isEqualTo(withBytes.get("cycles"));
            assertThat(without.get("caches")).as(story).isEqualTo(withBytes.get("caches"));
            assertThat(without.get("vram")).as(story).isEqualTo(withBytes.get("vram"));
        }
    }
}
