// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.rop;

import dev.sluice.machine.request.Payload;
import dev.sluice.machine.request.Request;
import dev.sluice.program.StencilTest.Outcome;

/**
 * Tests of a {@link PixelBatch}'s samples against the bytes of a tile of depth and stencil, and what these write there.
 *
 * <p>In a run without bytes every sample passes that may.
 */
final class SampleTests {

    private SampleTests() {}

    /** Names the bytes that a test reads. */
    static void coverRead(TileOperation tile, Request read) {
        PixelBatch batch = tile.owner().batch();
        DepthStencilTests tests = tests(tile);
        for (int s = 0; s < tile.owner().state().samples(); s++) {
            tile.cover(read, batch.coverage[s] & tile.pixels, s, tests.read());
        }
    }

    /**
     * Takes samples out of the batch's coverage that do not pass against what was read, and notes what became of these; whether any
     * sample writes in this tile.
     */
    static boolean test(TileOperation tile, Request read) {
        Payload payload = read.payload;
        if (payload == null) {
            return settle(tile);
        }
        RopOperation owner = tile.owner();
        PixelBatch batch = owner.batch();
        DepthStencilTests tests = tests(tile);
        byte[] bytes = payload.data();
        boolean writes = false;
        for (int s = 0; s < owner.state().samples(); s++) {
            long passed = 0;
            long stencilFailed = 0;
            long depthFailed = 0;
            for (long rest = batch.coverage[s] & tile.pixels; rest != 0; rest &= rest - 1) {
                int pixel = Long.numberOfTrailingZeros(rest);
                long texel = Texels.low(bytes, tile.offset(pixel, s), 1 << tile.texelShift);
                long bit = rest & -rest;
                switch (tests.outcome(tests.fragment(batch, pixel), texel)) {
                    case PASS -> passed |= bit;
                    case STENCIL_FAIL -> stencilFailed |= bit;
                    case DEPTH_FAIL -> depthFailed |= bit;
                    case BOUNDS_FAIL -> {
                        // leaves no trace
                    }
                }
            }
            writes |= note(tile, s, passed, stencilFailed, depthFailed);
        }
        return writes;
    }

    /** Ends the tests of samples alike, without a look at what is stored; whether any writes. */
    static boolean settle(TileOperation tile) {
        PixelBatch batch = tile.owner().batch();
        Outcome all = tests(tile).assumed();
        boolean writes = false;
        for (int s = 0; s < tile.owner().state().samples(); s++) {
            long covered = batch.coverage[s] & tile.pixels;
            writes |= note(
                    tile,
                    s,
                    all == Outcome.PASS ? covered : 0,
                    all == Outcome.STENCIL_FAIL ? covered : 0,
                    all == Outcome.DEPTH_FAIL ? covered : 0);
        }
        return writes;
    }

    private static boolean note(TileOperation tile, int sample, long passed, long stencilFailed, long depthFailed) {
        PixelBatch batch = tile.owner().batch();
        DepthStencilTests tests = tests(tile);
        batch.coverage[sample] = batch.coverage[sample] & ~tile.pixels | passed;
        tile.stencilFailed[sample] = stencilFailed;
        tile.depthFailed[sample] = depthFailed;
        return passed != 0 && tests.written(Outcome.PASS).count() > 0
                || stencilFailed != 0 && tests.written(Outcome.STENCIL_FAIL).count() > 0
                || depthFailed != 0 && tests.written(Outcome.DEPTH_FAIL).count() > 0;
    }

    /** Fills a write, whose payload holds what was read if anything was, with depth and stencil of all samples. */
    static void fillWrite(TileOperation tile, Request write) {
        PixelBatch batch = tile.owner().batch();
        for (int s = 0; s < tile.owner().state().samples(); s++) {
            fill(tile, write, s, batch.coverage[s] & tile.pixels, Outcome.PASS);
            fill(tile, write, s, tile.stencilFailed[s], Outcome.STENCIL_FAIL);
            fill(tile, write, s, tile.depthFailed[s], Outcome.DEPTH_FAIL);
        }
    }

    private static void fill(TileOperation tile, Request write, int sample, long mask, Outcome outcome) {
        DepthStencilTests tests = tests(tile);
        TexelBytes written = tests.written(outcome);
        if (mask == 0 || written.count() == 0) {
            return;
        }
        tile.cover(write, mask, sample, written);
        Payload payload = write.payload;
        if (payload != null) {
            PixelBatch batch = tile.owner().batch();
            byte[] bytes = payload.writable();
            for (long rest = mask; rest != 0; rest &= rest - 1) {
                int pixel = Long.numberOfTrailingZeros(rest);
                int at = tile.offset(pixel, sample);
                long before = tile.reads ? Texels.low(bytes, at, 1 << tile.texelShift) : 0;
                long texel = tests.texel(outcome, tests.fragment(batch, pixel), before);
                Texels.put(bytes, at, 1 << tile.texelShift, texel, 0);
            }
        }
    }

    private static DepthStencilTests tests(TileOperation tile) {
        DepthStencilTests tests = tile.owner().state().tests();
        if (tests == null) {
            throw new IllegalStateException("a test without depth or stencil");
        }
        return tests;
    }
}
