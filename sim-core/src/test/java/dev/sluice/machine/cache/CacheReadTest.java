// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.cache;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.device.CacheSpec;
import dev.sluice.machine.request.Request;
import dev.sluice.machine.testing.CacheSpecs;
import dev.sluice.machine.testing.MockRequester;
import dev.sluice.machine.testing.MockRequester.Access;
import org.junit.jupiter.api.Test;

/** Reads: hit latency, sector misses, merging, stalls, banks, credits. */
final class CacheReadTest {

    private static CacheRig rig(CacheSpecs b) {
        CacheRig rig = new CacheRig(b.build());
        rig.memory.recording = true;
        for (int i = 0; i < 4096; i++) {
            rig.memory.store.set(i, (byte) i, 7);
        }
        return rig;
    }

    @Test
    void a_hit_is_answered_after_the_latency_and_not_before() {
        CacheRig rig = rig(CacheSpecs.l1());
        MockRequester client = rig.requester("client");
        client.read(0, 0, 32);
        Access hit = client.read(200, 0, 32);
        rig.engine.runUntil(209);
        assertThat(hit.done()).isFalse();
        rig.engine.runUntil(210);
        assertThat(hit.done()).isTrue();
        assertThat(hit.servedBy).isSameAs(rig.cache);
        assertThat(hit.data[5]).isEqualTo((byte) 5);
        assertThat(hit.versions[5]).isEqualTo(7);
        rig.finish();
    }

    @Test
    void a_miss_takes_the_time_below_and_the_latency() {
        CacheRig rig = rig(CacheSpecs.l1());
        Access miss = rig.requester("client").read(0, 64, 4);
        rig.finish();
        assertThat(miss.latency()).isEqualTo(110);
        assertThat(miss.servedBy).isSameAs(rig.memory);
        assertThat(miss.data[0]).isEqualTo((byte) 64);
    }

    @Test
    void only_missing_sectors_are_fetched() {
        CacheRig rig = rig(CacheSpecs.l1());
        MockRequester client = rig.requester("client");
        client.read(0, 32, 32);
        client.read(300, 0, 128);
        rig.finish();
        assertThat(rig.memory.seen)
                .extracting(s -> s.sectors() << (int) (s.address() >> 5))
                .containsExactly(0b10, 0b1101);
        var total = rig.stats.total();
        assertThat(total.readHits).isEqualTo(1);
        assertThat(total.readMisses).isEqualTo(4);
        assertThat(total.sectorMisses).isEqualTo(3);
    }

    @Test
    void a_wide_sector_is_fetched_whole() {
        CacheRig rig = rig(CacheSpecs.l1().geometry(4, 2, 128, 64));
        MockRequester client = rig.requester("client");
        client.read(0, 0, 4);
        Access other = client.read(300, 32, 4);
        rig.finish();
        assertThat(other.latency()).isEqualTo(10);
    }

    @Test
    void requests_to_an_outstanding_line_merge() {
        CacheRig rig = rig(CacheSpecs.l1());
        MockRequester client = rig.requester("client");
        Access first = client.read(0, 0, 32);
        Access second = client.read(1, 0, 32);
        rig.finish();
        assertThat(rig.memory.seen).hasSize(1);
        assertThat(first.answered).isEqualTo(110);
        assertThat(second.answered).isEqualTo(110);
        assertThat(rig.stats.total().mshrMerges).isEqualTo(1);
        assertThat(rig.stats.total().readMisses).isEqualTo(2);
    }

    @Test
    void a_request_beyond_the_merge_limit_waits_for_the_fill() {
        CacheSpecs b = CacheSpecs.l1();
        b.mshrMerges = 2;
        CacheRig rig = rig(b);
        MockRequester client = rig.requester("client");
        client.read(0, 0, 32);
        client.read(1, 0, 32);
        Access third = client.read(2, 0, 32);
        rig.finish();
        assertThat(third.answered).isEqualTo(110);
        assertThat(rig.stats.total().mshrStalls).isEqualTo(1);
        assertThat(rig.stats.total().readHits).isEqualTo(1);
    }

