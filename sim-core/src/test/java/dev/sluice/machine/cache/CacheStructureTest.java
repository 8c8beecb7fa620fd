// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.cache;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.device.CacheRates;
import dev.sluice.device.CacheSpec;
import dev.sluice.device.CacheSpec.Allocation;
import dev.sluice.device.CacheSpec.DirtyTracking;
import dev.sluice.device.CacheStructure;
import dev.sluice.device.CacheStructure.Bypass;
import dev.sluice.device.CacheStructure.WriteBuffer;
import dev.sluice.device.Client;
import dev.sluice.device.ClockRatio;
import dev.sluice.device.PrefetchSpec;
import dev.sluice.machine.memory.AddressSpace;
import dev.sluice.machine.request.DirectPath;
import dev.sluice.machine.request.Request;
import dev.sluice.machine.testing.CacheSpecs;
import dev.sluice.machine.testing.MockRequester;
import dev.sluice.machine.testing.MockRequester.Access;
import dev.sluice.result.CacheCounters;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What each key of a cache's structure changes, alone and by example; memory is 100 cycles away, L1 answers in 10, L2 in 20. */
final class CacheStructureTest {

    private static CacheStructure bypass(Bypass... kinds) {
        return new CacheStructure(
                PrefetchSpec.NONE, List.of(kinds), Map.of(), false, ClockRatio.CORE, WriteBuffer.NONE);
    }

    private static CacheStructure partition(Map<Client, Long> ways) {
        return new CacheStructure(PrefetchSpec.NONE, List.of(), ways, false, ClockRatio.CORE, WriteBuffer.NONE);
    }

    private static CacheStructure inclusive() {
        return new CacheStructure(PrefetchSpec.NONE, List.of(), Map.of(), true, ClockRatio.CORE, WriteBuffer.NONE);
    }

    private static CacheStructure clock(int own, int core) {
        return new CacheStructure(
                PrefetchSpec.NONE, List.of(), Map.of(), false, new ClockRatio(own, core), WriteBuffer.NONE);
    }

    private static CacheStructure buffer(int entries, int drainAfter) {
        return new CacheStructure(
                PrefetchSpec.NONE, List.of(), Map.of(), false, ClockRatio.CORE, new WriteBuffer(entries, drainAfter));
    }

    private static CacheStructure victims(int lines) {
        return CacheStructure.NONE.with(new CacheStructure.Victim(lines, 3));
    }

    private static CacheRig rig(CacheSpecs specs, CacheStructure structure) {
        specs.structure = structure;
        CacheRig rig = new CacheRig(specs.build());
        rig.memory.recording = true;
        return rig;
    }

    @Test
    void loads_go_past_a_cache_that_bypasses_them() {
        CacheRig rig = rig(CacheSpecs.l1(), bypass(Bypass.LOADS));
        MockRequester requester = rig.requester("r");
        requester.read(0, 0, 4);
        Access again = requester.read(500, 0, 4);

        rig.finish();

        assertThat(again.latency()).isEqualTo(100);
        assertThat(rig.cache.presentLines()).isZero();
        assertThat(rig.stats.total().bypasses).isEqualTo(2);
    }

    @Test
    void loads_that_go_past_still_see_what_is_dirty_here() {
        CacheRig rig = rig(CacheSpecs.l2(DirtyTracking.SECTOR), bypass(Bypass.LOADS));
        MockRequester requester = rig.requester("r");
        requester.write(0, 0, new byte[] {5, 6, 7, 8});
        Access read = requester.read(500, 0, 4);

        rig.finish();

        assertThat(read.data).containsExactly(5, 6, 7, 8);
    }

    @Test
    void a_store_that_goes_past_because_it_lost_its_line_is_counted_once() {
        CacheRig rig = rig(CacheSpecs.l2(DirtyTracking.SECTOR), bypass(Bypass.STORES));
        MockRequester requester = rig.requester("r");
        requester.read(0, 32, 4);
        requester.write(300, 31, new byte[] {7, 8}); // waits for its first sector
        rig.at(310, () -> rig.order(Maintenance.Verb.INVALIDATE)); // takes the second one

        rig.finish();

        CacheCounters total = rig.stats.total();
        assertThat(rig.memory.store.data(31)).isEqualTo((byte) 7);
        assertThat(total.bypasses).isEqualTo(1);
        assertThat(total.aboveWriteBytes()).isEqualTo(64);
        assertThat(total.belowWriteBytes()).isEqualTo(64);
    }

