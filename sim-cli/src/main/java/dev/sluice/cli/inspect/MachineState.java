// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.inspect;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What a machine holds at a moment, of a run under way or of a recorded one. */
public interface MachineState {

    /**
     * A part of the machine.
     *
     * @param name its name, for example {@code l2[0]}
     * @param kind what it is, for example {@code cache}
     * @param group what it is one of, for example {@code l2}
     * @param attributes what is fixed about it
     * @param tables the names of its tables
     */
    record Part(String name, String kind, String group, Map<String, String> attributes, List<String> tables) {

        /** A number that is fixed about it. */
        public int number(String attribute, int otherwise) {
            String text = attributes.get(attribute);
            if (text == null) {
                return otherwise;
            }
            try {
                return Integer.parseInt(text);
            } catch (NumberFormatException e) {
                return otherwise;
            }
        }

        /** Whether it is a cache that holds lines. */
        public boolean hasLines() {
            return tables.contains(LINES);
        }
    }

    /**
     * Who wrote bytes.
     *
     * @param name the id of a command or host operation
     * @param what what it is, for a person
     * @param where its place in the input
     */
    record Writer(String name, String what, String where) {}

    /** The table of a cache's lines: row set x ways + way. */
    String LINES = "lines";

    /** The table of a memory's sectors: row address / 32. */
    String SECTORS = "sectors";

    /** The parts of the machine, in an order that does not change. */
    List<Part> parts();

    /** The cycle of the moment. */
    long cycle();

    /** What the rows of a part's table are, for a person. */
    String meaning(String part, String table);

    /** A row of a part's table; null where there is none. */
    @Nullable
    Values row(String part, String table, long number);

    /** The rows of a part's table by number, in ascending order. */
    Map<Long, Values> rows(String part, String table);

    /** The row of a cache's lines that holds an address, or -1. */
    long rowOf(String part, long address);

    /** The id of a command or host operation by number; empty for none. */
    String command(long number);

    /** Who wrote, by number. */
    Writer writer(int number);

    /** The part of a name; null without one. */
    default @Nullable Part part(String name) {
        for (Part part : parts()) {
            if (part.name().equals(name)) {
                return part;
            }
        }
        return null;
    }
}
