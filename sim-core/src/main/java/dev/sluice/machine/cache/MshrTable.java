// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.cache;

import dev.sluice.machine.request.Request;
import dev.sluice.machine.request.RequestPool;
import dev.sluice.machine.view.Touches;
import org.jspecify.annotations.Nullable;

/**
 * The miss status holding registers of one slice: at most one per line, found through the line that waits for the fill.
 *
 * <p>A line is allocated when it misses, and while it waits its tag names its register, which keeps the line's state
 * meanwhile: so no search is needed, and a fill touches little but the register. Registers are records of eight {@code int}s,
 * half a line of the host's caches. Masks are in granules of the line, and lists are linked by {@link Request#next}:
 *
 * <pre>
 * word 0  line
 * word 1  whether requests are to look up again 1 | requests that wait, of both lists 15 | dirty 8 | valid 8      of the line
 * word 2  waitWrites 8 | waitReads 8 | poison 8 | pending 8
 * word 3  first request that waits for granules, or -1
 * word 4  last of them; of a free register the next free one, or -1
 * words 5 to 7  what {@link CarriedReads} keeps
 * </pre>
 *
 * <p>The first and the last request that look up again once all fills have come lie apart: there are few.
 */
final class MshrTable {

    static final int RECORD_SHIFT = 3;
    /** The first word that {@link CarriedReads} uses. */
    static final int CARRIED = 5;

    private static final int LINE = 0;
    private static final int STATE = 1;
    private static final int MASKS = 2;
    private static final int HEAD = 3;
    private static final int NEXT_FREE = 4;
    private static final int MASK = 0xFF;
    private static final int STATE_MASK = 0xFFFF;
    private static final int COUNT_SHIFT = 16;
    private static final int COUNT_MASK = 0x7FFF;
    private static final int ONE = 1 << COUNT_SHIFT;
    private static final int DEFERS = Integer.MIN_VALUE;
    private static final int POISON_SHIFT = 8;
    private static final int READS_SHIFT = 16;
    private static final int WRITES_SHIFT = 24;
    private static final int ALL_BUT_WRITES = (1 << WRITES_SHIFT) - 1;
    private static final int NONE = -1;

    private final RequestPool pool;
    private final int size;
    final int[] words;
    /** First and last of those that look up again, where there are any. */
    private final int[] deferred;

    private int firstFree = NONE;
    private int freeCount;
    /** The cycle since which no register is free, while that is so; and how long it was so before. */
    private long fullSince;

    private long fullCycles;
    /** Told of every line whose state changes; null in most runs. */
    @Nullable
    Touches touches;

    MshrTable(int size, RequestPool pool) {
        this.pool = pool;
        this.size = size;
        words = new int[size << RECORD_SHIFT];
        deferred = new int[2 * size];
        for (int entry = size - 1; entry >= 0; entry--) {
            release(entry);
        }
    }

    boolean full() {
        return freeCount == 0;
    }

    /** The last free register was taken. */
    void filled(long now) {
        fullSince = now;
    }

    /** One of all registers is about to become free. */
    void freed(long now) {
        fullCycles += now - fullSince;
    }

    /** Cycles without a free register up to now. */
    long fullCycles(long now) {
        return fullCycles + (full() ? now - fullSince : 0);
    }

    int used() {
        return size - freeCount;
    }

    int size() {
        return size;
    }

    /** Takes a register for a line with this state. */
    int allocate(int line, int state) {
        int entry = firstFree;
        int at = entry << RECORD_SHIFT;
        firstFree = words[at + NEXT_FREE];
        freeCount--;
        words[at + LINE] = line;
        words[at + STATE] = state;
        return entry;
    }

    /** Takes a register for a line with this state, for one read that goes down itself for granules of it. */
    int allocateFor(int line, int state, int granules) {
        int entry = firstFree;
        int at = entry << RECORD_SHIFT;
        firstFree = words[at + NEXT_FREE];
        freeCount--;
        words[at + LINE] = line;
        words[at + STATE] = state | ONE;
        words[at + MASKS] = granules | granules << READS_SHIFT;
        return entry;
    }

    /** Gives a register back whose requests have all gone or been taken over. */
    void release(int entry) {
        int at = entry << RECORD_SHIFT;
        words[at + MASKS] = 0;
        words[at + HEAD] = NONE;
        words[at + NEXT_FREE] = firstFree;
        firstFree = entry;
        freeCount++;
    }

    int line(int entry) {
        return words[(entry << RECORD_SHIFT) + LINE];
    }

    /** Valid and dirty granules of the line. */
    int state(int entry) {
        return words[(entry << RECORD_SHIFT) + STATE] & STATE_MASK;
    }

    void state(int entry, int state) {
        int at = (entry << RECORD_SHIFT) + STATE;
        words[at] = words[at] & ~STATE_MASK | state;
        Touches told = touches;
        if (told != null) {
            told.touched(line(entry));
        }
    }

    /** Whether one read waits, for all of these granules, which are all that are pending, and nobody else. */
    boolean isForOneRead(int entry, int granules) {
        int at = entry << RECORD_SHIFT;
        int masks = words[at + MASKS] & ~(MASK << POISON_SHIFT);
        return masks == (granules | granules << READS_SHIFT) && words[at + STATE] >>> COUNT_SHIFT == 1;
    }

    /** Whether one store or atomic waits, these granules are all that are pending, none of them overtaken, and nobody else waits. */
    boolean isForOneChange(int entry, int granules) {
        int at = entry << RECORD_SHIFT;
        return (words[at + MASKS] & ALL_BUT_WRITES) == granules && words[at + STATE] >>> COUNT_SHIFT == 1;
    }

