// SPDX-License-Identifier: Apache-2.0
package dev.sluice.energy;

import dev.sluice.device.InvalidSpecException;

/**
 * What on-chip memories and wires of a process cost.
 *
 * <p>The energy of an access lies on straight lines over the square root of an array's size, which is the length of its wires,
 * through the three sizes that are given; below the first it goes to zero, above the last it goes on.
 *
 * @param access8KiB picojoules of a 64-bit access to an array of 8 KiB
 * @param access32KiB the same of 32 KiB
 * @param access1MiB the same of 1 MiB
 * @param tagBits bits of a line's tag and state
 * @param cell square micrometres of a bit
 * @param arrayShare the part of an array's area that is bits, above 0 to 1
 * @param wire picojoules that a bit takes for a millimetre
 * @param distance millimetres from one side of the network to the other
 */
public record ChipEnergy(
        double access8KiB,
        double access32KiB,
        double access1MiB,
        double tagBits,
        double cell,
        double arrayShare,
        double wire,
        double distance) {
    private static final double SMALL = Math.sqrt(8 * 1024);
    private static final double MIDDLE = Math.sqrt(32 * 1024);
    private static final double LARGE = Math.sqrt(1024 * 1024);
    private static final double WORD_BYTES = 8;

    public ChipEnergy {
        Least.zero(access8KiB, "access8KiB");
        Least.atLeast(access32KiB, "access32KiB", access8KiB, "access8KiB");
        Least.atLeast(access1MiB, "access1MiB", access32KiB, "access32KiB");
        Least.zero(access1MiB, "access1MiB");
        Least.zero(tagBits, "tagBits");
        Least.zero(cell, "cell");
        if (!(arrayShare > 0 && arrayShare <= 1)) {
            throw new InvalidSpecException("arrayShare must be above 0 and at most 1, not " + arrayShare, "arrayShare");
        }
        Least.zero(wire, "wire");
        Least.zero(distance, "distance");
        Least.together(wire * distance, "picojoules of a bit", "wire and distance", "distance");
    }

    /** Picojoules for a byte of an array of so many bytes. */
    public double arrayByte(double bytes) {
        double edge = Math.sqrt(bytes);
        double word;
        if (edge <= SMALL) {
            word = access8KiB * (edge / SMALL);
        } else if (edge <= MIDDLE) {
            word = access8KiB + (access32KiB - access8KiB) * ((edge - SMALL) / (MIDDLE - SMALL));
        } else {
            word = access32KiB + (access1MiB - access32KiB) * ((edge - MIDDLE) / (LARGE - MIDDLE));
        }
        return word / WORD_BYTES;
    }

    /** Picojoules for a byte from one side of the network to the other. */
    public double networkByte() {
        return 8 * wire * distance;
    }

    /** Square millimetres of so many bits. */
    public double area(double bits) {
        return bits * cell / arrayShare / 1e6;
    }
}
