// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.request;

import org.jspecify.annotations.Nullable;

/** A receiver that can carry requests out at once, as {@link Downstream#perform} says. */
public interface Immediate {

    /** Carries a request out at once. */
    void perform(Request request);

    /**
     * Carries a read out whose bytes are here, without a request, if there is nothing more to it than to count it and to look at them.
     *
     * @param address of the sector of bit 0 of {@code sectors}
     * @param flags, client, command as those of a {@link Request}
     * @param meant who has to know those bytes for what the program means; null if nobody looks
     * @return where that sector lies in {@link #bytesInPlace}, anything from 0 on in a run without bytes; -1, with nothing changed, if it
     *     takes a request
     */
    default int readInPlace(long address, int sectors, int flags, int client, int command, @Nullable MeantBytes meant) {
        return -1;
    }

    /** What is here; null in a run without bytes, and where nothing is ever read in place. */
    default @Nullable SectorStore bytesInPlace() {
        return null;
    }
}
