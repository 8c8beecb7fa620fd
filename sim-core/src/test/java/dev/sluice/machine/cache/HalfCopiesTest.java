// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.cache;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.device.Client;
import dev.sluice.machine.request.Request;
import dev.sluice.machine.request.RequestPool;
import dev.sluice.machine.testing.MockMemory;
import dev.sluice.machine.testing.MockRequester;
import dev.sluice.result.StructureResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Two halves of a cache, a slice each, that keep copies of each other's lines; 30 cycles apart, a look-up takes 20, memory 100. */
final class HalfCopiesTest {
    /** An address of a line for which the second half answers. */
    private static final long FAR = 128;

    private final TwoHalves halves = new TwoHalves(TwoHalves.halved(TwoHalves.specs(4, 2)));
    private final RequestPool pool = halves.pool;
    private final MockMemory memory = halves.memory;
    private final CacheNodeStats stats = halves.stats;
    private final List<Cache> slices = halves.slices;
    private final List<MockRequester> readers = halves.readers;
    private final List<MockRequester> writers = halves.writers;

    private StructureResult structure() {
        return Objects.requireNonNull(stats.structureResult());
    }

    @Test
    void a_line_of_the_other_half_is_read_through_ones_own_which_keeps_it() {
        MockRequester.Access first = readers.get(0).read(0, FAR, 32);
        MockRequester.Access again = readers.get(0).read(500, FAR, 32);
        MockRequester.Access near = readers.get(1).read(1000, FAR, 32);
        halves.finish();
        assertThat(first.latency()).isEqualTo(15 + 100 + 20 + 15);
        assertThat(again.latency()).isEqualTo(20);
        assertThat(near.latency()).isEqualTo(20);
        assertThat(memory.readSectors).isEqualTo(1);
    }

    @Test
    void what_the_other_half_has_takes_the_way_longer_than_what_is_near() {
        readers.get(1).read(0, FAR, 32);
        MockRequester.Access far = readers.get(0).read(500, FAR, 32);
        halves.finish();
        assertThat(far.latency()).isEqualTo(15 + 20 + 15);
    }

    @Test
    void lines_of_ones_own_half_come_from_memory() {
        MockRequester.Access own = readers.get(0).read(0, 0, 32);
        halves.finish();
        assertThat(own.latency()).isEqualTo(100 + 20);
        assertThat(structure().copiedSectors()).isZero();
    }

    @Test
    void a_read_is_counted_once_and_copies_are_no_fills() {
        readers.get(0).read(0, FAR, 64);
        readers.get(0).read(500, FAR, 64);
        halves.finish();
        assertThat(stats.of(-1, Client.STORAGE.ordinal()).reads).isEqualTo(4);
        assertThat(stats.of(-1, Client.STORAGE.ordinal()).readHits).isEqualTo(2);
        assertThat(stats.total().fills).isEqualTo(2);
        assertThat(structure().copiedSectors()).isEqualTo(2);
    }

    @Test
    void a_store_makes_the_copy_of_what_it_changes_go() {
        readers.get(0).read(0, FAR, 64);
        writers.get(1).write(500, FAR, new byte[] {7});
        MockRequester.Access changed = readers.get(0).read(1000, FAR, 1);
        MockRequester.Access beside = readers.get(0).read(1500, FAR + 32, 1);
        halves.finish();
        assertThat(changed.data).containsExactly(7);
        assertThat(changed.latency()).isEqualTo(50);
        assertThat(beside.latency()).isEqualTo(20);
        assertThat(structure().recalledCopies()).isEqualTo(1);
    }

    @Test
    void an_atomic_makes_the_copy_go() {
        writers.get(1).write(0, FAR, new byte[4]);
        readers.get(0).read(400, FAR, 4);
        writers.get(1).atomicAdd(800, FAR, 5);
        MockRequester.Access changed = readers.get(0).read(1200, FAR, 4);
        halves.finish();
        assertThat(changed.data).containsExactly(5, 0, 0, 0);
    }

