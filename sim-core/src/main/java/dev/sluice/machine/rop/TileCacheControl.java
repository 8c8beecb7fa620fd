// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.rop;

import dev.sluice.machine.engine.Component;

/** What a unit orders of a cache of its own, line by line. */
public interface TileCacheControl {

    /** Drops the lines of exactly these tiles, without writing them down, and tells the requester when that is done. */
    void discard(TileRanges ranges, int command, Component replyTo, int kind, int argument);

    /** Writes the lines of exactly these tiles down, and tells the requester when they have been taken over below. */
    void flush(TileRanges ranges, int command, Component replyTo, int kind, int argument);

    /** Drops the lines of exactly these tiles outside simulated time, while nothing is under way in the machine. */
    void discardAtOnce(TileRanges ranges, int command);

    /** Writes the lines of exactly these tiles down outside simulated time, while nothing is under way in the machine. */
    void flushAtOnce(TileRanges ranges, int command);
}
