// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.cache;

import dev.sluice.device.CacheSpec;
import dev.sluice.machine.request.Request;

/**
 * The look-ups of one slice in their order, a word each, for {@link LookupWords} to read: those that put lines into the cache, and
 * what takes lines out of it other than by eviction.
 */
final class LookupTrace {

    static final int READ = 0;
    static final int WRITE = 1;
    /** The sectors of a line are dropped. */
    static final int DROP = 2;
    /**
     * A walk that drops lines has ended. Words follow: how many lines of its ranges are there nevertheless; of as many ranges as this
     * word has, first and last address, none for all lines; the numbers of those lines, in order.
     */
    static final int DROP_RANGES = 3;
    /** A store or an atomic before which what is missing is fetched, as before a read. */
    static final int FETCHING_WRITE = 4;
    /** A read where stores fetch nothing: of a sector that was written in part it fetches the rest, and what is fetched along. */
    static final int COMPLETING_READ = 5;

    /** A look-up that was counted before, for sectors that were lost before it got them: what it brings may hit later. */
    static final int AGAIN = 6;

    static final int KIND_BITS = 3;
    static final int SECTORS_SHIFT = KIND_BITS;
    static final int NUMBER_SHIFT = SECTORS_SHIFT + 8;

    private static final int CHUNK = 1 << 12;
    /** More words than an array can hold would be of no use. */
    private static final long MOST_WORDS = 1L << 28;

    private final TraceSpill spill;
    private final int owner;
    private final int lineShift;
    private final int readKind;
    private final long[] chunk = new long[CHUNK];
    private int used;
    private long words;
    /** Words before the region of interest. */
    private long ignored;
    /** Sectors that were looked up in the region of interest, and those that hit. */
    long sectors;

    long hits;

    LookupTrace(TraceSpill spill, CacheSpec spec) {
        this.spill = spill;
        this.owner = spill.newOwner();
        this.lineShift = Integer.numberOfTrailingZeros(spec.geometry().line());
        this.readKind = spec.policy().allocate() == CacheSpec.Allocation.VALIDATE_ON_WRITE ? COMPLETING_READ : READ;
    }

    /** Notes a read. */
    void read(Request r, int want, int missing) {
        look(r, want, missing, readKind);
    }

    /** Notes a store or an atomic that brings its line; {@code fetched}: granules that it fetches where they are missing. */
    void write(Request r, int want, int missing, int fetched) {
        if ((want & ~fetched) != 0) { // first: that another part fetches it makes it no hit
            look(r, want & ~fetched, missing & ~fetched, WRITE);
        }
        if (fetched != 0) {
            look(r, fetched, missing & fetched, FETCHING_WRITE);
        }
    }

    /** Notes that a request looks up again what it lost. */
    void again(Request r, int want) {
        add(r, want, AGAIN);
    }

    private void look(Request r, int want, int missing, int kind) {
        int all = Integer.bitCount(want);
        sectors += all;
        hits += all - Integer.bitCount(missing);
        add(r, want, kind);
    }

    /** Notes that sectors of a line are dropped. */
    void drop(Request r, int want) {
        add(r, want, DROP);
    }

    private void add(Request r, int want, int kind) {
        add((r.address >>> lineShift) << NUMBER_SHIFT | (long) want << SECTORS_SHIFT | kind);
    }

    /** Notes that maintenance has dropped lines of its ranges, or {@code all}, but for those that are left. */
    void drop(Maintenance order, boolean all, long[] left) {
        int ranges = all ? 0 : order.ranges;
        if (ranges == 0 && !all) {
            return;
        }
        add((long) ranges << NUMBER_SHIFT | DROP_RANGES);
        add(left.length);
        for (int i = 0; i < ranges; i++) {
            add(order.starts[i]);
            add(order.ends[i] - 1);
        }
        for (long number : left) {
            add(number);
        }
    }

    /** The region of interest begins here. */
    void restart() {
        ignored = words;
        sectors = 0;
        hits = 0;
    }

    /** Words that do not count, but say what the cache holds when those that do begin. */
    int ignored() {
        return (int) ignored;
    }

    private void add(long word) {
        if (words == MOST_WORDS) {
            return;
        }
        chunk[used++] = word;
        words++;
        if (used == CHUNK) {
            spill.append(owner, chunk, used);
            used = 0;
        }
    }

    /** Whether the trace has a beginning only. */
    boolean cut() {
        return words == MOST_WORDS;
    }

    /** All words, read back; outside simulated time. */
    long[] words() {
        if (used > 0) {
            spill.append(owner, chunk, used);
            used = 0;
        }
        return spill.read(owner, (int) words);
    }
}