    @Test
    void a_copy_that_is_on_its_way_when_its_line_changes_is_not_kept() {
        readers.get(1).read(0, FAR, 1);
        MockRequester.Access early = readers.get(0).read(500, FAR, 1); // the other half answers it at 515
        writers.get(1).write(520, FAR, new byte[] {9});
        MockRequester.Access late = readers.get(0).read(600, FAR, 1);
        halves.finish();
        assertThat(early.data).containsExactly(memory.store.data(FAR));
        assertThat(early.latency()).isEqualTo(50);
        assertThat(late.data).containsExactly(9);
        assertThat(late.latency()).isEqualTo(50);
    }

    @Test
    void a_read_behind_a_change_does_not_join_the_copy_that_is_on_its_way() {
        readers.get(1).read(0, FAR, 1);
        readers.get(0).read(500, FAR, 1);
        writers.get(1).write(520, FAR, new byte[] {9});
        MockRequester.Access behind = readers.get(0).read(521, FAR, 1);
        halves.finish();
        assertThat(behind.data).containsExactly(9);
        assertThat(behind.answered).isEqualTo(550 + 50);
    }

    @Test
    void a_copy_stays_when_the_half_that_answers_for_the_line_evicts_it() {
        readers.get(0).read(0, FAR, 1);
        for (int i = 1; i <= 4; i++) {
            readers.get(1).read(500 * i, FAR + i * 1024, 1); // of one set
        }
        MockRequester.Access copy = readers.get(0).read(3000, FAR, 1);
        writers.get(1).write(3500, FAR, new byte[] {3});
        MockRequester.Access changed = readers.get(0).read(4000, FAR, 1);
        halves.finish();
        assertThat(copy.latency()).isEqualTo(20);
        assertThat(changed.data).containsExactly(3);
    }

    @Test
    void outside_simulated_time_copies_are_kept_and_recalled_likewise() {
        perform(0, Request.READ, 0);
        perform(0, Request.READ, 0);
        assertThat(memory.readSectors).isEqualTo(1);
        assertThat(structure().copiedSectors()).isEqualTo(1);
        perform(1, Request.WRITE, 6);
        assertThat(structure().recalledCopies()).isEqualTo(1);
        assertThat(perform(0, Request.READ, 0)).isEqualTo(6);
        assertThat(stats.of(-1, Client.STORAGE.ordinal()).reads).isEqualTo(3);
    }

    /** Carries a read or a write of the first byte of {@link #FAR} out at once; the byte that was read. */
    private int perform(int slice, int kind, int value) {
        Request request = pool.acquire();
        request.start(kind, FAR, 1, Client.STORAGE.ordinal(), -1, 1);
        if (kind == Request.WRITE) {
            request.addSectorBytes(0, 1);
            Objects.requireNonNull(request.payload).writable()[0] = (byte) value;
        }
        slices.get(slice).perform(request);
        int read = Objects.requireNonNull(request.payload).data()[0];
        pool.release(request);
        return read;
    }

    @Test
    void readers_and_writers_of_both_halves_see_one_memory() {
        Random random = new Random(11);
        byte[] flat = new byte[4096];
        for (int i = 0; i < flat.length; i++) {
            flat[i] = memory.store.data(i);
        }
        List<MockRequester.Access> reads = new ArrayList<>();
        List<Byte> expected = new ArrayList<>();
        for (int i = 0; i < 4000; i++) {
            int address = random.nextInt(flat.length);
            long cycle = i * 400L;
            if (random.nextInt(3) == 0) {
                byte value = (byte) random.nextInt();
                writers.get(address / 128 % 2).write(cycle, address, new byte[] {value});
                flat[address] = value;
            } else {
                reads.add(readers.get(random.nextInt(2)).read(cycle, address, 1));
                expected.add(flat[address]);
            }
        }
        halves.finish();
        for (int i = 0; i < reads.size(); i++) {
            assertThat(reads.get(i).data[0])
                    .as("read %s of %s", i, reads.get(i).address)
                    .isEqualTo(expected.get(i));
        }
    }
}
