// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.cli.Cli;
import dev.sluice.config.device.Devices;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Holds {@code docs/hardware.md} to what runs take; {@code -Dsluice.renew} writes its table anew instead.
 *
 * <p>Streams of millions of requests are run only with {@code -Dsluice.renew} or {@code -Dsluice.hardware}: two minutes for two cores.
 */
final class HardwareDocTest {
    private static final Path DOCUMENT = Documents.ROOT.resolve("docs/hardware.md");
    private static final String BEGIN = "<!-- generated from here on -->\n";
    private static final String PROGRAM = "sluice ";
    private static final Set<String> LONG = Set.of("bandwidth-cache", "bandwidth-memory", "kernels");
    private static final boolean ALL =
            System.getProperty("sluice.renew") != null || System.getProperty("sluice.hardware") != null;
    private static final JsonMapper JSON = JsonMapper.builder().build();

    @Test
    void the_table_is_what_the_part_and_its_device_take() throws IOException {
        String document = Files.readString(DOCUMENT);
        String renewed = document.substring(0, document.indexOf(BEGIN) + BEGIN.length())
                + table("nvidia-h200", document.lines().toList());
        if (System.getProperty("sluice.renew") != null) {
            Files.writeString(DOCUMENT, renewed);
        } else {
            assertThat(document)
                    .as("run: mvn -pl sim-cli -am test -Dtest=HardwareDocTest -Dsluice.renew"
                            + " -Dsurefire.failIfNoSpecifiedTests=false")
                    .isEqualTo(renewed);
        }
    }

    @Test
    void every_command_runs() {
        List<String> commands = Documents.lines(DOCUMENT).stream()
                .filter(line -> line.startsWith(PROGRAM))
                .toList();

        assertThat(commands).hasSizeGreaterThan(2).allSatisfy(line -> {
            Cli cli = Cli.run(line.substring(PROGRAM.length()).split(" ", -1));
            assertThat(cli.code()).as(line + cli.err()).isZero();
        });
    }

    /** The table; lines of streams that are not run are those that are there. */
    private static String table(String device, List<String> lines) {
        double clock = Devices.load(device).clockHz();
        Map<String, JsonNode> results = new LinkedHashMap<>();
        List<String> rows = new ArrayList<>();
        rows.add("| `" + device + "` | measured | simulated | off |");
        rows.add("|---|---|---|---|");
        String stream = "";
        for (MeasuredFigure figure : MeasuredFigure.of(device)) {
            if (!figure.stream().equals(stream)) {
                stream = figure.stream();
                rows.add("| **`hardware/" + stream + "`** | | | |");
            }
            if (!ALL && LONG.contains(stream)) {
                String begin = "| " + figure.label() + " | ";
                rows.add(lines.stream()
                        .filter(line -> line.startsWith(begin))
                        .findFirst()
                        .orElseThrow());
                continue;
            }
            JsonNode result = results.computeIfAbsent(stream, name -> run(name, device));
            double simulated = figure.simulated(result, clock);
            long off = Math.round(100 * (simulated / figure.measured() - 1));
            rows.add("| " + figure.label() + " | " + MeasuredFigure.text(figure.measured()) + " " + figure.unit()
                    + " | " + MeasuredFigure.text(simulated) + " | " + (off > 0 ? "+" : "") + off + " % |");
        }
        return String.join("\n", rows) + "\n";
    }

    private static JsonNode run(String stream, String device) {
        Cli cli = Cli.run("run", "hardware/" + stream, "--device", device, "--timing-only", "--json");
        assertThat(cli.code()).as(cli.err()).isZero();
        return JSON.readTree(cli.out());
    }
}
