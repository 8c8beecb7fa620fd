// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.request;

/** What a program means memory to hold, as far as somebody has to know who reads bytes where they lie. */
public interface MeantBytes {

    /**
     * Whether what slots of a store hold is known to be what the program means, so that a client's read of it is no finding.
     *
     * @param address of the sector of bit 0 of {@code sectors}
     * @param slot that of the same sector
     */
    boolean isMeant(long address, int sectors, SectorStore store, int slot);
}
