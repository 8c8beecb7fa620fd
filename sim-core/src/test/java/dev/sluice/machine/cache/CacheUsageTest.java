// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.cache;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.device.AtomicRate;
import dev.sluice.device.CacheRates;
import dev.sluice.device.CacheSpec.Allocation;
import dev.sluice.device.CacheSpec.DirtyTracking;
import dev.sluice.device.CacheStructure;
import dev.sluice.device.ClockRatio;
import dev.sluice.device.PrefetchSpec;
import dev.sluice.machine.testing.CacheSpecs;
import dev.sluice.machine.testing.MockRequester;
import dev.sluice.machine.usage.UnitCycles;
import dev.sluice.machine.usage.UsageMark;
import dev.sluice.machine.usage.UsageMeter;
import dev.sluice.result.Limits;
import dev.sluice.result.Resource;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What a slice counts of its look-ups, registers, ports and atomic unit, and of the traffic above and below it. */
final class CacheUsageTest {

    private static final long FROM = 1000;
    private static final long TO = 1100;

    private CacheRig rig = new CacheRig(CacheSpecs.l1().build());
    private MockRequester client = rig.requester("client");

    private void with(CacheSpecs specs) {
        specs.queue = 512;
        rig = new CacheRig(specs.build());
        client = rig.requester("client");
    }

    /** The share of a hundred cycles, beginning with cycle {@value #FROM}, that a resource was busy. */
    private double share(Resource resource) {
        UsageMeter meter = new UsageMeter(new UnitCycles(0));
        rig.cache.gauges(meter);
        rig.engine.runUntil(FROM - 1);
        UsageMark from = meter.mark(FROM);
        rig.engine.runUntil(TO - 1);
        Limits limits = meter.between(from, meter.mark(TO), 0).limits();
        rig.finish();
        return limits.utilisation().stream()
                .filter(use -> use.resource().equals(resource.key()))
                .mapToDouble(Limits.Use::share)
                .findFirst()
                .orElse(0);
    }

    private void readsOfALine(int every) {
        client.read(0, 0, 128);
        for (long cycle = FROM; cycle < TO; cycle += every) {
            client.read(cycle, 0, 128);
        }
    }

    @Test
    void a_bank_that_looks_up_in_each_cycle_is_busy_all_the_time() {
        with(CacheSpecs.l1());
        readsOfALine(1);
        assertThat(share(Resource.LOOK_UPS)).isEqualTo(1);
    }

    @Test
    void a_bank_that_looks_up_in_every_other_cycle_is_busy_for_half_of_them() {
        with(CacheSpecs.l1());
        readsOfALine(2);
        assertThat(share(Resource.LOOK_UPS)).isEqualTo(0.5);
    }

    @Test
    void ways_are_full_from_a_look_up_that_finds_its_whole_set_waiting_for_fills_to_the_first_of_them() {
        with(CacheSpecs.l1());
        client.read(FROM, 0, 4);
        client.read(FROM + 1, 512, 4);
        client.read(FROM + 20, 1024, 4);
        assertThat(share(Resource.WAYS)).isEqualTo(0.8);
    }

    @Test
    void a_lines_places_are_full_from_a_look_up_that_finds_none_to_the_fill() {
        CacheSpecs specs = CacheSpecs.l1();
        specs.mshrMerges = 1;
        with(specs);
        client.read(FROM, 0, 4);
        client.read(FROM + 30, 0, 4);
        assertThat(share(Resource.MERGES)).isEqualTo(0.7);
    }

    @Test
    void without_a_free_register_neither_ways_nor_places_are_what_is_full() {
        CacheSpecs specs = CacheSpecs.l1();
        specs.mshrs = 2;
        specs.mshrMerges = 1;
        with(specs);
        client.read(FROM, 0, 4);
        client.read(FROM + 1, 512, 4);
        client.read(FROM + 20, 1024, 4);
        assertThat(share(Resource.WAYS)).isZero();
    }

    /** Specs of a cache at so large a part of the core clock. */
    private static CacheSpecs clocked(long own, long core) {
        CacheSpecs specs = CacheSpecs.l1();
        specs.structure = new CacheStructure(
                PrefetchSpec.NONE,
                List.of(),
                Map.of(),
                false,
                new ClockRatio(own, core),
                CacheStructure.WriteBuffer.NONE);
        return specs;
    }

    @Test
    void a_bank_at_half_the_clock_is_busy_all_the_time_with_a_look_up_in_every_other_core_cycle() {
        with(clocked(1, 2));
        readsOfALine(2);
        assertThat(share(Resource.LOOK_UPS)).isEqualTo(1);
        with(clocked(1, 2));
        readsOfALine(4);
        assertThat(share(Resource.LOOK_UPS)).isEqualTo(0.5);
    }

    @Test
    void a_bank_at_twice_the_clock_is_busy_for_half_of_the_time_with_a_look_up_in_each_core_cycle() {
        with(clocked(2, 1));
        readsOfALine(1);
        assertThat(share(Resource.LOOK_UPS)).isEqualTo(0.5);
    }

