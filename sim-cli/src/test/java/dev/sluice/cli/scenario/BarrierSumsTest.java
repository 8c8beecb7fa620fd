// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/** What results say of barriers by resource and by waiter agrees with their totals and times. */
final class BarrierSumsTest {

    @ParameterizedTest
    @CsvSource({
        "upload-scale-readback.yaml, seed-discrete-l2",
        "scenarios/stale-l1-cured-barrier.yaml, rdna2-6900xt",
        "scenarios/line-dirty-lost-write-cured.yaml, seed-discrete-l2",
        "scenarios/stale-uniform-alias-cured.yaml, nvidia-v100",
        "scenarios/shader-write-host-read-cured.yaml, adreno-6xx",
        "graphics/color-write-sampled-read-cured.yaml, seed-discrete-l2",
        "graphics/color-write-transfer-read-cured.yaml, rdna2-6900xt",
        "graphics/input-attachment-cured-by-region.yaml, seed-discrete-l2",
        "graphics/depth-write-sampled-read-cured.yaml, adreno-6xx",
    })
    void shares_by_resource_add_up_to_the_totals_and_waits_lie_within_the_barrier(String stream, String device) {
        JsonNode result = Runs.json(stream, device);

        for (JsonNode barrier : result.path("barriers")) {
            addsUp(barrier);
            String id = barrier.path("id").stringValue();
            long reached = barrier.path("reachedCycle").longValue();
            long drained = reached + barrier.path("drainCycles").longValue();
            List<Long> until = new ArrayList<>();
            barrier.path("waitedFor").forEach(m -> until.add(m.path("until").longValue()));
            assertThat(until).as(id).isSorted().allMatch(cycle -> cycle >= reached && cycle <= drained);
            if (!until.isEmpty()) {
                assertThat(until.get(until.size() - 1)).as(id).isEqualTo(drained);
            } else {
                assertThat(drained).as(id).isEqualTo(reached);
            }
            for (JsonNode held : barrier.path("heldBack")) {
                long free = held.path("otherwiseReady").longValue()
                        + held.path("cycles").longValue();
                assertThat(free).as(id).isEqualTo(barrier.path("releasedCycle").longValue());
            }
        }
    }

    @Test
    void shares_by_resource_add_up_where_a_run_is_stopped_within_a_flush() {
        String stream = "scenarios/line-dirty-lost-write-cured.yaml";
        JsonNode flush = flush(Runs.json(stream, "seed-discrete-l2"));
        long begin = flush.path("startCycle").longValue();
        long end = flush.path("endCycle").longValue();
        long partial = 0;

        for (long cycle = begin + 1; cycle < end; cycle += (end - begin) / 4) {
            JsonNode cut = Runs.json(stream, "seed-discrete-l2", "--max-cycles", Long.toString(cycle));
            cut.path("barriers").forEach(BarrierSumsTest::addsUp);
            partial += flush(cut).path("dirtyLines").longValue();
        }
        assertThat(partial).isPositive();
    }

    private static JsonNode flush(JsonNode result) {
        return result.path("barriers")
                .valueStream()
                .filter(barrier -> barrier.path("id").stringValue().equals("submit0.7"))
                .findFirst()
                .orElseThrow()
                .path("actions")
                .path(0);
    }

    private static void addsUp(JsonNode barrier) {
        String id = barrier.path("id").stringValue();
        for (JsonNode action : barrier.path("actions")) {
            String name = id + " " + action.path("kind").stringValue();
            assertThat(sum(action.path("dirtyLinesByResource")))
                    .as(name)
                    .isEqualTo(action.path("dirtyLines").longValue());
            assertThat(sum(action.path("writtenBackBytesByResource")))
                    .as(name)
                    .isEqualTo(action.path("writtenBackBytes").longValue());
        }
        long misses = 0;
        for (JsonNode refill : barrier.path("refills")) {
            misses += refill.path("misses").longValue();
        }
        assertThat(misses).as(id).isEqualTo(barrier.path("refillMisses").longValue());
        assertThat(sum(barrier.path("refillMissesByResource"))).as(id).isEqualTo(misses);
        assertThat(sum(barrier.path("refillBytesByResource")))
                .as(id)
                .isEqualTo(barrier.path("refillBytes").longValue());
    }

    private static long sum(JsonNode shares) {
        long sum = 0;
        for (JsonNode share : shares) {
            sum += share.longValue();
        }
        return sum;
    }

    /** The names under which barriers of a result wrote back or fetched again. */
    private static Set<String> resources(JsonNode result) {
        Set<String> names = new TreeSet<>();
        for (JsonNode barrier : result.path("barriers")) {
            names.addAll(barrier.path("refillMissesByResource").propertyNames());
            barrier.path("actions")
                    .forEach(action ->
                            names.addAll(action.path("dirtyLinesByResource").propertyNames()));
        }
        return names;
    }

    @Test
    void buffers_images_and_their_metadata_are_told_apart() {
        assertThat(resources(Runs.json("graphics/color-write-sampled-read-cured.yaml", "seed-discrete-l2")))
                .contains("color", "metadata of color", "result");
    }

    @Test
    void a_tile_cache_counts_every_dirty_tile_of_every_unit() {
        JsonNode result = Runs.json("graphics/color-write-sampled-read-cured.yaml", "seed-discrete-l2");

        for (JsonNode barrier : result.path("barriers")) {
            for (JsonNode action : barrier.path("actions")) {
                if (barrier.path("id").stringValue().equals("submit0.4")
                        && action.path("kind").stringValue().equals("flush:ROP_COLOR")) {
                    // 64 x 64 pixels in tiles of 8 x 8
                    assertThat(action.path("dirtyLinesByResource").path("color").longValue())
                            .isEqualTo(64);
                    return;
                }
            }
        }
        throw new AssertionError("no flush of the tile caches");
    }

    @Test
    void timing_only_says_the_same() {
        String stream = "scenarios/stale-l1-cured-barrier.yaml";
        JsonNode bytes = Runs.json(stream, "rdna2-6900xt");
        JsonNode timing = Runs.json(stream, "rdna2-6900xt", "--timing-only");

        assertThat(resources(bytes)).contains("y", "result");
        assertThat(timing.path("barriers").toPrettyString())
                .isEqualTo(bytes.path("barriers").toPrettyString());
    }
}
