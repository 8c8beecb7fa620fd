// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.cache;

import java.util.Arrays;
import java.util.function.LongToIntFunction;

/**
 * What no replacement could have hit more than with the look-ups of a slice: for each sector by itself, lines are kept that hit most in it, though one
 * choice of lines has to do for all sectors. With one sector a line that is {@link OptimalReplacement}.
 *
 * <p>For one sector a hit is worth as much as any other, so that to evict the line furthest from one is best (Belady). A look-up that does not bring
 * the sector takes no way. What a look-up may have fetched along is there, even where there was nothing to fetch. Reads may go past.
 */
final class SectorBound {

    private final LongToIntFunction setOf;
    private final LookupWords words;
    private final FurthestUse lines;
    /** Of each look-up that may bring the sector, when that hits next. */
    private final int[] next;

    /** @param setOf the set of a line's number */
    SectorBound(LongToIntFunction setOf, int sets, int ways, LookupWords words) {
        this.setOf = setOf;
        this.words = words;
        this.lines = new FurthestUse(sets, ways);
        this.next = new int[words.count];
    }

    /**
     * The most sectors that can hit.
     *
     * @param from the first word that counts
     */
    long hits(int from) {
        long hits = 0;
        for (int sector = 1; sector <= wanted(); sector <<= 1) {
            chain(sector);
            hits += hits(sector, from);
        }
        return hits;
    }

    /** All granules that any look-up wants. */
    private int wanted() {
        int all = 0;
        for (int i = 0; i < words.count; i += words.length(i)) {
            if (words.kind(i) != LookupTrace.DROP_RANGES) {
                all |= words.want(i);
            }
        }
        return all;
    }

    private void chain(int sector) {
        Arrays.fill(next, FurthestUse.NEVER);
        LineIndex last = new LineIndex();
        for (int i = 0; i < words.count; i += words.length(i)) {
            switch (words.kind(i)) {
                case LookupTrace.DROP_RANGES -> last.dropped(words, i);
                case LookupTrace.DROP -> last.dropped(words.number(i), words.want(i) & sector);
                default -> {
                    if (brings(i, sector)) {
                        int before = last.put(words.number(i), i, sector);
                        if (before >= 0 && (words.want(i) & sector) != 0 && words.kind(i) != LookupTrace.AGAIN) {
                            next[before] = i;
                        }
                    }
                }
            }
        }
    }

    private long hits(int sector, int from) {
        lines.clear();
        long hits = 0;
        for (int i = 0; i < words.count; i += words.length(i)) {
            // what is dropped is of no use, so that it goes first, too
            if (words.kind(i) == LookupTrace.DROP_RANGES || words.kind(i) == LookupTrace.DROP || !brings(i, sector)) {
                continue;
            }
            int set = setOf.applyAsInt(words.number(i));
            int line = lines.find(set, words.number(i));
            if (line < 0) {
                lines.place(set, words.number(i), next[i], words.mayStayOut(i, true));
            } else {
                if (lines.uses[line] == i && i >= from) {
                    hits++;
                }
                lines.uses[line] = next[i];
            }
        }
        return hits;
    }

    private boolean brings(int i, int sector) {
        return (words.brought(i, words.want(i)) & sector) != 0;
    }
}
