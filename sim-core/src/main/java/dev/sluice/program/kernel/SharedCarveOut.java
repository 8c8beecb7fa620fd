// SPDX-License-Identifier: Apache-2.0
package dev.sluice.program.kernel;

/**
 * How much of the array that a unit's L1 and its workgroup memory share a kernel would have as workgroup memory. A hint: devices
 * without such an array take no notice, others take the next larger split that they have (CUDA C++ Programming Guide,
 * {@code cudaFuncAttributePreferredSharedMemoryCarveout}).
 *
 * @param amount bytes, or percent of the most workgroup memory that a unit can have
 * @param percent whether it is percent
 */
public record SharedCarveOut(long amount, boolean percent) {

    private static final int ALL = 100;

    public SharedCarveOut {
        if (amount < 0 || percent && amount > ALL) {
            throw new IllegalArgumentException("sharedCarveOut: " + amount + " is not from 0 to 100 percent");
        }
    }

    /** Bytes, where a unit can have {@code most}. */
    public long of(long most) {
        return percent ? (most * amount + ALL - 1) / ALL : amount;
    }
}
