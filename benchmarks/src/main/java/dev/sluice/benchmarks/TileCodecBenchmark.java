// SPDX-License-Identifier: Apache-2.0
package dev.sluice.benchmarks;

import dev.sluice.machine.rop.compress.TileCodec;
import dev.sluice.machine.rop.compress.TileGrid;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** Tiles per second through the codec alone: 256 bytes, 8 x 8 texels of 4 bytes. */
@State(Scope.Thread)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class TileCodecBenchmark {

    private static final int TILES = 256;
    private static final int TILE_BYTES = 256;
    private static final int EDGE = 8;

    /** What the tiles show: one colour each, a gradient each, gradients with noise in the low bits, noise. */
    @Param({"FLAT", "GRADIENT", "PHOTOGRAPH", "NOISE"})
    public Content content;

    /** Contents of tiles. */
    public enum Content {
        FLAT(0, 0),
        GRADIENT(3, 0),
        PHOTOGRAPH(3, 2),
        NOISE(0, 8);

        private final int slope;
        private final int noiseBits;

        Content(int slope, int noiseBits) {
            this.slope = slope;
            this.noiseBits = noiseBits;
        }
    }

    private final TileCodec codec = new TileCodec(TILE_BYTES, 32, List.of(2, 4, 8));
    private final TileGrid grid = new TileGrid(4, EDGE, EDGE * EDGE);
    private final byte[][] tiles = new byte[TILES][TILE_BYTES];
    private final byte[][] coded = new byte[TILES][TILE_BYTES];
    private final int[] codes = new int[TILES];
    private final byte[] scratch = new byte[TILE_BYTES];

    @Setup
    public void setUp() {
        SplittableRandom random = new SplittableRandom(7);
        for (int t = 0; t < TILES; t++) {
            paint(tiles[t], random);
            codes[t] = codec.encode(tiles[t], grid, coded[t]);
        }
    }

    private void paint(byte[] tile, SplittableRandom random) {
        int[] base = random.ints(4, 0, 256).toArray();
        int[] across = random.ints(4, 0, content.slope + 1).toArray();
        int[] down = random.ints(4, 0, content.slope + 1).toArray();
        for (int i = 0; i < TILE_BYTES; i++) {
            int texel = i >>> 2;
            int channel = i & 3;
            tile[i] = (byte) (base[channel]
                    + across[channel] * (texel % EDGE)
                    + down[channel] * (texel / EDGE)
                    + random.nextInt(1 << content.noiseBits));
        }
    }

    @Benchmark
    @OperationsPerInvocation(TILES)
    public int encode() {
        int sum = 0;
        for (byte[] tile : tiles) {
            sum += codec.encode(tile, grid, scratch);
        }
        return sum;
    }

    /** Raw tiles are not decoded at all, so noise measures the loop. */
    @Benchmark
    @OperationsPerInvocation(TILES)
    public int decode() {
        int sum = 0;
        for (int t = 0; t < TILES; t++) {
            if (codes[t] != TileCodec.RAW) {
                codec.decode(coded[t], codec.storedBytes(codes[t]), grid, scratch);
            }
            sum += scratch[0];
        }
        return sum;
    }
}
