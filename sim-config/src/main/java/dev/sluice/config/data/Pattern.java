// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.data;

/** How the elements of generated data follow from one another. */
public enum Pattern {
    /** {@code start + i * step}, wrapping around the type's width; in f32 computed in double and rounded once. */
    IOTA,
    /** {@code value} throughout. */
    CONSTANT,
    /**
     * The outputs of SplitMix64 started at {@code seed}: element i is the low bits of output i; in f32 its top 24 bits
     * over 2^24, so from 0 up to but without 1.
     */
    RANDOM
}
