// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.rop.compress;

import java.util.Arrays;
import java.util.List;

/**
 * A lossless codec for tiles: predicts each channel from its neighbours and keeps the residuals in as few bits, the same for
 * all texels of a tile, as the largest needs; or keeps the distinct texels of a tile and which is where.
 *
 * <p>It is our own, of parts that hardware is known to have: prediction and fixed-width residuals of colours as in Rasmusson,
 * Hasselgren and Akenine-Moeller, "Exact and Error-bounded Approximate Color Buffer Compression and Decompression" (2007),
 * whose colour transform is here a subtraction of green's residual; planes of depth by differences of differences
 * (DDPCM) as in Hasselgren and Akenine-Moeller, "Efficient Depth Buffer Compression" (2006). Field widths, the choice by
 * trying and the palette are ours. What is stored says how it is to be read, so decoding needs no ratio; any bytes decode to
 * something. Instances keep scratch space and belong to one component.
 */
public final class TileCodec {

    /** The tile lies as it is. */
    public static final int RAW = 0;
    /** The code of a tile that is the first clear constant; others follow. Codes 1 to 3 are ratios 2, 4 and 8. */
    public static final int CLEAR = 4;

    private static final int PALETTE = 4;
    private static final int HEADER_BITS = 8;
    private static final int MODE_BITS = 3;
    private static final int TYPE_BITS = 2;
    private static final int GREEN_CHANNELS = 3;
    /** Lane types (bytes as a power of two) that are tried, by the same of the element; the likeliest first. */
    private static final int[][] TYPES = {{0}, {0, 1}, {0, 2, 1}, {1, 2, 0}, {2, 1}};

    /** The ways of predicting in the order in which they are tried; the first only where a tile has several samples. */
    private static final int[] MODES = {Lanes.BACK, Lanes.PLANE, Lanes.LEFT, Lanes.UP};

    private final int tileBytes;
    private final int transaction;
    /** The codes that may be used, largest ratio first. */
    private final int[] codes;

    private final Lanes lanes = new Lanes();
    private final Palette palette = new Palette();
    private final BitWriter writer = new BitWriter();
    private final BitReader reader = new BitReader();
    private final int[] rest = new int[16];
    private final int[] restGreen = new int[16];
    private final int[] lead = new int[16];
    private final int[] leadGreen = new int[16];
    private final int[] folded = new int[16];

    private int bestBits;
    private int bestMode;
    private int bestType;
    private boolean bestGreen;

    /**
     * @param tileBytes bytes of a tile, 64 to 256
     * @param transaction bytes that a stored tile has at least
     * @param ratios that may be used: 2, 4, 8; those that fall below a transaction are left out
     */
    public TileCodec(int tileBytes, int transaction, List<Integer> ratios) {
        this.tileBytes = tileBytes;
        this.transaction = transaction;
        this.codes = ratios.stream()
                .filter(ratio -> tileBytes / ratio >= transaction)
                .mapToInt(ratio -> Integer.numberOfTrailingZeros(ratio))
                .map(code -> -code)
                .sorted()
                .map(code -> -code)
                .toArray();
    }

    /** Bytes that are fetched of a tile with a code from 0 to 3: never less than a transaction. */
    public int storedBytes(int code) {
        return Math.max(transaction, tileBytes >>> code);
    }

    /**
     * Encodes a tile.
     *
     * @param coded of the tile's size; receives the encoding unless the result is {@link #RAW}
     * @return the code of the smallest class that the encoding fits
     */
    public int encode(byte[] tile, TileGrid grid, byte[] coded) {
        if (codes.length == 0) {
            return RAW;
        }
        search(tile, grid);
        for (int code : codes) {
            if (bestBits <= (tileBytes >>> code) * Byte.SIZE) {
                emit(tile, grid, coded);
                return code;
            }
        }
        return RAW;
    }

