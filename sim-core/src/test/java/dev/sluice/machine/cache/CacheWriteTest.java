// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.cache;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.device.CacheSpec;
import dev.sluice.device.CacheSpec.Allocation;
import dev.sluice.device.CacheSpec.DirtyTracking;
import dev.sluice.machine.request.Request;
import dev.sluice.machine.request.SectorStore;
import dev.sluice.machine.testing.CacheSpecs;
import dev.sluice.machine.testing.MockRequester;
import dev.sluice.machine.testing.MockRequester.Access;
import dev.sluice.machine.truth.AccessChecker;
import dev.sluice.machine.truth.CacheContents;
import dev.sluice.program.image.MeantTexels;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Stores and atomics under every write policy and dirty tracking. */
final class CacheWriteTest {

    private static final byte[] SECTOR = new byte[32];

    private static CacheRig rig(CacheSpecs b) {
        CacheRig rig = new CacheRig(b.build());
        rig.memory.recording = true;
        for (int i = 0; i < 1024; i++) {
            rig.memory.store.set(i, (byte) 1, 0);
        }
        return rig;
    }

    @Test
    void write_through_passes_the_store_down_and_updates_its_copy() {
        CacheRig rig = rig(CacheSpecs.l1());
        MockRequester client = rig.requester("client");
        client.read(0, 0, 32);
        client.write(200, 4, (byte) 9);
        Access read = client.read(201, 4, 2);
        rig.finish();
        assertThat(read.latency()).isEqualTo(10);
        assertThat(read.data).containsExactly(9, 1);
        assertThat(rig.memory.store.data(4)).isEqualTo((byte) 9);
        assertThat(rig.stats.total().writeThroughBytes).isEqualTo(1);
        assertThat(rig.stats.total().writeHits).isEqualTo(1);
    }

    @Test
    void write_through_without_allocation_leaves_a_missing_line_missing() {
        CacheRig rig = rig(CacheSpecs.l1());
        rig.requester("client").write(0, 4, (byte) 9);
        rig.finish();
        assertThat(rig.cache.presentLines()).isZero();
        assertThat(rig.stats.total().writeMisses).isEqualTo(1);
    }

    @Test
    void write_through_with_fetch_on_write_fetches_after_the_store() {
        CacheRig rig = rig(CacheSpecs.l1().allocate(Allocation.FETCH_ON_WRITE));
        MockRequester client = rig.requester("client");
        client.write(0, 4, (byte) 9);
        Access read = client.read(300, 0, 8);
        rig.finish();
        assertThat(rig.memory.seen).extracting(s -> s.kind()).containsExactly(Request.WRITE, Request.READ);
        assertThat(read.latency()).isEqualTo(10);
        assertThat(read.data[4]).isEqualTo((byte) 9);
    }

    @Test
    void write_through_with_fetch_on_write_fetches_no_sector_that_the_store_writes_wholly() {
        CacheRig rig = rig(CacheSpecs.l1().allocate(Allocation.FETCH_ON_WRITE));
        MockRequester client = rig.requester("client");
        byte[] bytes = new byte[40];
        Arrays.fill(bytes, (byte) 9);
        client.write(0, 32, bytes);
        Access whole = client.read(1, 32, 32);
        Access part = client.read(300, 64, 16);
        rig.finish();
        assertThat(rig.memory.seen).extracting(s -> s.kind()).containsExactly(Request.WRITE, Request.READ);
        assertThat(rig.memory.seen.get(1).sectors()).isEqualTo(1 << 2);
        assertThat(whole.latency()).isEqualTo(10);
        assertThat(whole.data).containsOnly(9);
        assertThat(part.latency()).isEqualTo(10);
        assertThat(Arrays.copyOf(part.data, 8)).containsOnly(9);
        assertThat(rig.stats.total().fills).isEqualTo(1);
    }

    @Test
    void a_load_after_a_store_never_gets_bytes_fetched_before_the_store() {
        CacheRig rig = rig(CacheSpecs.l1());
        MockRequester client = rig.requester("client");
        Access before = client.read(0, 0, 32);
        client.write(1, 4, (byte) 9);
        Access after = client.read(2, 0, 32);
        rig.finish();
        assertThat(before.data[4]).isEqualTo((byte) 1);
        assertThat(after.data[4]).isEqualTo((byte) 9);
        assertThat(after.answered).isEqualTo(210);
    }

    @Test
    void a_store_passes_a_read_only_cache_and_takes_its_copy_along() {
        CacheSpecs b = CacheSpecs.l1();
        b.readOnly = true;
        CacheRig rig = rig(b);
        MockRequester client = rig.requester("client");
        client.read(0, 0, 64);
        client.write(200, 4, (byte) 9);
        Access touched = client.read(400, 4, 1);
        Access untouched = client.read(401, 32, 1);
        rig.finish();
        assertThat(touched.data[0]).isEqualTo((byte) 9);
        assertThat(touched.latency()).isEqualTo(110);
        assertThat(untouched.latency()).isEqualTo(10);
    }

