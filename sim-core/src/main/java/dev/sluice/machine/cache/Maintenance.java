// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.cache;

import dev.sluice.machine.engine.Component;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * One flush or invalidate of one cache slice: the order, and afterwards what it did and cost.
 *
 * <p>Reusable once it has been answered. Public fields because whoever orders it fills it in and reads it once; who needs to
 * know on whose behalf extends it.
 */
public class Maintenance {

    /** What a maintenance does. */
    public enum Verb {
        /** Writes dirty bytes down and leaves the lines clean. */
        FLUSH,
        /**
         * Drops every line; dirty bytes are written down first, never lost (Philip Taylor, Vulkan memory dependencies,
         * section Memory dependencies).
         */
        INVALIDATE,
        /**
         * Drops lines with their dirty bytes, which are lost: nobody wants them any more. With ranges it keeps to them in any
         * cache; a line that they cover in part is invalidated instead.
         */
        DISCARD
    }

    public Verb verb = Verb.FLUSH;
    /** Whether just the lines of the ranges are looked up, one a cycle, whatever the cache does as a rule with ranges. */
    public boolean exact;
    /** The barrier that pays for later refills, -1 for none. */
    public int barrier = -1;
    /** The command on whose behalf, for attribution, -1 for none. */
    public int command = -1;

    /** Where dirty lines and bytes are counted by resource, null for nowhere. */
    public @Nullable WriteBackTally tally;

    /** Tags examined. */
    public long linesVisited;
    /** Lines found dirty and written back. */
    public long dirtyLines;

    public long writtenBackBytes;
    /** Lines dropped. */
    public long invalidatedLines;
    /** What they held. */
    public long invalidatedBytes;
    /** Of these, lines whose dirty bytes were lost by intent. */
    public long discardedLines;
    /** Cycle at which the walk began; later than the order when others were queued. */
    public long startCycle;
    /** Cycle at which the walk was done and all write-backs were answered. */
    public long endCycle;

    long[] starts = new long[4];
    long[] ends = new long[4];
    int ranges;

    @Nullable
    Maintenance next;

    @Nullable
    Component replyTo;

    int replyKind;
    int replyArgument;

    /** Clears results and ranges for another use. */
    public Maintenance start(Verb newVerb, int newBarrier, int newCommand) {
        verb = newVerb;
        barrier = newBarrier;
        command = newCommand;
        linesVisited = 0;
        dirtyLines = 0;
        writtenBackBytes = 0;
        invalidatedLines = 0;
        invalidatedBytes = 0;
        discardedLines = 0;
        exact = false;
        tally = null;
        ranges = 0;
        next = null;
        return this;
    }

    /** Its ranges: the start and the end of each; empty for all of the cache. */
    public long[] ranges() {
        long[] all = new long[2 * ranges];
        for (int i = 0; i < ranges; i++) {
            all[2 * i] = starts[i];
            all[2 * i + 1] = ends[i];
        }
        return all;
    }

    /**
     * Restricts it to addresses [start, end), where the cache honours ranges or {@link #exact} says so; several may be added.
     */
    public void addRange(long start, long end) {
        if (ranges == starts.length) {
            starts = Arrays.copyOf(starts, ranges * 2);
            ends = Arrays.copyOf(ends, ranges * 2);
        }
        starts[ranges] = start;
        ends[ranges++] = end;
    }

    /** Names who is told, as an event, when it is done. */
    public void replyTo(Component component, int kind, int argument) {
        replyTo = component;
        replyKind = kind;
        replyArgument = argument;
    }

    boolean drops() {
        return verb != Verb.FLUSH;
    }

    boolean covers(long address, int bytes) {
        for (int i = 0; i < ranges; i++) {
            if (address < ends[i] && address + bytes > starts[i]) {
                return true;
            }
        }
        return false;
    }

    /** Whether nothing outside the ranges is on a line; ranges do not join. */
    boolean coversWhole(long address, int bytes) {
        for (int i = 0; i < ranges; i++) {
            if (address >= starts[i] && address + bytes <= ends[i]) {
                return true;
            }
        }
        return ranges == 0;
    }

    /** Lines that the ranges touch, at most {@code limit}. */
    long rangeLines(int lineBytes, long limit) {
        long sum = 0;
        for (int i = 0; i < ranges && sum < limit; i++) {
            if (ends[i] > starts[i]) {
                sum += (ends[i] - 1) / lineBytes - starts[i] / lineBytes + 1;
            }
        }
        return Math.min(sum, limit);
    }
}
