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

    private final LongToIntFunction setOf;
    private final LookupWords words;
    private final FurthestUse lines;
    /** Of each look-up the next one of its line, as a place among the words; {@link FurthestUse#NEVER} if there is none. */
    private final int[] next;

    private final byte[] valid;

    /** @param setOf the set of a line's number */
    OptimalReplacement(LongToIntFunction setOf, int sets, int ways, LookupWords words) {
        this.setOf = setOf;
        this.words = words;
        this.lines = new FurthestUse(sets, ways);
        this.next = new int[words.count];
        this.valid = new byte[sets * ways];
        chain();
    }

    /** Finds the next look-up of each line, from the first on; what is dropped in between is not looked for. */
    private void chain() {
        LineIndex last = new LineIndex();
        for (int i = 0; i < words.count; i += words.length(i)) {
            next[i] = FurthestUse.NEVER;
            switch (words.kind(i)) {
                case LookupTrace.DROP_RANGES -> last.dropped(words, i);
                case LookupTrace.DROP -> last.dropped(words.number(i), words.want(i));
                default -> {
                    int before = last.put(words.number(i), i, words.brought(i, words.want(i)));
                    if (before >= 0 && words.kind(i) != LookupTrace.AGAIN) {
                        next[before] =
                                i; // else what is looked up again comes by itself, and need not be kept until then
                    }
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
        lines.clear();
        Arrays.fill(valid, (byte) 0);
        long hits = 0;
        for (int i = 0; i < words.count; i += words.length(i)) {
            switch (words.kind(i)) {
                case LookupTrace.DROP_RANGES -> drop(i);
                case LookupTrace.DROP -> drop(setOf.applyAsInt(words.number(i)), i);
                default -> {
                    int held = look(setOf.applyAsInt(words.number(i)), i, bypass);
                    if (i >= from && words.kind(i) != LookupTrace.AGAIN) {
                        hits += Integer.bitCount(held);
                    }
                }
            }
        }
        return hits;
    }

    /** The granules that hit. */
    private int look(int set, int i, boolean bypass) {
        int line = lines.find(set, words.number(i));
        int held = line < 0 ? 0 : valid[line] & words.want(i);
        if (line < 0) {
            line = lines.place(set, words.number(i), next[i], words.mayStayOut(i, bypass));
            if (line < 0) {
                return 0;
            }
            valid[line] = 0;
        }
        lines.uses[line] = next[i];
        valid[line] |= (byte) words.brought(i, words.want(i) & ~valid[line]);
        return held;
    }

    private void drop(int set, int i) {
        int line = lines.find(set, words.number(i));
        if (line >= 0) {
            valid[line] &= (byte) ~words.want(i);
            if (valid[line] == 0) {
                lines.remove(line);
            }
        }
    }

    private void drop(int at) {
        for (int line = 0; line < valid.length; line++) {
            if (lines.holds(line) && words.drops(at, lines.number(line))) {
                lines.remove(line);
            }
        }
    }
}
