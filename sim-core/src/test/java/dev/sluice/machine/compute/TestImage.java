// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.compute;

import dev.sluice.machine.testing.MockMemory;
import dev.sluice.program.image.Format;
import dev.sluice.program.image.ImageSpec;
import dev.sluice.program.image.ImageView;
import dev.sluice.program.image.Surface;
import dev.sluice.program.image.SurfaceLayout;
import dev.sluice.program.image.Tiling;
import java.util.Random;
import java.util.Set;

/** An image of random bytes in a memory, and the same bytes in a plain array. */
final class TestImage {

    final Surface surface;
    final ImageView view;
    /** By level, layer, row and column: the bytes of the texels of the view, in 8-byte words. */
    final long[][][][][] texels;

    private final int texelBytes;

    TestImage(Format format, int width, int height, int layers, int levels, Tiling tiling, long base) {
        ImageSpec spec = new ImageSpec("image", format, width, height, 1, layers, levels, 1, tiling, Set.of());
        surface = new Surface(1, new SurfaceLayout(spec, 256), base, Surface.NONE);
        view = new ImageView(surface, 0, levels, 0, layers);
        texelBytes = format.texelBytes();
        texels = new long[levels][layers][][][];
        for (int level = 0; level < levels; level++) {
            for (int layer = 0; layer < layers; layer++) {
                texels[level][layer] =
                        new long[spec.height(level)][spec.width(level)][(texelBytes + Long.BYTES - 1) / Long.BYTES];
            }
        }
    }

    /** Fills image and array; floats between -100 and 100 where {@code floats}. */
    void fill(MockMemory memory, long seed, boolean floats) {
        Random random = new Random(seed);
        for (int level = 0; level < texels.length; level++) {
            for (int layer = 0; layer < texels[level].length; layer++) {
                for (int y = 0; y < texels[level][layer].length; y++) {
                    for (int x = 0; x < texels[level][layer][y].length; x++) {
                        fill(memory, random, floats, level, layer, x, y);
                    }
                }
            }
        }
    }

    private void fill(MockMemory memory, Random random, boolean floats, int level, int layer, int x, int y) {
        long address = surface.address(level, layer, x, y, 0);
        for (int word = 0; word < texels[level][layer][y][x].length; word++) {
            long bits =
                    floats ? Float.floatToIntBits(random.nextFloat() * 200 - 100) & 0xFFFF_FFFFL : random.nextLong();
            int bytes = Math.min(texelBytes, Long.BYTES);
            bits &= -1L >>> Long.SIZE - 8 * bytes;
            texels[level][layer][y][x][word] = bits;
            for (int i = 0; i < bytes; i++) {
                memory.store.set(address + 8L * word + i, (byte) (bits >>> 8 * i), 1);
            }
        }
    }

    /** The texel nearest to a column and a row, clamped to the edge. */
    long texel(int level, long x, long y) {
        long[][][] layer = texels[level][0];
        int row = (int) Math.max(0, Math.min(y, layer.length - 1));
        int column = (int) Math.max(0, Math.min(x, layer[row].length - 1));
        return layer[row][column][0];
    }

    int width(int level) {
        return surface.spec().width(level);
    }

    int height(int level) {
        return surface.spec().height(level);
    }
}
