// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.rop;

/** Who carries out the tile operations that batches and jobs of a unit are cut into. */
interface TileOperations {

    /** Whether another operation can be under way. */
    boolean hasRoom();

    /** Takes a tile operation for the tile that a cursor stands at. */
    TileOperation open(int kind, RopOperation owner, TileCursor at, boolean depth);

    /** Begins a tile operation. */
    void launch(TileOperation tile);
}
