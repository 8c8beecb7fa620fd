// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.host;

import static dev.sluice.machine.host.HostBench.BUFFERS;
import static dev.sluice.machine.host.HostBench.DRAIN_AFTER;
import static dev.sluice.machine.host.HostBench.LINK_LATENCY;
import static dev.sluice.machine.host.HostBench.RAM;
import static dev.sluice.machine.host.HostBench.RAM_LATENCY;
import static dev.sluice.machine.host.HostBench.bytes;
import static dev.sluice.machine.memory.MemoryMode.CACHED;
import static dev.sluice.machine.memory.MemoryMode.UNCACHED_WC;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.machine.memory.MemoryMode;
import dev.sluice.machine.request.Request;
import dev.sluice.machine.testing.MockMemory.Seen;
import dev.sluice.machine.truth.CacheContents;
import dev.sluice.result.RunResult.DramResult;
import dev.sluice.result.RunResult.HostResult;
import dev.sluice.result.RunResult.LatencyHistogram;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class WriteCombiningTest {

    static final DramResult NO_RAM =
            new DramResult(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, new LatencyHistogram(0, 0, 0, 0, 0, 0, 0));

    private final HostBench host = new HostBench();

    private HostResult result() {
        return host.cpu.result(NO_RAM);
    }

    @Test
    void should_drain_a_full_buffer_at_once() {
        host.store(RAM, bytes(64, 0), UNCACHED_WC);
        host.runUntil(5);
        assertThat(host.ram.seen)
                .extracting(Seen::cycle, Seen::bytes)
                .containsExactly(org.assertj.core.groups.Tuple.tuple(0L, 64));
        assertThat(host.ended).containsExactly(0L);
        assertThat(result().fullDrains()).isEqualTo(1);
        assertThat(result().partialDrains()).isZero();
    }

    @Test
    void should_combine_stores_to_one_line_into_one_write() {
        for (int i = 0; i < 16; i++) {
            host.storeAndFinish(RAM + i * 4L, bytes(4, i * 4), UNCACHED_WC);
        }
        host.run();
        assertThat(host.ram.seen).extracting(Seen::bytes).containsExactly(64);
        assertThat(result().combinedStores()).isEqualTo(16);
        assertThat(host.checker.wrote).isEqualTo(64);
        for (int i = 0; i < 64; i++) {
            assertThat(host.ram.store.data(RAM + i)).isEqualTo((byte) i);
        }
    }

    @Test
    void should_send_only_the_bytes_that_were_stored() {
        host.storeAndFinish(RAM + 3, bytes(2, 1), UNCACHED_WC);
        host.storeAndFinish(RAM + 40, bytes(5, 1), UNCACHED_WC);
        host.run();
        assertThat(host.ram.seen).extracting(Seen::bytes).containsExactly(7);
        assertThat(host.ram.store.version(RAM + 2)).isZero();
        assertThat(host.ram.store.version(RAM + 3)).isEqualTo(HostBench.AGENT);
        assertThat(host.ram.store.version(RAM + 45)).isZero();
        assertThat(result().partialDrains()).isEqualTo(1);
    }

    @Test
    void should_drain_after_a_time_without_stores() {
        host.storeAndFinish(RAM, bytes(4, 0), UNCACHED_WC);
        host.runUntil(DRAIN_AFTER - 1);
        assertThat(host.ram.seen).isEmpty();
        host.runUntil(DRAIN_AFTER);
        assertThat(host.ram.seen).hasSize(1);
    }

    @Test
    void should_count_the_time_from_the_last_store() {
        host.storeAndFinish(RAM, bytes(4, 0), UNCACHED_WC);
        host.runUntil(200);
        host.store(RAM + 4, bytes(4, 0), UNCACHED_WC);
        host.runUntil(200 + DRAIN_AFTER - 1);
        assertThat(host.ram.seen).isEmpty();
        host.runUntil(200 + DRAIN_AFTER);
        assertThat(host.ram.seen).extracting(Seen::bytes).containsExactly(8);
    }

    @Test
    void should_keep_as_many_lines_as_there_are_buffers() {
        for (int i = 0; i < BUFFERS; i++) {
            host.storeAndFinish(RAM + i * 64L, bytes(4, i), UNCACHED_WC);
        }
        host.runUntil(host.engine.now() + 10);
        assertThat(host.ram.seen).isEmpty();
    }

    @Test
    void should_drain_the_oldest_when_another_line_needs_a_buffer() {
        for (int i = 0; i < BUFFERS; i++) {
            host.storeAndFinish(RAM + i * 64L, bytes(4, i), UNCACHED_WC);
        }
        host.storeAndFinish(RAM, bytes(1, 9), UNCACHED_WC); // younger store, but still the oldest buffer
        long before = host.engine.now();
        host.storeAndFinish(RAM + 4096, bytes(4, 3), UNCACHED_WC);
        assertThat(host.ram.seen).extracting(Seen::address).containsExactly(RAM);
        assertThat(host.engine.now() - before)
                .as("the store waits until the buffer is free")
                .isEqualTo(RAM_LATENCY);
    }

    @Test
    void should_drain_on_a_store_fence_and_wait_for_the_acknowledgement() {
        host.storeAndFinish(RAM, bytes(4, 0), UNCACHED_WC);
        host.storeAndFinish(RAM + 64, bytes(4, 0), UNCACHED_WC);
        long before = host.engine.now();
        host.fence();
        host.runUntil(before + RAM_LATENCY - 1);
        assertThat(host.ram.seen).hasSize(2);
        assertThat(host.ended).hasSize(2);
        host.runUntil(before + RAM_LATENCY);
        assertThat(host.ended).hasSize(3);
    }

    @Test
    void should_end_a_fence_at_once_when_nothing_is_buffered() {
        host.fence();
        host.run();
        assertThat(host.ended).containsExactly(0L);
    }

    @Test
    void should_drain_on_a_doorbell() {
        host.storeAndFinish(RAM, bytes(4, 0), UNCACHED_WC);
        host.doorbell();
        host.run();
        assertThat(host.ram.seen).hasSize(1);
        assertThat(host.rung).containsExactly(host.ended.get(1) + 1 + LINK_LATENCY);
    }

    @Test
    void should_not_ring_before_posted_writes_have_reached_device_memory() {
        host.storeAndFinish(0, bytes(256, 0), UNCACHED_WC);
        host.vram.pause();
        host.doorbell();
        host.runUntil(2000);
        assertThat(host.ended).as("posted: the host goes on").hasSize(2);
        assertThat(host.rung).isEmpty();
        host.vram.resume();
        host.run();
        assertThat(host.rung).hasSize(1);
        assertThat(host.vram.store.data(255)).isEqualTo((byte) 255);
        host.engine.auditAtEnd();
    }

    @Test
    void should_drain_on_an_uncached_load_and_see_its_own_stores() {
        host.storeAndFinish(RAM + 64, bytes(4, 5), UNCACHED_WC);
        byte[] loaded = host.loadAndFinish(0, RAM + 64, 4, UNCACHED_WC);
        assertThat(loaded).containsExactly(5, 6, 7, 8);
        assertThat(host.ram.seen).extracting(Seen::kind).containsExactly(Request.WRITE, Request.READ);
        assertThat(result().uncachedLoads()).isEqualTo(1);
    }

    @Test
    void should_drain_on_an_atomic() {
        host.storeAndFinish(RAM + 64, bytes(4, 5), UNCACHED_WC);
        host.atomicAddAndFinish(0, RAM + 4096, 1, UNCACHED_WC);
        assertThat(host.ram.seen).extracting(Seen::address).startsWith(RAM + 64);
    }

    @Test
    void should_read_uncached_memory_a_line_at_a_time() {
        host.loadAndFinish(0, RAM + 60, 70, UNCACHED_WC);
        assertThat(host.ram.seen).extracting(Seen::cycle).containsExactly(0L, (long) RAM_LATENCY, 2L * RAM_LATENCY);
        assertThat(host.ended).containsExactly(3L * RAM_LATENCY);
        assertThat(host.checker.read).isEqualTo(70);
    }

    @Test
    void should_read_device_memory_in_round_trips() {
        host.vram.store.set(8, (byte) 77, 3);
        byte[] loaded = host.loadAndFinish(0, 8, 1, UNCACHED_WC);
        assertThat(loaded).containsExactly(77);
        assertThat(host.ended.get(0)).isEqualTo(1 + LINK_LATENCY + 30 + 1 + LINK_LATENCY);
    }

    @Test
    void should_hide_buffered_bytes_from_the_device() {
        host.storeAndFinish(RAM, bytes(4, 1), UNCACHED_WC);
        CacheContents buffers = host.cpu.contents().get(0);
        assertThat(buffers.versionOf(RAM + 3)).isEqualTo(HostBench.AGENT);
        assertThat(buffers.versionOf(RAM + 4)).isEqualTo(CacheContents.ABSENT);
        assertThat(buffers.dirty(RAM)).isTrue();
        byte poison = host.ram.store.data(RAM);
        host.device.read(0, RAM, 4);
        host.runUntil(300);
        assertThat(host.device.accesses.get(0).data[0]).isEqualTo(poison);
    }

    @Test
    void should_increment_uncached_memory_atomically_among_threads() {
        HostBench two = new HostBench(2, 64, true, java.util.List.of());
        for (int t = 0; t < 2; t++) {
            two.cpu.atomic(
                    t,
                    RAM,
                    4,
                    dev.sluice.machine.request.AtomicOperands.Operation.ADD,
                    5,
                    0,
                    UNCACHED_WC,
                    3 + t,
                    two,
                    0,
                    0);
        }
        two.run();
        assertThat(two.cpu.atomicResult(1) - two.cpu.atomicResult(0)).isEqualTo(5);
        two.engine.auditAtEnd();
    }

    @Test
    void should_refuse_memory_that_the_host_cannot_see() {
        assertThatThrownBy(() -> host.store(0, bytes(4, 0), MemoryMode.DEVICE_ONLY))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void should_agree_with_a_plain_array_for_random_stores(long seed) {
        Random random = new Random(seed);
        byte[] expected = new byte[4096];
        host.storeAndFinish(RAM, expected.clone(), UNCACHED_WC);
        for (int i = 0; i < 300; i++) {
            int at = random.nextInt(4000);
            byte[] data = new byte[1 + random.nextInt(90)];
            random.nextBytes(data);
            System.arraycopy(data, 0, expected, at, data.length);
            host.storeAndFinish(RAM + at, data, UNCACHED_WC);
            if (random.nextInt(10) == 0) {
                int from = random.nextInt(3900);
                assertThat(host.loadAndFinish(0, RAM + from, 100, UNCACHED_WC))
                        .isEqualTo(java.util.Arrays.copyOfRange(expected, from, from + 100));
            }
        }
        host.run();
        host.engine.auditAtEnd();
        for (int i = 0; i < expected.length; i++) {
            assertThat(host.ram.store.data(RAM + i)).isEqualTo(expected[i]);
        }
        assertThat(host.pool.inUse()).isZero();
    }

    @Test
    void should_stream_large_stores_at_the_links_rate() {
        byte[] data = new byte[1 << 20];
        host.store(0, data, UNCACHED_WC);
        host.run();
        // the core moves 32 bytes a cycle, the link 64
        assertThat(host.ended.get(0)).isBetween((1L << 20) / 32 - 5, (1L << 20) / 32 + 5);
        assertThat(result().fullDrains()).isEqualTo((1 << 20) / 64);
    }

    @Test
    void should_take_the_same_time_without_bytes() {
        long[] ends = new long[2];
        for (int run = 0; run < 2; run++) {
            HostBench own = new HostBench(1, 64, run == 0, java.util.List.of(HostBench.level("l1", 1024, 3)));
            Random random = new Random(5);
            for (int i = 0; i < 100; i++) {
                byte[] data = bytes(1 + random.nextInt(200), i);
                MemoryMode mode = random.nextBoolean() ? CACHED : UNCACHED_WC;
                long base = mode == CACHED ? RAM + 65536 : RAM;
                own.storeAndFinish(base + random.nextInt(8000), data, mode);
                own.loadAndFinish(0, base + random.nextInt(8000), 50, mode);
            }
            own.run();
            own.engine.auditAtEnd();
            ends[run] = own.ended.get(own.ended.size() - 1);
        }
        assertThat(ends[0]).isEqualTo(ends[1]);
    }
}
