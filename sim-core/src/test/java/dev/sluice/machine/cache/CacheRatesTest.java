// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.cache;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.device.AtomicRate;
import dev.sluice.device.CacheRates;
import dev.sluice.device.CacheSpec.Allocation;
import dev.sluice.device.CacheSpec.DirtyTracking;
import dev.sluice.machine.request.Request;
import dev.sluice.machine.testing.CacheSpecs;
import dev.sluice.machine.testing.MockRequester;
import dev.sluice.machine.testing.MockRequester.Access;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What a slice does per cycle beside its banks' look-ups, and what it fetches: tags, data ports, atomics, granules. */
final class CacheRatesTest {

    private static final int WARM = 1000;
    private static final int LATENCY = 10;

    /** A cache of four banks that holds the first eight lines, and the cycles at which reads of cycle {@value #WARM} are answered. */
    private static List<Long> hits(CacheRates rates, int reads, int bytes) {
        CacheSpecs specs = CacheSpecs.l1();
        specs.banks = 4;
        specs.queue = 64;
        specs.rates = rates;
        CacheRig rig = new CacheRig(specs.build());
        MockRequester client = rig.requester("client");
        for (int line = 0; line < 8; line++) {
            client.read(50L * line, 128L * line, 128);
        }
        List<Access> hits = new ArrayList<>();
        for (int i = 0; i < reads; i++) {
            hits.add(client.read(WARM, 128L * (i % 8), bytes));
        }
        rig.finish();
        return hits.stream().map(hit -> hit.answered - WARM - LATENCY).toList();
    }

    private static CacheRates tags(double perCycle) {
        return new CacheRates(perCycle, 0, 0, Map.of());
    }

    private static CacheRates ports(int read, int write) {
        return new CacheRates(0, read, write, Map.of());
    }

    @Test
    void without_rates_the_banks_alone_decide() {
        assertThat(hits(CacheRates.NONE, 6, 128)).containsExactly(0L, 0L, 0L, 0L, 1L, 1L);
    }

    @Test
    void tags_of_a_cycle_are_found_in_it_and_the_next_one_waits() {
        assertThat(hits(tags(3), 7, 32)).containsExactly(0L, 0L, 0L, 1L, 1L, 1L, 2L);
    }

    @Test
    void tags_that_are_no_whole_number_a_cycle_hold_in_the_long_run() {
        List<Long> answered = hits(tags(2.7), 28, 32);
        assertThat(answered.get(26)).isEqualTo(9);
        assertThat(answered.get(27)).isEqualTo(10);
    }

    @Test
    void a_read_port_answers_a_line_a_cycle_or_as_many_bytes_of_sectors() {
        assertThat(hits(ports(128, 0), 3, 128)).containsExactly(0L, 1L, 2L);
        assertThat(hits(ports(128, 0), 8, 32)).containsExactly(0L, 0L, 0L, 0L, 1L, 1L, 1L, 1L);
    }

    @Test
    void a_line_that_takes_the_read_port_two_cycles_is_answered_with_its_last_byte() {
        assertThat(hits(ports(64, 0), 3, 128)).containsExactly(1L, 3L, 5L);
    }

    @Test
    void reads_that_a_fill_answers_take_the_read_port_in_turn() {
        CacheSpecs specs = CacheSpecs.l1();
        specs.rates = ports(32, 0);
        CacheRig rig = new CacheRig(specs.build());
        MockRequester client = rig.requester("client");
        Access first = client.read(0, 0, 128);
        Access merged = client.read(0, 0, 128);
        rig.finish();
        assertThat(merged.answered - first.answered).isEqualTo(4);
    }

