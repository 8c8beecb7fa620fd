// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.device.TlbSpec;
import dev.sluice.machine.request.Downstream;
import dev.sluice.machine.testing.MockMemory;
import dev.sluice.machine.tlb.PageTableLayout;
import dev.sluice.machine.tlb.SharedTlb;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Paths behind translation, with pages small enough that a window has more than the buffers hold. */
final class TlbSubjects {

    private static final long PAGE = 512;
    private static final int TABLE_LATENCY = 40;
    private static final int SHARED_LATENCY = 7;

    private TlbSubjects() {}

    static List<Subject> all() {
        return List.of(
                new TlbSubject("tlb without latency", new TlbSpec(2, 2, 0, shared(4), 2, 2, 4)),
                new TlbSubject("tlb of latency 6", new TlbSpec(4, 1, 6, shared(4), 1, 3, 1)),
                new TlbSubject("tlb of one entry without a second level", new TlbSpec(1, 1, 0, shared(0), 1, 1, 1)));
    }

    private static TlbSpec.Shared shared(int entries) {
        return new TlbSpec.Shared(entries, Math.max(1, entries / 2), SHARED_LATENCY);
    }

    /** Buffers in front of two paths, and what they share. */
    private static final class TlbSubject extends Subject {
        private final TlbSpec spec;
        private @Nullable SharedTlb shared;

        TlbSubject(String name, TlbSpec spec) {
            super(name);
            this.spec = spec;
        }

        @Override
        List<Downstream> wire(Bench bench) {
            MockMemory memory = bench.memory("memory");
            MockMemory table = new MockMemory(bench.engine, "table", bench.pool, TABLE_LATENCY, 1);
            PageTableLayout layout = new PageTableLayout(1 << 30, spec.levels(), PAGE, 1 << 30, 1 << 30);
            SharedTlb built = bench.engine.add(
                    new SharedTlb(bench.engine, "tlb", bench.pool, spec, PAGE, layout, table.path(32)));
            shared = built;
            return List.of(
                    built.inFrontOf("tlb0", memory.path(128)),
                    built.inFrontOf("tlb1", memory.path(128)),
                    built.inFrontOf("tlb2", memory.path(128)));
        }

        @Override
        int read() {
            int shared = spec.shared().entries() == 0 ? 0 : SHARED_LATENCY;
            return spec.latency() + shared + spec.levels() * TABLE_LATENCY + Bench.MEMORY_LATENCY;
        }

        @Override
        int readAgain() {
            return spec.latency() + Bench.MEMORY_LATENCY;
        }

        @Override
        int write() {
            return readAgain();
        }

        @Override
        double interval() {
            // its queue has a place for each cycle that a look-up takes, and one more for each that may wait
            return (double) spec.latency() / (spec.latency() + spec.queue());
        }

        @Override
        int jitter() {
            return spec.latency() + 1;
        }

        @Override
        void checkCounters(Bench bench, Sent sent) {
            var result = java.util.Objects.requireNonNull(shared).result();
            assertThat(result.lookups()).isEqualTo(sent.requests());
            assertThat(result.walkReads()).isEqualTo(result.walks() * spec.levels());
        }
    }
}