    @Test
    void a_miss_without_a_free_register_waits_until_one_frees() {
        CacheSpecs b = CacheSpecs.l1();
        b.mshrs = 1;
        CacheRig rig = rig(b);
        MockRequester client = rig.requester("client");
        client.read(0, 0, 32);
        Access second = client.read(1, 128, 32);
        rig.engine.runUntil(99);
        assertThat(rig.memory.seen).hasSize(1);
        rig.engine.runUntil(100);
        assertThat(rig.memory.seen).hasSize(2);
        rig.finish();
        assertThat(second.answered).isEqualTo(210);
        assertThat(rig.stats.total().mshrStalls).isEqualTo(1);
    }

    @Test
    void a_stall_holds_back_later_hits() {
        CacheSpecs b = CacheSpecs.l1();
        b.mshrs = 1;
        CacheRig rig = rig(b);
        MockRequester client = rig.requester("client");
        client.read(0, 512, 32);
        client.read(200, 0, 32);
        client.read(201, 128, 32);
        Access hit = client.read(202, 512, 32);
        rig.finish();
        assertThat(hit.answered).isGreaterThan(300);
    }

    @Test
    void lines_with_outstanding_fills_are_not_evicted() {
        CacheRig rig = rig(CacheSpecs.l1().geometry(1, 1, 128, 32));
        MockRequester client = rig.requester("client");
        client.read(0, 0, 32);
        Access second = client.read(1, 128, 32);
        rig.finish();
        assertThat(second.answered).isEqualTo(210);
    }

    @Test
    void look_ups_of_one_bank_take_turns_and_of_two_banks_do_not() {
        for (int banks = 1; banks <= 2; banks++) {
            CacheSpecs b = CacheSpecs.l1();
            b.banks = banks;
            CacheRig rig = rig(b);
            MockRequester client = rig.requester("client");
            client.read(0, 0, 32);
            client.read(0, 128, 32);
            Access first = client.read(500, 0, 32);
            Access second = client.read(500, 128, 32);
            rig.finish();
            assertThat(first.answered).isEqualTo(510);
            assertThat(second.answered).isEqualTo(banks == 1 ? 511 : 510);
        }
    }

    @Test
    void throughput_two_serves_two_look_ups_of_a_bank_per_cycle() {
        CacheSpecs b = CacheSpecs.l1();
        b.throughput = 2;
        CacheRig rig = rig(b);
        MockRequester client = rig.requester("client");
        client.read(0, 0, 32);
        Access first = client.read(500, 0, 32);
        Access second = client.read(500, 0, 32);
        Access third = client.read(500, 0, 32);
        rig.finish();
        assertThat(first.answered).isEqualTo(510);
        assertThat(second.answered).isEqualTo(510);
        assertThat(third.answered).isEqualTo(511);
    }

    @Test
    void a_full_input_makes_the_sender_wait() {
        CacheSpecs b = CacheSpecs.l1();
        b.mshrs = 1;
        b.queue = 2;
        CacheRig rig = rig(b);
        MockRequester client = rig.requester("client");
        for (int i = 0; i < 4; i++) {
            client.read(i, i * 128L, 32);
        }
        Access last = client.accesses.get(3);
        rig.engine.runUntil(99);
        assertThat(last.sent).isEqualTo(-1);
        rig.engine.runUntil(100);
        assertThat(last.sent).isEqualTo(100);
        rig.finish();
    }

    @Test
    void back_pressure_from_below_stops_misses_but_loses_nothing() {
        CacheSpecs b = CacheSpecs.l1().geometry(64, 1, 128, 32);
        b.mshrs = 64;
        b.queue = 4;
        CacheRig rig = rig(b);
        MockRequester client = rig.requester("client");
        for (int i = 0; i < 30; i++) {
            client.read(0, i * 128L, 32);
        }
        rig.memory.pause();
        rig.at(5000, rig.memory::resume);
        rig.finish();
        assertThat(client.accesses).allMatch(Access::done);
    }

