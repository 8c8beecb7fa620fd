// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.rop;

import dev.sluice.machine.request.Payload;
import dev.sluice.machine.request.Request;

/** What a unit does to the bytes of a tile of colours for a {@link PixelBatch}. */
final class ColorTiles {

    private ColorTiles() {}

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
}
