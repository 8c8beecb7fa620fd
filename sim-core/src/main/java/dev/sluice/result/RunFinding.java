// SPDX-License-Identifier: Apache-2.0
package dev.sluice.result;

import dev.sluice.program.edit.Cure;
import java.util.List;

/** What a run can find: reads and writes that went wrong, counts out of limits, and what was expected of host reads. */
public final class RunFinding {

    /** What is missing where contents were given up. */
    public static final String CONTENTS = "contents";

    private RunFinding() {}

    /**
     * A read that returned an older version than one that happens-before it.
     *
     * @param heldIn the cache instance (or memory) whose copy was wrong or withheld
     * @param missing the action that was missing, for example {@code invalidate:L1}
     * @param suggestion what would have helped
     * @param count reads of the same bytes by the same reader that are folded into this entry
     */
    public record StaleRead(
            String reader,
            String resource,
            long offset,
            long size,
            String got,
            String expected,
            String writer,
            String heldIn,
            String missing,
            Cure suggestion,
            String where,
            long cycle,
            long count) {

        /** Whether it read what {@link #writer} gave up, so that nothing could have brought it the bytes. */
        public boolean givenUp() {
            return missing.equals(CONTENTS);
        }

        /** The same read with another suggestion. */
        public StaleRead with(Cure other) {
            return new StaleRead(
                    reader, resource, offset, size, got, expected, writer, heldIn, missing, other, where, cycle, count);
        }
    }

    /** A write-back that put older bytes over newer ones. */
    public record LostWrite(
            String writer,
            String resource,
            long offset,
            long size,
            String lost,
            String overwrittenWith,
            String overwriter,
            String heldIn,
            String missing,
            Cure suggestion,
            String where,
            long cycle,
            long count) {

        /** The same write with another suggestion. */
        public LostWrite with(Cure other) {
            return new LostWrite(
                    writer,
                    resource,
                    offset,
                    size,
                    lost,
                    overwrittenWith,
                    overwriter,
                    heldIn,
                    missing,
                    other,
                    where,
                    cycle,
                    count);
        }
    }

    /** A read of bytes that nobody wrote: reported, no failure. */
    public record UnwrittenRead(String reader, String resource, long offset, long size, String where, long count) {}

    /**
     * Counts or an index, read from a buffer, that the device or the buffers of the command cannot serve; the command was not
     * carried out.
     *
     * @param reader the command
     * @param kind what it is, {@code dispatchIndirect} for example
     * @param offset where in the resource the values were read
     * @param values the values that were read
     * @param writers the commands and host operations that last wrote these bytes, in the order of the bytes
     * @param unwritten how many of the bytes nobody had written
     * @param limit the limit's name, or in words what is exceeded
     * @param allowed the most that each value may be; empty where nothing was written, so that no value is right
     */
    public record OutOfLimits(
            String reader,
            String kind,
            String resource,
            long offset,
            long size,
            List<Long> values,
            List<String> writers,
            long unwritten,
            String limit,
            List<Long> allowed,
            String where,
            long cycle) {
        public OutOfLimits {
            values = List.copyOf(values);
            writers = List.copyOf(writers);
            allowed = List.copyOf(allowed);
        }
    }

    /** An {@code expect} of a host read. */
    public record Check(String operation, boolean ok, String got, String expected, String where) {}
}