    @Test
    void write_back_keeps_a_store_until_flushed() {
        CacheRig rig = rig(CacheSpecs.l2(DirtyTracking.SECTOR));
        Access write = rig.requester("client").write(0, 0, SECTOR);
        rig.engine.runUntil(500);
        assertThat(write.latency()).isEqualTo(20);
        assertThat(rig.memory.seen).isEmpty();
        rig.order(Maintenance.Verb.FLUSH);
        rig.finish();
        assertThat(rig.memory.store.data(3)).isZero();
        assertThat(rig.cache.dirtyLines()).isZero();
        assertThat(rig.cache.presentLines()).isEqualTo(1);
    }

    @Test
    void fetch_on_write_fetches_the_sectors_of_the_store_that_it_does_not_overwrite() {
        CacheRig rig = rig(CacheSpecs.l2(DirtyTracking.SECTOR));
        Access write = rig.requester("client").write(0, 16, new byte[48]);
        rig.finish();
        assertThat(rig.memory.seen).hasSize(1);
        assertThat(rig.memory.seen.get(0).sectors()).isEqualTo(1);
        assertThat(write.latency()).isEqualTo(120);
    }

    @Test
    void validate_on_write_fetches_nothing_and_a_later_read_merges_under_the_dirty_bytes() {
        CacheRig rig = rig(CacheSpecs.l2(DirtyTracking.BYTE).allocate(Allocation.VALIDATE_ON_WRITE));
        MockRequester client = rig.requester("client");
        Access write = client.write(0, 4, (byte) 9, (byte) 8);
        rig.engine.runUntil(100);
        assertThat(rig.memory.seen).isEmpty();
        assertThat(write.latency()).isEqualTo(20);
        assertThat(rig.cache.contents().versionOf(4)).isEqualTo(1);
        assertThat(rig.cache.contents().versionOf(6)).isEqualTo(CacheContents.ABSENT);
        Access read = client.read(200, 0, 8);
        rig.finish();
        assertThat(read.data).containsExactly(1, 1, 1, 1, 9, 8, 1, 1);
    }

    @Test
    void validate_on_write_needs_no_fetch_once_every_byte_was_written() {
        CacheRig rig = rig(CacheSpecs.l2(DirtyTracking.BYTE).allocate(Allocation.VALIDATE_ON_WRITE));
        MockRequester client = rig.requester("client");
        client.write(0, 0, new byte[20]);
        client.write(1, 20, new byte[12]);
        Access read = client.read(100, 0, 32);
        rig.finish();
        assertThat(read.latency()).isEqualTo(20);
        assertThat(rig.memory.seen).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(
            value = DirtyTracking.class,
            names = {"LINE", "SECTOR", "BYTE"})
    void stale_neighbours_are_written_back_in_the_unit_of_dirty_tracking(DirtyTracking dirty) {
        CacheRig rig = rig(CacheSpecs.l2(dirty));
        MockRequester client = rig.requester("client");
        client.read(0, 0, 128);
        client.write(200, 4, (byte) 9);
        rig.at(300, () -> {
            rig.memory.store.set(5, (byte) 55, 77);
            rig.memory.store.set(40, (byte) 40, 77);
        });
        rig.at(400, () -> rig.order(Maintenance.Verb.FLUSH));
        rig.finish();
        assertThat(rig.memory.store.data(4)).isEqualTo((byte) 9);
        assertThat(rig.memory.store.data(5)).isEqualTo((byte) (dirty == DirtyTracking.BYTE ? 55 : 1));
        assertThat(rig.memory.store.data(40)).isEqualTo((byte) (dirty == DirtyTracking.LINE ? 1 : 40));
        assertThat(rig.stats.total().writebackBytes)
                .isEqualTo(dirty == DirtyTracking.LINE ? 128 : dirty == DirtyTracking.SECTOR ? 32 : 1);
        assertThat(rig.memory.writtenBytes).isEqualTo(rig.stats.total().writebackBytes);
    }

    @ParameterizedTest
    @EnumSource(
            value = DirtyTracking.class,
            names = {"LINE", "SECTOR", "BYTE"})
    void a_dirty_victim_reaches_memory_before_its_line_is_fetched_again(DirtyTracking dirty) {
        CacheRig rig = rig(CacheSpecs.l2(dirty).geometry(1, 1, 128, 32));
        MockRequester client = rig.requester("client");
        client.write(0, 4, (byte) 9);
        client.read(300, 128, 32);
        Access again = client.read(301, 0, 32);
        rig.finish();
        assertThat(again.data[4]).isEqualTo((byte) 9);
        assertThat(rig.stats.total().dirtyEvictions).isEqualTo(1);
        assertThat(rig.stats.total().evictions).isEqualTo(2);
    }

    @Test
    void two_first_level_caches_writing_neighbouring_bytes_of_a_line_both_land() {
        CacheRig rig = rig(CacheSpecs.l2(DirtyTracking.LINE));
        CacheSpec upper = CacheSpecs.l1().build();
        List<Access> writes = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            Cache l1 = rig.cache(
                    upper,
                    "l1[" + i + "]",
                    new dev.sluice.machine.request.DirectPath(rig.cache.newPort(), 3, 3, 128),
                    new CacheNodeStats(upper, 1),
                    null);
            MockRequester unit = rig.requester("cu" + i, l1);
            unit.read(0, 0, 32);
            writes.add(unit.write(400, 8 + i, (byte) (50 + i)));
        }
        rig.at(800, () -> rig.order(Maintenance.Verb.FLUSH));
        rig.finish();
        assertThat(writes).allMatch(Access::done);
        assertThat(rig.memory.store.data(8)).isEqualTo((byte) 50);
        assertThat(rig.memory.store.data(9)).isEqualTo((byte) 51);
    }

