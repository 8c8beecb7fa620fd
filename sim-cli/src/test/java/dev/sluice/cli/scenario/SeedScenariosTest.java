// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.cli.Cli;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

/** The scenarios of docs/scenarios.md on the two devices of "Vulkan memory dependencies", through the command line. */
final class SeedScenariosTest {

    private static final String V = "seed-discrete-vram";
    private static final String L = "seed-discrete-l2";

    @ParameterizedTest(name = "{0} on {1}")
    @CsvSource({
        "shader-write-transfer-read, seed-discrete-vram, staleReads, flush:L2",
        "shader-write-transfer-read, seed-discrete-l2, staleReads, flush:L2",
        "transfer-write-shader-read, seed-discrete-vram, staleReads, invalidate:L2",
        "transfer-write-shader-read, seed-discrete-l2, staleReads, invalidate:L2",
        "shader-write-host-read, seed-discrete-l2, staleReads, flush:L2",
        "host-cached-write, seed-discrete-vram, staleReads, flushMappedMemoryRanges",
        "host-cached-write, seed-discrete-l2, staleReads, flushMappedMemoryRanges",
        "host-cached-read, seed-discrete-vram, staleReads, invalidateMappedMemoryRanges",
        "host-cached-read, seed-discrete-l2, staleReads, invalidateMappedMemoryRanges",
        "atom-neighbours, seed-discrete-vram, lostWrites, flushMappedMemoryRanges",
        "atom-neighbours, seed-discrete-l2, lostWrites, flushMappedMemoryRanges",
        "stale-l1, seed-discrete-vram, staleReads, invalidate:L1",
        "stale-l1, seed-discrete-l2, staleReads, invalidate:L1",
        "stale-uniform-alias, seed-discrete-vram, staleReads, invalidate:UNIFORM",
        "stale-uniform-alias, seed-discrete-l2, staleReads, invalidate:UNIFORM",
        "line-dirty-lost-write, seed-discrete-vram, lostWrites, invalidate:L2",
        "line-dirty-lost-write, seed-discrete-l2, lostWrites, invalidate:L2",
        "write-after-write, seed-discrete-vram, lostWrites, flush:L2",
        "write-after-write, seed-discrete-l2, lostWrites, flush:L2",
        "all-commands-not-host, seed-discrete-l2, staleReads, flush:L2"
    })
    void aMissingHalfYieldsWrongBytesAndNamesTheMissingAction(
            String scenario, String device, String finding, String missing) {
        JsonNode result = Runs.json("scenarios/" + scenario + "-broken.yaml", device);

        assertThat(result.get(finding)).isNotEmpty();
        assertThat(result.get(finding).get(0).get("missing").asString()).contains(missing);
        assertThat(result.get(finding).get(0).get("suggestion").asString()).startsWith("- ");
        assertThat(failedChecks(result)).isPositive();
        assertThat(Runs.run("scenarios/" + scenario + "-broken.yaml", device, "--quiet")
                        .code())
                .isEqualTo(1);
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource({V, L})
    void a_line_that_is_written_on_two_ways_without_order_is_named_line_sharing(String device) {
        JsonNode result = Runs.json("scenarios/line-sharing-broken.yaml", device);

        assertThat(result.get("lostWrites")).hasSize(1);
        assertThat(result.get("lostWrites").get(0).get("missing").asString()).isEqualTo("LINE_SHARING");
        assertThat(failedChecks(result)).isEqualTo(2);
    }

    @Test
    void transfers_through_the_cache_share_lines_without_loss(@TempDir Path directory) throws IOException {
        Path coherent = Files.writeString(
                directory.resolve("coherent.yaml"),
                Runs.device(L).replace("transfer: {outstanding", "transfer: {coherent: true, outstanding"));

        JsonNode result = Runs.json("scenarios/line-sharing-broken.yaml", coherent.toString());

        assertThat(result.get("lostWrites")).isEmpty();
        assertThat(failedChecks(result)).isZero();
    }

    @Test
    void transfers_through_a_cache_that_the_profile_does_not_invalidate_for_them_are_refused(@TempDir Path directory)
            throws IOException {
        Path coherent = Files.writeString(
                directory.resolve("coherent.yaml"),
                Runs.device(V).replace("transfer: {outstanding", "transfer: {coherent: true, outstanding"));

        Cli result = Runs.run("scenarios/line-sharing-broken.yaml", coherent.toString());

        assertThat(result.code()).isEqualTo(2);
        assertThat(result.err()).contains("no barrier of profile vram invalidates that role there");
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource({V, L})
    void a_write_that_overtakes_a_read_shows_in_the_bytes_and_is_no_stale_read(String device) {
        JsonNode result = Runs.json("scenarios/write-after-read-broken.yaml", device);

        assertThat(result.get("staleReads")).isEmpty();
        assertThat(failedChecks(result)).isEqualTo(1);
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource({"shader-write-host-read", "all-commands-not-host"})
    void with_vram_as_the_level_of_coherency_the_fence_alone_suffices_and_the_report_says_why(String scenario) {
        JsonNode result = Runs.json("scenarios/" + scenario + "-broken.yaml", V);

        assertThat(result.get("staleReads")).isEmpty();
        assertThat(failedChecks(result)).isZero();
        assertThat(result.get("notes").toString()).contains("no HOST_READ barrier", "flush:L2");
    }

    static Stream<Arguments> cured() {
        return Runs.streams("scenarios").stream()
                .filter(name -> !name.contains("-broken"))
                .flatMap(name -> Stream.of(V, L).map(device -> Arguments.of(name, device)));
    }

    @ParameterizedTest(name = "{0} on {1}")
    @MethodSource("cured")
    void the_cure_is_clean(String stream, String device) {
        JsonNode result = Runs.json(stream, device);

        for (String findings : List.of("staleReads", "lostWrites", "unwrittenReads")) {
            assertThat(result.get(findings)).as(findings).isEmpty();
        }
        assertThat(result.get("checks")).isNotEmpty();
        assertThat(failedChecks(result)).isZero();
    }

    @ParameterizedTest(name = "{0} on {1}")
    @MethodSource("curedEverywhere")
    void the_cure_is_clean_on_every_other_device(String stream, String device) {
        JsonNode result = Runs.json(stream, device);

        assertThat(result.get("staleReads")).isEmpty();
        assertThat(result.get("lostWrites")).isEmpty();
        assertThat(failedChecks(result)).isZero();
    }

    static Stream<Arguments> curedEverywhere() {
        return Runs.streams("scenarios").stream()
                .filter(name -> !name.contains("-broken"))
                .flatMap(name -> Stream.of(
                                "nvidia-v100", "rdna2-6900xt", "uma-apu", "adreno-6xx", "intel-arc", "gcn-vega")
                        .map(device -> Arguments.of(name, device)));
    }

    @Test
    void a_read_only_source_causes_no_cache_action() {
        JsonNode result = Runs.json("scenarios/clean-read-only-source.yaml", L);

        for (JsonNode barrier : result.get("barriers")) {
            if (barrier.path("label").asString("").equals("read-only source")) {
                assertThat(barrier.get("actions")).isEmpty();
                assertThat(barrier.get("drainCycles").asLong()).isPositive();
                return;
            }
        }
        throw new AssertionError("the barrier is not in the result");
    }

    private static int failedChecks(JsonNode result) {
        int failed = 0;
        for (JsonNode check : result.get("checks")) {
            failed += check.get("ok").asBoolean() ? 0 : 1;
        }
        return failed;
    }
}
