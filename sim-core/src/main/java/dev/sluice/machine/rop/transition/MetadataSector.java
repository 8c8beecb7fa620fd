// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.rop.transition;

import dev.sluice.machine.request.Request;
import org.jspecify.annotations.Nullable;

/** Tiles of one job whose metadata lies in one sector, on their way through the {@link TransitionEngine}. */
final class MetadataSector {

    final int index;

    private @Nullable TransitionJob job;
    private @Nullable Request metadata;

    /** Address of the first tile. */
    long firstTile;
    /** Bit of the sector at which the first tile's metadata begins. */
    int firstBit;

    int count;
    /** The next tile to visit, from 0; equal to {@link #count} when all were. */
    int next;
    /** Tiles that are being written. */
    int pending;
    /** Bytes of the sector that are to be written back: bit b is byte b. */
    int changed;

    /** The sector after this one in order of reading. */
    @Nullable
    MetadataSector following;

    MetadataSector(int index) {
        this.index = index;
    }

    /** Begins with tiles of a job. */
    void begin(TransitionJob newJob, Request newMetadata) {
        job = newJob;
        metadata = newMetadata;
        next = 0;
        pending = 0;
        changed = 0;
    }

    void end() {
        job = null;
        metadata = null;
    }

    TransitionJob job() {
        TransitionJob present = job;
        if (present == null) {
            throw new IllegalStateException("an answer for a metadata sector that is not in use");
        }
        return present;
    }

    /** The request that reads and writes the sector; between the two it keeps its bytes. */
    Request metadata() {
        Request present = metadata;
        if (present == null) {
            throw new IllegalStateException("an answer for a metadata sector that is not in use");
        }
        return present;
    }
}
