// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.trace;

/** A trace of accesses in order. */
public non-sealed interface AccessTrace extends Trace {

    /**
     * Reads the next record.
     *
     * @param into cleared and filled in
     * @return whether there was one
     */
    boolean next(TraceRecord into);

    /** Whether it has records with a place in their cycle: {@link TraceRecord#after}. */
    default boolean ordered() {
        return false;
    }

    /** Where the last record stands, for errors: a file with line and column. */
    default String where() {
        return name();
    }
}