    @Test
    void a_miss_passes_while_no_hit_waits_for_the_read_port() {
        CacheSpecs specs = CacheSpecs.l1();
        specs.rates = ports(8, 0);
        CacheRig rig = new CacheRig(specs.build());
        rig.memory.recording = true;
        MockRequester client = rig.requester("client");
        client.read(0, 0, 128);
        client.read(WARM, 0, 128); // sixteen cycles of the port
        client.read(WARM + 1, 128, 32);
        rig.finish();
        assertThat(rig.memory.seen.get(1).cycle()).isEqualTo(WARM + 1);
    }

    @Test
    void stores_take_the_write_port_and_reads_do_not() {
        CacheSpecs specs = CacheSpecs.l2(DirtyTracking.SECTOR);
        specs.rates = ports(0, 16);
        CacheRig rig = new CacheRig(specs.build());
        MockRequester client = rig.requester("client");
        Access first = client.write(0, 0, new byte[32]);
        Access second = client.write(0, 32, new byte[32]);
        rig.finish();
        assertThat(first.latency()).isEqualTo(specs.latency + 1);
        assertThat(second.latency()).isEqualTo(specs.latency + 3);
        MockRequester reader = rig.requester("reader");
        Access read = reader.read(rig.engine.now() + 10, 0, 32);
        rig.finish();
        assertThat(read.latency()).isEqualTo(specs.latency);
    }

    @Test
    void a_store_that_goes_through_takes_the_write_port() {
        CacheSpecs specs = CacheSpecs.l1();
        specs.rates = ports(0, 8);
        CacheRig rig = new CacheRig(specs.build());
        rig.memory.recording = true;
        MockRequester client = rig.requester("client");
        client.write(0, 0, new byte[32]);
        client.write(0, 32, new byte[32]);
        rig.finish();
        assertThat(rig.memory.seen.get(0).cycle()).isZero();
        assertThat(rig.memory.seen.get(1).cycle()).isEqualTo(4);
    }

    /** The cycles by which atomics on a held line are answered later than its latency, all sent at once. */
    private static List<Long> atomics(Map<String, AtomicRate> rates, boolean floating, int[]... lanes) {
        CacheSpecs specs = CacheSpecs.l2(DirtyTracking.SECTOR);
        specs.rates = new CacheRates(0, 0, 0, rates);
        CacheRig rig = new CacheRig(specs.build());
        MockRequester client = rig.requester("client");
        client.read(0, 0, 128);
        List<Access> accesses = new ArrayList<>();
        for (int[] each : lanes) {
            Access access = client.atomicAdds(WARM, 0, each);
            access.floating = floating;
            accesses.add(access);
        }
        rig.finish();
        return accesses.stream()
                .map(access -> access.answered - WARM - specs.latency)
                .toList();
    }

    private static int[] words(int count) {
        return IntStream.range(0, count).map(i -> 4 * i).toArray();
    }

    private static int[] sameWord(int count) {
        return new int[count];
    }

    /** The cycles by which two stores of so many bytes are acknowledged later than the latency, both sent at once. */
    private static List<Long> stores(int least, int partial, int bytes) {
        CacheSpecs specs = CacheSpecs.l2(DirtyTracking.BYTE);
        specs.rates = new CacheRates(0, 0, 16, least, partial, 0, Map.of());
        CacheRig rig = new CacheRig(specs.build());
        MockRequester client = rig.requester("client");
        client.read(0, 0, 128);
        List<Access> stores = List.of(client.write(WARM, 0, new byte[bytes]), client.write(WARM, 64, new byte[bytes]));
        rig.finish();
        return stores.stream()
                .map(store -> store.answered - WARM - specs.latency)
                .toList();
    }

    @Test
    void a_store_takes_the_write_port_for_its_sectors_or_the_least_that_a_store_takes() {
        assertThat(stores(0, 0, 32)).containsExactly(1L, 3L);
        assertThat(stores(48, 0, 32)).containsExactly(2L, 5L);
        assertThat(stores(48, 0, 64)).containsExactly(3L, 7L);
    }