    private void search(byte[] tile, TileGrid grid) {
        int enough = (tileBytes >>> codes[0]) * Byte.SIZE;
        int element = grid.elementBytes();
        bestBits = (tileBytes >>> codes[codes.length - 1]) * Byte.SIZE + 1;
        if (palette.collect(tile, tileBytes, element)) {
            note(HEADER_BITS + palette.bits(tileBytes / element, element), PALETTE, 0, false);
        }
        boolean planes = grid.planeTexels() < tileBytes / element;
        int[] types = TYPES[Integer.numberOfTrailingZeros(element)];
        for (int i = 0; i < types.length && bestBits > enough; i++) {
            lanes.shape(grid, tileBytes, types[i]);
            lanes.load(tile);
            for (int m = planes ? 0 : 1; m < MODES.length && bestBits > enough; m++) {
                measure(MODES[m], types[i]);
            }
        }
    }

    /** Finds out how many bits a way of predicting takes; gives up as soon as they are more than the best. */
    private void measure(int mode, int type) {
        boolean green = collect(mode, false);
        note(bits(mode, rest, lead), mode, type, false);
        if (green) {
            note(bits(mode, restGreen, leadGreen), mode, type, true);
        }
    }

    /** Collects the bits of all residuals; says whether there is a green to take away from others. */
    private boolean collect(int mode, boolean all) {
        int channels = lanes.channels;
        Arrays.fill(rest, 0, channels, 0);
        Arrays.fill(lead, 0, channels, 0);
        Arrays.fill(restGreen, 0, channels, 0);
        Arrays.fill(leadGreen, 0, channels, 0);
        boolean green = channels >= GREEN_CHANNELS;
        int i = channels;
        for (int y = 0; y < lanes.rows; y++) {
            for (int x = y == 0 ? 1 : 0; x < lanes.width; x++, i += channels) {
                boolean leads = lanes.leads(mode, i, x, y);
                int[] sums = leads ? lead : rest;
                for (int c = 0; c < channels; c++) {
                    folded[c] = lanes.values[i + c] - lanes.predict(mode, i + c, x, y);
                    sums[c] |= lanes.fold(folded[c]);
                }
                if (green) {
                    int[] greenSums = leads ? leadGreen : restGreen;
                    greenSums[0] |= lanes.fold(folded[0] - folded[1]);
                    greenSums[2] |= lanes.fold(folded[2] - folded[1]);
                }
            }
            if (green) {
                copyOthers(channels);
            }
            if (!all
                    && bits(mode, rest, lead) >= bestBits
                    && (!green || bits(mode, restGreen, leadGreen) >= bestBits)) {
                break;
            }
        }
        return green;
    }

    /** What green is not taken away from is the same with and without. */
    private void copyOthers(int channels) {
        for (int c = 1; c < channels; c++) {
            if (!relative(c)) {
                restGreen[c] = rest[c];
                leadGreen[c] = lead[c];
            }
        }
    }

    private void note(int bits, int mode, int type, boolean green) {
        if (bits < bestBits) {
            bestBits = bits;
            bestMode = mode;
            bestType = type;
            bestGreen = green;
        }
    }

    private int bits(int mode, int[] sums, int[] leadSums) {
        int leaders = lanes.leaders(mode);
        int others = lanes.width * lanes.rows - 1 - leaders;
        int fields = widthBits() * (mode >= Lanes.PLANE ? 2 : 1);
        int bits = HEADER_BITS;
        for (int c = 0; c < lanes.channels; c++) {
            bits += lanes.bits + fields + others * length(sums[c]) + leaders * length(leadSums[c]);
        }
        return bits;
    }

    /** Bits of a field that holds a width from 0 to that of a lane. */
    private int widthBits() {
        return Integer.SIZE - Integer.numberOfLeadingZeros(lanes.bits);
    }

    private static int length(int folded) {
        return Integer.SIZE - Integer.numberOfLeadingZeros(folded);
    }

