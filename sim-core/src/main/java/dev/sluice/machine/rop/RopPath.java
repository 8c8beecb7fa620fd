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
 */
public record RopPath(
        Downstream path, TileCacheControl control, @Nullable FastClear fastClear) {}