    @Test
    void a_store_of_a_part_of_a_sector_takes_the_write_port_longer_than_one_of_all_of_it() {
        assertThat(stores(0, 16, 32)).containsExactly(1L, 3L);
        assertThat(stores(0, 16, 31)).containsExactly(2L, 5L);
        assertThat(stores(0, 16, 33)).containsExactly(4L, 9L);
        assertThat(stores(48, 16, 4)).containsExactly(2L, 5L);
    }

    @Test
    void atomics_take_the_write_port_for_their_sectors_alone_and_are_answered_later_by_their_latency() {
        CacheSpecs specs = CacheSpecs.l2(DirtyTracking.BYTE);
        specs.rates = new CacheRates(0, 0, 32, 96, 64, 7, Map.of());
        CacheRig rig = new CacheRig(specs.build());
        MockRequester client = rig.requester("client");
        client.read(0, 0, 128);
        Access first = client.atomicAdd(WARM, 0, 1);
        Access second = client.atomicAdd(WARM, 0, 1);
        Access read = client.read(WARM + 10, 0, 32);
        rig.finish();
        assertThat(first.answered - WARM).isEqualTo(specs.latency + 7L);
        assertThat(second.answered - WARM).isEqualTo(specs.latency + 8L);
        assertThat(read.latency()).isEqualTo(specs.latency);
    }

    @Test
    void atomics_without_a_rate_take_their_look_up_alone() {
        assertThat(atomics(Map.of(), false, sameWord(32), sameWord(32))).containsExactly(0L, 1L);
        assertThat(atomics(Map.of("min", new AtomicRate(1, 1)), false, sameWord(32), sameWord(32)))
                .containsExactly(0L, 1L);
    }

    @Test
    void lanes_on_one_word_go_one_after_the_other() {
        Map<String, AtomicRate> rates = Map.of("add.u32", new AtomicRate(0, 1));
        assertThat(atomics(rates, false, sameWord(1), sameWord(32), sameWord(2)))
                .containsExactly(0L, 32L, 34L);
    }

    @Test
    void lanes_on_several_words_of_a_line_go_side_by_side() {
        Map<String, AtomicRate> rates = Map.of("add", new AtomicRate(0, 1));
        assertThat(atomics(rates, false, words(32), new int[] {0, 4, 0, 4, 8})).containsExactly(0L, 2L);
    }

    @Test
    void as_many_lanes_as_the_rate_are_done_in_a_cycle_and_one_more_takes_the_next() {
        Map<String, AtomicRate> rates = Map.of(CacheRates.OTHER, new AtomicRate(8, 1));
        assertThat(atomics(rates, false, words(8))).containsExactly(0L);
        assertThat(atomics(rates, false, words(9))).containsExactly(1L);
    }

    @Test
    void a_type_has_a_rate_of_its_own_before_its_operation_and_before_others() {
        Map<String, AtomicRate> rates = Map.of(
                "add.f32", new AtomicRate(0, 2.5), "add", new AtomicRate(0, 1), CacheRates.OTHER, new AtomicRate(0, 9));
        assertThat(atomics(rates, true, sameWord(2), sameWord(2))).containsExactly(4L, 9L);
        assertThat(atomics(rates, false, sameWord(2))).containsExactly(1L);
    }

    @Test
    void what_comes_behind_an_atomic_that_waits_for_the_unit_waits_too() {
        CacheSpecs specs = CacheSpecs.l2(DirtyTracking.SECTOR);
        specs.rates = new CacheRates(0, 0, 0, Map.of("add", new AtomicRate(0, 1)));
        CacheRig rig = new CacheRig(specs.build());
        MockRequester client = rig.requester("client");
        client.read(0, 0, 128);
        client.atomicAdds(WARM, 0, sameWord(20));
        Access beside = client.read(WARM + 1, 64, 32);
        Access second = client.atomicAdds(WARM + 2, 0, sameWord(1));
        Access behind = client.read(WARM + 3, 64, 32);
        rig.finish();
        assertThat(beside.latency()).isEqualTo(specs.latency);
        assertThat(second.answered).isEqualTo(WARM + 20 + specs.latency);
        assertThat(behind.answered).isEqualTo(WARM + 21 + specs.latency);
    }

