// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.rop;

import dev.sluice.program.DrawState;
import dev.sluice.program.DrawState.Compare;
import dev.sluice.program.StencilTest;
import dev.sluice.program.StencilTest.Outcome;
import dev.sluice.program.image.Aspect;
import dev.sluice.program.image.Format;

/**
 * What a draw's samples are tested against in texels of a depth/stencil format, and what they write there: depth bounds, then
 * stencil, then depth (Vulkan specification, section Fragment Operations).
 *
 * <p>Bytes of a texel that no channel uses are written with the channel before them.
 */
final class DepthStencilTests {
    private final DepthFunction depth;
    private final StencilTest stencil;
    /** Where stencil begins in a texel's bits, and its own bits: none where the format has no stencil. */
    private final int stencilAt;

    private final int stencilBits;

    private final TexelBytes read;
    private final TexelBytes[] written = new TexelBytes[Outcome.values().length];
    private final boolean writes;
    private final Outcome assumed;
    /** Whether depth is all that samples are tested against, as mostly. */
    private final boolean depthAlone;

    DepthStencilTests(Format format, DrawState state) {
        boolean hasStencil = format.has(Aspect.STENCIL);
        this.depth = new DepthFunction(format, state);
        this.stencil = hasStencil ? state.stencil() : StencilTest.NONE;
        Format.Channel last = format.channels().get(format.channels().size() - 1);
        this.stencilAt = hasStencil ? last.offset() : 0;
        this.stencilBits = hasStencil ? (1 << last.bits()) - 1 : 0;
        Compare compare = depth.compare();
        boolean reachesDepth = stencil.compare() != Compare.NEVER;
        this.assumed =
                !reachesDepth ? Outcome.STENCIL_FAIL : compare == Compare.NEVER ? Outcome.DEPTH_FAIL : Outcome.PASS;
        this.read = TexelBytes.holding(
                format,
                Aspect.depthStencil(
                        depth.bounded() || reachesDepth && compare != Compare.ALWAYS && compare != Compare.NEVER,
                        stencil.reads(compare)));
        boolean writesDepth = format.has(Aspect.DEPTH) && state.depthWrite();
        boolean any = false;
        for (Outcome outcome : Outcome.values()) {
            TexelBytes bytes = TexelBytes.of(
                    format, Aspect.depthStencil(writesDepth && outcome == Outcome.PASS, stencil.writes(outcome)));
            written[outcome.ordinal()] = bytes;
            any |= bytes.count() > 0 && stencil.reaches(outcome, compare);
        }
        this.writes = any;
        this.depthAlone = !depth.bounded() && stencil.compare() == Compare.ALWAYS;
    }

    /** Whether no sample passes, whatever is stored. */
    boolean never() {
        return assumed != Outcome.PASS;
    }

    /** The bytes of a texel that decide. */
    TexelBytes read() {
        return read;
    }

    /** Whether any sample may write. */
    boolean writes() {
        return writes;
    }

    /** The bytes of a texel that samples write whose tests end so. */
    TexelBytes written(Outcome outcome) {
        return written[outcome.ordinal()];
    }

    /** The end of all tests where nothing is read, or what is read is not known: what may pass does. */
    Outcome assumed() {
        return assumed;
    }

    /** The depth of a pixel in the format. */
    long fragment(PixelBatch batch, int pixel) {
        return depth.fragment(batch, pixel);
    }

    /** How the tests of a fragment end against the texel that is stored. */
    Outcome outcome(long fragment, long texel) {
        if (!depthAlone) {
            if (!depth.within(texel)) {
                return Outcome.BOUNDS_FAIL;
            }
            if (!stencil.passes(stencil(texel))) {
                return Outcome.STENCIL_FAIL;
            }
        }
        return depth.passes(fragment, texel) ? Outcome.PASS : Outcome.DEPTH_FAIL;
    }

    private int stencil(long texel) {
        return (int) (texel >>> stencilAt) & stencilBits;
    }

    /** The texel that a sample writes whose tests ended so; only the bytes of {@link #written(Outcome)} count. */
    long texel(Outcome outcome, long fragment, long texel) {
        return stencilBits == 0
                ? fragment
                : fragment | (long) (stencil.stored(outcome, stencil(texel)) & stencilBits) << stencilAt;
    }
}
