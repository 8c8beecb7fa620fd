// SPDX-License-Identifier: Apache-2.0
package dev.sluice.check.model;

import java.util.Arrays;

/**
 * Which write each read takes the value of each location from. A read of several locations may find different writes.
 * Belongs to an enumeration that fills and empties it.
 */
public final class ReadsFrom {
    /** The read finds the initial value. */
    public static final int INITIAL = -1;
    /** Not decided, or no read of this location. */
    public static final int UNDECIDED = -2;

    private final int events;
    private final int[][] sources;

    /** Nothing is decided. */
    public ReadsFrom(int locations, int events) {
        this.events = events;
        sources = new int[locations][events];
        for (int[] row : sources) {
            Arrays.fill(row, UNDECIDED);
        }
    }

    private ReadsFrom(int events, int[][] sources) {
        this.events = events;
        this.sources = sources;
    }

    /** The write that {@code read} finds at {@code location}, or {@link #INITIAL}, or {@link #UNDECIDED}. */
    public int source(int location, int read) {
        return sources[location][read];
    }

    /** Decides. */
    public void set(int location, int read, int source) {
        sources[location][read] = source;
    }

    /** Whether {@code read} takes a value that {@code write} wrote, at any location. */
    public boolean reads(int read, int write) {
        for (int[] row : sources) {
            if (row[read] == write) {
                return true;
            }
        }
        return false;
    }

    /**
     * Reads-from (Vulkan specification, section Acyclicity): from a write to each read that takes its value, at any
     * location.
     */
    public Relation relation() {
        return Relation.of(events, (write, read) -> reads(read, write));
    }

    /** A copy that stays as it is. */
    public ReadsFrom copy() {
        int[][] rows = new int[sources.length][];
        for (int l = 0; l < rows.length; l++) {
            rows[l] = sources[l].clone();
        }
        return new ReadsFrom(events, rows);
    }
}