    @Test
    void a_read_is_fetched_in_granules_and_its_sectors_are_valid_one_by_one() {
        CacheSpecs specs = CacheSpecs.l1();
        specs.fetch = 64;
        CacheRig rig = new CacheRig(specs.build());
        rig.memory.recording = true;
        MockRequester client = rig.requester("client");
        client.read(0, 96, 32);
        Access other = client.read(WARM, 64, 32);
        client.read(2 * WARM, 0, 32);
        rig.finish();
        assertThat(other.latency()).isEqualTo(specs.latency);
        assertThat(rig.memory.seen).extracting(seen -> seen.sectors()).containsExactly(0b1100, 0b11);
        assertThat(rig.stats.counters().fillBytes).isEqualTo(128);
    }

    @ParameterizedTest
    @EnumSource
    void a_store_of_a_sector_in_part_fetches_its_granule_without_those_that_it_writes_wholly(DirtyTracking dirty) {
        CacheSpecs specs = dirty == DirtyTracking.NONE
                ? CacheSpecs.l1().allocate(Allocation.FETCH_ON_WRITE)
                : CacheSpecs.l2(dirty);
        specs.fetch = 128;
        CacheRig rig = new CacheRig(specs.build());
        rig.memory.recording = true;
        rig.requester("client").write(0, 32, new byte[40]);
        rig.finish();
        assertThat(rig.memory.seen)
                .filteredOn(seen -> seen.kind() == Request.READ)
                .extracting(seen -> seen.sectors())
                .containsExactly(0b1101);
        assertThat(rig.stats.counters().fills).isEqualTo(3);
    }

    @Test
    void a_store_of_whole_sectors_fetches_nothing_of_its_granule() {
        CacheSpecs specs = CacheSpecs.l2(DirtyTracking.SECTOR);
        specs.fetch = 128;
        CacheRig rig = new CacheRig(specs.build());
        MockRequester client = rig.requester("client");
        client.write(0, 32, new byte[32]);
        rig.finish();
        assertThat(rig.stats.counters().fills).isZero();
        client.write(WARM, 0, new byte[4]);
        rig.finish();
        assertThat(rig.stats.counters().fills).isEqualTo(3); // the granule, less the sector that is there
    }

    private static CacheRig partlyWritten(boolean fillAtEviction, int bytes) {
        CacheSpecs specs = CacheSpecs.l2(DirtyTracking.BYTE).allocate(Allocation.VALIDATE_ON_WRITE);
        specs.fillAtEviction = fillAtEviction;
        CacheRig rig = new CacheRig(specs.build());
        rig.memory.recording = true;
        rig.requester("client").write(0, 32, new byte[bytes]);
        rig.at(WARM, () -> rig.order(Maintenance.Verb.FLUSH));
        rig.finish();
        return rig;
    }

    @Test
    void a_partly_written_sector_is_read_before_it_is_written_back_where_the_device_fills_at_eviction() {
        CacheRig rig = partlyWritten(true, 4);
        assertThat(rig.memory.seen).extracting(seen -> seen.kind()).containsExactly(0, 1);
        assertThat(rig.stats.counters().fillBytes).isEqualTo(32);
        assertThat(rig.stats.counters().writebackBytes).isEqualTo(4);
    }

    @Test
    void a_wholly_written_sector_is_never_read() {
        assertThat(partlyWritten(true, 32).memory.seen)
                .extracting(seen -> seen.kind())
                .containsExactly(1);
        assertThat(partlyWritten(false, 4).memory.seen)
                .extracting(seen -> seen.kind())
                .containsExactly(1);
    }
}
