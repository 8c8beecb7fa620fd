// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.device.DramProtocol;
import dev.sluice.device.DramSpec;
import dev.sluice.device.DramTiming;
import dev.sluice.machine.dram.DramSystem;
import dev.sluice.machine.memory.BackingStore;
import dev.sluice.machine.observe.SimObserver;
import dev.sluice.machine.request.Downstream;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** DRAM controllers of both policies, ample and with queues of one. */
final class DramSubjects {

    private static final long CLOCK = 1_000_000_000L;
    private static final int CONTROLLER = 4;
    private static final int BURST = 2;
    private static final int CL = 20;
    private static final int RCD_READ = 17;
    private static final int CCD_L = 5;
    /** No refresh: a lone request must not meet one. */
    private static final DramTiming TIMING =
            new DramTiming(CL, 9, RCD_READ, 13, 19, 40, 61, 6, 11, 53, 3, CCD_L, 7, 12, 15, 8, 23, 0, 20_000, BURST);

    private DramSubjects() {}

    static List<Subject> all() {
        return List.of(
                new Dram("frfcfs", 1, 1, "frfcfs", false, 32, 32),
                new Dram("fcfs", 1, 1, "fcfs", false, 32, 32),
                new Dram("3 channels of 2 ranks, hashed", 3, 2, "frfcfs", true, 16, 24),
                new Dram("queues of one", 1, 1, "frfcfs", false, 1, 1));
    }

    /** A whole memory. */
    static final class Dram extends Subject {
        private final DramSpec spec;
        private @Nullable DramSystem memory;

        Dram(String name, int channels, int ranks, String policy, boolean hash, int queue, int writeQueue) {
            super("dram " + name);
            spec = new DramSpec(
                    "test",
                    1L << 30,
                    channels,
                    ranks,
                    4,
                    4,
                    2048,
                    32,
                    CLOCK,
                    TIMING,
                    DramProtocol.PLAIN,
                    "RoBaRaCoBgCh",
                    256,
                    hash,
                    DramSpec.Policy.of(policy),
                    queue,
                    writeQueue,
                    Math.max(1, writeQueue * 3 / 4),
                    writeQueue / 4,
                    CONTROLLER);
        }

        @Override
        List<Downstream> wire(Bench bench) {
            DramSystem built = new DramSystem(
                    bench.engine, "vram", spec, CLOCK, 0, new BackingStore(), bench.pool, SimObserver.NONE, null);
            memory = built;
            return List.of(built, built);
        }

        @Override
        long window(int way) {
            return way * ((1L << 20) + 8192); // each in banks of its own
        }

        private DramSystem memory() {
            return Objects.requireNonNull(memory);
        }

        @Override
        boolean hasMemoryBelow() {
            return false;
        }

        @Override
        int read() {
            return RCD_READ + CL + BURST + CONTROLLER;
        }

        @Override
        int readAgain() {
            return CL + BURST + CONTROLLER;
        }

        @Override
        int write() {
            return CONTROLLER;
        }

        @Override
        double interval() {
            return CCD_L; // of one bank
        }

        @Override
        byte stored(Bench bench, long address) {
            return memory().store().data(address);
        }

        @Override
        void checkCounters(Bench bench, Sent sent) {
            var result = memory().result();
            assertThat(result.rowHits() + result.rowMisses() + result.rowConflicts())
                    .isEqualTo(result.reads() + result.writes());
            assertThat(memory().counters().requests).isEqualTo(sent.requests());
            assertThat(result.reads() + memory().counters().forwardedReads).isEqualTo(sent.readSectors());
            assertThat(result.writes() + memory().counters().coalescedWrites).isEqualTo(sent.writtenSectors());
        }
    }
}