    @Test
    void atomics_are_executed_in_order_on_the_line() {
        CacheRig rig = rig(CacheSpecs.l2(DirtyTracking.BYTE));
        for (int i = 0; i < 4; i++) {
            rig.memory.store.set(i, (byte) 0, 0);
        }
        Access first = rig.requester("a").atomicAdd(0, 0, 5);
        Access second = rig.requester("b").atomicAdd(1, 0, 7);
        rig.at(500, () -> rig.order(Maintenance.Verb.FLUSH));
        rig.finish();
        assertThat(first.result).isZero();
        assertThat(second.result).isEqualTo(5);
        assertThat(rig.memory.store.data(0)).isEqualTo((byte) 12);
        assertThat(rig.memory.store.version(0)).isEqualTo(1);
        assertThat(rig.stats.total().atomics).isEqualTo(2);
    }

    @Test
    void an_atomic_passes_a_first_level_cache_and_takes_its_copy_along() {
        CacheRig rig = rig(CacheSpecs.l1());
        MockRequester client = rig.requester("client");
        client.read(0, 0, 32);
        client.atomicAdd(200, 0, 1);
        Access read = client.read(400, 0, 1);
        rig.finish();
        assertThat(read.servedBy).isSameAs(rig.memory);
        assertThat(read.data[0]).isEqualTo((byte) 2);
    }

    @Test
    void a_coherent_store_drops_the_own_copy() {
        CacheRig rig = rig(CacheSpecs.l1());
        MockRequester client = rig.requester("client");
        client.read(0, 0, 32);
        client.write(200, 0, (byte) 5).with(Request.COHERENT);
        Access read = client.read(400, 0, 1);
        rig.finish();
        assertThat(read.servedBy).isSameAs(rig.memory);
        assertThat(read.data[0]).isEqualTo((byte) 5);
    }

    @Test
    void the_checker_hears_of_a_write_back_from_above_before_it_is_merged() {
        List<String> heard = new ArrayList<>();
        AccessChecker checker = new AccessChecker() {
            @Override
            public boolean isMeant(long address, int sectors, SectorStore store, int slot) {
                return false;
            }

            @Override
            public void wrote(Request request) {
                throw new AssertionError("only clients say so");
            }

            @Override
            public void read(Request request, MeantTexels meant) {
                throw new AssertionError("only clients say so");
            }

            @Override
            public void overwrites(Request request, int sector, int mask, SectorStore store, int slot) {
                heard.add(sector + ":" + Integer.toHexString(mask) + " over version " + store.byteVersion(slot, 0));
            }
        };
        CacheRig rig = new CacheRig(CacheSpecs.l2(DirtyTracking.LINE).build(), 100, true, checker);
        MockRequester client = rig.requester("client");
        client.agent = 3;
        client.write(0, 0, SECTOR);
        client.agent = 4;
        client.write(100, 0, SECTOR).with(Request.WRITE_BACK);
        client.write(200, 32, SECTOR).with(Request.WRITE_BACK);
        rig.at(500, () -> rig.order(Maintenance.Verb.FLUSH));
        rig.finish();
        assertThat(heard).containsExactly("0:ffffffff over version 3");
    }

    @Test
    void a_probe_tells_what_is_held_and_what_is_dirty() {
        CacheRig rig = rig(CacheSpecs.l2(DirtyTracking.SECTOR));
        MockRequester client = rig.requester("client");
        client.read(0, 0, 64);
        client.agent = 6;
        client.write(300, 4, (byte) 9);
        rig.engine.runUntil(600);
        assertThat(rig.cache.contents().versionOf(4)).isEqualTo(6);
        assertThat(rig.cache.contents().versionOf(5)).isZero();
        assertThat(rig.cache.contents().versionOf(64)).isEqualTo(CacheContents.ABSENT);
        assertThat(rig.cache.contents().dirty(5)).isTrue();
        assertThat(rig.cache.contents().dirty(32)).isFalse();
        assertThat(rig.cache.contents().role()).isEqualTo("L2");
    }
}
