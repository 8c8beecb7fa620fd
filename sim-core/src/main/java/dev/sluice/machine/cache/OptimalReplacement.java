// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.cache;

import java.util.Arrays;
import java.util.function.LongToIntFunction;

/**
 * What a slice would have hit, had it always evicted the line whose next look-up is furthest off.
 *
 * <p>Time does not count: a line is there as soon as it was looked up. A sector hits if its line is there and the sector was looked up,
 * or fetched with one that was, since its line came. Lines are chosen as wholes, by their next look-up of any sector; of lines that
 * are not looked up any more the first way goes. What takes lines out of the cache, barriers above all, takes them out here; a walk that
 * does takes its time, and leaves here what it leaves there: lines that came meanwhile, or were on their way.
 *
 * <p>L. Belady: A study of replacement algorithms for a virtual-storage computer, IBM Systems Journal 5 (2), 1966.
 */
final class OptimalReplacement {

    private static final int NEVER = Integer.MAX_VALUE;
    private static final long NO_LINE = -1;

    private final LongToIntFunction setOf;
    private final int ways;
    private final int lineShift;
    private final int[] widen;
    private final long[] words;
    /** Of each look-up the next one of its line, as a place among the words; {@link #NEVER} if there is none. */
    private final int[] next;

    private final long[] lines;
    private final int[] uses;
    private final byte[] valid;

    /**
     * @param setOf the set of a line's number
     * @param widen granules that are fetched where a set of granules is missing, by that set
     * @param words of a {@link LookupTrace}
     */
    OptimalReplacement(LongToIntFunction setOf, int sets, int ways, int lineShift, int[] widen, long[] words) {
        this.setOf = setOf;
        this.ways = ways;
        this.lineShift = lineShift;
        this.widen = widen;
        this.words = words;
        this.next = new int[words.length];
        this.lines = new long[sets * ways];
        this.uses = new int[sets * ways];
        this.valid = new byte[sets * ways];
        chain();
    }

    /** Finds the next look-up of each line, from the first on; what is dropped in between is not looked for. */
    private void chain() {
        LineIndex last = new LineIndex();
        for (int i = 0; i < words.length; i += length(i)) {
            next[i] = NEVER;
            if (kind(i) == LookupTrace.DROP_RANGES) {
                last.dropped(words, i, ranges(i), lineShift);
            } else if (kind(i) == LookupTrace.DROP) {
                last.dropped(number(i), want(i));
            } else {
                int before = last.put(number(i), i, brought(kind(i), want(i), want(i)));
                if (before >= 0 && kind(i) != LookupTrace.AGAIN) {
                    next[before] = i; // else what is looked up again comes by itself, and need not be kept until then
                }
            }
        }
    }

    /**
     * Counts the sectors that hit.
     *
     * @param from the first word that counts
     * @param bypass whether a read that misses need not bring its line in
     */
    long hits(int from, boolean bypass) {
        Arrays.fill(lines, NO_LINE);
        long hits = 0;
        for (int i = 0; i < words.length; i += length(i)) {
            if (kind(i) == LookupTrace.DROP_RANGES) {
                drop(i);
                continue;
            }
            int set = setOf.applyAsInt(number(i));
            int line = find(set, number(i));
            if (kind(i) == LookupTrace.DROP) {
                if (line >= 0) {
                    valid[line] &= (byte) ~want(i);
                    if (valid[line] == 0) {
                        lines[line] = NO_LINE;
                    }
                }
                continue;
            }
            int held = line < 0 ? 0 : valid[line] & want(i);
            if (i >= from && kind(i) != LookupTrace.AGAIN) {
                hits += Integer.bitCount(held);
            }
            if (line < 0) {
                line = place(set, next[i], bypass && isRead(kind(i)) || kind(i) == LookupTrace.AGAIN);
                if (line < 0) {
                    continue;
                }
                lines[line] = number(i);
                valid[line] = 0;
            }
            uses[line] = next[i];
            int missing = want(i) & ~valid[line];
            valid[line] |= (byte) brought(kind(i), want(i), missing);
        }
        return hits;
    }

    private static boolean isRead(int kind) {
        return kind == LookupTrace.READ || kind == LookupTrace.COMPLETING_READ;
    }

    /** Granules that a line holds because of a look-up; how much of a written one is missing is not known, so all may be. */
    private int brought(int kind, int want, int missing) {
        return switch (kind) {
            case LookupTrace.WRITE -> missing;
            case LookupTrace.COMPLETING_READ, LookupTrace.FETCHING_WRITE -> widen[want];
            default -> widen[missing];
        };
    }

    private int find(int set, long number) {
        for (int line = set * ways; line < (set + 1) * ways; line++) {
            if (lines[line] == number) {
                return line;
            }
        }
        return -1;
    }

    /** Where a line goes that is used next at {@code use}; -1 if it had better stay out. */
    private int place(int set, int use, boolean mayStayOut) {
        int best = -1;
        int furthest = -1;
        for (int line = set * ways; line < (set + 1) * ways; line++) {
            if (lines[line] == NO_LINE) {
                return line;
            }
            if (uses[line] > furthest) {
                furthest = uses[line];
                best = line;
            }
        }
        return mayStayOut && use >= furthest ? -1 : best;
    }

    private void drop(int at) {
        for (int line = 0; line < lines.length; line++) {
            if (lines[line] != NO_LINE && LineIndex.drops(words, at, ranges(at), lines[line], lineShift)) {
                lines[line] = NO_LINE;
            }
        }
    }

    private int kind(int i) {
        return (int) words[i] & (1 << LookupTrace.KIND_BITS) - 1;
    }

    private int want(int i) {
        return (int) (words[i] >>> LookupTrace.SECTORS_SHIFT) & 0xFF;
    }

    private long number(int i) {
        return words[i] >>> LookupTrace.NUMBER_SHIFT;
    }

    /** The words that belong to one. */
    private int length(int i) {
        return kind(i) == LookupTrace.DROP_RANGES ? 2 + 2 * ranges(i) + (int) words[i + 1] : 1;
    }

    private int ranges(int i) {
        return (int) number(i);
    }
}
