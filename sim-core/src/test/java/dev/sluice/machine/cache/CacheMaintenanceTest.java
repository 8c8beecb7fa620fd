// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.cache;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.device.CacheSpec;
import dev.sluice.device.CacheSpec.DirtyTracking;
import dev.sluice.machine.cache.Maintenance.Verb;
import dev.sluice.machine.testing.CacheSpecs;
import dev.sluice.machine.testing.MockRequester;
import dev.sluice.machine.testing.MockRequester.Access;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Flush and invalidate: what they do to bytes, and what they cost. */
final class CacheMaintenanceTest {

    @ParameterizedTest
    @ValueSource(ints = {1, 3, 4})
    void walking_an_empty_cache_takes_its_tags_over_the_walk_rate(int walk) {
        CacheSpecs b = CacheSpecs.l2(DirtyTracking.LINE).geometry(64, 4, 128, 32);
        b.walk = walk;
        CacheRig rig = new CacheRig(b.build());
        Maintenance m = rig.order(Verb.INVALIDATE);
        int cycles = (256 + walk - 1) / walk;
        rig.engine.runUntil(cycles - 1);
        assertThat(rig.maintenanceDone).isEmpty();
        rig.engine.runUntil(cycles);
        assertThat(rig.maintenanceDone).containsExactly((long) cycles);
        assertThat(m.linesVisited).isEqualTo(256);
        assertThat(m.endCycle - m.startCycle).isEqualTo(cycles);
        rig.finish();
    }

    @Test
    void a_large_clean_cache_is_walked_with_few_events() {
        CacheRig rig = new CacheRig(
                CacheSpecs.l2(DirtyTracking.LINE).geometry(1024, 16, 128, 32).build());
        rig.order(Verb.FLUSH);
        rig.finish();
        assertThat(rig.engine.executedEvents()).isLessThan(10);
        assertThat(rig.engine.now()).isEqualTo(16384);
    }

    @Test
    void a_flush_ends_when_its_write_backs_are_answered() {
        CacheRig rig = new CacheRig(
                CacheSpecs.l2(DirtyTracking.SECTOR).geometry(4, 2, 128, 32).build());
        rig.requester("client").write(0, 0, new byte[32]);
        Maintenance[] m = new Maintenance[1];
        rig.at(100, () -> m[0] = rig.order(Verb.FLUSH));
        rig.finish();
        assertThat(m[0].endCycle).isEqualTo(200);
        assertThat(m[0].dirtyLines).isEqualTo(1);
        assertThat(m[0].writtenBackBytes).isEqualTo(32);
        assertThat(rig.stats.total().flushedLines).isEqualTo(1);
    }

    @Test
    void a_flush_ends_when_the_last_answer_comes_whichever_was_sent_last() {
        CacheRig rig = new CacheRig(
                CacheSpecs.l2(DirtyTracking.SECTOR).geometry(4, 2, 128, 32).build());
        MockRequester client = rig.requester("client");
        client.write(0, 0, new byte[32]);
        client.write(1, 128, new byte[32]);
        Maintenance[] m = new Maintenance[1];
        rig.at(100, () -> {
            rig.memory.pause();
            m[0] = rig.order(Verb.FLUSH);
        });
        rig.at(200, () -> {
            rig.memory.latency = 50;
            rig.memory.serveOne();
            rig.memory.latency = 10;
            rig.memory.serveOne();
        });
        rig.finish();
        assertThat(m[0].endCycle).isEqualTo(250);
    }

    @Test
    void a_flush_does_not_wait_for_write_backs_that_came_after_it() {
        CacheRig rig = new CacheRig(
                CacheSpecs.l2(DirtyTracking.SECTOR).geometry(1, 1, 128, 32).build());
        MockRequester client = rig.requester("client");
        client.write(0, 0, new byte[32]);
        client.write(150, 128, new byte[32]);
        client.read(160, 256, 32); // evicts what was written
        Maintenance[] m = new Maintenance[1];
        rig.at(100, () -> m[0] = rig.order(Verb.FLUSH));
        rig.finish();
        assertThat(m[0].endCycle).isEqualTo(200);
    }

    @Test
    void a_flush_waits_for_write_backs_of_earlier_evictions() {
        CacheRig rig = new CacheRig(
                CacheSpecs.l2(DirtyTracking.SECTOR).geometry(1, 1, 128, 32).build(), 300, true, null);
        MockRequester client = rig.requester("client");
        client.write(0, 0, new byte[32]);
        client.read(50, 128, 32);
        Maintenance[] m = new Maintenance[1];
        rig.at(60, () -> m[0] = rig.order(Verb.FLUSH));
        rig.finish();
        assertThat(m[0].dirtyLines).isZero();
        assertThat(m[0].endCycle).isEqualTo(350);
    }

