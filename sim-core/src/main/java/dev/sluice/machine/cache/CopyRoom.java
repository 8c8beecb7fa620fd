// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.cache;

import org.jspecify.annotations.Nullable;

/**
 * How much of a slice may wait for copies of other halves' lines: all registers but one, and of the ways that a client may use in a set
 * all but one.
 *
 * <p>So a line that the slice answers for finds room as soon as memory has answered others of its kind. Otherwise two halves could
 * each be full of copies for which the other one has no room, for ever.
 */
final class CopyRoom {

    private final TagArray tags;
    private final HalfCopies copies;
    private final int lineShift;
    private final int registers;
    /** The ways of each client; null where everybody uses all. */
    private final @Nullable WayPartition partition;
    /** The fewest ways that any client has. */
    private final int fewest;
    /** Ways that are the only one of some client: no copy lies there. */
    private final long barred;
    /** Lines that wait for copies, in all and by set. */
    private int waiting;

    private final short[] waitingIn;

    CopyRoom(Cache cache, HalfCopies copies) {
        this.tags = cache.tags;
        this.copies = copies;
        this.lineShift = Integer.numberOfTrailingZeros(cache.spec().geometry().line());
        this.registers = cache.mshrs.size();
        this.partition = cache.lookups.placement.partition;
        this.fewest = partition == null ? tags.ways : partition.fewest();
        this.barred = partition == null || fewest > 1 ? 0 : partition.allButOneTaken(0);
        this.waitingIn = new short[cache.spec().geometry().sets()];
    }

    /** Whether there is never room for a copy that a client reads, so that its reads go past. */
    boolean never(int client) {
        return registers == 1 || (partition == null ? tags.ways == 1 : (partition.ways(client) & ~barred) == 0);
    }

    /**
     * Whether a line may wait for a copy now.
     *
     * @param line where it lies, or -1 if it is to come
     */
    boolean any(int set, int line, int client) {
        if (waiting == registers - 1) {
            return false;
        }
        if (waitingIn[set] < fewest - 1) {
            return true;
        }
        if (partition == null) {
            return false;
        }
        long open = ~closed(set);
        return line < 0 ? (partition.ways(client) & open) != 0 : (open >>> line - set * tags.ways & 1) != 0;
    }

    /** Ways of a set in which no further line may wait for a copy. */
    long closed(int set) {
        WayPartition shares = partition;
        if (shares == null || waitingIn[set] < fewest - 1) {
            return barred;
        }
        long taken = 0;
        for (int way = 0; way < tags.ways; way++) {
            int line = set * tags.ways + way;
            if ((tags.state(line) & TagArray.PINNED) != 0 && copies.isCopy(tags.lineNumber(line) << lineShift)) {
                taken |= 1L << way;
            }
        }
        return shares.allButOneTaken(taken);
    }

    /** A line waits for its fill from now on. */
    void opened(int line) {
        count(line, 1);
    }

    /** The fill of a line came. */
    void filled(int line) {
        count(line, -1);
    }

    private void count(int line, int more) {
        if (copies.isCopy(tags.lineNumber(line) << lineShift)) {
            waiting += more;
            waitingIn[line / tags.ways] += (short) more;
        }
    }
}
