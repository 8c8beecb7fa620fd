// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.rop;

import dev.sluice.machine.request.Payload;
import dev.sluice.machine.request.Request;

/**
 * What a unit does to the bytes of a tile for a {@link PixelBatch}: which are read, which samples pass, and what is written.
 *
 * <p>In a run without bytes every sample passes that is compared at all.
 */
final class BatchTiles {

    private static final byte[] NO_BYTES = new byte[0];

    private BatchTiles() {}

    /** Names the bytes that a test reads. */
    static void coverTestRead(TileOperation tile, Request read) {
        PixelBatch batch = tile.owner().batch();
        DepthFunction function = function(tile);
        for (int s = 0; s < tile.owner().state().samples(); s++) {
            tile.cover(read, batch.coverage[s] & tile.pixels, s, function.read());
        }
    }

    /** Takes samples out of the batch's coverage that do not pass against what was read; whether any is left in this tile. */
    static boolean test(TileOperation tile, Request read) {
        RopOperation owner = tile.owner();
        PixelBatch batch = owner.batch();
        DepthFunction function = function(tile);
        Payload payload = read.payload;
        byte[] bytes = payload == null ? NO_BYTES : payload.data();
        long left = 0;
        for (int s = 0; s < owner.state().samples(); s++) {
            long passed = batch.coverage[s] & tile.pixels;
            if (payload != null) {
                for (long rest = passed; rest != 0; rest &= rest - 1) {
                    int pixel = Long.numberOfTrailingZeros(rest);
                    long texel = Texels.low(bytes, tile.offset(pixel, s), 1 << tile.texelShift);
                    if (!function.passes(function.fragment(batch, pixel), texel)) {
                        passed &= ~(1L << pixel);
                    }
                }
            }
            batch.coverage[s] = batch.coverage[s] & ~tile.pixels | passed;
            left |= passed;
        }
        return left != 0;
    }

    /** Fills a write with depth and stencil of the samples that are left. */
    static void writeDepth(TileOperation tile, Request write) {
        RopOperation owner = tile.owner();
        PixelBatch batch = owner.batch();
        DepthFunction function = function(tile);
        Payload payload = write.payload;
        byte[] bytes = payload == null ? NO_BYTES : payload.writable();
        for (int s = 0; s < owner.state().samples(); s++) {
            long mask = batch.coverage[s] & tile.pixels;
            tile.cover(write, mask, s, function.written());
            if (payload != null) {
                for (long rest = mask; rest != 0; rest &= rest - 1) {
                    int pixel = Long.numberOfTrailingZeros(rest);
                    long texel = function.texel(function.fragment(batch, pixel));
                    Texels.put(bytes, tile.offset(pixel, s), 1 << tile.texelShift, texel, 0);
                }
            }
        }
    }

    /** Names the bytes of the samples whose colour is written. */
    static void coverColor(TileOperation tile, Request request) {
        PixelBatch batch = tile.owner().batch();
        RenderState state = tile.owner().state();
        TexelBytes bytes = state.colorBytes(tile.target);
        for (int s = 0; s < state.samples(); s++) {
            tile.cover(request, batch.coverage[s] & batch.colorMask & tile.pixels, s, bytes);
        }
    }

    /** Puts the batch's colours over what a payload holds. */
    static void applyColor(TileOperation tile, Payload payload) {
        PixelBatch batch = tile.owner().batch();
        RenderState state = tile.owner().state();
        BlendFunction blend = state.blend(tile.target);
        long[] low = batch.color[tile.target];
        long[] high = batch.colorHigh[tile.target];
        boolean wide = state.wide(tile.target);
        byte[] bytes = payload.writable();
        for (int s = 0; s < state.samples(); s++) {
            for (long rest = batch.coverage[s] & batch.colorMask & tile.pixels; rest != 0; rest &= rest - 1) {
                int pixel = Long.numberOfTrailingZeros(rest);
                blend.apply(bytes, tile.offset(pixel, s), low[pixel], wide ? high[pixel] : 0);
            }
        }
    }

    private static DepthFunction function(TileOperation tile) {
        DepthFunction function = tile.owner().state().depthFunction();
        if (function == null) {
            throw new IllegalStateException("a test without depth or stencil");
        }
        return function;
    }
}
