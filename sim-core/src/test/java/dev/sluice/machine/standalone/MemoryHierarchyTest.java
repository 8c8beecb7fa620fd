// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.standalone;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.device.CacheSpec;
import dev.sluice.device.FixedLatencySpec;
import dev.sluice.device.NetworkSpec;
import dev.sluice.machine.observe.ObservedRequest;
import dev.sluice.machine.observe.SimObserver;
import dev.sluice.result.RunResult;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class MemoryHierarchyTest {

    private static final CacheSpec L1 = CacheSpec.writeThrough("l1", "l2", CacheSpec.Geometry.of(1 << 12, 128, 4), 10);
    private static final CacheSpec L2 = CacheSpec.writeBack("l2", "vram", CacheSpec.Geometry.of(1 << 16, 128, 16), 100);

    private static MemoryHierarchy.Builder twoLevels() {
        return MemoryHierarchy.builder().cache(L1).cache(L2).memory(new FixedLatencySpec(300, 64));
    }

    @Test
    void a_miss_takes_the_latencies_of_all_levels_and_of_the_transfer() {
        MemoryHierarchy hierarchy = twoLevels().build();
        TraceDriver driver = hierarchy.driver("l1", 1);
        driver.read(0, 4);
        hierarchy.run();
        // a sector of 32 bytes is half a cycle of the memory's bandwidth: one cycle, begun
        assertThat(driver.meanLatency()).isEqualTo(10 + 100 + 300 + 1);
    }

    @Test
    void a_hit_takes_the_latency_of_its_level() {
        MemoryHierarchy hierarchy = twoLevels().build();
        TraceDriver driver = hierarchy.driver("l1", 1);
        driver.read(0, 4);
        hierarchy.run();
        double first = driver.meanLatency();
        driver.read(4, 4);
        hierarchy.run();
        assertThat(driver.meanLatency() * 2 - first).isEqualTo(10);
        assertThat(hierarchy.cache("l1").total().readHits).isEqualTo(1);
    }

    @Test
    void bytes_out_of_one_level_are_bytes_into_the_next() {
        MemoryHierarchy hierarchy = twoLevels().build();
        TraceDriver driver = hierarchy.driver("l1", 16);
        for (int i = 0; i < 4096; i++) {
            driver.read((i * 40503L & 0xFFFF) * 32, 32);
        }
        hierarchy.run();
        RunResult.CacheResult l1 = hierarchy.cache("l1");
        RunResult.CacheResult l2 = hierarchy.cache("l2");
        assertThat(l1.total().reads).isEqualTo(4096);
        assertThat(l1.total().fillBytes).isEqualTo(l2.total().reads * 32);
        assertThat(l2.total().fillBytes + l2.total().writebackBytes).isEqualTo(hierarchy.memoryBytes());
    }

    @Test
    void an_access_across_lines_is_one_access_with_a_request_for_each() {
        MemoryHierarchy hierarchy = twoLevels().build();
        TraceDriver driver = hierarchy.driver("l1", 4);
        driver.read(120, 16);
        hierarchy.run();
        assertThat(driver.answered()).isEqualTo(1);
        assertThat(hierarchy.cache("l1").total().reads).isEqualTo(2);
    }

    @Test
    void no_more_accesses_are_under_way_than_the_driver_may_have() {
        MemoryHierarchy hierarchy = twoLevels().build();
        TraceDriver chase = hierarchy.driver("l1", 1);
        for (int i = 0; i < 8; i++) {
            chase.read(i * 128L, 4);
        }
        hierarchy.run();
        assertThat(hierarchy.cycle()).isGreaterThanOrEqualTo(8 * 411);

        MemoryHierarchy wide = twoLevels().build();
        TraceDriver eight = wide.driver("l1", 8);
        for (int i = 0; i < 8; i++) {
            eight.read(i * 128L, 4);
        }
        wide.run();
        assertThat(wide.cycle()).isLessThan(2 * 411);
    }

    @Test
    void stores_of_a_write_back_cache_stay_there() {
        MemoryHierarchy hierarchy = twoLevels().build();
        TraceDriver driver = hierarchy.driver("l1", 4);
        for (int i = 0; i < 8; i++) {
            driver.write(i * 32L, 32);
        }
        hierarchy.run();
        assertThat(hierarchy.cache("l2").total().writes).isEqualTo(8);
        assertThat(hierarchy.memoryBytes()).isZero();
    }

    @Test
    void two_first_levels_share_a_second_one() {
        CacheSpec other = CacheSpec.writeThrough("tex", "l2", CacheSpec.Geometry.of(1 << 12, 128, 4), 10);
        MemoryHierarchy hierarchy = twoLevels()
                .cache(other)
                .network(new NetworkSpec("crossbar", 20, 32))
                .build();
        TraceDriver first = hierarchy.driver("l1", 1);
        TraceDriver second = hierarchy.driver("tex", 1);
        first.read(0, 4);
        hierarchy.run();
        second.read(0, 4);
        hierarchy.run();
        assertThat(hierarchy.cache("l2").total().readHits).isEqualTo(1);
        assertThat(second.maxLatency()).isLessThan(first.maxLatency());
    }

    @Test
    void an_observer_sees_the_look_ups_of_each_level() {
        List<String> seen = new ArrayList<>();
        MemoryHierarchy hierarchy = twoLevels()
                .observer(new SimObserver() {
                    @Override
                    public void lookup(
                            long cycle, String cache, int set, int way, ObservedRequest request, Outcome outcome) {
                        seen.add(cache + " " + request.operation() + " " + request.address() + " in set " + set
                                + ", way " + way + ": " + outcome);
                    }
                })
                .build();
        hierarchy.driver("l1", 1).read(128, 4);
        hierarchy.run();
        assertThat(seen).containsExactly("l1 READ 128 in set 1, way 0: MISS", "l2 READ 128 in set 1, way 0: MISS");
    }

    @Test
    void a_store_to_a_read_only_cache_is_refused() {
        CacheSpec.Policy policy = new CacheSpec.Policy(
                true,
                CacheSpec.WritePolicy.THROUGH,
                CacheSpec.Allocation.NO_WRITE,
                CacheSpec.DirtyTracking.NONE,
                "lru",
                false);
        MemoryHierarchy hierarchy =
                MemoryHierarchy.builder().cache(L1.with(policy)).cache(L2).build();
        TraceDriver driver = hierarchy.driver("l1", 1);
        assertThatThrownBy(() -> driver.write(0, 4)).hasMessageContaining("read-only");
    }

    @Test
    void a_circle_of_parents_is_refused() {
        CacheSpec l2 = CacheSpec.writeBack("l2", "l1", CacheSpec.Geometry.of(1 << 16, 128, 16), 100);
        MemoryHierarchy.Builder builder = MemoryHierarchy.builder().cache(L1).cache(l2);
        assertThatThrownBy(builder::build).hasMessage("the parents of cache l1 form a circle");
    }

    @Test
    void an_unknown_cache_is_named_with_those_that_there_are() {
        MemoryHierarchy hierarchy = twoLevels().build();
        assertThatThrownBy(() -> hierarchy.driver("l3", 1)).hasMessageContaining("no cache named l3; there are [");
    }

    @Test
    void nonsense_accesses_are_refused() {
        MemoryHierarchy hierarchy = twoLevels().build();
        TraceDriver driver = hierarchy.driver("l1", 1);
        assertThatThrownBy(() -> driver.read(-1, 4)).hasMessage("no access of 4 bytes at -1");
        assertThatThrownBy(() -> driver.read(0, 0)).hasMessage("no access of 0 bytes at 0");
        assertThatThrownBy(() -> hierarchy.driver("l1", 0)).hasMessageContaining("at least one");
        assertThatThrownBy(() -> new FixedLatencySpec(1, 0)).hasMessageContaining("bytesPerCycle >= 1");
    }
}
