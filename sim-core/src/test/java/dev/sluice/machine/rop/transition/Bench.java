// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.rop.transition;

import dev.sluice.device.RopSpec;
import dev.sluice.machine.engine.Component;
import dev.sluice.machine.engine.Engine;
import dev.sluice.machine.request.RequestPool;
import dev.sluice.machine.rop.TexelBytes;
import dev.sluice.machine.rop.compress.CompressionTable;
import dev.sluice.machine.rop.compress.StoredTiles;
import dev.sluice.machine.rop.compress.TileCodec;
import dev.sluice.machine.rop.compress.TileGrid;
import dev.sluice.machine.rop.transition.TransitionPlan.Kind;
import dev.sluice.machine.testing.MockMemory;
import dev.sluice.program.image.Format;
import dev.sluice.program.image.ImageSpec;
import dev.sluice.program.image.Surface;
import dev.sluice.program.image.SurfaceLayout;
import dev.sluice.program.image.Tiling;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** A transition engine between two ideal memories, and images whose tiles tests put there as they like. */
final class Bench {

    static final int CODEC_LATENCY = 5;
    static final int DATA_LATENCY = 20;
    static final int METADATA_LATENCY = 10;
    static final int AGENT = 77;
    static final long METADATA = 1 << 20;

    /** Notes when a job was done. */
    static final class Waiter extends Component {
        final List<Long> done = new ArrayList<>();

        Waiter(Engine engine) {
            super(engine, "waiter");
        }

        @Override
        public void onEvent(int kind, int argument) {
            done.add(now());
        }
    }

    final Engine engine = new Engine();
    final RequestPool pool;
    final MockMemory data;
    final MockMemory metadata;
    final RopSpec rop;
    final CompressionTable table;
    final Surface surface;
    final TransitionEngine transitions;
    final Waiter waiter = engine.add(new Waiter(engine));
    final List<String> discarded = new ArrayList<>();
    private final TileCodec codec;

    Bench() {
        this(
                new ImageSpec("image", Format.R8G8B8A8_UNORM, 128, 64, 1, 1, 1, 1, Tiling.OPTIMAL, Set.of()),
                4,
                256,
                true);
    }

    Bench(ImageSpec image, int metadataBits, int requestBytes, boolean functional) {
        pool = new RequestPool(functional);
        data = new MockMemory(engine, "data", pool, DATA_LATENCY);
        metadata = new MockMemory(engine, "metadata", pool, METADATA_LATENCY);
        rop = new RopSpec(
                1,
                256,
                32,
                List.of(2, 4, 8),
                List.of(List.of(0.0, 0.0, 0.0, 0.0), List.of(1.0, 0.0, 1.0, 1.0)),
                metadataBits,
                CODEC_LATENCY,
                Set.of(),
                Set.of(),
                4,
                false);
        surface = new Surface(1, new SurfaceLayout(image, 256), 4096, METADATA);
        table = new CompressionTable(rop, 0);
        table.add(surface);
        codec = new TileCodec(256, 32, rop.ratios());
        transitions = engine.add(new TransitionEngine(
                engine,
                "transitions",
                pool,
                rop,
                new StoredTiles(table),
                data.path(requestBytes),
                metadata.path(128),
                (address, size, agent) -> discarded.add(address + "+" + size + " by " + agent)));
        data.recording = true;
        metadata.recording = true;
    }

    int tiles() {
        return (int) (surface.layout().size() / 256);
    }

    TransitionJob job(Kind kind) {
        return new TransitionJob(
                        surface,
                        kind,
                        TexelBytes.NONE,
                        0,
                        surface.spec().levels(),
                        0,
                        surface.spec().layers(),
                        3,
                        AGENT)
                .replyTo(waiter, 0, 0);
    }

    TransitionJob start(Kind kind) {
        TransitionJob job = job(kind);
        transitions.start(job);
        return job;
    }

    /** Puts a tile into memory as compression would, and returns the code that its metadata now has. */
    int put(int tile, byte[] bytes, int[] versions) {
        byte[] coded = new byte[256];
        int code = codec.encode(bytes, TileGrid.of(surface.layout()), coded);
        int bundle = table.bundles().intern(versions, 256, code);
        for (int i = 0; i < (code == 0 ? 256 : codec.storedBytes(code)); i++) {
            data.store.set(address(tile) + i, code == 0 ? bytes[i] : coded[i], code == 0 ? versions[i] : bundle);
        }
        code(tile, code, 1);
        return code;
    }

    long address(int tile) {
        return surface.base() + tile * 256L;
    }

    /** Sets the metadata of a tile; the version is that of the whole byte. */
    void code(int tile, int code, int version) {
        if (rop.metadataBits() == 8) {
            metadata.store.set(METADATA + tile, (byte) code, version);
            return;
        }
        long at = METADATA + tile / 2;
        int old = metadata.store.data(at) & 0xFF;
        int shift = tile % 2 * 4;
        metadata.store.set(at, (byte) (old & ~(15 << shift) | code << shift), version);
    }

    int code(int tile) {
        if (rop.metadataBits() == 8) {
            return metadata.store.data(METADATA + tile) & 0xFF;
        }
        return (metadata.store.data(METADATA + tile / 2) & 0xFF) >>> tile % 2 * 4 & 15;
    }

    void codes(int code) {
        for (int tile = 0; tile < tiles(); tile++) {
            code(tile, code, 1);
        }
    }

    byte[] bytes(int tile) {
        byte[] bytes = new byte[256];
        for (int i = 0; i < 256; i++) {
            bytes[i] = data.store.data(address(tile) + i);
        }
        return bytes;
    }

    int[] versions(int tile) {
        int[] versions = new int[256];
        for (int i = 0; i < 256; i++) {
            versions[i] = data.store.version(address(tile) + i);
        }
        return versions;
    }
}
