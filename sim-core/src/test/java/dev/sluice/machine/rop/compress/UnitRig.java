// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.rop.compress;

import dev.sluice.device.Client;
import dev.sluice.device.LayoutCompression;
import dev.sluice.device.RopSpec;
import dev.sluice.machine.engine.Component;
import dev.sluice.machine.engine.Engine;
import dev.sluice.machine.request.Request;
import dev.sluice.machine.request.RequestPool;
import dev.sluice.machine.testing.MockMemory;
import dev.sluice.machine.testing.MockRequester;
import dev.sluice.machine.testing.MockRequester.Access;
import dev.sluice.machine.truth.AccessChecker;
import dev.sluice.program.image.Format;
import dev.sluice.program.image.ImageSpec;
import dev.sluice.program.image.Surface;
import dev.sluice.program.image.SurfaceLayout;
import dev.sluice.program.image.Tiling;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Compression units between requesters and two memories, one for tiles and one for metadata. */
final class UnitRig {

    static final long BASE = 0x10000;
    static final long METADATA = 0x80000;
    static final int DATA_LATENCY = 100;
    static final int METADATA_LATENCY = 10;
    static final int CODEC_LATENCY = 5;

    final Engine engine = new Engine();
    final RequestPool pool;
    final RopSpec spec;
    final MockMemory data;
    final MockMemory metadata;
    final CompressionTable table;
    final Surface surface;
    final CompressionCounters counters = new CompressionCounters();
    final List<Long> cleared = new ArrayList<>();
    private final List<Runnable> actions = new ArrayList<>();
    private final Component listener;
    int maxDataBytes = 256;

    UnitRig() {
        this(4, 0, true, 1024);
    }

    UnitRig(int metadataBits, long pageBytes, boolean functional, int credits) {
        spec = new RopSpec(
                4,
                256,
                32,
                List.of(2, 4, 8),
                List.of(List.of(0.0, 0.0, 0.0, 0.0), List.of(1.0, 1.0, 1.0, 1.0)),
                metadataBits,
                CODEC_LATENCY,
                Set.of(Client.SAMPLED),
                Set.of(Client.SAMPLED),
                4,
                false);
        pool = new RequestPool(functional);
        data = new MockMemory(engine, "data", pool, DATA_LATENCY, credits);
        metadata = new MockMemory(engine, "metadata", pool, METADATA_LATENCY, credits);
        data.recording = true;
        metadata.recording = true;
        ImageSpec image = new ImageSpec(
                "color", Format.R8G8B8A8_UNORM, 64, 128, 1, 1, 1, 1, Tiling.OPTIMAL, Set.of("COLOR_ATTACHMENT"));
        surface = new Surface(1, new SurfaceLayout(image, 256), BASE, METADATA);
        table = new CompressionTable(spec, pageBytes);
        table.add(surface);
        table.storage(surface, 0, 0, LayoutCompression.CLEARED);
        for (int i = 0; i < 128; i++) {
            metadata.store.set(METADATA + i, (byte) 0, 0);
        }
        listener = engine.add(new Component(engine, "listener") {
            @Override
            public void onEvent(int kind, int argument) {
                if (kind == 0) {
                    cleared.add(now());
                } else {
                    actions.get(argument).run();
                }
            }
        });
    }

    CompressionUnit unit(String name, boolean writes, boolean understandsClear, @Nullable AccessChecker checker) {
        return engine.add(new CompressionUnit(
                engine,
                name,
                pool,
                table,
                spec,
                data.path(maxDataBytes),
                metadata.path(256),
                writes,
                understandsClear ? TileReaders.EVERYBODY : new TileReaders(-1, 0),
                256,
                counters,
                checker));
    }

    CompressionUnit rop() {
        return unit("rop", true, true, null);
    }

    MockRequester requester(CompressionUnit unit) {
        return new MockRequester(engine, unit.name() + ".client", pool, unit);
    }

    /** A requester whose reads are those of images. */
    MockRequester texture(boolean understandsClear) {
        return requester(unit("texture", false, understandsClear, null));
    }

    static long tile(int index) {
        return BASE + 256L * index;
    }

    /** Writes bytes as a cache does. */
    static Access writeBack(MockRequester from, long cycle, long address, byte[] bytes) {
        return from.write(cycle, address, bytes).with(Request.WRITE_BACK);
    }

    static Access readTexels(MockRequester from, long cycle, long address, int size) {
        return from.read(cycle, address, size).with(Request.IMAGE);
    }

    void clear(long cycle, CompressionUnit unit, int first, int count, int code, int agent) {
        at(cycle, () -> unit.clear(surface, tile(first), count, code, -1, agent, listener, 0, 0));
    }

    int code(int tile) {
        return metadata.store.data(METADATA + tile / 2) >> 4 * (tile & 1) & 15;
    }

    void at(long cycle, Runnable action) {
        actions.add(action);
        engine.scheduleAt(listener, cycle, 1, actions.size() - 1);
    }

    byte[] noise(int seed) {
        return Tiles.noise(256, new Random(seed));
    }

    /** A tile that is stored in half. */
    byte[] half(int seed) {
        return Tiles.photo(256, Tiles.grid(256, 4), new Random(seed));
    }

    /** A tile that is stored in an eighth, and of no clear colour. */
    byte[] flat(int seed) {
        return Tiles.flat(256, 4, new Random(seed));
    }

    void finish() {
        engine.run();
        engine.auditAtEnd();
        if (pool.inUse() != 0) {
            throw new AssertionError(pool.inUse() + " requests were never released");
        }
    }
}