    /** Whether a channel's residual is kept as a difference to green's, the second channel's. */
    private static boolean relative(int channel) {
        return channel == 0 || channel == 2;
    }

    private void emit(byte[] tile, TileGrid grid, byte[] coded) {
        writer.start(coded);
        writer.put(bestMode, MODE_BITS);
        if (bestMode == PALETTE) {
            writer.put(0, HEADER_BITS - MODE_BITS);
            palette.write(writer, tileBytes / grid.elementBytes(), grid.elementBytes());
        } else {
            writer.put(bestType, TYPE_BITS);
            writer.put(bestGreen ? 1 : 0, HEADER_BITS - MODE_BITS - TYPE_BITS);
            lanes.shape(grid, tileBytes, bestType);
            lanes.load(tile);
            collect(bestMode, true);
            emitLanes(bestMode, bestGreen ? restGreen : rest, bestGreen ? leadGreen : lead);
        }
        writer.finish();
    }

    private void emitLanes(int mode, int[] sums, int[] leadSums) {
        int channels = lanes.channels;
        for (int c = 0; c < channels; c++) {
            writer.put(lanes.values[c], lanes.bits);
            writer.put(length(sums[c]), widthBits());
            if (mode >= Lanes.PLANE) {
                writer.put(length(leadSums[c]), widthBits());
            }
        }
        int i = channels;
        for (int y = 0; y < lanes.rows; y++) {
            for (int x = y == 0 ? 1 : 0; x < lanes.width; x++) {
                int[] widths = lanes.leads(mode, i, x, y) ? leadSums : sums;
                int one = bestGreen ? lanes.values[i + 1] - lanes.predict(mode, i + 1, x, y) : 0;
                for (int c = 0; c < channels; c++, i++) {
                    int residual = lanes.values[i] - lanes.predict(mode, i, x, y);
                    writer.put(lanes.fold(relative(c) ? residual - one : residual), length(widths[c]));
                }
            }
        }
    }

    /**
     * Decodes a tile.
     *
     * @param length bytes of {@code coded} that count
     */
    public void decode(byte[] coded, int length, TileGrid grid, byte[] tile) {
        reader.start(coded, length);
        int mode = reader.get(MODE_BITS);
        if (mode == PALETTE) {
            reader.get(HEADER_BITS - MODE_BITS);
            palette.read(reader, tile, tileBytes / grid.elementBytes(), grid.elementBytes());
            return;
        }
        lanes.shape(grid, tileBytes, reader.get(TYPE_BITS));
        boolean green = (reader.get(HEADER_BITS - MODE_BITS - TYPE_BITS) & 1) != 0 && lanes.channels >= GREEN_CHANNELS;
        decodeLanes(Math.min(mode, Lanes.BACK), green);
        lanes.store(tile);
    }

    private void decodeLanes(int mode, boolean green) {
        int channels = lanes.channels;
        for (int c = 0; c < channels; c++) {
            lanes.values[c] = reader.get(lanes.bits);
            rest[c] = Math.min(reader.get(widthBits()), lanes.bits);
            lead[c] = mode >= Lanes.PLANE ? Math.min(reader.get(widthBits()), lanes.bits) : 0;
        }
        int i = channels;
        for (int y = 0; y < lanes.rows; y++) {
            for (int x = y == 0 ? 1 : 0; x < lanes.width; x++, i += channels) {
                int[] widths = lanes.leads(mode, i, x, y) ? lead : rest;
                for (int c = 0; c < channels; c++) {
                    folded[c] = Lanes.unfold(reader.get(widths[c]));
                }
                int one = green ? folded[1] : 0;
                for (int c = 0; c < channels; c++) {
                    int residual = folded[c] + (relative(c) ? one : 0);
                    lanes.values[i + c] = lanes.wrap(lanes.predict(mode, i + c, x, y) + residual);
                }
            }
        }
    }
}
