// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.rop;

import dev.sluice.machine.request.Downstream;
import org.jspecify.annotations.Nullable;

/**
 * What stands below a unit on the way of one kind of tiles.
 *
 * @param path to the tile cache, whose requests are at least a tile long
 * @param control of the same cache
 * @param fastClear of what compresses below it; null where nothing does, and every clear writes its tiles
 * @param rowsPass whether rows of linear images go past the cache: several units may write to one of its lines, and it would write
 *     back more of it than its own unit has written
 */
public record RopPath(
        Downstream path, TileCacheControl control, @Nullable FastClear fastClear, boolean rowsPass) {}