    @Test
    void stores_go_past_a_cache_that_bypasses_them_and_leave_no_old_copy() {
        CacheRig rig = rig(CacheSpecs.l1(), bypass(Bypass.STORES));
        MockRequester requester = rig.requester("r");
        requester.read(0, 0, 4);
        requester.write(500, 0, new byte[] {1, 2, 3, 4});
        Access read = requester.read(1000, 0, 4);

        rig.finish();

        assertThat(read.data).containsExactly(1, 2, 3, 4);
        assertThat(read.latency()).isEqualTo(110);
    }

    @Test
    void stores_go_past_a_write_back_cache_that_has_nothing_of_their_line() {
        CacheRig rig = rig(CacheSpecs.l2(DirtyTracking.SECTOR), bypass(Bypass.STORES));
        rig.requester("r").write(0, 0, new byte[32]);

        rig.finish();

        assertThat(rig.cache.dirtyLines()).isZero();
        assertThat(rig.memory.writtenBytes).isEqualTo(32);
    }

    @Test
    void host_memory_goes_past_a_cache_that_bypasses_it_and_all_else_comes_in() {
        for (CacheSpecs specs : List.of(CacheSpecs.l1(), CacheSpecs.l2(DirtyTracking.SECTOR))) {
            CacheRig rig = rig(specs, bypass(Bypass.HOST));
            MockRequester requester = rig.requester("r");
            requester.read(0, AddressSpace.HOST_BASE, 4);
            requester.write(300, AddressSpace.HOST_BASE + 64, new byte[32]);
            requester.read(600, AddressSpace.HOST_BASE, 4);
            requester.read(900, AddressSpace.HOST_BASE - 128, 4);

            rig.finish();

            assertThat(rig.cache.presentLines()).isEqualTo(1);
            assertThat(rig.cache.dirtyLines()).isZero();
            assertThat(rig.stats.total().bypasses).isEqualTo(3);
            assertThat(rig.memory.writtenBytes).isEqualTo(32);
        }
    }

    @Test
    void a_client_evicts_lines_of_its_ways_alone() {
        CacheRig rig = rig(CacheSpecs.l1().geometry(1, 4, 128, 32), partition(Map.of(Client.STORAGE, 0b0001L)));
        MockRequester storage = rig.requester("storage");
        MockRequester sampled = rig.requester("sampled");
        for (int i = 0; i < 3; i++) {
            sampled.read(i * 200L, (1 + i) * 128L, 4).client = Client.SAMPLED;
        }
        for (int i = 0; i < 10; i++) {
            storage.read(1000 + i * 200L, (100 + i) * 128L, 4);
        }
        Access kept = sampled.read(5000, 2 * 128, 4);
        kept.client = Client.SAMPLED;
        Access other = storage.read(5500, 109 * 128, 4);

        rig.finish();

        assertThat(kept.latency()).as("hits though nine lines more came").isEqualTo(10);
        assertThat(other.latency()).as("the last of its own").isEqualTo(10);
        assertThat(rig.cache.presentLines()).isLessThanOrEqualTo(4);
    }

    @Test
    void a_hit_is_a_hit_in_whatever_way() {
        CacheRig rig = rig(
                CacheSpecs.l1().geometry(1, 2, 128, 32),
                partition(Map.of(Client.STORAGE, 0b01L, Client.SAMPLED, 0b10L)));
        MockRequester sampled = rig.requester("sampled");
        sampled.read(0, 0, 4).client = Client.SAMPLED;
        Access storage = rig.requester("storage").read(500, 0, 4);

        rig.finish();

        assertThat(storage.latency()).isEqualTo(10);
    }

    private static Cache above(CacheRig rig, CacheSpecs specs) {
        CacheSpec spec = specs.build();
        return rig.cache(
                spec, "above", new DirectPath(rig.cache.newPort(), 0, 0, 128), new CacheNodeStats(spec, 1), null);
    }

    private static Cache included(CacheRig rig, CacheSpecs specs) {
        Cache above = above(rig, specs);
        SliceLinks.include(rig.cache, List.of(above));
        return above;
    }

    private static Cache excluded(CacheRig rig, CacheSpecs specs) {
        Cache above = above(rig, specs);
        SliceLinks.handDown(List.of(above), List.of(rig.cache));
        return above;
    }

