// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.host;

import static dev.sluice.machine.host.HostBench.AGENT;
import static dev.sluice.machine.host.HostBench.L1_LATENCY;
import static dev.sluice.machine.host.HostBench.L2_LATENCY;
import static dev.sluice.machine.host.HostBench.RAM;
import static dev.sluice.machine.host.HostBench.RAM_LATENCY;
import static dev.sluice.machine.host.HostBench.bytes;
import static dev.sluice.machine.memory.MemoryMode.CACHED;
import static dev.sluice.machine.memory.MemoryMode.CACHED_COHERENT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.device.CacheSpec;
import dev.sluice.machine.memory.MemoryMode;
import dev.sluice.machine.request.AtomicOperands;
import dev.sluice.machine.request.Request;
import dev.sluice.machine.testing.CacheSpecs;
import dev.sluice.machine.testing.MockMemory.Seen;
import dev.sluice.machine.truth.CacheContents;
import dev.sluice.result.CacheCounters;
import dev.sluice.result.RunResult.HostResult;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class HostCachesTest {

    private final HostBench host = new HostBench();

    private static HostResult result(HostBench bench) {
        return bench.cpu.result(WriteCombiningTest.NO_RAM);
    }

    @Test
    void should_hide_a_write_until_the_flush() {
        host.storeAndFinish(RAM, bytes(4, 1), CACHED);
        assertThat(host.deviceRead(RAM, 4)).isNotEqualTo(bytes(4, 1));
        host.flushAndFinish(RAM, 4);
        assertThat(host.deviceRead(RAM, 4)).isEqualTo(bytes(4, 1));
        host.engine.auditAtEnd();
    }

    @Test
    void should_read_stale_bytes_until_the_invalidate() {
        byte[] before = host.loadAndFinish(0, RAM, 4, CACHED);
        host.deviceWrite(RAM, bytes(4, 1));
        assertThat(host.loadAndFinish(0, RAM, 4, CACHED)).isEqualTo(before);
        host.invalidateAndFinish(RAM, 4);
        assertThat(host.loadAndFinish(0, RAM, 4, CACHED)).isEqualTo(bytes(4, 1));
    }

    @Test
    void should_fetch_the_line_for_a_partial_store() {
        host.storeAndFinish(RAM + 10, bytes(4, 1), CACHED);
        assertThat(host.ram.seen)
                .extracting(Seen::kind, Seen::address, Seen::sectors, Seen::flags)
                .containsExactly(org.assertj.core.groups.Tuple.tuple(Request.READ, RAM, 3, Request.FILL));
    }

    @Test
    void should_not_fetch_a_line_that_is_written_whole() {
        host.storeAndFinish(RAM, bytes(128, 1), CACHED);
        assertThat(host.ram.seen).isEmpty();
        assertThat(host.loadAndFinish(0, RAM, 128, CACHED)).isEqualTo(bytes(128, 1));
    }

    @Test
    void should_write_whole_lines_back_and_lose_the_devices_neighbour() {
        host.storeAndFinish(RAM, bytes(4, 1), CACHED);
        byte neighbour = host.ram.store.data(RAM + 32);
        host.deviceWrite(RAM + 32, (byte) 99);
        host.flushAndFinish(RAM, 4);
        assertThat(host.ram.store.data(RAM + 32)).isEqualTo(neighbour);
        Seen writeBack = host.ram.seen.get(host.ram.seen.size() - 1);
        assertThat(writeBack.bytes()).isEqualTo(64);
        assertThat(writeBack.flags()).isEqualTo(Request.WRITE_BACK);
    }

    @Test
    void should_round_a_flush_out_to_the_atom() {
        HostBench wide = new HostBench(1, 256, true, List.of(HostBench.level("l1", 1024, 3)));
        for (int i = 0; i < 8; i++) {
            wide.storeAndFinish(RAM + i * 64L, bytes(4, i), CACHED);
        }
        wide.flushAndFinish(RAM + 255, 2); // touches both atoms
        assertThat(result(wide).flushedLines()).isEqualTo(8);
    }

    @Test
    void should_flush_nothing_outside_the_atoms_of_the_range() {
        HostBench wide = new HostBench(1, 256, true, List.of(HostBench.level("l1", 1024, 3)));
        for (int i = 0; i < 8; i++) {
            wide.storeAndFinish(RAM + i * 64L, bytes(4, i), CACHED);
        }
        wide.flushAndFinish(RAM + 250, 6);
        assertThat(result(wide).flushedLines()).isEqualTo(4);
        wide.invalidateAndFinish(RAM + 256, 1);
        assertThat(result(wide).invalidatedLines()).isEqualTo(4);
    }

    @Test
    void should_keep_flushed_lines_clean() {
        host.storeAndFinish(RAM, bytes(64, 1), CACHED);
        host.flushAndFinish(RAM, 64);
        int traffic = host.ram.seen.size();
        host.flushAndFinish(RAM, 64);
        host.loadAndFinish(0, RAM, 64, CACHED);
        assertThat(host.ram.seen).hasSize(traffic);
    }

    @Test
    void should_not_lose_dirty_bytes_to_an_invalidate() {
        host.storeAndFinish(RAM, bytes(4, 1), CACHED);
        host.invalidateAndFinish(RAM, 4);
        assertThat(host.ram.store.data(RAM)).isEqualTo((byte) 1);
        assertThat(host.loadAndFinish(0, RAM, 4, CACHED)).isEqualTo(bytes(4, 1));
    }

    @Test
    void should_wait_in_a_flush_until_memory_has_the_bytes() {
        host.storeAndFinish(RAM, bytes(64, 1), CACHED);
        long before = host.engine.now();
        host.flushAndFinish(RAM, 64);
        assertThat(host.engine.now() - before).isEqualTo(RAM_LATENCY);
    }

    @Test
    void should_look_at_one_line_per_cycle_in_a_flush() {
        host.flushAndFinish(RAM, 64 * 1000);
        assertThat(host.engine.now()).isEqualTo(999);
    }

    @Test
    void should_take_the_latency_of_the_level_that_hits() {
        host.loadAndFinish(0, RAM, 4, CACHED);
        assertThat(host.ended.get(0)).as("miss").isEqualTo(RAM_LATENCY);
        long start = host.engine.now();
        host.loadAndFinish(0, RAM, 4, CACHED);
        assertThat(host.engine.now() - start).as("first level").isEqualTo(L1_LATENCY);
        for (int i = 1; i <= 16; i++) { // fills the four sets of the first level
            host.loadAndFinish(0, RAM + i * 64L, 4, CACHED);
        }
        start = host.engine.now();
        host.loadAndFinish(0, RAM, 4, CACHED);
        assertThat(host.engine.now() - start).as("second level").isEqualTo(L1_LATENCY + L2_LATENCY);
    }

    @Test
    void should_overlap_misses() {
        host.loadAndFinish(0, RAM, 64 * 4, CACHED);
        // the core asks for a line every second cycle
        assertThat(host.ended.get(0)).isEqualTo(3 * 2 + RAM_LATENCY);
    }

    @Test
    void should_count_every_lookup() {
        for (int i = 0; i < 40; i++) {
            host.storeAndFinish(RAM + i % 13 * 640L, bytes(40, i), CACHED);
            host.loadAndFinish(0, RAM + i % 7 * 320L, 40, CACHED);
        }
        for (CacheCounters c : result(host).caches().values()) {
            assertThat(c.reads).isEqualTo(c.readHits + c.readMisses).isPositive();
            assertThat(c.writes).isEqualTo(c.writeHits + c.writeMisses).isPositive();
        }
        assertThat(result(host).caches().keySet()).containsExactly("l1", "l2");
    }

    @Test
    void should_show_a_dirty_line_to_the_device_where_snooped() {
        host.snooped.add(RAM, RAM + 4096);
        host.storeAndFinish(RAM + 4, bytes(4, 1), CACHED_COHERENT);
        assertThat(host.deviceRead(RAM + 4, 4)).isEqualTo(bytes(4, 1));
        assertThat(result(host).snoopHits()).isEqualTo(1);
        assertThat(host.loadAndFinish(0, RAM + 4, 4, CACHED_COHERENT)).isEqualTo(bytes(4, 1));
        host.engine.auditAtEnd();
    }

    @Test
    void should_take_the_hosts_copy_away_when_the_device_writes_snooped_memory() {
        host.snooped.add(RAM, RAM + 4096);
        host.storeAndFinish(RAM, bytes(4, 1), CACHED_COHERENT);
        host.deviceWrite(RAM + 32, (byte) 99);
        assertThat(host.loadAndFinish(0, RAM, 4, CACHED_COHERENT)).isEqualTo(bytes(4, 1));
        assertThat(host.loadAndFinish(0, RAM + 32, 1, CACHED_COHERENT)).containsExactly(99);
    }

    @Test
    void should_snoop_every_line_of_a_long_request() {
        host.snooped.add(RAM, RAM + 4096);
        host.storeAndFinish(RAM, bytes(200, 0), CACHED_COHERENT);
        assertThat(host.deviceRead(RAM + 32, 160)).isEqualTo(bytes(160, 32));
        assertThat(result(host).snoops()).isEqualTo(3);
    }

    @Test
    void should_fetch_again_what_the_device_wrote_during_the_fetch() {
        host.snooped.add(RAM, RAM + 4096);
        host.device.write(0, RAM, bytes(4, 1));
        host.runUntil(100); // the write arrives in a moment
        byte[] loaded = new byte[4];
        host.cpu.load(0, RAM, loaded, 0, 4, CACHED_COHERENT, 9, host, 0, 0);
        host.run();
        assertThat(host.loadAndFinish(0, RAM, 4, CACHED_COHERENT)).isEqualTo(bytes(4, 1));
        assertThat(loaded).isEqualTo(bytes(4, 1));
        assertThat(host.ram.seen.stream().filter(s -> s.kind() == Request.READ)).hasSize(2);
    }

    @Test
    void should_snoop_only_registered_ranges() {
        host.storeAndFinish(RAM, bytes(64, 1), CACHED);
        host.deviceRead(RAM, 32);
        assertThat(result(host).snoops()).isZero();
    }

    @Test
    void should_keep_cores_coherent_with_each_other() {
        HostBench two =
                new HostBench(2, 64, true, List.of(HostBench.level("l1", 1024, 3), HostBench.level("l2", 4096, 9)));
        two.storeAndFinish(RAM, bytes(64, 1), CACHED);
        assertThat(two.loadAndFinish(1, RAM, 64, CACHED)).isEqualTo(bytes(64, 1));
        two.cpu.store(1, RAM, bytes(4, 100), 0, 4, CACHED, 4, two, 0, 0);
        two.finish();
        assertThat(two.loadAndFinish(0, RAM, 4, CACHED)).isEqualTo(bytes(4, 100));
        assertThat(two.ram.seen).as("cores pass the line on").isEmpty();
    }

    @Test
    void should_serve_two_cores_from_one_fetch() {
        HostBench two = new HostBench(2, 64, true, List.of(HostBench.level("l1", 1024, 3)));
        two.cpu.store(0, RAM, bytes(4, 1), 0, 4, CACHED, 4, two, 0, 0);
        two.cpu.store(1, RAM + 4, bytes(4, 5), 0, 4, CACHED, 5, two, 0, 0);
        two.run();
        assertThat(two.ram.seen).hasSize(1);
        assertThat(two.loadAndFinish(0, RAM, 8, CACHED)).isEqualTo(bytes(8, 1));
        two.engine.auditAtEnd();
    }

    @Test
    void should_count_atomics_of_two_cores() {
        HostBench two = new HostBench(2, 64, true, List.of(HostBench.level("l1", 1024, 3)));
        two.storeAndFinish(RAM, new byte[4], CACHED);
        for (int i = 0; i < 20; i++) {
            two.cpu.atomic(0, RAM, 4, AtomicOperands.Operation.ADD, 1, 0, CACHED, 4, two, 0, 0);
            two.cpu.atomic(1, RAM, 4, AtomicOperands.Operation.ADD, 1, 0, CACHED, 5, two, 0, 0);
            two.run();
        }
        assertThat(two.loadAndFinish(0, RAM, 4, CACHED)).containsExactly(40, 0, 0, 0);
    }

    @Test
    void should_return_the_old_value_of_an_atomic() {
        host.storeAndFinish(RAM, new byte[] {5, 0, 0, 0}, CACHED);
        assertThat(host.atomicAddAndFinish(0, RAM, 3, CACHED)).isEqualTo(5);
        assertThat(host.atomicAddAndFinish(0, RAM, 3, CACHED)).isEqualTo(8);
    }

    @Test
    void should_tell_where_a_byte_is() {
        host.storeAndFinish(RAM, bytes(64, 1), CACHED);
        List<CacheContents> contents = host.cpu.contents();
        CacheContents l1 = contents.get(1);
        assertThat(l1.name()).isEqualTo("host.l1");
        assertThat(l1.role()).isEqualTo("HOST");
        assertThat(l1.versionOf(RAM + 63)).isEqualTo(AGENT);
        assertThat(l1.dirty(RAM)).isTrue();
        assertThat(l1.versionOf(RAM + 64)).isEqualTo(CacheContents.ABSENT);
        assertThat(contents.get(2).versionOf(RAM)).isEqualTo(CacheContents.ABSENT);
    }

    @Test
    void should_reach_device_memory_through_the_caches() {
        host.storeAndFinish(128, bytes(64, 1), CACHED);
        host.flushAndFinish(128, 64);
        host.run();
        assertThat(host.vram.store.data(130)).isEqualTo((byte) 3);
    }

    @Test
    void should_refuse_a_cache_that_is_no_host_cache() {
        List<CacheSpec> caches = List.of(CacheSpecs.l1().geometry(4, 4, 64, 32).build());
        assertThatThrownBy(() -> new HostBench(1, 64, true, caches)).hasMessageContaining("write must be back");
    }

    @ParameterizedTest
    @CsvSource({"lru, 5", "newestFirst, 6"})
    void should_evict_what_the_policy_chooses_a_plug_ins_too(String policy, int fetches) {
        HostBench small = new HostBench(1, 64, true, List.of(HostBench.level("l1", 256, 2, policy)));
        for (int line = 0; line < 5; line++) {
            small.loadAndFinish(0, RAM + 64 * line, 4, CACHED);
        }

        small.loadAndFinish(0, RAM + 64 * 3, 4, CACHED);

        assertThat(small.ram.seen).hasSize(fetches);
    }

    @Test
    void should_take_a_tree_of_any_number_of_ways() {
        CacheSpecs spec = CacheSpecs.host("l1", 1024, 64).geometry(2, 3, 64, 32);
        spec.replacement = "plru";
        HostBench odd = new HostBench(1, 64, true, List.of(spec.build()));
        for (int line = 0; line < 20; line++) {
            odd.storeAndFinish(RAM + 64 * line, bytes(4, line), CACHED);
        }

        assertThat(odd.loadAndFinish(0, RAM + 64 * 7, 4, CACHED)).isEqualTo(bytes(4, 7));
    }

    @ParameterizedTest
    @CsvSource({"1, lru", "2, plru", "3, fifo", "4, random", "5, lru", "6, plru", "7, drrip", "8, ship", "9, lfu"})
    void should_agree_with_a_plain_array_whatever_is_evicted(long seed, String policy) {
        HostBench two = new HostBench(
                2, 64, true, List.of(HostBench.level("l1", 512, 2, policy), HostBench.level("l2", 1024, 5, policy)));
        MemoryMode mode = seed % 2 == 0 ? CACHED_COHERENT : CACHED;
        if (mode == CACHED_COHERENT) {
            two.snooped.add(RAM, RAM + 65536);
        }
        Random random = new Random(seed);
        byte[] expected = new byte[8192];
        two.storeAndFinish(RAM, expected.clone(), mode);
        for (int i = 0; i < 400; i++) {
            int thread = random.nextInt(2);
            int at = random.nextInt(8000);
            byte[] data = new byte[1 + random.nextInt(150)];
            random.nextBytes(data);
            System.arraycopy(data, 0, expected, at, data.length);
            two.cpu.store(thread, RAM + at, data, 0, data.length, mode, 3 + i, two, 0, 0);
            two.finish();
            int from = random.nextInt(7900);
            assertThat(two.loadAndFinish(1 - thread, RAM + from, 200, mode))
                    .isEqualTo(Arrays.copyOfRange(expected, from, from + 200));
            if (mode == CACHED_COHERENT && random.nextInt(4) == 0) {
                int base = random.nextInt(8000 / 32) * 32;
                byte[] written = new byte[1 + random.nextInt(32)];
                random.nextBytes(written);
                System.arraycopy(written, 0, expected, base, written.length);
                two.deviceWrite(RAM + base, written);
                assertThat(two.deviceRead(RAM + base, 32)).isEqualTo(Arrays.copyOfRange(expected, base, base + 32));
            }
        }
        two.flushAndFinish(RAM, 8192);
        two.run();
        two.engine.auditAtEnd();
        for (int i = 0; i < expected.length; i++) {
            assertThat(two.ram.store.data(RAM + i)).isEqualTo(expected[i]);
        }
        assertThat(two.pool.inUse()).isZero();
    }

    @Test
    void should_allocate_nothing_in_steady_state() {
        HostBench quick =
                new HostBench(1, 64, false, List.of(HostBench.level("l1", 1024, 2), HostBench.level("l2", 4096, 5)));
        quick.ram.recording = false;
        byte[] data = new byte[4 << 20];
        quick.storeAndFinish(RAM, data, CACHED);
        com.sun.management.ThreadMXBean threads =
                (com.sun.management.ThreadMXBean) java.lang.management.ManagementFactory.getThreadMXBean();
        long before = threads.getCurrentThreadAllocatedBytes();
        quick.store(RAM + 100, data, CACHED);
        quick.run();
        assertThat(threads.getCurrentThreadAllocatedBytes() - before).isLessThan(50_000);
        quick.engine.auditAtEnd();
    }
}
