// SPDX-License-Identifier: Apache-2.0
package dev.sluice.program.sync;

/**
 * A range of device addresses.
 *
 * @param address the first byte
 * @param size in bytes, at least 0
 */
public record AddressRange(long address, long size) {
    /** Checks the size. */
    public AddressRange {
        if (size < 0) {
            throw new IllegalArgumentException("negative size " + size);
        }
    }

    /** The address after the last byte. */
    public long end() {
        return address + size;
    }
}
