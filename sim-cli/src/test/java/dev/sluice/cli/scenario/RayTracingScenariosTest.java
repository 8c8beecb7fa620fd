// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

/** The scenarios of ray tracing of docs/scenarios.md, each with and without its cure, through the command line. */
final class RayTracingScenariosTest {

    private static final String FOLDER = "raytracing";

    /** Too small to run two builds at the same time. */
    private static final Set<String> LUCKY =
            Set.of("builds-share-scratch-broken on tiny-1", "builds-share-scratch-broken on tiny-2");

    static Stream<Arguments> runs() {
        return Runs.streams(FOLDER).stream()
                .flatMap(stream -> Runs.devices().stream().map(device -> Arguments.of(stream, device)));
    }

    @ParameterizedTest(name = "{0} on {1}")
    @MethodSource("runs")
    void what_is_cured_is_clean_and_what_is_broken_has_wrong_bytes(String stream, String device) {
        JsonNode result = Runs.json(stream, device);
        String name = stream.replaceFirst("^.*/", "").replace(".yaml", "");
        boolean wrong = name.endsWith("-broken") && !LUCKY.contains(name + " on " + device);

        assertThat(result.get("staleReads")).isEmpty();
        assertThat(result.get("lostWrites")).isEmpty();
        assertThat(result.get("checks").get(0).get("ok").asBoolean()).isEqualTo(!wrong);
    }
}
