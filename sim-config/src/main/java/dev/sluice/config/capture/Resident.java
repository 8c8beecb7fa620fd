// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.capture;

/** Something bound to a range of a memory. */
interface Resident {
    /** First byte in the capture. */
    long offset();

    /** Bytes that the captured driver asked for. */
    long capturedSize();

    /** Bytes that it takes in the simulator. */
    long neededSize();

    /** What its first byte must be a multiple of. */
    long alignment();

    /** Whether its bytes are tiles of an image. */
    boolean tiled();
}
