// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.cli.Cli;
import dev.sluice.config.device.Devices;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * Every shipped stream takes the same cycles and does the same with and without {@code --timing-only}, on its own device, and
 * every tenth on another.
 *
 * <p>{@code -Dsluice.timing.devices=N} takes N other devices for each stream, {@code -Dsluice.timing.cycles=N} runs N cycles of each
 * instead of 10000.
 */
final class TimingOnlyEverywhereTest {
    private static final int OTHERS = Integer.getInteger("sluice.timing.devices", 0);
    private static final String CYCLES = System.getProperty("sluice.timing.cycles", "10000");
    private static final String OWN = "";
    private static final JsonMapper JSON = JsonMapper.builder().build();

    /** What only a run with bytes judged tells, and what differs from run to run. */
    private static final List<String> APART = List.of(
            "timingOnly",
            "wallSeconds",
            "timing",
            "assumptions",
            "notes",
            "staleReads",
            "lostWrites",
            "unwrittenReads",
            "checks",
            "tearing");

    static Stream<Arguments> everywhere() throws IOException {
        Path root = Runs.configs().resolve("streams");
        List<String> names;
        try (Stream<Path> files = Files.walk(root)) {
            names = files.map(Path::toString)
                    .filter(name -> name.endsWith(".yaml") || name.endsWith(".cmds") || name.endsWith(".jsonl"))
                    .sorted()
                    .toList();
        }
        List<Arguments> all = new ArrayList<>();
        List<String> devices = Devices.names();
        for (int i = 0; i < names.size(); i++) {
            all.add(Arguments.of(names.get(i), OWN));
            for (int other = 0; other < Math.max(OTHERS, i % 10 == 0 ? 1 : 0); other++) {
                all.add(Arguments.of(names.get(i), devices.get((i + other) % devices.size())));
            }
        }
        return all.stream();
    }

    @ParameterizedTest(name = "{0} on {1}")
    @MethodSource("everywhere")
    void a_run_for_time_alone_does_what_the_full_run_does(String stream, String device) {
        assertThat(result(stream, device, "--timing-only"))
                .as(stream + " " + device)
                .isEqualTo(result(stream, device));
    }

    @ParameterizedTest
    @MethodSource("once")
    void a_stream_that_took_other_cycles_once_does_no_more(String stream, String device) {
        String file = Runs.configs()
                .resolveSibling("sim-cli/src/test/resources/hostile/" + stream)
                .toString();

        assertThat(result(file, device, "--timing-only"))
                .isEqualTo(result(file, device))
                .contains("\"cycles\"");
    }

    static Stream<Arguments> once() {
        return Stream.of(
                Arguments.of("transition.yaml", "rdna2-6900xt"),
                Arguments.of("timing-shared-page.yaml", "seed-discrete-vram"),
                Arguments.of("vega-copy.yaml", "gcn-vega"));
    }

    private static String result(String stream, String device, String... more) {
        List<String> arguments = new ArrayList<>(List.of("run", stream, "--json", "--max-cycles", CYCLES));
        if (!device.equals(OWN)) {
            arguments.addAll(List.of("--device", device));
        }
        arguments.addAll(List.of(more));
        Cli cli = Cli.run(arguments.toArray(String[]::new));
        if (cli.out().isEmpty()) {
            return cli.err(); // a stream that the device cannot run, with or without bytes
        }
        ObjectNode result = (ObjectNode) JSON.readTree(cli.out());
        APART.forEach(result::remove);
        return result.toPrettyString();
    }
}