    private static CacheRig exclusive(int lines) {
        return rig(
                CacheSpecs.l2(DirtyTracking.SECTOR).geometry(1, lines, 128, 32), CacheStructure.NONE.exclusive(true));
    }

    @Test
    void an_exclusive_cache_and_the_one_above_hold_as_many_lines_as_both_have() {
        CacheRig rig = exclusive(4);
        Cache l1 = excluded(rig, CacheSpecs.l1().geometry(1, 2, 128, 32));
        MockRequester requester = rig.requester("r", l1);
        for (int i = 0; i < 15; i++) {
            requester.read(i * 300L, i % 5 * 128L, 4); // five lines in turns: more than four
        }

        rig.finish();

        assertThat(requester.accesses.subList(0, 5))
                .allSatisfy(read -> assertThat(read.latency())
                        .isBetween(100 + 20 + 10L, 100 + 20 + 10 + 1L)); // the victim looks up first
        assertThat(requester.accesses.subList(5, 15))
                .allSatisfy(read -> assertThat(read.latency()).isEqualTo(1 + 20 + 10));
        assertThat(l1.presentLines() + rig.cache.presentLines()).isEqualTo(5);
        assertThat(rig.stats.structureResult()).satisfies(counted -> {
            assertThat(counted.handedUp()).isEqualTo(15);
            assertThat(counted.takenIn()).isEqualTo(13);
            assertThat(counted.refusedVictims()).isZero();
        });
    }

    @Test
    void a_clean_line_that_was_written_below_meanwhile_does_not_come_back() {
        CacheRig rig = exclusive(1);
        Cache l1 = excluded(rig, CacheSpecs.l1().geometry(1, 1, 128, 32));
        MockRequester above = rig.requester("above", l1);
        MockRequester beside = rig.requester("beside");
        above.read(0, 0, 4);
        beside.write(300, 0, new byte[] {1, 2, 3, 4});
        beside.write(600, 128, new byte[32]); // evicts it below
        above.read(900, 256, 4); // evicts the old one above
        Access read = beside.read(1500, 0, 4);

        rig.finish();

        assertThat(read.data).containsExactly(1, 2, 3, 4);
        assertThat(Objects.requireNonNull(rig.stats.structureResult()).refusedVictims())
                .isEqualTo(1);
    }

    @Test
    void what_was_invalidated_below_does_not_come_back_from_above() {
        CacheRig rig = exclusive(2);
        Cache l1 = excluded(rig, CacheSpecs.l1().geometry(1, 1, 128, 32));
        MockRequester above = rig.requester("above", l1);
        above.read(0, 0, 4);
        rig.at(200, () -> rig.memory.store.set(0, (byte) 9, 0));
        rig.at(300, () -> rig.order(Maintenance.Verb.INVALIDATE));
        above.read(600, 128, 4);
        Access read = rig.requester("beside").read(900, 0, 1);

        rig.finish();

        assertThat(read.data).containsExactly(9);
        assertThat(read.latency()).isEqualTo(120);
    }

    @Test
    void dirty_lines_of_an_exclusive_cache_stay() {
        CacheRig rig = exclusive(2);
        Cache l1 = excluded(rig, CacheSpecs.l1());
        MockRequester requester = rig.requester("r", l1);
        requester.write(0, 0, new byte[32]);
        requester.read(300, 0, 4);

        rig.finish();

        assertThat(rig.cache.dirtyLines()).isEqualTo(1);
        assertThat(l1.presentLines()).isEqualTo(1);
    }

    @Test
    void what_an_inclusive_cache_evicts_leaves_the_cache_above() {
        CacheRig rig = rig(CacheSpecs.l2(DirtyTracking.SECTOR).geometry(1, 1, 128, 32), inclusive());
        Cache l1 = included(rig, CacheSpecs.l1());
        MockRequester requester = rig.requester("r", l1);
        requester.read(0, 0, 4);
        requester.read(500, 128, 4);
        Access again = requester.read(1000, 0, 4);

        rig.finish();

        assertThat(again.latency()).as("both missed").isEqualTo(100 + 20 + 10);
        assertThat(l1.presentLines()).isEqualTo(1);
        assertThat(Objects.requireNonNull(rig.stats.structureResult()).backInvalidations())
                .isEqualTo(2);
    }