    @Test
    void an_invalidate_keeps_dirty_bytes() {
        CacheRig rig = new CacheRig(CacheSpecs.l2(DirtyTracking.LINE).build());
        MockRequester client = rig.requester("client");
        client.write(0, 4, (byte) 9);
        rig.at(300, () -> rig.order(Verb.INVALIDATE));
        Access read = client.read(600, 4, 1);
        rig.finish();
        assertThat(rig.memory.store.data(4)).isEqualTo((byte) 9);
        assertThat(read.servedBy).isSameAs(rig.memory);
        assertThat(read.data[0]).isEqualTo((byte) 9);
        assertThat(rig.stats.total().invalidatedLines).isEqualTo(1);
    }

    @Test
    void an_invalidate_makes_newer_bytes_below_visible_and_nothing_else_does() {
        CacheRig rig = new CacheRig(CacheSpecs.l1().build());
        MockRequester client = rig.requester("client");
        client.read(0, 0, 1);
        rig.at(200, () -> rig.memory.store.set(0, (byte) 42, 5));
        Access stale = client.read(300, 0, 1);
        rig.at(400, () -> rig.order(Verb.INVALIDATE));
        Access fresh = client.read(500, 0, 1);
        rig.finish();
        assertThat(stale.data[0]).isNotEqualTo((byte) 42);
        assertThat(stale.servedBy).isSameAs(rig.cache);
        assertThat(fresh.data[0]).isEqualTo((byte) 42);
    }

    @Test
    void a_fill_under_way_when_an_invalidate_begins_is_not_installed() {
        CacheRig rig = new CacheRig(CacheSpecs.l1().build());
        MockRequester client = rig.requester("client");
        client.read(0, 0, 1);
        rig.at(50, () -> {
            rig.memory.store.set(0, (byte) 42, 5);
            rig.order(Verb.INVALIDATE);
        });
        Access during = client.read(80, 0, 1);
        rig.finish();
        assertThat(during.data[0]).isEqualTo((byte) 42);
        assertThat(rig.memory.readSectors).isEqualTo(2);
    }

    @Test
    void look_ups_wait_while_a_walk_holds_the_tag_port_and_lengthen_it() {
        CacheRig rig = new CacheRig(CacheSpecs.l1().geometry(64, 4, 128, 32).build());
        MockRequester client = rig.requester("client");
        client.read(0, 0, 32);
        rig.at(1000, () -> rig.order(Verb.FLUSH));
        Access read = client.read(1001, 0, 32);
        rig.finish();
        assertThat(read.answered).isEqualTo(1000 + 32 + 10);
        assertThat(rig.maintenanceDone).containsExactly(1000L + 256 + 1);
    }

    @ParameterizedTest
    @CsvSource({"0,false", "10,false", "30,false", "31,true", "200,true", "255,true"})
    void a_look_up_during_an_invalidate_hits_only_what_the_walk_has_not_passed(int line, boolean hit) {
        CacheRig rig = new CacheRig(CacheSpecs.l1().geometry(256, 1, 128, 32).build());
        MockRequester client = rig.requester("client");
        for (int i = 0; i < 256; i++) {
            client.read(i, i * 128L, 32);
        }
        rig.at(20_000, () -> rig.order(Verb.INVALIDATE));

        // granted after a burst of the walk, which passes a line a cycle but that of the look-up
        Access during = client.read(20_001, line * 128L, 32);
        rig.finish();

        assertThat(during.servedBy == rig.cache).isEqualTo(hit);
        assertThat(rig.stats.total().invalidatedLines).isEqualTo(256);
    }

    @Test
    void ranges_are_honoured_only_where_the_cache_can() {
        for (boolean ranged : new boolean[] {true, false}) {
            CacheSpecs b = CacheSpecs.l2(DirtyTracking.LINE).geometry(16, 4, 128, 32);
            b.ranged = ranged;
            CacheRig rig = new CacheRig(b.build());
            MockRequester client = rig.requester("client");
            for (int i = 0; i < 8; i++) {
                client.write(i, i * 128L, new byte[128]);
            }
            Maintenance m = new Maintenance().start(Verb.INVALIDATE, -1, -1);
            m.addRange(130, 300);
            rig.at(500, () -> rig.order(rig.cache, m));
            rig.finish();
            assertThat(m.linesVisited).isEqualTo(ranged ? 2 : 64);
            assertThat(m.invalidatedLines).isEqualTo(ranged ? 2 : 8);
            assertThat(rig.cache.presentLines()).isEqualTo(ranged ? 6 : 0);
            assertThat(m.writtenBackBytes).isEqualTo(ranged ? 256 : 1024);
        }
    }