    @Test
    void tags_ports_and_atomic_units_are_busy_in_cycles_of_their_caches_clock() {
        CacheSpecs specs = clocked(1, 2);
        specs.rates = new CacheRates(0.5, 64, 0, Map.of());
        with(specs);
        readsOfALine(10); // two of its cycles each
        assertThat(share(Resource.TAGS)).isEqualTo(0.4);
        with(specs);
        readsOfALine(10);
        assertThat(share(Resource.DATA_READ)).isEqualTo(0.4);
        CacheSpecs atomic = CacheSpecs.l2(DirtyTracking.BYTE);
        atomic.rates = new CacheRates(0, 0, 0, Map.of("add", new AtomicRate(0, 5)));
        atomic.structure = clocked(1, 2).structure;
        with(atomic);
        client.read(0, 0, 128);
        for (long cycle = FROM; cycle < TO; cycle += 50) { // two lanes of five of its cycles each
            client.atomicAdds(cycle, 0, 1, 1);
        }
        assertThat(share(Resource.ATOMICS)).isEqualTo(0.4);
    }

    @Test
    void tags_are_busy_by_the_look_ups_that_they_can_do() {
        CacheSpecs specs = CacheSpecs.l1();
        specs.rates = new CacheRates(0.5, 0, 0, Map.of());
        with(specs);
        readsOfALine(4);
        assertThat(share(Resource.TAGS)).isEqualTo(0.5);
    }

    @Test
    void a_data_port_is_busy_by_the_bytes_of_hits_and_stores_each_apart() {
        CacheSpecs specs = CacheSpecs.l1();
        specs.rates = new CacheRates(0, 32, 64, Map.of());
        with(specs);
        readsOfALine(8);
        for (long cycle = FROM; cycle < TO; cycle += 4) {
            client.write(cycle, 1024, new byte[32]);
        }
        assertThat(share(Resource.DATA_READ)).isBetween(0.5, 0.52);
        with(specs);
        for (long cycle = FROM; cycle < TO; cycle += 4) {
            client.write(cycle, 1024, new byte[64]);
        }
        assertThat(share(Resource.DATA_WRITE)).isEqualTo(0.25);
    }

    @Test
    void an_atomic_unit_is_busy_by_the_lanes_on_one_word() {
        CacheSpecs specs = CacheSpecs.l2(DirtyTracking.BYTE);
        specs.rates = new CacheRates(0, 0, 0, Map.of("add", new AtomicRate(0, 5)));
        with(specs);
        client.read(0, 0, 128);
        for (long cycle = FROM; cycle < TO; cycle += 20) {
            client.atomicAdds(cycle, 0, 1, 1);
        }
        assertThat(share(Resource.ATOMICS)).isEqualTo(0.5);
    }

    @Test
    void registers_are_full_while_none_is_free() {
        CacheSpecs specs = CacheSpecs.l1();
        specs.mshrs = 2;
        with(specs);
        client.read(FROM, 0, 32);
        client.read(FROM + 60, 4096, 32);
        // the first fill comes after a hundred cycles
        assertThat(share(Resource.MSHRS)).isEqualTo(0.4);
    }

    @Test
    void a_read_of_a_sector_that_is_under_way_joins_it_and_is_a_miss_all_the_same() {
        client.read(0, 0, 64);
        client.read(1, 32, 96);
        rig.finish();
        var total = rig.stats.total();
        assertThat(total.readMisses).isEqualTo(5);
        assertThat(total.readJoined).isEqualTo(1);
        assertThat(total.fills).isEqualTo(4);
        assertThat(rig.stats.result(i -> "c").byClient().get("storage").readJoined)
                .isEqualTo(1);
    }

    @Test
    void every_read_sector_hits_or_joins_or_is_fetched() {
        for (int i = 0; i < 200; i++) {
            client.read(3L * i, 32L * (i / 3 * 7 % 64), 32);
        }
        rig.finish();
        var total = rig.stats.total();
        assertThat(total.readJoined).isPositive();
        assertThat(total.readHits + total.readJoined + total.fills).isEqualTo(total.reads);
    }

    @Test
    void traffic_is_counted_in_sectors_above_and_below() {
        with(CacheSpecs.l2(DirtyTracking.BYTE).allocate(Allocation.VALIDATE_ON_WRITE));
        client.write(0, 0, new byte[40]);
        client.read(300, 256, 128);
        rig.at(900, () -> rig.order(Maintenance.Verb.FLUSH));
        rig.finish();
        var total = rig.stats.total();
        assertThat(total.aboveWriteBytes()).isEqualTo(64);
        assertThat(total.aboveReadBytes()).isEqualTo(128);
        assertThat(total.belowWriteBytes()).isEqualTo(64);
        assertThat(total.writebackBytes).isEqualTo(40);
        assertThat(total.belowReadBytes()).isEqualTo(128);
    }
}
