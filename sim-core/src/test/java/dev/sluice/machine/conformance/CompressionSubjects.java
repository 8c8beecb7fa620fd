// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.device.Client;
import dev.sluice.device.LayoutCompression;
import dev.sluice.device.RopSpec;
import dev.sluice.machine.request.Downstream;
import dev.sluice.machine.request.Request;
import dev.sluice.machine.rop.compress.CompressionCounters;
import dev.sluice.machine.rop.compress.CompressionTable;
import dev.sluice.machine.rop.compress.CompressionUnit;
import dev.sluice.machine.rop.compress.TileReaders;
import dev.sluice.machine.testing.MockMemory;
import dev.sluice.program.image.Format;
import dev.sluice.program.image.ImageSpec;
import dev.sluice.program.image.Surface;
import dev.sluice.program.image.SurfaceLayout;
import dev.sluice.program.image.Tiling;
import java.util.List;
import java.util.Set;

/** Compression units below render output units, in front of tiles and of what is no image. */
final class CompressionSubjects {

    private static final long TILES = 0x10000;
    private static final long METADATA = 0x80000;
    private static final int METADATA_LATENCY = 10;
    private static final int CODEC = 5;

    private CompressionSubjects() {}

    static List<Subject> all() {
        return List.of(new Tiles(), new Others());
    }

    private static List<Downstream> units(Bench bench, CompressionCounters counters) {
        RopSpec spec = new RopSpec(
                4,
                256,
                32,
                List.of(2, 4, 8),
                List.of(List.of(0.0, 0.0, 0.0, 0.0), List.of(1.0, 1.0, 1.0, 1.0)),
                4,
                CODEC,
                Set.of(Client.SAMPLED),
                Set.of(Client.SAMPLED),
                4,
                false);
        MockMemory data = bench.memory("data");
        MockMemory metadata = new MockMemory(bench.engine, "metadata", bench.pool, METADATA_LATENCY, 2);
        for (int i = 0; i < 256; i++) {
            metadata.store.set(METADATA + i, (byte) 0, 0);
        }
        ImageSpec image = new ImageSpec(
                "color", Format.R8G8B8A8_UNORM, 64, 128, 1, 1, 1, 1, Tiling.OPTIMAL, Set.of("COLOR_ATTACHMENT"));
        Surface surface = new Surface(1, new SurfaceLayout(image, 256), TILES, METADATA);
        CompressionTable table = new CompressionTable(spec, 0);
        table.add(surface);
        table.storage(surface, 0, 0, LayoutCompression.CLEARED);
        return List.of(
                unit(bench, "rop0", table, spec, data, metadata, counters),
                unit(bench, "rop1", table, spec, data, metadata, counters));
    }

    private static Downstream unit(
            Bench bench,
            String name,
            CompressionTable table,
            RopSpec spec,
            MockMemory data,
            MockMemory metadata,
            CompressionCounters counters) {
        return bench.engine.add(new CompressionUnit(
                bench.engine,
                name,
                bench.pool,
                table,
                spec,
                data.path(256),
                metadata.path(256),
                true,
                TileReaders.EVERYBODY,
                256,
                counters,
                null));
    }

    /** Tiles of an image, two windows of them. */
    private static final class Tiles extends Subject {
        private CompressionCounters counters = new CompressionCounters();

        Tiles() {
            super("compression unit, tiles");
        }

        @Override
        List<Downstream> wire(Bench bench) {
            counters = new CompressionCounters();
            return units(bench, counters);
        }

        @Override
        long window(int way) {
            return TILES + (long) way * WINDOW;
        }

        @Override
        int read() {
            return METADATA_LATENCY + Bench.MEMORY_LATENCY;
        }

        @Override
        int write() {
            return METADATA_LATENCY + Bench.MEMORY_LATENCY; // of a raw tile: nothing is encoded
        }

        @Override
        double interval() {
            return (double) read() / CompressionUnit.OPERATIONS;
        }

        @Override
        int jitter() {
            return read();
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
        int storeFlags() {
            return Request.WRITE_BACK;
        }

        @Override
        boolean storesPlainly() {
            return false;
        }

        @Override
        boolean takesAtomics() {
            return false;
        }

        @Override
        boolean runsWithoutBytes() {
            return false;
        }

        @Override
        void checkCounters(Bench bench, Sent sent) {
            assertThat(counters.garbledTiles).isZero();
            assertThat(counters.readBytes).isEqualTo(32 * readSectors(bench));
            assertThat(counters.writeBytes).isEqualTo(writtenBytes(bench));
        }
    }

    /** Addresses outside images. */
    private static final class Others extends Subject {
        Others() {
            super("compression unit, past images");
        }

        @Override
        List<Downstream> wire(Bench bench) {
            return units(bench, new CompressionCounters());
        }

        @Override
        int read() {
            return Bench.MEMORY_LATENCY;
        }

        @Override
        int write() {
            return Bench.MEMORY_LATENCY;
        }
    }
}
