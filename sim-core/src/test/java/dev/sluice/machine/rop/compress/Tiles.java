// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.rop.compress;

import java.util.Random;

/** Tiles of known kinds, for tests. */
final class Tiles {

    private Tiles() {}

    /** A grid of a square tile, or one twice as wide as high. */
    static TileGrid grid(int tileBytes, int elementBytes) {
        return grid(tileBytes, elementBytes, 1);
    }

    static TileGrid grid(int tileBytes, int elementBytes, int samples) {
        int texels = tileBytes / elementBytes / samples;
        int width = 1;
        while (width * width < texels) {
            width *= 2;
        }
        return new TileGrid(elementBytes, width, texels);
    }

    static byte[] noise(int tileBytes, Random random) {
        byte[] tile = new byte[tileBytes];
        random.nextBytes(tile);
        return tile;
    }

    static byte[] flat(int tileBytes, int elementBytes, Random random) {
        byte[] tile = new byte[tileBytes];
        byte[] texel = noise(elementBytes, random);
        for (int i = 0; i < tileBytes; i++) {
            tile[i] = texel[i % elementBytes];
        }
        return tile;
    }

    /** Two colours with a slanted edge between them. */
    static byte[] edge(int tileBytes, TileGrid grid, Random random) {
        byte[][] colours = {noise(grid.elementBytes(), random), noise(grid.elementBytes(), random)};
        byte[] tile = new byte[tileBytes];
        for (int i = 0; i < tileBytes; i++) {
            int texel = i / grid.elementBytes();
            int x = texel % grid.width();
            int y = texel / grid.width();
            tile[i] = colours[2 * x + y > grid.width() ? 1 : 0][i % grid.elementBytes()];
        }
        return tile;
    }

    /** 8-bit channels that grow by up to two steps a pixel, wrapped. */
    static byte[] gradient(int tileBytes, TileGrid grid, Random random) {
        byte[] tile = new byte[tileBytes];
        int channels = grid.elementBytes();
        for (int c = 0; c < channels; c++) {
            int base = random.nextInt(256);
            int dx = random.nextInt(5) - 2;
            int dy = random.nextInt(5) - 2;
            for (int t = 0; t < tileBytes / channels; t++) {
                tile[t * channels + c] = (byte) (base + dx * (t % grid.width()) + dy * (t / grid.width()));
            }
        }
        return tile;
    }

    /** 8-bit channels that go along with one brightness, with a little noise of their own; alpha is full. */
    static byte[] photo(int tileBytes, TileGrid grid, Random random) {
        byte[] tile = new byte[tileBytes];
        int channels = grid.elementBytes();
        int texels = tileBytes / channels;
        double fx = random.nextDouble() * 3;
        double fy = random.nextDouble() * 3;
        int base = 60 + random.nextInt(100);
        for (int t = 0; t < texels; t++) {
            int row = t / grid.width();
            double light = base + fx * (t % grid.width()) + fy * row + random.nextGaussian() * 2;
            for (int c = 0; c < channels; c++) {
                int value = c == 3 ? 255 : (int) (light + 20 * c + random.nextInt(2));
                tile[t * channels + c] = (byte) value;
            }
        }
        return tile;
    }

    /** A plane of depth in an element's low {@code bits}, with the rounding of a rasteriser. */
    static byte[] plane(int tileBytes, TileGrid grid, int bits, Random random) {
        byte[] tile = new byte[tileBytes];
        double range = Math.scalb(1.0, bits);
        double at = range * (0.3 + 0.3 * random.nextDouble());
        double dx = range / 1000 * (random.nextDouble() - 0.5);
        double dy = range / 1000 * (random.nextDouble() - 0.5);
        for (int t = 0; t < tileBytes / grid.elementBytes(); t++) {
            int row = t / grid.width();
            put(tile, t, grid, Math.round(at + dx * (t % grid.width()) + dy * row));
        }
        return tile;
    }

    /** A plane of depth as binary32 numbers. */
    static byte[] floatPlane(int tileBytes, TileGrid grid, Random random) {
        byte[] tile = new byte[tileBytes];
        float at = 0.6f + 0.2f * random.nextFloat();
        float dx = 0.001f * (random.nextFloat() - 0.5f);
        float dy = 0.001f * (random.nextFloat() - 0.5f);
        for (int t = 0; t < tileBytes / grid.elementBytes(); t++) {
            int row = t / grid.width();
            put(tile, t, grid, Float.floatToIntBits(at + dx * (t % grid.width()) + dy * row));
        }
        return tile;
    }

    private static void put(byte[] tile, int texel, TileGrid grid, long value) {
        for (int b = 0; b < Math.min(8, grid.elementBytes()); b++) {
            tile[texel * grid.elementBytes() + b] = (byte) (value >>> 8 * b);
        }
    }
}
