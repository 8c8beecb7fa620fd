// SPDX-License-Identifier: Apache-2.0
package dev.sluice.device;

/**
 * The display's scan-out.
 *
 * @param outstanding reads under way
 * @param bytesPerCycle what is read per core cycle at most
 * @param frameCycles core cycles over which a frame's reads are spread evenly; 0 for as fast as {@code bytesPerCycle} allows
 */
public record DisplaySpec(int outstanding, int bytesPerCycle, long frameCycles) {
    public DisplaySpec {
        if (outstanding < 1 || bytesPerCycle < 1 || frameCycles < 0) {
            throw new IllegalArgumentException(
                    "display: outstanding and bytesPerCycle at least 1, frameCycles not negative");
        }
    }
}