    @Test
    void a_cache_that_is_not_inclusive_leaves_copies_above_alone() {
        CacheRig rig = rig(CacheSpecs.l2(DirtyTracking.SECTOR).geometry(1, 1, 128, 32), CacheStructure.NONE);
        CacheSpec spec = CacheSpecs.l1().build();
        Cache l1 = rig.cache(
                spec, "above", new DirectPath(rig.cache.newPort(), 0, 0, 128), new CacheNodeStats(spec, 1), null);
        MockRequester requester = rig.requester("r", l1);
        requester.read(0, 0, 4);
        requester.read(500, 128, 4);
        Access again = requester.read(1000, 0, 4);

        rig.finish();

        assertThat(again.latency()).isEqualTo(10);
        assertThat(rig.stats.structureResult()).isNull();
    }

    @Test
    void dirty_bytes_above_come_down_when_an_inclusive_cache_evicts_their_line() {
        CacheRig rig = rig(CacheSpecs.l2(DirtyTracking.BYTE).geometry(1, 1, 128, 32), inclusive());
        Cache l1 = included(rig, CacheSpecs.l1().writeBack(Allocation.VALIDATE_ON_WRITE, DirtyTracking.BYTE));
        MockRequester requester = rig.requester("r", l1);
        requester.read(0, 0, 4);
        requester.write(500, 0, new byte[] {9, 9});
        requester.read(1000, 128, 4);
        Access read = requester.read(2000, 0, 2);

        rig.finish();

        assertThat(read.data).containsExactly(9, 9);
        assertThat(l1.dirtyLines()).isZero();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void dirty_bytes_above_come_down_at_once_where_requests_are_carried_out_at_once(boolean ofAnother) {
        CacheRig rig = rig(CacheSpecs.l2(DirtyTracking.BYTE).geometry(1, 1, 128, 32), inclusive());
        Cache own = above(rig, CacheSpecs.l1().writeBack(Allocation.VALIDATE_ON_WRITE, DirtyTracking.BYTE));
        Cache other = above(rig, CacheSpecs.l1().writeBack(Allocation.VALIDATE_ON_WRITE, DirtyTracking.BYTE));
        SliceLinks.include(rig.cache, List.of(own, other));
        Cache writer = ofAnother ? other : own;
        Request request = rig.pool.acquire();
        request.start(Request.READ, 0, 1, Client.STORAGE.ordinal(), -1, 1);
        writer.perform(request);
        request.start(Request.WRITE, 0, 1, Client.STORAGE.ordinal(), -1, 1);
        request.addSectorBytes(0, 0b11);
        Objects.requireNonNull(request.payload).writable()[1] = 9;
        writer.perform(request);
        request.start(Request.READ, 128, 1, Client.STORAGE.ordinal(), -1, 1);
        own.perform(request);
        request.start(Request.READ, 0, 1, Client.STORAGE.ordinal(), -1, 1);
        own.perform(request);

        assertThat(Objects.requireNonNull(request.payload).data()[1]).isEqualTo((byte) 9);
        assertThat(rig.memory.store.data(1)).isEqualTo((byte) 9);
        assertThat(rig.cache.dirtyLines()).isZero();
        rig.pool.release(request);
        rig.finish();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 3})
    void bytes_written_at_once_survive_an_inclusive_cache_of_shorter_lines_and_less_room(int victims) {
        CacheSpecs lower = CacheSpecs.l2(DirtyTracking.BYTE).geometry(2, 1, 32, 32);
        CacheRig rig = rig(lower, inclusive().with(new CacheStructure.Victim(victims, 1)));
        CacheSpec spec = CacheSpecs.l1()
                .writeBack(Allocation.VALIDATE_ON_WRITE, DirtyTracking.BYTE)
                .geometry(1, 2, 128, 32)
                .build();
        List<Cache> above = Stream.of("a", "b")
                .map(name -> rig.cache(
                        spec, name, new DirectPath(rig.cache.newPort(), 0, 0, 32), new CacheNodeStats(spec, 1), null))
                .toList();
        SliceLinks.include(rig.cache, above);
        byte[] flat = new byte[1024]; // each half is written by one of the two alone
        for (int i = 0; i < flat.length; i++) {
            flat[i] = rig.memory.store.data(i);
        }
        Random random = new Random(victims);
        Request request = rig.pool.acquire();
        for (int i = 1; i <= 4000; i++) {
            int half = random.nextInt(2);
            int at = half * 512 + random.nextInt(512);
            boolean write = random.nextBoolean();
            request.start(write ? Request.WRITE : Request.READ, at & -32, 1, Client.STORAGE.ordinal(), -1, 1);
            if (write) {
                request.addSectorBytes(0, 1 << (at & 31));
                Objects.requireNonNull(request.payload).writable()[at & 31] = flat[at] = (byte) i;
            }
            above.get(half).perform(request);
            if (!write) {
                assertThat(Objects.requireNonNull(request.payload).data()[at & 31])
                        .as("byte %d after %d accesses", at, i)
                        .isEqualTo(flat[at]);
            }
        }
        rig.pool.release(request);
        rig.finish();
    }

