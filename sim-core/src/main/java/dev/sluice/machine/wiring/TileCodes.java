// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.wiring;

import dev.sluice.machine.rop.TileRanges;
import dev.sluice.machine.rop.compress.CompressionTable;
import dev.sluice.program.image.Surface;
import java.util.List;

/**
 * The metadata of a render output unit's tiles and everyone who holds copies of it. What a unit stores in the middle of a
 * render pass, square by square, is read by others at once, and one line of metadata speaks of many squares.
 *
 * @param table where the metadata of a tile lies
 * @param metadata the unit's own cache of it
 * @param readers caches between those who read tiles and the level that they share with the unit
 */
record TileCodes(CompressionTable table, TileCaches metadata, List<TileCaches> readers) {

    TileCodes {
        readers = List.copyOf(readers);
    }

    /** Adds the metadata of runs of tiles. */
    void of(TileRanges tiles, TileRanges codes) {
        for (int i = 0; i < tiles.count(); i++) {
            long first = tiles.start(i);
            long last = tiles.end(i) - 1;
            Surface surface = table.find(first);
            if (surface != null) {
                // rows of a linear image may begin in a surface that they share memory with, and end beyond it
                long inside = table.find(last) == null ? Math.max(first, surface.end() - 1) : last;
                codes.add(table.metadataAddress(first), table.metadataAddress(inside) + 1);
            }
        }
    }
}
