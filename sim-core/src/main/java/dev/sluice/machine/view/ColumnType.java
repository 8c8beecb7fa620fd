// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.view;

/** What a column of a table holds, and how a person reads it. */
public enum ColumnType {
    /** A number; what -1 means is said by the column. */
    INT("int", false),
    /** 0 or 1. */
    FLAG("flag", false),
    /** An address of a byte; -1 for none. */
    ADDRESS("address", false),
    /** A set of at most 32 things, bit 0 being the first. */
    MASK("mask", false),
    /** A cycle of the core clock; -1 for never. */
    CYCLE("cycle", false),
    /** An index into the run's {@link Texts}. */
    TEXT("text", false),
    /** An index into the run's commands and host operations; -1 for none. */
    COMMAND("command", false),
    /** An index into the run's agents: who wrote; 0 for nobody. */
    AGENT("agent", false),
    /** The number of a request under way; -1 for none. */
    REQUEST("request", false),
    /** An index into the machine's parts; -1 for none. */
    PART("part", false),
    /** Bytes of memory. */
    BYTES("bytes", true),
    /** A set of bytes, bit 0 of the first byte being the first. */
    BITS("bits", true),
    /** Runs of bytes of one writer: pairs of a length and an agent, as LEB128 numbers. */
    RUNS("runs", true),
    /** Requests in order, as LEB128 numbers. */
    REQUESTS("requests", true);

    private final String key;
    private final boolean blob;

    ColumnType(String key, boolean blob) {
        this.key = key;
        this.blob = blob;
    }

    /** Its name in recordings. */
    public String key() {
        return key;
    }

    /** Whether its values are bytes rather than a number. */
    public boolean blob() {
        return blob;
    }
}