    @Test
    void banks_look_up_at_the_clock_of_their_cache() {
        CacheRig slow = rig(CacheSpecs.l1(), clock(2, 3));
        CacheRig fast = rig(CacheSpecs.l1(), clock(3, 2));
        for (CacheRig rig : List.of(slow, fast)) {
            MockRequester requester = rig.requester("r");
            requester.read(0, 0, 128);
            for (int i = 0; i < 12; i++) {
                requester.read(600, 32 * (i % 4), 4);
            }
            rig.finish();
            List<Access> reads = requester.accesses;
            long took = reads.get(12).answered - reads.get(1).answered;
            assertThat(took).isEqualTo(rig == slow ? 11 * 3 / 2 : 11 * 2 / 3);
        }
    }

    @Test
    void data_ports_count_cycles_of_their_cache() {
        CacheSpecs specs = CacheSpecs.l1();
        specs.rates = new CacheRates(0, 32, 0, Map.of());
        CacheRig rig = rig(specs, clock(1, 2));
        MockRequester requester = rig.requester("r");
        requester.read(0, 0, 128);
        Access first = requester.read(601, 0, 128);
        Access second = requester.read(601, 0, 128);

        rig.finish();

        assertThat(first.latency())
                .as("begins at 602, four sectors in 8 cycles")
                .isEqualTo(1 + 10 + 6);
        assertThat(second.answered - first.answered).isEqualTo(8);
    }

    @Test
    void maintenance_walks_at_the_clock_of_its_cache() {
        CacheRig core = rig(CacheSpecs.l1(), CacheStructure.NONE);
        CacheRig half = rig(CacheSpecs.l1(), clock(1, 2));
        for (CacheRig rig : List.of(core, half)) {
            rig.at(10, () -> rig.order(Maintenance.Verb.INVALIDATE));
            rig.finish();
        }

        assertThat(half.maintenanceDone.get(0) - 10).isEqualTo(2 * (core.maintenanceDone.get(0) - 10));
    }

    @Test
    void lines_that_evict_each_other_stay_with_a_victim_cache() {
        CacheRig rig = rig(CacheSpecs.l1().geometry(4, 1, 128, 32), victims(1));
        MockRequester requester = rig.requester("r");
        for (int i = 0; i < 6; i++) { // two lines of one set in turns
            requester.read(i * 300L, i % 2 * 4 * 128L, 4);
        }

        rig.finish();

        assertThat(requester.accesses.stream().map(Access::latency)).containsExactly(110L, 110L, 13L, 13L, 13L, 13L);
        assertThat(Objects.requireNonNull(rig.stats.structureResult()).victimHits())
                .isEqualTo(4);
        assertThat(rig.stats.total().evictions).isZero();
    }

    @Test
    void dirty_bytes_wait_in_the_victim_cache_and_are_flushed_from_there() {
        CacheRig rig = rig(CacheSpecs.l2(DirtyTracking.SECTOR).geometry(1, 1, 128, 32), victims(2));
        MockRequester requester = rig.requester("r");
        byte[] sector = new byte[32];
        sector[0] = 7;
        requester.write(0, 0, sector);
        requester.write(300, 128, sector);
        rig.at(600, () -> assertThat(rig.memory.writtenBytes).isZero());
        rig.at(700, () -> rig.order(Maintenance.Verb.FLUSH));

        rig.finish();

        assertThat(rig.memory.writtenBytes).isEqualTo(64);
        assertThat(rig.memory.store.data(0)).isEqualTo((byte) 7);
        assertThat(rig.cache.presentLines()).isEqualTo(2);
    }

