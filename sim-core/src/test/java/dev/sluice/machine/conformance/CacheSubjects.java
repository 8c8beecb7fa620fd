// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.device.CacheSpec;
import dev.sluice.device.CacheSpec.Allocation;
import dev.sluice.device.CacheSpec.DirtyTracking;
import dev.sluice.device.PrefetchSpec;
import dev.sluice.machine.cache.Cache;
import dev.sluice.machine.cache.CacheNodeStats;
import dev.sluice.machine.cache.Interleave;
import dev.sluice.machine.cache.Maintenance;
import dev.sluice.machine.cache.RefillLedger;
import dev.sluice.machine.cache.SliceHash;
import dev.sluice.machine.observe.SimObserver;
import dev.sluice.machine.request.DirectPath;
import dev.sluice.machine.request.Downstream;
import dev.sluice.machine.testing.CacheSpecs;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** Caches of every role and policy, ample ones and such as have one of everything. */
final class CacheSubjects {

    private static final int LATENCY = 10;

    private CacheSubjects() {}

    private record Shape(String name, Consumer<CacheSpecs> form) {}

    private static final List<Shape> SHAPES = List.of(
            new Shape("4x2", s -> s.geometry(4, 2, 128, 32)),
            new Shape("one-of-everything", s -> {
                s.geometry(1, 1, 128, 32);
                s.mshrs = 1;
                s.mshrMerges = 1;
                s.queue = 1;
            }),
            new Shape("sliced-banked-sectors-of-64", s -> {
                s.geometry(2, 4, 128, 64);
                s.slices = 3;
                s.banks = 2;
                s.throughput = 2;
                s.hash = CacheSpec.Hash.XOR;
            }),
            new Shape("tiles-of-256", s -> {
                s.geometry(1, 6, 256, 32);
                s.tile = true;
            }));

    static List<Subject> all() {
        List<Subject> all = new ArrayList<>();
        for (Shape shape : SHAPES) {
            for (String policy : List.of("lru", "fifo", "plru", "random", "lfu", "drrip", "ship")) {
                Stream.of(
                                readOnly(),
                                CacheSpecs.l1(),
                                CacheSpecs.l1().allocate(Allocation.FETCH_ON_WRITE),
                                CacheSpecs.l2(DirtyTracking.LINE),
                                CacheSpecs.l2(DirtyTracking.SECTOR),
                                CacheSpecs.l2(DirtyTracking.BYTE),
                                CacheSpecs.l2(DirtyTracking.BYTE).allocate(Allocation.VALIDATE_ON_WRITE))
                        .map(specs -> subject(specs, shape, policy))
                        .forEach(all::add);
            }
        }
        for (String prefetcher : List.of("nextLine", "stride", "stream", "macroBlock")) {
            all.add(prefetching(CacheSpecs.l1(), prefetcher));
            all.add(prefetching(CacheSpecs.l2(DirtyTracking.SECTOR), prefetcher));
        }
        return all;
    }

    private static Subject prefetching(CacheSpecs specs, String prefetcher) {
        specs.structure = specs.structure.with(new PrefetchSpec(prefetcher, 2, 8, 0, 4, 4096));
        return subject(specs, new Shape(prefetcher, s -> s.geometry(4, 2, 128, 32)), "lru");
    }

    private static CacheSpecs readOnly() {
        CacheSpecs specs = CacheSpecs.l1();
        specs.readOnly = true;
        return specs;
    }

    private static Subject subject(CacheSpecs specs, Shape shape, String policy) {
        shape.form().accept(specs);
        specs.replacement = policy;
        specs.latency = LATENCY;
        CacheSpec spec = specs.build();
        String stores = spec.policy().readOnly()
                ? "read-only"
                : (spec.policy().write() + " " + spec.policy().allocate() + " "
                                + spec.policy().dirty())
                        .toLowerCase(Locale.ROOT);
        return new CacheSubject("cache " + shape.name() + " " + policy + " " + stores, spec);
    }

    private static final class CacheSubject extends Subject {

        private final CacheSpec spec;
        private List<Cache> slices = List.of();

        CacheSubject(String name, CacheSpec spec) {
            super(name);
            this.spec = spec;
        }

        @Override
        List<Downstream> wire(Bench bench) {
            Downstream memory = bench.memory("memory").path(256);
            slices = slices(bench, spec, memory);
            return List.of(entrance(slices), entrance(slices), entrance(slices));
        }

        @Override
        int read() {
            return LATENCY + Bench.MEMORY_LATENCY;
        }

        @Override
        int readAgain() {
            return LATENCY;
        }

        @Override
        int write() {
            return spec.policy().canBeDirty() ? LATENCY : Bench.MEMORY_LATENCY;
        }

        @Override
        double interval() {
            return 1.0 / spec.timing().throughput();
        }

        @Override
        boolean keepsOrder() {
            return false;
        }

        @Override
        boolean passesAllOn() {
            return false;
        }

        @Override
        void settle(Bench bench) {
            flush(bench, slices);
        }

        @Override
        void checkCounters(Bench bench, Sent sent) {
            var total = slices.get(0).stats().total();
            long stores = spec.policy().readOnly() ? 0 : sent.writtenSectors();
            assertThat(total.lookups).isEqualTo(sent.requests());
            assertThat(total.reads).isEqualTo(sent.readSectors());
            assertThat(total.readHits + total.readMisses).isEqualTo(total.reads);
            assertThat(total.writes).isEqualTo(stores);
            assertThat(total.writeHits + total.writeMisses).isEqualTo(total.writes);
            assertThat(total.fillBytes).isEqualTo(32 * readSectors(bench));
            long past = spec.policy().readOnly() ? sent.writtenBytes() : 0;
            assertThat(total.writebackBytes + total.writeThroughBytes + past).isEqualTo(writtenBytes(bench));
        }
    }

    /** The slices of a cache. */
    static List<Cache> slices(Bench bench, CacheSpec spec, Downstream below) {
        SliceHash hash = SliceHash.of(spec);
        CacheNodeStats stats = new CacheNodeStats(spec, 1);
        RefillLedger ledger = new RefillLedger();
        List<Cache> slices = new ArrayList<>();
        for (int i = 0; i < spec.geometry().slices(); i++) {
            String name = spec.name() + bench.engine.components().size();
            slices.add(bench.engine.add(new Cache(
                    bench.engine, name, spec, hash, i, bench.pool, below, stats, ledger, 1, SimObserver.NONE, null)));
        }
        return slices;
    }

    /** A way into all slices, with credits of its own. */
    static Downstream entrance(List<Cache> slices) {
        CacheSpec spec = slices.get(0).spec();
        List<DirectPath> paths = slices.stream()
                .map(slice ->
                        new DirectPath(slice.newPort(), 0, 0, spec.geometry().line()))
                .toList();
        return paths.size() == 1 ? paths.get(0) : new Interleave(paths, SliceHash.of(spec));
    }

    /** Orders that everything dirty be written back. */
    static void flush(Bench bench, List<Cache> slices) {
        for (Cache slice : slices) {
            Maintenance flush = new Maintenance().start(Maintenance.Verb.FLUSH, -1, -1);
            flush.replyTo(bench.listener, Bench.MAINTAINED, 0);
            slice.orders().start(flush);
        }
    }
}
