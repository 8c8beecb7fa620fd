// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.rop.transition;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.device.RopSpec;
import dev.sluice.machine.engine.Engine;
import dev.sluice.machine.request.Request;
import dev.sluice.machine.request.RequestPool;
import dev.sluice.machine.rop.TexelBytes;
import dev.sluice.machine.rop.compress.CompressionCounters;
import dev.sluice.machine.rop.compress.CompressionTable;
import dev.sluice.machine.rop.compress.CompressionUnit;
import dev.sluice.machine.rop.compress.StoredTiles;
import dev.sluice.machine.rop.compress.TileReaders;
import dev.sluice.machine.rop.transition.TransitionPlan.Kind;
import dev.sluice.machine.testing.MockMemory;
import dev.sluice.machine.testing.MockRequester;
import dev.sluice.program.image.Format;
import dev.sluice.program.image.ImageSpec;
import dev.sluice.program.image.Surface;
import dev.sluice.program.image.SurfaceLayout;
import dev.sluice.program.image.Tiling;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a render output unit has compressed, transitions must give back: against a plain array of bytes and versions. */
final class TransitionRoundTripTest {

    private static final long METADATA = 1 << 20;
    private static final int TILES = 128;

    private final Engine engine = new Engine();
    private final RequestPool pool = new RequestPool(true);
    private final MockMemory memory = new MockMemory(engine, "memory", pool, 20);
    private final RopSpec rop = new RopSpec(
            1,
            256,
            32,
            List.of(2, 4, 8),
            List.of(List.of(0.0, 0.0, 0.0, 0.0), List.of(1.0, 1.0, 1.0, 1.0)),
            4,
            3,
            Set.of(),
            Set.of(),
            4,
            false);
    private final Surface surface = new Surface(
            1,
            new SurfaceLayout(
                    new ImageSpec(
                            "image", Format.R8G8B8A8_UNORM, 128, 64, 1, 1, 1, 1, Tiling.OPTIMAL, Set.of("STORAGE")),
                    256),
            4096,
            METADATA);
    private final CompressionTable table = new CompressionTable(rop, 0);
    private final byte[] bytes = new byte[TILES * 256];
    private final int[] versions = new int[TILES * 256];

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void should_give_back_what_a_unit_has_compressed(long seed) {
        table.add(surface);
        CompressionUnit unit = engine.add(new CompressionUnit(
                engine,
                "unit",
                pool,
                table,
                rop,
                memory.path(256),
                memory.path(256),
                true,
                TileReaders.EVERYBODY,
                256,
                new CompressionCounters(),
                null));
        MockRequester writer = new MockRequester(engine, "writer", pool, unit);
        TransitionEngine transitions = engine.add(new TransitionEngine(
                engine,
                "transitions",
                pool,
                rop,
                new StoredTiles(table),
                memory.path(128),
                memory.path(128),
                (address, size, agent) -> {}));
        Bench.Waiter waiter = engine.add(new Bench.Waiter(engine));
        transitions.start(job(Kind.INITIALISE, waiter));
        engine.run();
        Random random = new Random(seed);
        for (int step = 0; step < 300; step++) {
            writer.agent = 2 + step % 5;
            if (random.nextInt(8) == 0) {
                clear(unit, random, writer.agent, waiter);
            } else {
                write(writer, random);
            }
            engine.run();
        }

        transitions.start(job(Kind.ELIMINATE, waiter));
        engine.run();
        for (int tile = 0; tile < TILES; tile++) {
            assertThat(code(tile)).as("code of tile " + tile).isLessThan(4);
        }
        transitions.start(job(Kind.DECOMPRESS, waiter));
        engine.run();

        for (int i = 0; i < bytes.length; i++) {
            if (versions[i] != 0) {
                assertThat(memory.store.data(4096 + i)).as("byte " + i).isEqualTo(bytes[i]);
                assertThat(memory.store.version(4096 + i)).as("version of " + i).isEqualTo(versions[i]);
            }
            assertThat(code(i / 256)).isZero();
        }
        engine.auditAtEnd();
    }

    private TransitionJob job(Kind kind, Bench.Waiter waiter) {
        return new TransitionJob(surface, kind, TexelBytes.NONE, 0, 1, 0, 1, -1, 1).replyTo(waiter, 0, 0);
    }

    private int code(int tile) {
        return (memory.store.data(METADATA + tile / 2) & 0xFF) >>> tile % 2 * 4 & 15;
    }

    private void clear(CompressionUnit unit, Random random, int agent, Bench.Waiter waiter) {
        int first = random.nextInt(TILES);
        int count = 1 + random.nextInt(Math.min(10, 64 - first % 64));
        int color = random.nextInt(2);
        unit.clear(surface, 4096 + first * 256L, count, 4 + color, -1, agent, waiter, 0, 0);
        Arrays.fill(bytes, first * 256, (first + count) * 256, (byte) (color == 0 ? 0 : 255));
        Arrays.fill(versions, first * 256, (first + count) * 256, agent);
    }

    private void write(MockRequester writer, Random random) {
        int tile = random.nextInt(TILES);
        boolean whole = random.nextInt(3) > 0;
        int from = whole ? 0 : random.nextInt(64) * 4;
        int size = whole ? 256 : 4 * (1 + random.nextInt(Math.min(8, 64 - from / 4)));
        size = whole ? 256 : Math.min(size, 32 - from % 32);
        byte[] data = new byte[size];
        int noise = 1 << random.nextInt(9);
        for (int i = 0; i < size; i++) {
            data[i] = (byte) (random.nextInt(noise) + i % 4 * 30);
        }
        int at = tile * 256 + from;
        writer.write(engine.now(), 4096L + at, data).with(Request.IMAGE);
        System.arraycopy(data, 0, bytes, at, size);
        Arrays.fill(versions, at, at + size, writer.agent);
    }
}
