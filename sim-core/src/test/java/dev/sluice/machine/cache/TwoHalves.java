// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.cache;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.device.CacheHalves;
import dev.sluice.device.CacheHalves.Division;
import dev.sluice.device.CacheSpec;
import dev.sluice.device.CacheSpec.DirtyTracking;
import dev.sluice.machine.engine.Engine;
import dev.sluice.machine.observe.SimObserver;
import dev.sluice.machine.request.DirectPath;
import dev.sluice.machine.request.RequestPool;
import dev.sluice.machine.testing.CacheSpecs;
import dev.sluice.machine.testing.MockMemory;
import dev.sluice.machine.testing.MockRequester;
import java.util.ArrayList;
import java.util.List;

/** Two halves of a cache, a slice each, that keep copies of each other's lines; 30 cycles apart, a look-up takes 20, memory 100. */
final class TwoHalves {

    final Engine engine = new Engine();
    final RequestPool pool = new RequestPool(true);
    final MockMemory memory = new MockMemory(engine, "memory", pool, 100);
    final CacheNodeStats stats;
    final List<Cache> slices = new ArrayList<>();
    /** Whoever reads through a half. */
    final List<MockRequester> readers = new ArrayList<>();
    /** Whoever changes lines for which a half answers. */
    final List<MockRequester> writers = new ArrayList<>();

    TwoHalves(CacheSpec spec) {
        stats = new CacheNodeStats(spec, 1);
        SliceHash hash = SliceHash.of(spec);
        List<HalfPath> paths = new ArrayList<>();
        RefillLedger ledger = new RefillLedger();
        for (int i = 0; i < 2; i++) {
            HalfPath path = new HalfPath(memory.path(128), hash, i);
            paths.add(path);
            slices.add(engine.add(new Cache(
                    engine, "l2[" + i + "]", spec, hash, i, pool, path, stats, ledger, 1, SimObserver.NONE, null)));
        }
        SliceLinks.copies(slices, paths, hash, spec.halves());
        for (int i = 0; i < 2; i++) {
            readers.add(requester("reader " + i, i));
            writers.add(requester("writer " + i, i));
        }
    }

    /** Lines of 128 bytes in sets of so many ways. */
    static CacheSpecs specs(int sets, int ways) {
        CacheSpecs specs = CacheSpecs.l2(DirtyTracking.BYTE).allocate(CacheSpec.Allocation.VALIDATE_ON_WRITE);
        specs.slices = 2;
        return specs.geometry(sets, ways, 128, 32);
    }

    static CacheSpec halved(CacheSpecs specs) {
        return specs.build().with(new CacheHalves(2, 30, Division.BLOCKS, Division.BLOCKS, true));
    }

    /** Enters a slice as units of its half do. */
    private MockRequester requester(String name, int slice) {
        return new MockRequester(
                engine, name, pool, new DirectPath(slices.get(slice).newPort(), 0, 0, 128));
    }

    /** Runs to the end, where nothing may be left. */
    void finish() {
        engine.run();
        engine.auditAtEnd();
        assertThat(pool.inUse()).isZero();
    }
}
