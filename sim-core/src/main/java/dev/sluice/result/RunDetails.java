// SPDX-License-Identifier: Apache-2.0
package dev.sluice.result;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What a run keeps beside its result where somebody asks for it before it begins: counters over time, and device memory by
 * channel and bank.
 *
 * @param series counters over time
 * @param ways who sent what to memory
 * @param channels of device memory; transactions of all add up to those of {@link RunResult#vram()}
 * @param tiles states of the tiles of images that may be compressed, as the run leaves them
 */
public record RunDetails(Series series, List<Way> ways, List<Channel> channels, List<TileMap> tiles) {

    public RunDetails {
        ways = List.copyOf(ways);
        channels = List.copyOf(channels);
        tiles = List.copyOf(tiles);
    }

    /**
     * Counters in windows of equal length; all that was counted lies in one of them.
     *
     * @param start the cycle at which the first window begins
     * @param cycles how long a window is
     * @param counters what was counted in each window, by name: {@code l2.sectors} and {@code l2.hits} of each cache that was
     *     used, {@code vram.readBytes}, {@code vram.writeBytes}, {@code link.toDeviceBytes}, {@code link.toHostBytes}
     */
    public record Series(long start, long cycles, Map<String, List<Long>> counters) {
        public Series {
            counters = new LinkedHashMap<>(counters);
        }
    }

    /**
     * The way of a cache, or of a client past all caches, to memory, in bytes of whole sectors. Device memory is what lies
     * behind the memory-side caches, where there are any.
     *
     * @param from the cache or client
     */
    public record Way(
            String from, long deviceReadBytes, long deviceWriteBytes, long hostReadBytes, long hostWriteBytes) {}

    /**
     * The tiles of a layer of a level of an image.
     *
     * @param tileWidth and {@code tileHeight}: texels of a tile
     * @param columns tiles in a row, of {@code rows}
     * @param states row after row: a state, as the index of a component of {@link TileStates}, a star, and how many tiles in a
     *     row have it; with blanks between
     */
    public record TileMap(
            String image, int level, int layer, int tileWidth, int tileHeight, int columns, int rows, String states) {}

    /**
     * A channel of device memory.
     *
     * @param name as in {@code vram[3]}
     * @param busyCycles core cycles during which its bus carried data
     * @param banks those of all its ranks, in order
     */
    public record Channel(String name, long busyCycles, List<Bank> banks) {
        public Channel {
            banks = List.copyOf(banks);
        }
    }

    /**
     * A bank; everything counts transactions.
     *
     * @param rowHits those that found their row open
     * @param rowMisses those that opened their row in a bank without one
     * @param rowConflicts those that closed another row first
     */
    public record Bank(long reads, long writes, long rowHits, long rowMisses, long rowConflicts) {}
}
