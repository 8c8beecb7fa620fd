// SPDX-License-Identifier: Apache-2.0
package dev.sluice.program.image;

/** How the bits of a channel make a number. */
public enum Numeric {
    /** 0 to 1 in equal steps. */
    UNORM,
    /** -1 to 1 in equal steps. */
    SNORM,
    /** 0 to 1, with the transfer function of sRGB; alpha is linear. */
    SRGB,
    /** An unsigned integer. */
    UINT,
    /** A signed integer, two's complement. */
    SINT,
    /** IEEE 754, or with fewer bits its unsigned relatives of 10 and 11 bits. */
    SFLOAT;

    /** Whether values are integers, which are never filtered or blended. */
    public boolean integer() {
        return this == UINT || this == SINT;
    }
}
