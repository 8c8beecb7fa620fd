// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

/** What must hold of every run: determinism, timing without bytes, sums that agree across levels ({@code docs/model.md}). */
final class TwoTruthsTest {

    private static final List<String> DEVICES =
            List.of("seed-discrete-vram", "seed-discrete-l2", "nvidia-v100", "rdna2-6900xt", "uma-apu");

    /** Results of runs with bytes, by stream and device: each is run once and looked at by several tests. */
    private static final Map<String, JsonNode> FULL = new HashMap<>();

    @AfterAll
    static void forget() {
        FULL.clear();
    }

    private static JsonNode full(String stream, String device) {
        return FULL.computeIfAbsent(stream + " on " + device, key -> Runs.json(stream, device));
    }

    static Stream<Arguments> everywhere() {
        return Runs.streams("scenarios").stream()
                .flatMap(stream -> DEVICES.stream().map(device -> Arguments.of(stream, device)));
    }

    static List<String> scenarios() {
        List<String> streams = new ArrayList<>(Runs.streams("scenarios"));
        streams.add("upload-scale-readback.yaml");
        return streams;
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("scenarios")
    void the_same_input_gives_the_same_bytes_out(String stream) {
        String once = Runs.comparable(full(stream, "seed-discrete-l2"));
        String again = Runs.comparable(Runs.json(stream, "seed-discrete-l2"));

        assertThat(again).isEqualTo(once);
    }

    @ParameterizedTest(name = "{0} on {1}")
    @MethodSource("everywhere")
    void timing_does_not_depend_on_bytes(String stream, String device) {
        JsonNode withBytes = full(stream, device);
        JsonNode timingOnly = Runs.json(stream, device, "--timing-only");

        assertThat(timingOnly.get("cycles").asLong())
                .isEqualTo(withBytes.get("cycles").asLong());
        assertThat(timingOnly.get("events").asLong())
                .isEqualTo(withBytes.get("events").asLong());
        assertThat(timingOnly.get("caches")).isEqualTo(withBytes.get("caches"));
        assertThat(timingOnly.get("vram")).isEqualTo(withBytes.get("vram"));
    }

    @ParameterizedTest(name = "{0} on {1}")
    @MethodSource("everywhere")
    void hits_and_misses_add_up(String stream, String device) {
        JsonNode result = full(stream, device);

        result.get("caches").forEachEntry((name, cache) -> {
            assertThat(cache.get("readHits").asLong() + cache.get("readMisses").asLong())
                    .as(name)
                    .isEqualTo(cache.get("reads").asLong());
            assertThat(cache.get("writeHits").asLong()
                            + cache.get("writeMisses").asLong())
                    .as(name)
                    .isEqualTo(cache.get("writes").asLong());
            assertThat(sum(cache.get("byClient"), "reads"))
                    .as(name)
                    .isEqualTo(cache.get("reads").asLong());
            assertThat(sum(cache.get("byCommand"), "writes"))
                    .as(name)
                    .isEqualTo(cache.get("writes").asLong());
        });
    }

    @Test
    void what_level_one_misses_is_what_level_two_reads() {
        JsonNode caches = full("upload-scale-readback.yaml", "seed-discrete-l2").get("caches");

        assertThat(caches.get("l2").get("reads").asLong())
                .isEqualTo(caches.get("l1").get("fills").asLong());
        assertThat(caches.get("l2").get("writes").asLong())
                .isEqualTo(caches.get("l1").get("writes").asLong());
    }

    @Test
    void what_level_two_fetches_and_writes_back_is_what_memory_serves() {
        JsonNode result = full("upload-scale-readback.yaml", "seed-discrete-l2");
        long transferred = 1 << 20; // the upload writes and the readback reads device memory past L2

        assertThat(result.get("vram").get("readBytes").asLong())
                .isEqualTo(result.get("caches").get("l2").get("fillBytes").asLong() + transferred);
        assertThat(result.get("vram").get("writeBytes").asLong())
                .isEqualTo(result.get("caches").get("l2").get("writebackBytes").asLong() + transferred);
        assertThat(result.get("link").get("toDeviceBytes").asLong()).isEqualTo(transferred);
        assertThat(result.get("link").get("toHostBytes").asLong()).isEqualTo(transferred);
    }

    @Test
    void a_barriers_parts_add_up_to_its_stall() {
        for (JsonNode barrier :
                full("upload-scale-readback.yaml", "seed-discrete-l2").get("barriers")) {
            assertThat(barrier.get("drainCycles").asLong()
                            + barrier.get("actionCycles").asLong())
                    .isEqualTo(barrier.get("stallCycles").asLong());
            long lastAction = 0;
            for (JsonNode action : barrier.get("actions")) {
                assertThat(action.get("startCycle").asLong()).isGreaterThanOrEqualTo(lastAction);
                lastAction = action.get("endCycle").asLong();
            }
        }
    }

    private static long sum(JsonNode groups, String counter) {
        long sum = 0;
        for (JsonNode group : groups) {
            sum += group.get(counter).asLong();
        }
        return sum;
    }
}
