// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.transfer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.device.TransferSpec;
import dev.sluice.machine.engine.Component;
import dev.sluice.machine.engine.Engine;
import dev.sluice.machine.observe.SimObserver;
import dev.sluice.machine.request.Request;
import dev.sluice.machine.request.RequestPool;
import dev.sluice.machine.request.SectorStore;
import dev.sluice.machine.testing.MockMemory;
import dev.sluice.machine.truth.AccessChecker;
import dev.sluice.program.image.MeantTexels;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class TransferEngineTest {

    private static final int SPACE = 1 << 16;

    private Engine engine = new Engine();
    private RequestPool pool = new RequestPool(true);
    private final List<Long> ends = new ArrayList<>();
    private final Checks checks = new Checks();
    private MockMemory memory = new MockMemory(engine, "memory", pool, 20);
    private Component waiter = engine.add(new Waiter(engine, ends));

    private static final class Waiter extends Component {
        private final List<Long> ends;

        Waiter(Engine engine, List<Long> ends) {
            super(engine, "waiter");
            this.ends = ends;
        }

        @Override
        public void onEvent(int kind, int argument) {
            ends.add(now());
        }
    }

    private static final class Checks implements AccessChecker {
        int writes;
        int writtenBytes;
        int reads;
        int readBytes;

        @Override
        public boolean isMeant(long address, int sectors, SectorStore store, int slot) {
            return false;
        }

        @Override
        public void wrote(Request request) {
            writes++;
            writtenBytes += request.byteCount();
        }

        @Override
        public void read(Request request, MeantTexels meant) {
            reads++;
            readBytes += request.byteCount();
        }

        @Override
        public void overwrites(Request request, int sector, int mask, SectorStore store, int slot) {
            throw new IllegalStateException("a transfer engine writes nothing back");
        }
    }

    private TransferEngine engine(int outstanding, int requestBytes, int bytesPerCycle, int startCycles) {
        return engine.add(new TransferEngine(
                engine,
                "transfer",
                pool,
                new TransferSpec(outstanding, requestBytes, bytesPerCycle, startCycles, false, null),
                memory.path(256),
                SimObserver.NONE,
                checks));
    }

    private void timingOnly() {
        engine = new Engine();
        pool = new RequestPool(false);
        memory = new MockMemory(engine, "memory", pool, 20);
        waiter = engine.add(new Waiter(engine, ends));
    }

    private void randomBytes(long seed) {
        Random random = new Random(seed);
        for (int i = 0; i < SPACE; i++) {
            memory.store.set(i, (byte) random.nextInt(), 1);
        }
    }

    private byte[] contents() {
        byte[] all = new byte[SPACE];
        for (int i = 0; i < SPACE; i++) {
            all[i] = memory.store.data(i);
        }
        return all;
    }

    @ParameterizedTest
    @ValueSource(ints = {32, 64, 128, 256})
    void should_copy_at_every_alignment(int requestBytes) {
        randomBytes(1);
        TransferEngine transfer = engine(16, requestBytes, 64, 0);
        Random random = new Random(requestBytes);
        for (int offset = 0; offset < 32; offset++) {
            byte[] expected = contents();
            int source = offset + random.nextInt(500);
            int destination = 40_000 + random.nextInt(500);
            int size = 1 + random.nextInt(900);
            System.arraycopy(expected, source, expected, destination, size);
            transfer.start(TransferJob.copy(new long[] {source}, new long[] {destination}, new long[] {size}, 3, 7));
            engine.run();
            assertThat(contents())
                    .as("copy of %d bytes from %d to %d", size, source, destination)
                    .isEqualTo(expected);
            assertThat(memory.store.version(destination)).isEqualTo(7);
            assertThat(memory.store.version(destination + size - 1L)).isEqualTo(7);
            assertThat(memory.store.version(destination + (long) size)).isNotEqualTo(7 + 1);
        }
        engine.auditAtEnd();
        assertThat(pool.inUse()).isZero();
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void should_agree_with_a_plain_copy_for_many_jobs_at_once(long seed) {
        randomBytes(seed);
        byte[] expected = contents();
        Random random = new Random(seed);
        memory = new MockMemory(engine, "narrow", pool, 13, 3);
        for (int i = 0; i < SPACE; i++) {
            memory.store.set(i, expected[i], 1);
        }
        TransferEngine transfer = engine(1 + random.nextInt(12), 64, 24, 5);
        for (int job = 0; job < 12; job++) {
            int regions = 1 + random.nextInt(4);
            long[] sources = new long[regions];
            long[] destinations = new long[regions];
            long[] sizes = new long[regions];
            for (int r = 0; r < regions; r++) {
                sources[r] = random.nextInt(30_000);
                destinations[r] = 32_768 + job * 2048L + r * 512L + random.nextInt(100);
                sizes[r] = 1L + random.nextInt(400);
                System.arraycopy(expected, (int) sources[r], expected, (int) destinations[r], (int) sizes[r]);
            }
            transfer.start(
                    TransferJob.copy(sources, destinations, sizes, job, 2 + job).replyTo(waiter, 0, job));
        }
        engine.run();
        engine.auditAtEnd();
        assertThat(contents()).isEqualTo(expected);
        assertThat(ends).hasSize(12);
        assertThat(pool.inUse()).isZero();
    }

    @Test
    void should_fill_with_the_least_significant_byte_first() {
        TransferEngine transfer = engine(4, 64, 64, 0);
        transfer.start(TransferJob.fill(4, 1000, 0x04030201, 0, 5));
        engine.run();
        for (int i = 0; i < 1000; i++) {
            assertThat(memory.store.data(4L + i)).isEqualTo((byte) (i % 4 + 1));
        }
        assertThat(memory.store.version(3)).isZero();
        assertThat(memory.store.version(1004)).isZero();
        assertThat(memory.readSectors).isZero();
        engine.auditAtEnd();
    }

    @Test
    void should_repeat_the_pattern_from_the_first_byte_of_an_unaligned_fill() {
        TransferEngine transfer = engine(4, 64, 64, 0);
        transfer.start(TransferJob.fill(61, 10, 0x44332211, 0, 5));
        engine.run();
        assertThat(memory.store.data(61)).isEqualTo((byte) 0x11);
        assertThat(memory.store.data(64)).isEqualTo((byte) 0x44);
        assertThat(memory.store.data(65)).isEqualTo((byte) 0x11);
    }

    @Test
    void should_write_the_bytes_of_an_update() {
        TransferEngine transfer = engine(4, 64, 64, 0);
        byte[] data = new byte[300];
        new Random(9).nextBytes(data);
        TransferJob job = TransferJob.update(100, data, 0, 5);
        transfer.start(job);
        engine.run();
        for (int i = 0; i < data.length; i++) {
            assertThat(memory.store.data(100L + i)).isEqualTo(data[i]);
        }
        assertThat(job.bytesWritten()).isEqualTo(300);
        assertThat(job.bytesRead()).isZero();
    }

    @Test
    void should_tell_the_checker_every_byte_once() {
        randomBytes(3);
        TransferEngine transfer = engine(8, 128, 64, 0);
        TransferJob job = TransferJob.copy(new long[] {17}, new long[] {9001}, new long[] {1000}, 0, 5);
        transfer.start(job);
        engine.run();
        assertThat(checks.readBytes).isEqualTo(1000);
        assertThat(checks.writtenBytes).isEqualTo(1000);
        assertThat(job.bytesRead()).isEqualTo(1000);
        assertThat(transfer.result().readBytes()).isEqualTo(1000);
        assertThat(transfer.result().writes()).isEqualTo(checks.writes);
        assertThat(transfer.result().reads()).isEqualTo(checks.reads);
    }

    @Test
    void should_begin_after_its_start_time_and_end_with_the_last_acknowledgement() {
        TransferEngine transfer = engine(8, 64, 64, 30);
        memory.recording = true;
        transfer.start(TransferJob.fill(0, 64, 0, 0, 1).replyTo(waiter, 0, 0));
        engine.run();
        assertThat(memory.seen).extracting(MockMemory.Seen::cycle).containsExactly(30L);
        assertThat(ends).containsExactly(50L);
        assertThat(transfer.result().busyCycles()).isEqualTo(50);
    }

    @Test
    void should_move_its_bytes_per_cycle_in_the_long_run() {
        TransferEngine transfer = engine(64, 64, 24, 0);
        transfer.start(TransferJob.fill(0, 64 * 300, 0, 0, 1).replyTo(waiter, 0, 0));
        engine.run();
        // the last piece begins when the 299 before it have been moved
        assertThat(ends).containsExactly(64L * 299 / 24 + 20);
    }

    @Test
    void should_keep_no_more_than_its_requests_under_way() {
        TransferEngine transfer = engine(2, 64, 256, 0);
        memory.recording = true;
        transfer.start(TransferJob.fill(0, 64 * 4, 0, 0, 1));
        engine.run();
        assertThat(memory.seen).extracting(MockMemory.Seen::cycle).containsExactly(0L, 0L, 20L, 20L);
    }

    @Test
    void should_copy_with_a_single_request_under_way() {
        randomBytes(4);
        byte[] expected = contents();
        System.arraycopy(expected, 3, expected, 5000, 700);
        TransferEngine transfer = engine(1, 64, 64, 0);
        transfer.start(TransferJob.copy(new long[] {3}, new long[] {5000}, new long[] {700}, 0, 2));
        engine.run();
        engine.auditAtEnd();
        assertThat(contents()).isEqualTo(expected);
    }

    @Test
    void should_let_jobs_take_turns() {
        TransferEngine transfer = engine(1, 64, 64, 0);
        memory.recording = true;
        transfer.start(TransferJob.fill(0, 192, 0, 0, 1));
        transfer.start(TransferJob.fill(4096, 192, 0, 1, 2));
        engine.run();
        assertThat(memory.seen)
                .extracting(MockMemory.Seen::address)
                .containsExactly(0L, 4096L, 64L, 4160L, 128L, 4224L);
    }

    @Test
    void should_overlap_jobs() {
        TransferEngine transfer = engine(64, 64, 256, 0);
        transfer.start(TransferJob.fill(0, 256, 0, 0, 1).replyTo(waiter, 0, 0));
        transfer.start(TransferJob.fill(4096, 256, 0, 1, 2).replyTo(waiter, 0, 1));
        engine.run();
        assertThat(ends).containsExactly(20L, 21L);
    }

    @Test
    void should_run_a_job_once() {
        TransferEngine transfer = engine(4, 64, 64, 0);
        TransferJob job = TransferJob.fill(0, 64, 0, 0, 1);
        transfer.start(job);
        assertThatThrownBy(() -> transfer.start(job)).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> TransferJob.fill(0, 0, 0, 0, 1)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void should_stay_safe_where_source_and_destination_overlap() {
        randomBytes(5);
        TransferEngine transfer = engine(8, 64, 64, 0);
        transfer.start(TransferJob.copy(new long[] {0}, new long[] {33}, new long[] {4000}, 0, 2)
                .replyTo(waiter, 0, 0));
        engine.run();
        engine.auditAtEnd();
        assertThat(ends).hasSize(1);
    }

    @Test
    void should_take_the_same_time_without_bytes() {
        TransferEngine withBytes = engine(6, 64, 24, 3);
        withBytes.start(TransferJob.copy(new long[] {5}, new long[] {9000}, new long[] {5000}, 0, 2)
                .replyTo(waiter, 0, 0));
        engine.run();
        timingOnly();
        TransferEngine without = engine(6, 64, 24, 3);
        without.start(TransferJob.copy(new long[] {5}, new long[] {9000}, new long[] {5000}, 0, 2)
                .replyTo(waiter, 0, 0));
        engine.run();
        assertThat(ends).hasSize(2);
        assertThat(ends.get(0)).isEqualTo(ends.get(1));
    }

    @Test
    void should_allocate_nothing_in_steady_state() {
        timingOnly();
        TransferEngine transfer = engine(16, 128, 64, 0);
        transfer.start(TransferJob.copy(new long[] {7}, new long[] {1 << 28}, new long[] {4 << 20}, 0, 2));
        engine.run();
        com.sun.management.ThreadMXBean threads =
                (com.sun.management.ThreadMXBean) java.lang.management.ManagementFactory.getThreadMXBean();
        TransferJob job = TransferJob.copy(new long[] {7}, new long[] {1 << 28}, new long[] {16 << 20}, 0, 2);
        transfer.start(job);
        long before = threads.getCurrentThreadAllocatedBytes();
        engine.run();
        long allocated = threads.getCurrentThreadAllocatedBytes() - before;
        assertThat(job.bytesWritten()).isEqualTo(16 << 20);
        assertThat(allocated).isLessThan(100_000); // 131072 pieces, so far less than a byte each
    }
}
