// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.cache;

import dev.sluice.machine.cache.policy.WayCandidates;

/**
 * The tags of one cache slice with what is known of each line: valid and dirty 32-byte granules, and whether a fill is
 * outstanding.
 *
 * <p>Flat arrays, indexed by line = set x ways + way. A line dropped by an invalidate leaves its tag behind, inverted, with
 * the granules it held, so that a later miss on it can be charged to the barrier that dropped it.
 */
final class TagArray implements WayCandidates {

    /** State bits 0 to 7: granules whose bytes are all valid. */
    static final int VALID = 0xFF;
    /** State bits 8 to 15: dirty granules. */
    static final int DIRTY = 0xFF00;

    static final int DIRTY_SHIFT = 8;
    /** A fill is outstanding: the line may not be evicted, and the bits above name its MSHR. */
    static final int PINNED = 1 << 16;

    static final int MSHR_SHIFT = 17;
    private static final int CONTENT = VALID | DIRTY;
    private static final long EMPTY = Long.MIN_VALUE;
    /** Sets with more ways than this are searched by 8-bit fingerprints first. */
    private static final int SCANNED_WAYS = 8;

    private static final long EACH_BYTE = 0x0101010101010101L;
    private static final long HIGH_BITS = 0x8080808080808080L;

    final int ways;
    final int lines;
    /** Tag and state of each line, side by side because a look-up needs both. */
    private final long[] cells;

    private final int[] presentInSet;
    private final long[] present;
    private final long[] dirty;
    /** A byte per way, 0 for a way without a line; empty where ways are scanned. */
    private final long[] prints;

    private final int printWords;
    /** Granules that an invalidate dropped and nobody fetched again; empty until the first. */
    private byte[] dropped = new byte[0];

    private int[] droppedBy = new int[0];
    private int presentLines;
    private int dirtyLines;

    TagArray(int sets, int ways) {
        this.ways = ways;
        this.lines = sets * ways;
        this.cells = new long[2 * lines];
        this.presentInSet = new int[sets];
        this.present = new long[(lines + 63) >>> 6];
        this.dirty = new long[(lines + 63) >>> 6];
        this.printWords = ways > SCANNED_WAYS ? (ways + 7) >>> 3 : 0;
        this.prints = new long[sets * printWords];
        for (int line = 0; line < lines; line++) {
            cells[2 * line] = EMPTY;
        }
    }

    /** Valid and dirty granules, {@link #PINNED} and the MSHR of a line. */
    int state(int line) {
        return (int) cells[2 * line + 1];
    }

    private void setState(int line, int value) {
        cells[2 * line + 1] = value;
    }

    /** Sets state bits of a line. */
    void set(int line, int bits) {
        setState(line, state(line) | bits);
    }

    /** Clears state bits of a line. */
    void clear(int line, int bits) {
        setState(line, state(line) & ~bits);
    }

    /** The line that holds a line number, or -1. */
    int find(int set, long lineNumber) {
        if (printWords != 0) {
            return findByPrint(set, lineNumber);
        }
        long[] array = cells;
        int first = 2 * set * ways;
        int last = first + 2 * ways;
        for (int at = first; at < last; at += 2) {
            if (array[at] == lineNumber) {
                return at >>> 1;
            }
        }
        return -1;
    }

    private int findByPrint(int set, long lineNumber) {
        long wanted = print(lineNumber) * EACH_BYTE;
        int first = set * ways;
        int word = set * printWords;
        for (int i = 0; i < printWords; i++) {
            long difference = prints[word + i] ^ wanted;
            // may also mark a byte above a true match; the tag decides
            for (long match = difference - EACH_BYTE & ~difference & HIGH_BITS; match != 0; match &= match - 1) {
                int line = first + (i << 3) + (Long.numberOfTrailingZeros(match) >>> 3);
                if (cells[2 * line] == lineNumber) {
                    return line;
                }
            }
        }
        return -1;
    }

    /** Never 0, which stands for no line. */
    private static long print(long lineNumber) {
        return lineNumber * 0x9E3779B97F4A7C15L >>> 57 | 0x80;
    }

    private void setPrint(int set, int way, long value) {
        if (printWords != 0) {
            int word = set * printWords + (way >>> 3);
            int shift = (way & 7) << 3;
            prints[word] = prints[word] & ~(0xFFL << shift) | value << shift;
        }
    }

