// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.dram;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.machine.observe.SimObserver;
import dev.sluice.machine.request.AtomicOperands;
import dev.sluice.machine.request.Payload;
import dev.sluice.machine.request.Request;
import dev.sluice.machine.request.SectorStore;
import dev.sluice.machine.truth.AccessChecker;
import dev.sluice.program.image.MeantTexels;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class DramBytesTest {

    private static final int SIZE = 16 * 1024;

    private static Bench bench(@Nullable AccessChecker checker) {
        return new Bench(
                Specs.of(Specs.DISTINCT, 3, 2, "RoBaRaCoBgCh", "frfcfs", 877_000_000L, true),
                true,
                SimObserver.NONE,
                checker);
    }

    private static Payload payload(Request request) {
        return java.util.Objects.requireNonNull(request.payload);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void reads_return_what_a_flat_array_holds_at_their_arrival(int seed) {
        Random random = new Random(seed);
        Bench bench = bench(null);
        byte[] flat = new byte[SIZE];
        for (int i = 0; i < SIZE; i++) {
            flat[i] = SectorStore.poisonByte(i);
        }
        List<Request> reads = new ArrayList<>();
        List<byte[]> expected = new ArrayList<>();
        for (int i = 0; i < 3000; i++) {
            int bytes = 32 << random.nextInt(4);
            int address = random.nextInt(SIZE / bytes) * bytes;
            if (random.nextInt(3) == 0) {
                Request write = bench.send(i * 7L, Request.WRITE, address, bytes);
                write.sectors = 0;
                int from = random.nextInt(bytes);
                int count = 1 + random.nextInt(bytes - from);
                write.addBytes(from, count);
                for (int b = from; b < from + count; b++) {
                    byte value = (byte) random.nextInt();
                    payload(write).writable()[b] = value;
                    flat[address + b] = value;
                }
            } else {
                reads.add(bench.read(i * 7L, address, bytes));
                expected.add(java.util.Arrays.copyOfRange(flat, address, address + bytes));
            }
        }
        bench.run();
        for (int i = 0; i < reads.size(); i++) {
            byte[] got = java.util.Arrays.copyOf(payload(reads.get(i)).data(), expected.get(i).length);
            assertThat(got).as("read %d", i).isEqualTo(expected.get(i));
        }
    }

    @Test
    void timing_is_the_same_with_and_without_bytes() {
        List<Long> cycles = new ArrayList<>();
        for (boolean functional : new boolean[] {false, true}) {
            Bench bench = new Bench(Specs.of(Specs.DISTINCT), functional, SimObserver.NONE, null);
            Random random = new Random(9);
            for (int i = 0; i < 2000; i++) {
                long address = random.nextInt(SIZE / 64) * 64L;
                if (random.nextBoolean()) {
                    bench.read(i * 3L, address, 64);
                } else {
                    bench.write(i * 3L, address, 64);
                }
            }
            bench.run();
            cycles.add(bench.engine.now());
            cycles.add(bench.engine.executedEvents());
        }
        assertThat(cycles.subList(0, 2)).isEqualTo(cycles.subList(2, 4));
    }

    @Test
    void the_checker_hears_of_write_backs_before_they_overwrite() {
        List<String> told = new ArrayList<>();
        AccessChecker checker = new AccessChecker() {
            @Override
            public boolean isMeant(long address, int sectors, SectorStore store, int slot) {
                return false;
            }

            @Override
            public void wrote(Request request) {}

            @Override
            public void read(Request request, MeantTexels meant) {}

            @Override
            public void overwrites(Request request, int sector, int mask, SectorStore store, int slot) {
                told.add(sector + " " + Integer.toHexString(mask) + " over " + store.byteVersion(slot, 4));
            }
        };
        Bench bench = bench(checker);
        for (int version = 5; version < 7; version++) {
            Request write = bench.send(version, Request.WRITE, 64, 64);
            write.agent = version;
            write.flags = Request.WRITE_BACK;
            write.addSectorBytes(1, 0xF0);
            payload(write).setVersion(0, version);
            payload(write).setVersion(1, version);
        }
        Request plain = bench.write(9, 64, 64);
        plain.agent = 9;
        bench.run();
        assertThat(told).containsExactly("1 f0 over 0", "1 f0 over 5");
    }

    @Test
    void atomics_apply_lane_after_lane_and_return_old_values() {
        Bench bench = bench(null);
        Request atomic = bench.send(0, Request.ATOMIC, 128, 32);
        AtomicOperands operands = atomic.newAtomics();
        operands.operation = AtomicOperands.Operation.ADD;
        operands.elementBytes = 4;
        operands.clear(3);
        for (int lane = 0; lane < 3; lane++) {
            operands.add(8, 10 + lane, 0, lane);
        }
        for (int b = 0; b < 4; b++) {
            bench.store.set(136 + b, (byte) (b == 0 ? 250 : 0), 1);
        }
        atomic.agent = 77;
        bench.run();
        assertThat(operands.results).startsWith(250, 260, 271);
        assertThat(bench.store.data(136)).isEqualTo((byte) (283 & 0xFF));
        assertThat(bench.store.data(137)).isEqualTo((byte) 1);
        assertThat(bench.store.version(136)).isEqualTo(77);
    }
}
