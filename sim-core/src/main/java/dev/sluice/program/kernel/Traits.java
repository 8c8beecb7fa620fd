// SPDX-License-Identifier: Apache-2.0
package dev.sluice.program.kernel;

import org.jspecify.annotations.Nullable;

/** What a kernel's text uses, as the parser comes to it: of stages, and of each of its images. */
final class Traits {
    /** Number of colour outputs. */
    static final int COLORS = 8;

    /** The output that is the depth. */
    static final int DEPTH = COLORS;

    private int outputs;
    private boolean pixel;
    private @Nullable Token computeOnly;
    private final int[] widest;
    private final int[] sampled;

    Traits(int bindings) {
        widest = new int[bindings];
        sampled = new int[bindings];
    }

    /** A statement writes an output. */
    void writes(int output) {
        outputs |= 1 << output;
    }

    /** An expression reads a built-in. */
    void reads(Builtin builtin, Token token) {
        if (builtin.ofFragments()) {
            pixel = true;
        } else if (computeOnly == null && builtin != Builtin.LANE) {
            computeOnly = token;
        }
    }

    /** A statement accesses a binding, by so many bytes at a time. */
    void accesses(int binding, int bytes) {
        widest[binding] = Math.max(widest[binding], bytes);
    }

    /** A statement samples an image whose texels are of a type. */
    void samples(int binding, ElementType type) {
        sampled[binding] |= type.size();
    }

    /** Bit c for {@code out.colorC}, bit {@link #DEPTH} for {@code out.depth}. */
    int outputs() {
        return outputs;
    }

    /** Whether {@code x} or {@code y} is read. */
    boolean pixel() {
        return pixel;
    }

    boolean fragment() {
        return pixel || outputs != 0;
    }

    /** The first built-in that only invocations of workgroups have; null if there is none. */
    @Nullable
    Token computeOnly() {
        return computeOnly;
    }

    /** Bytes of the largest element by which a binding is accessed; 0 where it is not. */
    int widest(int binding) {
        return widest[binding];
    }

    /** The sizes of texels by which a binding is sampled, one bit each; 0 where it is not. */
    int sampled(int binding) {
        return sampled[binding];
    }
}
