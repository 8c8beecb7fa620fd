// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.rop.compress;

/**
 * A tile as rows of integers of 8, 16 or 32 bits, each predicted from its neighbours.
 *
 * <p>Values and residuals wrap in the width of a lane. A lane is addressed by its place in the tile; the prediction of one
 * needs only lanes before it, so that a decoder can follow.
 */
final class Lanes {

    /** Each value like the one to its left; in the first column like the one above. */
    static final int LEFT = 0;
    /** Each value like the one above; in the first row like the one to its left. */
    static final int UP = 1;
    /** Each value on the plane of its three neighbours; the first row and column go straight on. */
    static final int PLANE = 2;
    /** Each value like that of the sample before; the first sample's as {@link #PLANE}. */
    static final int BACK = 3;

    /** Bytes of a lane by its type. */
    private static final int LARGEST_TYPE = 2;

    final int[] values = new int[256];
    int count;
    int bits;
    int channels;
    int width;
    int rows;
    private int row;
    private int plane;

    /** Sets the shape: lanes of {@code 1 << type} bytes, or of an element's size where that is less. */
    void shape(TileGrid grid, int tileBytes, int type) {
        int bytes = Math.min(1 << Math.min(type, LARGEST_TYPE), grid.elementBytes());
        bits = bytes * Byte.SIZE;
        count = tileBytes / bytes;
        channels = grid.elementBytes() / bytes;
        width = Math.min(grid.width(), count / channels);
        rows = count / (channels * width);
        row = width * channels;
        plane = grid.planeTexels() * channels;
    }

    /** Reads a tile's lanes. */
    void load(byte[] tile) {
        switch (bits) {
            case Byte.SIZE -> {
                for (int i = 0; i < count; i++) {
                    values[i] = tile[i] & 0xFF;
                }
            }
            case Short.SIZE -> {
                for (int i = 0; i < count; i++) {
                    values[i] = tile[2 * i] & 0xFF | (tile[2 * i + 1] & 0xFF) << 8;
                }
            }
            default -> {
                for (int i = 0; i < count; i++) {
                    values[i] = tile[4 * i] & 0xFF
                            | (tile[4 * i + 1] & 0xFF) << 8
                            | (tile[4 * i + 2] & 0xFF) << 16
                            | tile[4 * i + 3] << 24;
                }
            }
        }
    }

    /** Writes the lanes as a tile. */
    void store(byte[] tile) {
        int bytes = bits / Byte.SIZE;
        for (int i = 0; i < count; i++) {
            int value = values[i];
            for (int b = 0; b < bytes; b++) {
                tile[i * bytes + b] = (byte) value;
                value >>>= Byte.SIZE;
            }
        }
    }

    /** What lane {@code i}, of the texel in column {@code x} and row {@code y}, is expected to be; higher bits mean nothing. */
    int predict(int mode, int i, int x, int y) {
        switch (mode) {
            case LEFT -> {
                return x > 0 ? values[i - channels] : y > 0 ? values[i - row] : 0;
            }
            case UP -> {
                return y > 0 ? values[i - row] : x > 0 ? values[i - channels] : 0;
            }
            case BACK -> {
                return i >= plane ? values[i - plane] : plane(i, x, y);
            }
            default -> {
                return plane(i, x, y);
            }
        }
    }

    private int plane(int i, int x, int y) {
        if (x > 0 && y > 0) {
            return values[i - channels] + values[i - row] - values[i - row - channels];
        }
        if (x > 0) {
            return x == 1 ? values[i - channels] : 2 * values[i - channels] - values[i - 2 * channels];
        }
        if (y > 0) {
            return y == 1 ? values[i - row] : 2 * values[i - row] - values[i - 2 * row];
        }
        return 0;
    }

    /**
     * Whether a texel's residuals are of another size than those of most: it says how steep a plane is, or belongs to the
     * first sample.
     */
    boolean leads(int mode, int i, int x, int y) {
        return mode == PLANE ? x + y == 1 : mode == BACK && i < plane;
    }

    /** Texels that {@link #leads} but for the very first. */
    int leaders(int mode) {
        return switch (mode) {
            case PLANE -> (width > 1 ? 1 : 0) + (rows > 1 ? 1 : 0);
            case BACK -> Math.min(plane, count) / channels - 1;
            default -> 0;
        };
    }

    /** A residual, wrapped to a lane's width, with its sign in the lowest bit. */
    int fold(int residual) {
        int wrapped = residual << Integer.SIZE - bits >> Integer.SIZE - bits;
        return wrapped << 1 ^ wrapped >> Integer.SIZE - 1;
    }

    /** The residual that {@link #fold} made this of. */
    static int unfold(int folded) {
        return folded >>> 1 ^ -(folded & 1);
    }

    /** The value as far as a lane can hold it. */
    int wrap(int value) {
        return value & -1 >>> Integer.SIZE - bits;
    }
}
