// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.timeline;

import org.jspecify.annotations.Nullable;

/** A row of a timeline: slices and instants, or the values of a counter. */
final class Track {

    /** What values of a counter are. */
    enum Unit {
        COUNT,
        BYTES
    }

    /** Unique in the trace. */
    final int id;

    final Group group;
    final String name;
    /** Of a counter; null for slices. */
    final @Nullable Unit unit;
    /** Whether the file says what it is. */
    boolean described;

    Track(int id, Group group, String name, @Nullable Unit unit) {
        this.id = id;
        this.group = group;
        this.name = name;
        this.unit = unit;
    }

    /** Tracks that belong together: a process of a trace viewer. */
    static final class Group {
        final int id;
        final String name;
        /** From the top. */
        final int rank;

        boolean described;

        Group(int id, String name, int rank) {
            this.id = id;
            this.name = name;
            this.rank = rank;
        }
    }
}
