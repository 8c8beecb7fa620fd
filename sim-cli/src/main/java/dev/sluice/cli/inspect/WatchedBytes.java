// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.inspect;

/**
 * A few bytes that a person asks about.
 *
 * @param name as it was asked for: {@code x:64:4}, {@code 0x1040:4}, {@code colour:3,5}
 * @param address of the first byte
 * @param length how many, at most {@link #MOST}
 */
public record WatchedBytes(String name, long address, int length) {

    /** The most bytes that can be watched at once. */
    public static final int MOST = 256;

    /** The address after the last byte. */
    public long end() {
        return address + length;
    }

    /** Whether some bytes from an address on are among these. */
    public boolean meets(long from, long bytes) {
        return from < end() && from + bytes > address;
    }

    /** Whether a sector of a run from an address on is among these. */
    public boolean meetsSectors(long from, int sectors) {
        for (int rest = sectors; rest != 0; rest &= rest - 1) {
            if (meets(from + (long) Integer.numberOfTrailingZeros(rest) * Bytes.SECTOR, Bytes.SECTOR)) {
                return true;
            }
        }
        return false;
    }
}
