// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.transfer;

import dev.sluice.program.image.MeantTexels;

/** What a job does to texels, cut into pieces; it is asked for one piece after the other, and for their bytes in any order. */
abstract class TexelWork {

    /** Whether all pieces have been planned. */
    abstract boolean exhausted();

    /** Plans the next piece: names the bytes that it reads and writes. */
    abstract void plan(ImagePiece piece);

    /** What it means of the texels that it reads. */
    MeantTexels meant() {
        return MeantTexels.ALL;
    }

    /** Makes the bytes that a piece writes out of those that it has read. */
    abstract void compute(ImagePiece piece);
}
