// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.cli.Cli;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The graphics scenarios of docs/scenarios.md, each with and without its cure, through the command line. */
final class GraphicsScenariosTest {

    private static final String FOLDER = "graphics";
    private static final String V = "seed-discrete-vram";
    private static final String L = "seed-discrete-l2";
    private static final String TILER = "adreno-6xx";
    private static final List<String> DEVICES =
            List.of(V, L, "nvidia-v100", "rdna2-6900xt", "uma-apu", TILER, "intel-arc", "gcn-vega");

    static Stream<Arguments> broken() {
        return Stream.of(
                        new String[] {"attachment-and-storage-neighbour", "lostWrites", "invalidate:L2"},
                        new String[] {"buffer-shares-page", "staleReads", "separation by bufferImageGranularity"},
                        new String[] {"color-write-sampled-read", "staleReads", "flush:ROP_COLOR"},
                        new String[] {"color-write-transfer-read", "staleReads", "flush:ROP_COLOR"},
                        new String[] {"compressed-copy-through-buffer", "staleReads", "decompress"},
                        new String[] {"depth-write-sampled-read", "staleReads", "flush:ROP_DEPTH"},
                        new String[] {"fast-clear-sample", "staleReads", "eliminate"},
                        new String[] {"input-attachment", "staleReads", "flush:ROP_COLOR"},
                        new String[] {"layers-clear-sampled-read", "staleReads", "eliminate"},
                        new String[] {"storage-image-write-blend", "staleReads", "flush:L2"},
                        new String[] {"transfer-write-stencil-test", "staleReads", "invalidate:ROP_DEPTH"},
                        new String[] {"undefined-loses-contents", "staleReads", "contents"})
                .flatMap(s -> Stream.of(V, L).map(device -> Arguments.of(s[0], device, s[1], s[2])));
    }

    @ParameterizedTest(name = "{0} on {1}")
    @MethodSource("broken")
    void a_missing_half_yields_wrong_bytes_and_names_what_is_missing(
            String scenario, String device, String finding, String missing) {
        JsonNode result = Runs.json(FOLDER + "/" + scenario + "-broken.yaml", device);

        assertThat(result.get(finding)).isNotEmpty();
        assertThat(result.get(finding).get(0).get("missing").asString()).contains(missing);
        assertThat(result.get(finding).get(0).get("suggestion").asString()).isNotBlank();
    }

    @ParameterizedTest(name = "{0} on {1}")
    @CsvSource({
        "dispatch-write-tessellation-read, seed-discrete-vram",
        "dispatch-write-tessellation-read, seed-discrete-l2",
        "late-depth-early-test, seed-discrete-vram",
        "late-depth-early-test, seed-discrete-l2",
        "resolve-sample, seed-discrete-vram",
        "resolve-sample, seed-discrete-l2"
    })
    void aRaceShowsInTheBytes(String scenario, String device) {
        JsonNode result = Runs.json(FOLDER + "/" + scenario + "-broken.yaml", device);

        assertThat(failedChecks(result)).isEqualTo(1);
    }

    @ParameterizedTest
    @MethodSource("devices")
    void commands_are_carried_out_whose_condition_is_read_too_early(String device) {
        JsonNode result = Runs.json(FOLDER + "/condition-written-by-shader-broken.yaml", device);

        assertThat(failedChecks(result)).isEqualTo(2);
    }

    @ParameterizedTest
    @ValueSource(strings = {"broken", "cured"})
    void conditions_are_followed_where_all_other_bytes_are_not(String form) {
        String stream = FOLDER + "/condition-written-by-shader-" + form + ".yaml";
        JsonNode timing = JsonMapper.shared()
                .readTree(Cli.run(
                                "run",
                                Runs.configs()
                                        .resolve("streams")
                                        .resolve(stream)
                                        .toString(),
                                "--timing-only",
                                "--json")
                        .out());

        assertThat(timing.path("cycles")).isEqualTo(Runs.json(stream, L).path("cycles"));
    }

    static List<String> devices() {
        return DEVICES;
    }

    static Stream<Arguments> cured() {
        return Runs.streams(FOLDER).stream()
                .filter(name -> name.contains("-cured"))
                .flatMap(name -> DEVICES.stream().map(device -> Arguments.of(name, device)));
    }

    @ParameterizedTest(name = "{0} on {1}")
    @MethodSource("cured")
    void with_its_cure_a_scenario_is_clean_on_every_device(String stream, String device) {
        JsonNode result = Runs.json(stream, device);

        assertThat(result.get("staleReads")).isEmpty();
        assertThat(result.get("lostWrites")).isEmpty();
        assertThat(failedChecks(result)).isZero();
    }

    @Test
    void a_dependency_by_region_costs_less_than_a_global_one() {
        JsonNode region = Runs.json(FOLDER + "/input-attachment-cured-by-region.yaml", L);
        JsonNode global = Runs.json(FOLDER + "/input-attachment-cured-global.yaml", L);

        assertThat(stall(region, "submit0.2")).isLessThan(stall(global, "submit0.2"));
        assertThat(region.get("cycles").asLong())
                .isLessThan(global.get("cycles").asLong());
    }

    private static long stall(JsonNode result, String command) {
        for (JsonNode barrier : result.get("barriers")) {
            if (barrier.get("id").asString().equals(command)) {
                return barrier.get("stallCycles").asLong();
            }
        }
        throw new AssertionError("no barrier " + command);
    }

    @Test
    void a_transient_attachment_that_is_not_stored_is_never_committed_on_a_tiler() {
        JsonNode kept = Runs.json(FOLDER + "/transient-attachment-never-committed.yaml", TILER);
        JsonNode stored = Runs.json(FOLDER + "/transient-attachment-stored.yaml", TILER);

        assertThat(failedChecks(kept)).isZero();
        assertThat(committed(kept)).isEqualTo("0 bytes committed");
        assertThat(committed(stored)).isNotEqualTo("0 bytes committed");
    }

    private static String committed(JsonNode result) {
        JsonNode checks = result.get("checks");
        return checks.get(checks.size() - 1).get("got").asString();
    }

    private static int failedChecks(JsonNode result) {
        int failed = 0;
        for (JsonNode check : result.get("checks")) {
            failed += check.get("ok").asBoolean() ? 0 : 1;
        }
        return failed;
    }
}
