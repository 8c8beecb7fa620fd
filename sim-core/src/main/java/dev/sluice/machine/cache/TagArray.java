// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.cache;

import dev.sluice.machine.cache.policy.WayCandidates;
import dev.sluice.machine.view.Touches;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The tags of one cache slice with what is known of each line: valid and dirty 32-byte granules, and whether a fill is
 * outstanding.
 *
 * <p>Lines are numbered set x ways + way. A way is one word, so that a set of four is half a line of the host's caches:
 *
 * <pre>
 * line number 47 (all ones: empty) | pinned 1 | dirty 8 | valid 8
 * line number 47                   | pinned 1 | MSHR 16            while a fill is outstanding; its register has the state
 * </pre>
 *
 * <p>Sets of some ways are searched by fingerprints, a byte per way, and which lines are pinned and which dirty is known by a bit, too.
 * The words of all slices are more than the host's caches hold; so a look-up that misses only writes that of its way, for which the host
 * need not wait. A line dropped by an invalidate leaves its number behind in {@link DroppedLines}.
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
    private static final int NUMBER_SHIFT = 17;
    private static final long EMPTY = -1L << NUMBER_SHIFT;
    /** Sets with fewer ways than this are searched without fingerprints. */
    private static final int PRINTED_WAYS = 4;

    private static final long EACH_BYTE = 0x0101010101010101L;
    private static final long HIGH_BITS = 0x8080808080808080L;

    final int ways;
    /** Lines of the sets; those from here on lie beside them. */
    final int inSets;

    final int lines;
    /** What was dropped from lines that an invalidate of a barrier emptied. */
    final DroppedLines dropped;

    private final MshrTable mshrs;
    private final long[] cells;
    /** A byte per way, 0 for a way without a line; empty where ways are scanned. */
    private final long[] prints;

    private final int printWords;
    /** The bytes of a set's last word of fingerprints that belong to ways. */
    private final long lastWays;

    private final long[] present;
    private final long[] dirty;
    private final long[] pinned;
    private int presentLines;
    private int dirtyLines;
    /** Told of every line that changes; null in most runs. */
    @Nullable
    Touches touches;

    /** @param beside lines that belong to no set */
    TagArray(int sets, int ways, int beside, MshrTable mshrs) {
        this.ways = ways;
        this.inSets = sets * ways;
        this.lines = inSets + beside;
        this.mshrs = mshrs;
        this.dropped = new DroppedLines(lines);
        this.cells = new long[lines];
        this.present = new long[(lines + 63) >>> 6];
        this.dirty = new long[(lines + 63) >>> 6];
        this.pinned = new long[(lines + 63) >>> 6];
        this.printWords = ways >= PRINTED_WAYS ? (ways + 7) >>> 3 : 0;
        this.prints = new long[sets * printWords];
        this.lastWays = (ways & 7) == 0 ? -1L : (1L << ((ways & 7) << 3)) - 1;
        Arrays.fill(cells, EMPTY);
    }

    /** Valid and dirty granules, {@link #PINNED} and the MSHR of a line. */
    int state(int line) {
        int word = (int) cells[line];
        return (word & PINNED) == 0 ? word & CONTENT : pinnedState(word & 0xFFFF);
    }

    /** The lower half of a line's word: its state, where no fill is outstanding, and lower bits of its number above. */
    int word(int line) {
        return (int) cells[line];
    }

    private int pinnedState(int mshr) {
        return mshrs.state(mshr) | PINNED | mshr << MSHR_SHIFT;
    }

    /** The register of a pinned line with this state. */
    static int mshr(int state) {
        return state >>> MSHR_SHIFT;
    }

    /** Sets state bits of a line. */
    void set(int line, int bits) {
        touched(line);
        int word = (int) cells[line];
        if ((word & PINNED) == 0) {
            cells[line] |= bits;
        } else {
            mshrs.state(word & 0xFFFF, mshrs.state(word & 0xFFFF) | bits);
        }
    }

    /** Clears state bits of a line. */
    void clear(int line, int bits) {
        touched(line);
        int word = (int) cells[line];
        if ((word & PINNED) == 0) {
            cells[line] &= ~(long) (bits & CONTENT);
        } else {
            mshrs.state(word & 0xFFFF, mshrs.state(word & 0xFFFF) & ~bits);
        }
    }

    private void touched(int line) {
        Touches told = touches;
        if (told != null) {
            told.touched(line);
        }
    }

    /** The line that holds a line number, or -1. */
    int find(int set, long lineNumber) {
        if (printWords == 1) {
            return findByOneWord(set, lineNumber);
        }
        if (printWords != 0) {
            return findByPrint(set, lineNumber);
        }
        return scan(set * ways, lineNumber);
    }

    private int scan(int first, long lineNumber) {
        long[] array = cells;
        for (int line = first; line < first + ways; line++) {
            if (array[line] >>> NUMBER_SHIFT == lineNumber) {
                return line;
            }
        }
        return inSets == lines ? -1 : findBeside(lineNumber);
    }

    private int findBeside(long lineNumber) {
        for (int line = inSets; line < lines; line++) {
            if (cells[line] >>> NUMBER_SHIFT == lineNumber) {
                return line;
            }
        }
        return -1;
    }

    private int findByOneWord(int set, long lineNumber) {
        for (long match = match(prints[set], print(lineNumber)); match != 0; match &= match - 1) {
            int line = set * ways + (Long.numberOfTrailingZeros(match) >>> 3);
            if (cells[line] >>> NUMBER_SHIFT == lineNumber) {
                return line;
            }
        }
        return inSets == lines ? -1 : findBeside(lineNumber);
    }

    /** The highest bits of the bytes that are this print; may also mark a byte above a true match, and the tag decides. */
    private static long match(long word, long print) {
        long difference = word ^ print * EACH_BYTE;
        return difference - EACH_BYTE & ~difference & HIGH_BITS;
    }

    private int findByPrint(int set, long lineNumber) {
        long print = print(lineNumber);
        int first = set * ways;
        int word = set * printWords;
        for (int i = 0; i < printWords; i++) {
            for (long match = match(prints[word + i], print); match != 0; match &= match - 1) {
                int line = first + (i << 3) + (Long.numberOfTrailingZeros(match) >>> 3);
                if (cells[line] >>> NUMBER_SHIFT == lineNumber) {
                    return line;
                }
            }
        }
        return inSets == lines ? -1 : findBeside(lineNumber);
    }

    /** Reads what {@link #find} will need; returns anything made of it. */
    long touch(int set, long lineNumber) {
        int way = 0;
        long print = print(lineNumber);
        for (int i = 0; i < printWords; i++) {
            long match = match(prints[set * printWords + i], print);
            way = match == 0 ? way : (i << 3) + (Long.numberOfTrailingZeros(match) >>> 3);
        }
        return cells[set * ways + way];
    }

    /** Reads a line's cell; returns anything made of it. */
    long touchLine(int line) {
        return cells[line];
    }

    /** Never 0, which stands for no line: the highest bit is set. */
    private static long print(long lineNumber) {
        return lineNumber * 0x9E3779B97F4A7C15L >>> 57 | 0x80;
    }

    private void setPrint(int line, int set, long value) {
        if (printWords != 0 && line < inSets) {
            int way = line - set * ways;
            int word = set * printWords + (way >>> 3);
            int shift = (way & 7) << 3;
            prints[word] = prints[word] & ~(0xFFL << shift) | value << shift;
        }
    }

    @Override
    public boolean evictable(int set, int way) {
        int line = set * ways + way;
        return (pinned[line >>> 6] >>> line & 1) == 0;
    }

    /** Whether a line holds nothing. */
    boolean empty(int line) {
        return cells[line] == EMPTY;
    }

    /** Whether a line that has a place has nothing in it any more, and nothing on its way. */
    boolean hollow(int line) {
        return (state(line) & (CONTENT | PINNED)) == 0;
    }

    /** A line of the set that holds nothing, best the one that this line number was dropped from; -1 if all are in use. */
    int freeLine(int set, long lineNumber) {
        int first = printWords != 0 ? firstWithoutPrint(set) : firstEmpty(set);
        return first < 0 || dropped.none() ? first : choose(first, (set + 1) * ways, lineNumber);
    }

    private int firstEmpty(int set) {
        int first = set * ways;
        for (int line = first; line < first + ways; line++) {
            if (cells[line] == EMPTY) {
                return line;
            }
        }
        return -1;
    }

    private int firstWithoutPrint(int set) {
        int word = set * printWords;
        for (int i = 0; i < printWords; i++) {
            long free = ~prints[word + i] & HIGH_BITS;
            if (i == printWords - 1) {
                free &= lastWays;
            }
            if (free != 0) {
                return set * ways + (i << 3) + (Long.numberOfTrailingZeros(free) >>> 3);
            }
        }
        return -1;
    }

    /** Among the empty lines from {@code first} on: that of this number, else one of which nothing is remembered. */
    private int choose(int first, int end, long lineNumber) {
        int best = -1;
        for (int line = first; line < end; line++) {
            if (cells[line] == EMPTY) {
                long was = dropped.number(line);
                if (was == lineNumber) {
                    return line;
                }
                if (best < 0 || dropped.number(best) != DroppedLines.NONE && was == DroppedLines.NONE) {
                    best = line;
                }
            }
        }
        return best;
    }

    /** Puts a line number into a line that holds nothing. */
    void allocate(int line, int set, long lineNumber) {
        touched(line);
        if (!dropped.none()) {
            dropped.filled(line, lineNumber);
        }
        cells[line] = lineNumber << NUMBER_SHIFT;
        setPrint(line, set, print(lineNumber));
        presentLines++;
        present[line >>> 6] |= 1L << line;
    }

    /** Takes a clean line out; its granules dropped earlier, if any, stay known. */
    void remove(int line, int set) {
        touched(line);
        if (!dropped.none()) {
            dropped.emptied(line, lineNumber(line));
        }
        cells[line] = EMPTY;
        setPrint(line, set, 0);
        presentLines--;
        present[line >>> 6] &= ~(1L << line);
    }

    /** Takes a clean line out for good, to make room. */
    void evict(int line, int set) {
        if (!dropped.none()) {
            dropped.forget(line);
        }
        remove(line, set);
    }

    /** Puts a line number in the place of a clean line, while nothing is remembered of lines that were dropped. */
    void replace(int line, int set, long lineNumber) {
        touched(line);
        cells[line] = lineNumber << NUMBER_SHIFT;
        setPrint(line, set, print(lineNumber));
    }

    /** Exchanges what a line of a set and one beside the sets hold, of which either may hold nothing and none is pinned. */
    void exchange(int line, int set, int beside) {
        touched(line);
        touched(beside);
        long cell = cells[line];
        cells[line] = cells[beside];
        cells[beside] = cell;
        exchange(present, line, beside);
        exchange(dirty, line, beside);
        dropped.exchange(line, beside);
        setPrint(line, set, cells[line] == EMPTY ? 0 : print(lineNumber(line)));
    }

    private static void exchange(long[] bits, int a, int b) {
        if (((bits[a >>> 6] >>> a ^ bits[b >>> 6] >>> b) & 1) != 0) {
            bits[a >>> 6] ^= 1L << a;
            bits[b >>> 6] ^= 1L << b;
        }
    }

    /** Moves the state of a line to a register, for as long as a fill is outstanding. */
    void pin(int line, int mshr) {
        touched(line);
        cells[line] = cells[line] & EMPTY | PINNED | mshr;
        pinned[line >>> 6] |= 1L << line;
    }

    /** Gives a line its state back. */
    void unpin(int line, int state) {
        unpin(line, lineNumber(line), state);
    }

    /** Gives a line its state back, whose number is known. */
    void unpin(int line, long lineNumber, int state) {
        touched(line);
        cells[line] = lineNumber << NUMBER_SHIFT | state;
        pinned[line >>> 6] &= ~(1L << line);
    }

    /** Whether a line that is not pinned has dirty granules. */
    boolean dirty(int line) {
        return dirtyLines != 0 && (dirty[line >>> 6] >>> line & 1) != 0;
    }

    /** Makes granules of a line valid, and some dirty. */
    void change(int line, int valid, int granules) {
        touched(line);
        int word = (int) cells[line];
        boolean pinned = (word & PINNED) != 0;
        int state = pinned ? mshrs.state(word & 0xFFFF) : word & CONTENT;
        if ((state & DIRTY) == 0 && granules != 0) {
            dirtyLines++;
            dirty[line >>> 6] |= 1L << line;
        }
        int bits = valid | granules << DIRTY_SHIFT;
        if (pinned) {
            mshrs.state(word & 0xFFFF, state | bits);
        } else {
            cells[line] |= bits;
        }
    }

    /** Makes granules of a line clean. */
    void setClean(int line, int granules) {
        int held = state(line) & DIRTY;
        int bits = held & granules << DIRTY_SHIFT;
        if (bits != 0) {
            if (bits == held) {
                dirtyLines--;
                dirty[line >>> 6] &= ~(1L << line);
            }
            clear(line, bits);
        }
    }

    /** The line number that a present line holds. */
    long lineNumber(int line) {
        return cells[line] >>> NUMBER_SHIFT;
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