    @Test
    void several_orders_are_served_one_after_the_other() {
        CacheRig rig = new CacheRig(CacheSpecs.l1().build());
        Maintenance first = rig.order(Verb.INVALIDATE);
        Maintenance second = rig.order(Verb.FLUSH);
        Maintenance third = rig.order(Verb.INVALIDATE);
        rig.finish();
        assertThat(first.endCycle).isEqualTo(8);
        assertThat(second.startCycle).isEqualTo(8);
        assertThat(third.startCycle).isEqualTo(16);
        assertThat(rig.maintenanceDone).hasSize(3);
    }

    @Test
    void a_walk_stops_while_the_next_level_takes_nothing() {
        CacheRig rig = new CacheRig(
                CacheSpecs.l2(DirtyTracking.LINE).geometry(16, 4, 128, 32).build());
        MockRequester client = rig.requester("client");
        for (int i = 0; i < 64; i++) {
            client.write(i, i * 128L, new byte[128]);
        }
        rig.at(500, () -> rig.order(Verb.FLUSH));
        rig.at(501, rig.memory::pause);
        rig.at(9000, rig.memory::resume);
        rig.finish();
        assertThat(rig.memory.writtenBytes).isEqualTo(64 * 128);
        assertThat(rig.maintenanceDone.get(0)).isGreaterThan(9000);
    }

    @Test
    void refills_are_charged_to_the_barrier_that_dropped_the_sectors_once() {
        CacheRig rig = new CacheRig(CacheSpecs.l1().build());
        MockRequester client = rig.requester("client");
        client.read(0, 0, 64);
        client.read(1, 128, 32);
        rig.at(300, () -> rig.order(rig.cache, new Maintenance().start(Verb.INVALIDATE, 5, -1)));
        client.read(400, 0, 32);
        client.read(600, 32, 64);
        client.read(800, 0, 96);
        client.read(900, 2048, 32);
        rig.finish();
        assertThat(rig.ledger.refillMisses(5)).isEqualTo(2);
        assertThat(rig.ledger.refillBytes(5)).isEqualTo(64);
        assertThat(rig.ledger.refillMisses(4)).isZero();
    }

    @Test
    void a_discard_writes_nothing_back() {
        CacheRig rig = new CacheRig(CacheSpecs.l2(DirtyTracking.LINE).build());
        MockRequester client = rig.requester("client");
        client.write(0, 0, new byte[128]);
        Maintenance m = new Maintenance().start(Verb.DISCARD, -1, -1);
        rig.at(300, () -> rig.order(rig.cache, m));
        Access read = client.read(600, 0, 4);
        rig.finish();
        assertThat(rig.memory.writtenBytes).isZero();
        assertThat(rig.cache.dirtyLines()).isZero();
        assertThat(read.servedBy).isSameAs(rig.memory);
        assertThat(m.dirtyLines).isEqualTo(1);
        assertThat(m.discardedLines).isEqualTo(1);
        assertThat(m.invalidatedLines).isEqualTo(1);
        assertThat(m.writtenBackBytes).isZero();
        assertThat(rig.stats.total().flushedLines).isZero();
    }

    @Test
    void a_discard_forgets_dirty_bytes_of_lines_that_were_never_filled() {
        CacheRig rig = new CacheRig(CacheSpecs.l2(DirtyTracking.BYTE)
                .allocate(CacheSpec.Allocation.VALIDATE_ON_WRITE)
                .build());
        MockRequester client = rig.requester("client");
        client.write(0, 4, (byte) 9);
        rig.at(300, () -> rig.order(rig.cache, new Maintenance().start(Verb.DISCARD, -1, -1)));
        Access read = client.read(600, 4, 1);
        rig.finish();
        assertThat(rig.memory.writtenBytes).isZero();
        assertThat(read.data[0]).isNotEqualTo((byte) 9);
    }