    @Test
    void a_bypassing_read_leaves_nothing_behind() {
        CacheRig rig = rig(CacheSpecs.l1());
        MockRequester client = rig.requester("client");
        Access read = client.read(0, 0, 32).with(Request.BYPASS);
        rig.finish();
        assertThat(read.data[3]).isEqualTo((byte) 3);
        assertThat(rig.cache.presentLines()).isZero();
        assertThat(rig.stats.total().bypasses).isEqualTo(1);
    }

    @Test
    void a_bypassing_read_gets_dirty_bytes() {
        CacheRig rig = rig(CacheSpecs.l2(CacheSpec.DirtyTracking.BYTE));
        MockRequester client = rig.requester("client");
        client.write(0, 0, (byte) 99);
        Access read = client.read(300, 0, 1).with(Request.BYPASS);
        rig.finish();
        assertThat(read.data[0]).isEqualTo((byte) 99);
    }

    @Test
    void a_streaming_line_is_evicted_first() {
        CacheRig rig = rig(CacheSpecs.l1().geometry(1, 2, 128, 32));
        MockRequester client = rig.requester("client");
        client.read(0, 0, 32);
        client.read(200, 128, 32).with(Request.STREAMING);
        client.read(400, 256, 32);
        Access kept = client.read(600, 0, 32);
        rig.finish();
        assertThat(kept.latency()).isEqualTo(10);
    }

    @Test
    void a_coherent_read_never_hits_in_a_first_level_cache() {
        CacheRig rig = rig(CacheSpecs.l1());
        MockRequester client = rig.requester("client");
        client.read(0, 0, 32);
        Access coherent = client.read(300, 0, 32).with(Request.COHERENT);
        rig.finish();
        assertThat(coherent.servedBy).isSameAs(rig.memory);
        assertThat(rig.memory.seen).hasSize(2);
    }

    @Test
    void a_coherent_read_hits_at_device_scope() {
        CacheRig rig = rig(CacheSpecs.l2(CacheSpec.DirtyTracking.LINE));
        MockRequester client = rig.requester("client");
        client.read(0, 0, 32);
        Access coherent = client.read(300, 0, 32).with(Request.COHERENT);
        rig.finish();
        assertThat(coherent.servedBy).isSameAs(rig.cache);
    }

    @Test
    void a_fill_is_split_for_a_lower_level_with_shorter_lines() {
        CacheSpecs lower = CacheSpecs.l2(CacheSpec.DirtyTracking.SECTOR).geometry(4, 2, 32, 32);
        CacheRig rig = rig(lower);
        CacheSpec upper = CacheSpecs.l1().build();
        CacheNodeStats upperStats = new CacheNodeStats(upper, 1);
        Cache l1 = rig.cache(
                upper,
                "l1",
                new dev.sluice.machine.request.DirectPath(rig.cache.newPort(), 0, 0, 32),
                upperStats,
                null);
        Access read = rig.requester("client", l1).read(0, 0, 128);
        rig.finish();
        assertThat(rig.stats.total().lookups).isEqualTo(4);
        assertThat(upperStats.total().fillBytes).isEqualTo(128);
        assertThat(read.data[127]).isEqualTo((byte) 127);
    }

    @Test
    void counters_are_kept_by_client_and_command() {
        CacheRig rig = rig(CacheSpecs.l1());
        MockRequester client = rig.requester("client");
        client.read(0, 0, 64).command(3);
        client.read(300, 0, 32);
        rig.finish();
        var result = rig.stats.result(c -> "c" + c);
        assertThat(result.byClient())
                .hasEntrySatisfying("storage", c -> assertThat(c.reads).isEqualTo(3));
        assertThat(result.byCommand()).containsOnlyKeys("c-1", "c3");
        assertThat(result.byCommand())
                .hasEntrySatisfying("c3", c -> assertThat(c.readMisses).isEqualTo(2));
        assertThat(result.byCommand())
                .hasEntrySatisfying("c-1", c -> assertThat(c.readHits).isEqualTo(1));
        assertThat(result.total().reads).isEqualTo(3);
        rig.stats.reset();
        assertThat(rig.stats.total().reads).isZero();
    }
}
