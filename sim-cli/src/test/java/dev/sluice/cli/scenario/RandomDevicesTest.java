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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Shipped devices with values replaced: {@code validate} refuses what cannot be, and what it accepts runs.
 *
 * <p>{@code -Dsluice.devices.cases=N} makes it longer, {@code -Dsluice.devices.seed=S} begins elsewhere.
 */
final class RandomDevicesTest {
    private static final int CASES = Integer.getInteger("sluice.devices.cases", 60);
    private static final long SEED = Long.getLong("sluice.devices.seed", 1);

    private static final List<String> STREAMS = List.of(
            "scenarios/host-cached-read-cured",
            "graphics/color-write-sampled-read-cured",
            "scenarios/clean-atomics",
            "graphics/resolve-sample-cured",
            "scenarios/transfer-write-shader-read-cured");

    @Test
    void what_validate_accepts_does_not_end_in_an_internal_error(@TempDir Path folder) throws IOException {
        int accepted = 0;
        int refused = 0;
        for (long seed = SEED; seed < SEED + CASES; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            List<String> devices = Runs.devices();
            String preset = devices.get(random.nextInt(devices.size()));
            String text = Files.readString(Runs.configs().resolve("devices/" + preset + ".yaml"));
            Path device = folder.resolve("device.yaml");
            Files.writeString(device, RandomDeviceFile.of(text, random));
            Cli validated = Cli.run("validate", device.toString());
            assertThat(validated.code()).as(story(seed, device, validated)).isIn(ExitCode.CLEAN, ExitCode.BAD_INPUT);
            if (validated.code() == ExitCode.BAD_INPUT) {
                refused++;
                assertThat(validated.err())
                        .as(story(seed, device, validated))
                        .containsPattern("device\\.yaml:\\d+:\\d+: ");
                continue;
            }
            accepted++;
            String stream = STREAMS.get(random.nextInt(STREAMS.size()));
            Cli run = Cli.run("run", stream, "--device", device.toString(), "-q", "--max-cycles", "3000000");
            assertThat(run.code()).as(stream + "\n" + story(seed, device, run)).isNotEqualTo(ExitCode.INTERNAL);
        }
        assertThat(accepted).isGreaterThan(CASES / 10);
        assertThat(refused).isGreaterThan(CASES / 10);
    }

    private static String story(long seed, Path device, Cli said) throws IOException {
        return "seed " + seed + "\n" + said.err() + "\n" + Files.readString(device);
    }
}
