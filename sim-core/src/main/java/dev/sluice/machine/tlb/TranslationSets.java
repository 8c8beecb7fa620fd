// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.tlb;

import java.util.Arrays;

/** The pages that a look-aside buffer holds: sets of entries in order of use, the least recently used one goes first. */
final class TranslationSets {

    /** What {@link #find} answers for a page that is not there. */
    static final int ABSENT = -1;

    private static final long EMPTY = -1;

    private final int ways;
    private final int setMask;
    /** Set by set, the most recently used page first. */
    private final long[] pages;

    TranslationSets(int entries, int ways) {
        this.ways = ways;
        this.setMask = entries / ways - 1;
        this.pages = new long[entries];
        Arrays.fill(pages, EMPTY);
    }

    /** The place of a page, which holds until the next {@link #touch} or {@link #insert}; or {@link #ABSENT}. */
    int find(long page) {
        int first = first(page);
        for (int i = first; i < first + ways; i++) {
            if (pages[i] == page) {
                return i;
            }
        }
        return ABSENT;
    }

    /** The page at a place was used. */
    void touch(int place) {
        int first = place - place % ways;
        if (place != first) {
            long page = pages[place];
            System.arraycopy(pages, first, pages, first + 1, place - first);
            pages[first] = page;
        }
    }

    /** Takes in a page, in place of the least recently used one of its set. */
    void insert(long page) {
        int place = find(page);
        if (place == ABSENT) {
            place = first(page) + ways - 1;
            pages[place] = page;
        }
        touch(place);
    }

    private int first(long page) {
        return ((int) page & setMask) * ways;
    }
}
