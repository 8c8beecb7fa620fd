// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.rop;

import dev.sluice.program.DrawState;
import dev.sluice.program.image.Format;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What render output units do with the fragments of one draw; shared by all its batches and immutable. */
public final class RenderState {

    private final Target[] colors;
    private final BlendFunction[] blends;
    private final TexelBytes[] colorBytes;
    private final int written;
    private final @Nullable Target depth;
    private final @Nullable DepthStencilTests tests;
    private final int samples;
    private final DrawState state;
    private final int command;
    private final int depthAgent;
    private final int colorAgent;

    /**
     * @param colors by number of {@code out.colorN}, at most {@link PixelBatch#MAX_COLORS}
     * @param samples samples of every target
     * @param command on whose behalf, for attribution
     * @param depthAgent the agent of the stage that tests: early or late
     * @param colorAgent the agent of the stage that writes colours
     * @throws IllegalArgumentException if a target has other samples, or there are too many
     */
    public RenderState(
            List<Target> colors,
            @Nullable Target depth,
            int samples,
            DrawState state,
            int command,
            int depthAgent,
            int colorAgent) {
        if (colors.size() > PixelBatch.MAX_COLORS) {
            throw new IllegalArgumentException(
                    "a draw has at most " + PixelBatch.MAX_COLORS + " colour targets, not " + colors.size());
        }
        this.colors = colors.toArray(new Target[0]);
        this.blends = new BlendFunction[this.colors.length];
        this.colorBytes = new TexelBytes[this.colors.length];
        int outputs = 0;
        for (int t = 0; t < this.colors.length; t++) {
            checkSamples(this.colors[t], samples);
            Format format = this.colors[t].format();
            blends[t] = BlendFunction.of(state.colors(), t, format);
            colorBytes[t] = blends[t].written();
            outputs |= state.colors().writes(t, format) ? 1 << t : 0;
        }
        this.written = outputs;
        if (depth != null) {
            checkSamples(depth, samples);
        }
        this.depth = depth;
        this.tests = depth == null || !state.usesDepth() ? null : new DepthStencilTests(depth.format(), state);
        this.samples = samples;
        this.state = state;
        this.command = command;
        this.depthAgent = depthAgent;
        this.colorAgent = colorAgent;
    }

    private static void checkSamples(Target target, int samples) {
        if (target.samples() != samples) {
            throw new IllegalArgumentException("image " + target.surface().name() + " has " + target.samples()
                    + " samples, but the draw has " + samples);
        }
    }

    /** Number of colour targets. */
    public int colorCount() {
        return colors.length;
    }

    /** The colour targets that are written, a bit each. */
    public int written() {
        return written;
    }

    /** A colour target. */
    public Target color(int index) {
        return colors[index];
    }

    /** The depth/stencil target. */
    public @Nullable Target depth() {
        return depth;
    }

    /** Samples of every target. */
    public int samples() {
        return samples;
    }

    /** Blending, depth and stencil. */
    public DrawState state() {
        return state;
    }

    /** The command on whose behalf, for attribution. */
    public int command() {
        return command;
    }

    /** The agent that reads and writes depth and stencil. */
    public int depthAgent() {
        return depthAgent;
    }

    /** The agent that reads and writes colours. */
    public int colorAgent() {
        return colorAgent;
    }

    /** Whether texels of a colour target have more than 64 bits. */
    public boolean wide(int index) {
        return colors[index].format().texelBytes() > Long.BYTES;
    }

    /** What becomes of the texels of a colour target. */
    BlendFunction blend(int index) {
        return blends[index];
    }

    /** The bytes of a texel of a colour target that are written. */
    TexelBytes colorBytes(int index) {
        return colorBytes[index];
    }

    /** How depth and stencil are tested and written; null where they are not accessed. */
    @Nullable
    DepthStencilTests tests() {
        return tests;
    }
}