    @Override
    public boolean evictable(int set, int way) {
        return (state(set * ways + way) & PINNED) == 0;
    }

    /** A line of the set that holds nothing, best the one that this line number was dropped from; -1 if all are in use. */
    int freeLine(int set, long lineNumber) {
        if (presentInSet[set] == ways) {
            return -1;
        }
        int first = set * ways;
        int best = -1;
        for (int line = first; line < first + ways; line++) {
            long tag = cells[2 * line];
            if (tag == ~lineNumber) {
                return line;
            }
            if (tag < 0 && (best < 0 || cells[2 * best] != EMPTY && tag == EMPTY)) {
                best = line;
            }
        }
        return best;
    }

    /** Puts a line number into a line that holds nothing. */
    void allocate(int line, int set, long lineNumber) {
        long old = cells[2 * line];
        if (old != EMPTY && old != ~lineNumber) {
            dropped[line] = 0;
        }
        cells[2 * line] = lineNumber;
        setPrint(set, line - set * ways, print(lineNumber));
        presentInSet[set]++;
        presentLines++;
        present[line >>> 6] |= 1L << line;
    }

    /** Takes a clean line out; its granules dropped earlier, if any, stay known. */
    void remove(int line, int set) {
        boolean remember = dropped(line) != 0;
        cells[2 * line] = remember ? ~cells[2 * line] : EMPTY;
        setState(line, 0);
        setPrint(set, line - set * ways, 0);
        presentInSet[set]--;
        presentLines--;
        present[line >>> 6] &= ~(1L << line);
    }

    /** Takes a clean line out for good, to make room. */
    void evict(int line, int set) {
        if (dropped.length != 0) {
            dropped[line] = 0;
        }
        remove(line, set);
    }

    /** Remembers that an invalidate of a barrier drops the line's valid granules. */
    void markDropped(int line, int barrier) {
        int valid = state(line) & VALID;
        if (valid != 0) {
            if (droppedBy.length == 0) {
                droppedBy = new int[lines];
                dropped = new byte[lines];
            }
            droppedBy[line] = barrier;
            dropped[line] = (byte) valid;
        }
    }

    /** Granules that an invalidate dropped and nobody fetched again. */
    int dropped(int line) {
        return dropped.length == 0 ? 0 : dropped[line] & 0xFF;
    }

    /** Granules of the line were fetched again. */
    void forgetDropped(int line, int granules) {
        dropped[line] &= (byte) ~granules;
    }

    void pin(int line, int mshr) {
        setState(line, state(line) & CONTENT | PINNED | mshr << MSHR_SHIFT);
    }

    void unpin(int line) {
        setState(line, state(line) & CONTENT);
    }

    /** The barrier that dropped granules of the line; only meaningful while there are any. */
    int droppedBy(int line) {
        return droppedBy[line];
    }

    void setDirty(int line, int granules) {
        int old = state(line);
        if ((old & DIRTY) == 0 && granules != 0) {
            dirtyLines++;
            dirty[line >>> 6] |= 1L << line;
        }
        setState(line, old | granules << DIRTY_SHIFT);
    }

    void setClean(int line) {
        if ((state(line) & DIRTY) != 0) {
            dirtyLines--;
            dirty[line >>> 6] &= ~(1L << line);
            clear(line, DIRTY);
        }
    }

    /** The line number that a present line holds. */
    long lineNumber(int line) {
        return cells[2 * line];
    }

    int presentLines() {
        return presentLines;
    }

    int dirtyLines() {
        return dirtyLines;
    }

    /** The first present line from {@code from} on, or {@link #lines}. */
    int nextPresent(int from) {
        return presentLines == 0 ? lines : next(present, from);
    }

    /** The first dirty line from {@code from} on, or {@link #lines}. */
    int nextDirty(int from) {
        return dirtyLines == 0 ? lines : next(dirty, from);
    }

    private int next(long[] bits, int from) {
        if (from >= lines) {
            return lines;
        }
        int word = from >>> 6;
        long rest = bits[word] & -1L << from;
        while (rest == 0) {
            if (++word == bits.length) {
                return lines;
            }
            rest = bits[word];
        }
        return (word << 6) + Long.numberOfTrailingZeros(rest);
    }
}