    @Test
    void the_least_recently_used_victim_leaves_when_there_is_no_room() {
        CacheRig rig = rig(CacheSpecs.l1().geometry(1, 1, 128, 32), victims(2));
        MockRequester requester = rig.requester("r");
        int[] lines = {0, 1, 2, 0, 3, 1, 0};
        for (int i = 0; i < lines.length; i++) {
            requester.read(i * 300L, lines[i] * 128L, 4);
        }

        rig.finish();

        assertThat(requester.accesses.stream().map(Access::latency))
                .containsExactly(110L, 110L, 110L, 13L, 110L, 110L, 13L);
    }

    private static CacheSpecs oneLine() {
        CacheSpecs specs = CacheSpecs.l2(DirtyTracking.BYTE).allocate(Allocation.VALIDATE_ON_WRITE);
        return specs.geometry(1, 1, 128, 32);
    }

    @Test
    void a_write_back_waits_for_another_of_its_line() {
        CacheRig rig = rig(oneLine(), buffer(2, 1000));
        MockRequester requester = rig.requester("r");
        requester.write(0, 0, new byte[] {1});
        requester.write(50, 128, new byte[] {2}); // evicts line 0
        requester.write(100, 1, new byte[] {3}); // evicts line 1
        requester.write(150, 128, new byte[] {4}); // evicts line 0 again, whose bytes join
        rig.at(500, () -> rig.order(Maintenance.Verb.FLUSH));

        rig.finish();

        assertThat(rig.memory.seen).hasSize(2);
        assertThat(Objects.requireNonNull(rig.stats.structureResult()).mergedWriteBacks())
                .isEqualTo(2);
        assertThat(rig.memory.store.data(0)).isEqualTo((byte) 1);
        assertThat(rig.memory.store.data(1)).isEqualTo((byte) 3);
        assertThat(rig.memory.store.data(128)).isEqualTo((byte) 4);
    }

    @Test
    void bytes_and_sectors_of_write_backs_that_join_count_as_they_go_down() {
        CacheRig rig = rig(oneLine(), buffer(2, 1000));
        MockRequester requester = rig.requester("r");
        requester.write(0, 0, new byte[] {1, 2});
        requester.write(50, 128, new byte[] {3}); // evicts line 0
        requester.write(100, 1, new byte[] {4, 5}); // evicts line 1
        requester.write(150, 128, new byte[] {6}); // evicts line 0 again: a byte of it is new
        rig.at(500, () -> rig.order(Maintenance.Verb.FLUSH));

        rig.finish();

        assertThat(rig.memory.writtenBytes).isEqualTo(4);
        assertThat(rig.stats.total().writebackBytes).isEqualTo(4);
        assertThat(rig.stats.total().writtenSectors).isEqualTo(2);
    }

    @Test
    void a_kept_write_back_goes_before_the_fetch_of_its_line() {
        CacheRig rig = rig(oneLine(), buffer(4, 1000));
        MockRequester requester = rig.requester("r");
        requester.write(0, 0, new byte[] {1, 2, 3, 4});
        requester.write(50, 128, new byte[] {5});
        Access read = requester.read(100, 0, 4);

        rig.finish();

        assertThat(read.data).containsExactly(1, 2, 3, 4);
    }

    @Test
    void a_kept_write_back_goes_when_its_time_is_over() {
        CacheRig rig = rig(oneLine(), buffer(4, 300));
        MockRequester requester = rig.requester("r");
        requester.write(0, 0, new byte[] {1});
        requester.write(50, 128, new byte[] {2});

        rig.finish();

        assertThat(rig.memory.seen)
                .singleElement()
                .satisfies(seen -> assertThat(seen.cycle()).isEqualTo(350));
    }

    @Test
    void the_oldest_write_back_goes_when_the_buffer_is_full() {
        CacheRig rig = rig(oneLine(), buffer(1, 10_000));
        MockRequester requester = rig.requester("r");
        requester.write(0, 0, new byte[] {1});
        requester.write(50, 128, new byte[] {2});
        requester.write(100, 256, new byte[] {3});

        rig.finish();

        assertThat(rig.memory.seen.get(0).cycle()).isEqualTo(100);
        assertThat(rig.memory.seen.get(0).address()).isZero();
    }
}
