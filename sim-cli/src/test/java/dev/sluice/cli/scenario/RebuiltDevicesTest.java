// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.cli.Cli;
import dev.sluice.cli.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Shipped devices with their caches rebuilt: {@code validate} refuses those on which the device's own barriers could not help, and
 * on the others streams that have their barriers read nothing stale.
 *
 * <p>{@code -Dsluice.rebuilt.cases=N} makes it longer, {@code -Dsluice.rebuilt.seed=S} begins elsewhere.
 */
final class RebuiltDevicesTest {
    private static final int CASES = Integer.getInteger("sluice.rebuilt.cases", 60);
    private static final long SEED = Long.getLong("sluice.rebuilt.seed", 1);

    private static final Pattern PLACE = Pattern.compile("device-\\d+\\.yaml:\\d+:\\d+: ");

    @Test
    void what_validate_accepts_keeps_cured_streams_whole(@TempDir Path folder) throws IOException {
        List<String> streams = new ArrayList<>(Runs.streams("graphics"));
        streams.addAll(Runs.streams("scenarios"));
        streams.removeIf(name -> !name.contains("-cured") && !name.contains("clean-"));
        List<String> broken = new ArrayList<>();
        int accepted = 0;
        for (long seed = SEED; seed < SEED + CASES; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            List<String> devices = Runs.devices();
            String preset = devices.get(random.nextInt(devices.size()));
            String text = Runs.device(preset);
            String rebuilt = RebuiltDeviceFile.of(text, random);
            Path device = folder.resolve("device-" + seed + ".yaml");
            Files.writeString(device, rebuilt);
            Cli validated = Cli.run("validate", device.toString());
            if (validated.code() != ExitCode.CLEAN) {
                if (validated.code() != ExitCode.BAD_INPUT
                        || !PLACE.matcher(validated.err()).find()) {
                    broken.add(
                            "seed " + seed + ", " + preset + ", validate: " + validated.code() + " " + validated.err());
                }
                continue;
            }
            accepted++;
            for (int i = 0; i < 3; i++) {
                String stream = streams.get(random.nextInt(streams.size()));
                Cli run = Runs.run(stream, device.toString(), "-q", "--max-cycles", "3000000");
                if (run.code() != ExitCode.CLEAN && run.code() != ExitCode.BAD_INPUT && run.code() != ExitCode.CUT) {
                    broken.add("seed " + seed + ", " + preset + ", " + stream + ": " + run.code() + " " + run.out()
                            + run.err());
                    break;
                }
            }
        }
        assertThat(String.join("\n", broken)).isEmpty();
        assertThat(accepted).isGreaterThan(CASES / 10);
    }
}