    @Test
    void a_discard_keeps_to_its_ranges_and_what_they_cover_in_part() {
        CacheRig rig = new CacheRig(
                CacheSpecs.l2(DirtyTracking.LINE).geometry(16, 4, 128, 32).build());
        MockRequester client = rig.requester("client");
        for (int i = 0; i < 4; i++) {
            client.write(i, i * 128L, new byte[128]);
        }
        Maintenance m = new Maintenance().start(Verb.DISCARD, -1, -1);
        m.addRange(128, 256 + 32);
        rig.at(500, () -> rig.order(rig.cache, m));
        rig.finish();
        assertThat(m.discardedLines).isEqualTo(1);
        assertThat(rig.memory.writtenBytes).isEqualTo(128);
        assertThat(rig.cache.presentLines()).isEqualTo(2);
    }

    @Test
    void a_discard_does_not_let_a_fill_under_way_bring_the_line_back() {
        CacheRig rig = new CacheRig(CacheSpecs.l2(DirtyTracking.BYTE)
                .allocate(CacheSpec.Allocation.VALIDATE_ON_WRITE)
                .build());
        MockRequester client = rig.requester("client");
        client.write(0, 4, (byte) 9);
        Access read = client.read(40, 8, 1);
        rig.at(60, () -> rig.order(rig.cache, new Maintenance().start(Verb.DISCARD, -1, -1)));
        rig.finish();
        assertThat(read.done()).isTrue();
        assertThat(rig.cache.dirtyLines()).isZero();
        assertThat(rig.cache.contents().versionOf(4)).isZero();
        assertThat(rig.memory.writtenBytes).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"FLUSH", "INVALIDATE", "DISCARD"})
    void exact_ranges_cost_a_cycle_a_line_in_any_cache(String verb) {
        CacheSpecs b = CacheSpecs.l2(DirtyTracking.LINE).geometry(16, 4, 128, 32);
        b.walk = 4;
        CacheRig rig = new CacheRig(b.build());
        Maintenance m = new Maintenance().start(Verb.valueOf(verb), -1, -1);
        m.exact = true;
        m.addRange(128, 256);
        m.addRange(512, 1024);
        rig.order(rig.cache, m);
        rig.finish();
        assertThat(m.linesVisited).isEqualTo(5);
        assertThat(m.endCycle - m.startCycle).isEqualTo(5);
    }

    @Test
    void exact_ranges_leave_other_lines_alone() {
        CacheRig rig = new CacheRig(
                CacheSpecs.l2(DirtyTracking.LINE).geometry(16, 4, 128, 32).build());
        MockRequester client = rig.requester("client");
        for (int i = 0; i < 4; i++) {
            client.write(i, i * 128L, new byte[128]);
        }
        Maintenance m = new Maintenance().start(Verb.FLUSH, -1, -1);
        m.exact = true;
        m.addRange(128, 256);
        rig.at(500, () -> rig.order(rig.cache, m));
        rig.finish();
        assertThat(m.dirtyLines).isEqualTo(1);
        assertThat(rig.cache.dirtyLines()).isEqualTo(3);
        assertThat(rig.memory.writtenBytes).isEqualTo(128);
    }

    @Test
    void exact_without_ranges_does_nothing() {
        CacheRig rig = new CacheRig(CacheSpecs.l2(DirtyTracking.LINE).build());
        rig.requester("client").write(0, 0, new byte[128]);
        Maintenance m = new Maintenance().start(Verb.INVALIDATE, -1, -1);
        m.exact = true;
        rig.at(500, () -> rig.order(rig.cache, m));
        rig.finish();
        assertThat(rig.cache.dirtyLines()).isEqualTo(1);
        assertThat(m.endCycle).isEqualTo(500);
    }

    @Test
    void starting_anew_forgets_that_ranges_were_exact() {
        Maintenance m = new Maintenance().start(Verb.DISCARD, -1, -1);
        m.exact = true;
        m.start(Verb.FLUSH, -1, -1);
        assertThat(m.exact).isFalse();
    }

    @Test
    void a_fill_says_that_the_demand_was_for_an_image() {
        CacheRig rig = new CacheRig(CacheSpecs.l1().build());
        rig.memory.recording = true;
        MockRequester client = rig.requester("client");
        client.read(0, 0, 4).with(dev.sluice.machine.request.Request.IMAGE);
        client.read(500, 512, 4);
        rig.finish();
        assertThat(rig.memory.seen.get(0).flags() & dev.sluice.machine.request.Request.IMAGE)
                .isNotZero();
        assertThat(rig.memory.seen.get(1).flags() & dev.sluice.machine.request.Request.IMAGE)
                .isZero();
    }
}
