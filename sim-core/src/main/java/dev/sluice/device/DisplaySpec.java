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
    private static final int MOST_OUTSTANDING = 1 << 16;

    public DisplaySpec {
        least(outstanding, 1, "outstanding");
        if (outstanding > MOST_OUTSTANDING) {
            throw new InvalidSpecException(
                    "display.outstanding must be at most " + MOST_OUTSTANDING + ", not " + outstanding, "outstanding");
        }
        least(bytesPerCycle, 1, "bytesPerCycle");
        least(frameCycles, 0, "refresh");
    }

    private static void least(long value, long least, String key) {
        if (value < least) {
            throw new InvalidSpecException("display." + key + " must be at least " + least + ", not " + value, key);
        }
    }
}