    /** Whether one read waits as for {@link #isForOneRead}, none of whose granules was overtaken, and one store or atomic besides. */
    boolean isForReadAndChange(int entry, int granules) {
        int at = entry << RECORD_SHIFT;
        int masks = words[at + MASKS];
        return (masks & ALL_BUT_WRITES) == (granules | granules << READS_SHIFT)
                && masks >>> WRITES_SHIFT != 0
                && words[at + STATE] >>> COUNT_SHIFT == 2;
    }

    /** Granules asked for and not come yet. */
    int pending(int entry) {
        return words[(entry << RECORD_SHIFT) + MASKS] & MASK;
    }

    /** Of those, granules that must not be installed, because a store or an invalidate overtook the fetch. */
    int poison(int entry) {
        return words[(entry << RECORD_SHIFT) + MASKS] >>> POISON_SHIFT & MASK;
    }

    /** Granules that waiting reads still need. */
    int waitReads(int entry) {
        return words[(entry << RECORD_SHIFT) + MASKS] >>> READS_SHIFT & MASK;
    }

    /** Granules that waiting writes and atomics will change. */
    int waitWrites(int entry) {
        return words[(entry << RECORD_SHIFT) + MASKS] >>> WRITES_SHIFT;
    }

    /** Whether anybody waits for or will change any of these granules. */
    boolean busy(int entry, int granules) {
        int masks = words[(entry << RECORD_SHIFT) + MASKS];
        return (granules & (masks | masks >>> READS_SHIFT | masks >>> WRITES_SHIFT)) != 0;
    }

    void addPending(int entry, int granules) {
        words[(entry << RECORD_SHIFT) + MASKS] |= granules;
    }

    /** Marks those of the granules as overtaken that are pending. */
    void addPoison(int entry, int granules) {
        int masks = words[(entry << RECORD_SHIFT) + MASKS];
        words[(entry << RECORD_SHIFT) + MASKS] = masks | (masks & granules) << POISON_SHIFT;
    }

    void addWaitReads(int entry, int granules) {
        words[(entry << RECORD_SHIFT) + MASKS] |= granules << READS_SHIFT;
    }

    void addWaitWrites(int entry, int granules) {
        words[(entry << RECORD_SHIFT) + MASKS] |= granules << WRITES_SHIFT;
    }

    /** Granules have come: they are neither pending nor poisoned any more. */
    void arrived(int entry, int granules) {
        words[(entry << RECORD_SHIFT) + MASKS] &= ~(granules | granules << POISON_SHIFT);
    }

    /** What the requests that wait need and will change, anew. */
    void waits(int entry, int reads, int writes) {
        int at = (entry << RECORD_SHIFT) + MASKS;
        words[at] = words[at] & (MASK | MASK << POISON_SHIFT) | reads << READS_SHIFT | writes << WRITES_SHIFT;
    }

    /** Requests that wait here. */
    int count(int entry) {
        return words[(entry << RECORD_SHIFT) + STATE] >>> COUNT_SHIFT & COUNT_MASK;
    }

    void count(int entry, int count) {
        int at = (entry << RECORD_SHIFT) + STATE;
        words[at] = words[at] & ~(COUNT_MASK << COUNT_SHIFT) | count << COUNT_SHIFT;
    }

    boolean hasWaiting(int entry) {
        return words[(entry << RECORD_SHIFT) + HEAD] >= 0;
    }

    boolean hasDeferred(int entry) {
        return words[(entry << RECORD_SHIFT) + STATE] < 0;
    }

    /** Puts a request at the end of those that wait for granules, and counts it. */
    void append(int entry, Request request) {
        link(entry, request);
        words[(entry << RECORD_SHIFT) + STATE] += ONE;
    }

    /** Puts a request at the end of those that wait for granules. */
    void link(int entry, Request request) {
        int head = (entry << RECORD_SHIFT) + HEAD;
        request.next = null;
        if (words[head] < 0) {
            words[head] = request.index;
        } else {
            pool.get(words[head + 1]).next = request;
        }
        words[head + 1] = request.index;
    }

    /** Puts a request at the end of those that look up again. */
    void defer(int entry, Request request) {
        request.next = null;
        if (hasDeferred(entry)) {
            pool.get(deferred[2 * entry + 1]).next = request;
        } else {
            deferred[2 * entry] = request.index;
        }
        deferred[2 * entry + 1] = request.index;
        words[(entry << RECORD_SHIFT) + STATE] = words[(entry << RECORD_SHIFT) + STATE] + ONE | DEFERS;
    }

    /** The first request that waits for granules. */
    @Nullable
    Request firstWaiting(int entry) {
        int first = words[(entry << RECORD_SHIFT) + HEAD];
        return first < 0 ? null : pool.get(first);
    }

    /** Takes all requests that wait for granules, in order. */
    @Nullable
    Request takeWaiting(int entry) {
        int at = (entry << RECORD_SHIFT) + HEAD;
        int first = words[at];
        words[at] = NONE;
        return first < 0 ? null : pool.get(first);
    }

    /** Puts linked requests before those that look up again. */
    void deferFirst(int entry, Request first, Request last) {
        if (hasDeferred(entry)) {
            last.next = pool.get(deferred[2 * entry]);
        } else {
            last.next = null;
            deferred[2 * entry + 1] = last.index;
        }
        deferred[2 * entry] = first.index;
        words[(entry << RECORD_SHIFT) + STATE] |= DEFERS;
    }

    /** The first request that looks up again. */
    @Nullable
    Request firstDeferred(int entry) {
        return hasDeferred(entry) ? pool.get(deferred[2 * entry]) : null;
    }

    /** The last of those that look up again, if there are any. */
    Request lastDeferred(int entry) {
        return pool.get(deferred[2 * entry + 1]);
    }
}
