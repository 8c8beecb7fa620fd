// SPDX-License-Identifier: Apache-2.0
package dev.sluice.program.kernel;

/**
 * The size of a workgroup in invocations.
 *
 * <p>Its constructor throws {@link IllegalArgumentException} if an extent is below 1 or the product above {@value #MAXIMUM}.
 */
public record LocalSize(int x, int y, int z) {
    /** The most invocations that a workgroup may have. */
    public static final int MAXIMUM = 65536;

    public LocalSize {
        if (x < 1 || y < 1 || z < 1) {
            throw new IllegalArgumentException(
                    "localSize [" + x + ", " + y + ", " + z + "]: every extent must be at least 1");
        }
        if (x > MAXIMUM || y > MAXIMUM || z > MAXIMUM || (long) x * y > MAXIMUM || (long) x * y * z > MAXIMUM) {
            throw new IllegalArgumentException(
                    "localSize [" + x + ", " + y + ", " + z + "]: at most " + MAXIMUM + " invocations in a workgroup");
        }
    }

    /** Invocations of one workgroup. */
    public int count() {
        return x * y * z;
    }
}
