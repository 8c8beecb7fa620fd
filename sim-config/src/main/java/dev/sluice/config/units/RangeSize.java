// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.units;

/**
 * The size of a range: bytes, or {@code WHOLE_SIZE} for everything to the end.
 *
 * @param bytes the bytes, or {@link #WHOLE}
 */
public record RangeSize(long bytes) {
    /** Stands for everything to the end. */
    public static final long WHOLE = -1;

    private static final String NAME = "WHOLE_SIZE";

    /** Reads {@code WHOLE_SIZE}, {@code VK_WHOLE_SIZE} or a {@link Size}. */
    public static RangeSize parse(String text) {
        return text.equals(NAME) || text.equals("VK_" + NAME)
                ? new RangeSize(WHOLE)
                : new RangeSize(Size.parse(text).bytes());
    }

    /** The bytes of the range when {@code available} ones are left from its offset to the end. */
    public long resolve(long available) {
        return bytes == WHOLE ? available : bytes;
    }

    @Override
    public String toString() {
        return bytes == WHOLE ? NAME : new Size(bytes).toString();
    }
}
