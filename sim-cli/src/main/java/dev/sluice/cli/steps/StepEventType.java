// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.steps;

import dev.sluice.machine.view.Column;
import dev.sluice.machine.view.ColumnType;
import java.util.List;

/** What can happen in a step, with its columns; the order is that of the numbers in a recording. */
enum StepEventType {
    ISSUE(
            "issue",
            "a client's access was issued",
            part("part", "who"),
            number("request", ColumnType.REQUEST, "its number"),
            text("kind", "read, write or atomic"),
            address(),
            sectors(),
            text("client", "the client"),
            command()),
    LOOKUP(
            "lookup",
            "a cache looked a request up",
            part("part", "the cache"),
            number("request", ColumnType.REQUEST, "its number"),
            text("outcome", "hit, miss, sector miss, merged or bypassed"),
            text("kind", "read, fill, write, write-back or atomic"),
            address(),
            sectors(),
            text("client", "the client"),
            command(),
            line(),
            set(),
            way()),
    WAITS(
            "waits",
            "a look-up cannot be made yet; once per reason",
            part("part", "the cache"),
            number("request", ColumnType.REQUEST, "its number"),
            text("reason", "bank, walk, queue, mshrs, merges, ways, down, port or fills"),
            text("kind", "read, fill, write, write-back or atomic"),
            address(),
            sectors(),
            text("client", "the client"),
            command(),
            set()),
    FILL(
            "fill",
            "sectors came into a cache",
            part("part", "the cache"),
            address(),
            sectors(),
            command(),
            line(),
            set(),
            way()),
    WRITE_BACK(
            "writeBack",
            "a cache sent dirty bytes down",
            part("part", "the cache"),
            address(),
            sectors(),
            command(),
            text("reason", "eviction, flush, invalidate or snoop"),
            line(),
            set(),
            way()),
    DROP(
            "drop",
            "a line left a cache, clean",
            part("part", "the cache"),
            address(),
            command(),
            text("reason", "eviction, invalidate, passed, inclusion, handedUp or snoop"),
            line(),
            set(),
            way()),
    MAINTENANCE(
            "maintenance",
            "maintenance of a cache began or ended",
            part("part", "the cache"),
            text("action", "as in barrier profiles: flush:L2"),
            number("barrier", ColumnType.INT, "number of the barrier"),
            phase()),
    DRAM(
            "dram",
            "a channel served a request",
            part("part", "the channel"),
            number("request", ColumnType.REQUEST, "its number; -1 of a write, which is long answered"),
            text("kind", "read, fill, write, write-back or atomic"),
            address(),
            sectors(),
            text("client", "the client"),
            command(),
            text("row", "hit, miss or conflict")),
    LINK(
            "link",
            "a request crossed the host link",
            part("part", "the link"),
            number("request", ColumnType.REQUEST, "its number"),
            text("kind", "read, fill, write, write-back or atomic"),
            address(),
            sectors(),
            text("client", "the client"),
            command(),
            text("direction", "toHost or toDevice")),
    COMPLETE(
            "complete",
            "a client's access was answered",
            part("part", "who"),
            number("request", ColumnType.REQUEST, "its number"),
            text("kind", "read, write or atomic"),
            address(),
            sectors(),
            text("client", "the client"),
            command()),
    STAGE(
            "stage",
            "a stage of a command began or ended",
            text("command", "the command's id"),
            text("stage", "the stage"),
            phase()),
    BARRIER(
            "barrier",
            "a barrier moved on",
            text("command", "the barrier's id"),
            text("phase", "recorded, drained, actions done or released")),
    HOST_OPERATION(
            "hostOperation",
            "a host operation began or ended",
            text("command", "the operation's id"),
            text("what", "the operation"),
            phase()),
    HOST(
            "host",
            "the host touched memory",
            text("what", "store, load, combine, drain, flush, invalidate or snoop"),
            address(),
            number("size", ColumnType.INT, "bytes")),
    FINDING(
            "finding",
            "the run met a finding for the first time",
            text("kind", "staleRead or lostWrite"),
            number("number", ColumnType.INT, "its place among the recording's findings of that kind"),
            address());

    private final String key;
    private final String meaning;

    @SuppressWarnings("ImmutableEnumChecker") // of List.of, of records
    private final List<Column> columns;

    StepEventType(String key, String meaning, Column... columns) {
        this.key = key;
        this.meaning = meaning;
        this.columns = List.of(columns);
    }

    String key() {
        return key;
    }

    String meaning() {
        return meaning;
    }

    List<Column> columns() {
        return columns;
    }

    private static Column number(String name, ColumnType type, String meaning) {
        return new Column(name, type, meaning);
    }

    private static Column part(String name, String meaning) {
        return new Column(name, ColumnType.PART, meaning);
    }

    private static Column text(String name, String meaning) {
        return new Column(name, ColumnType.TEXT, meaning);
    }

    private static Column address() {
        return new Column("address", ColumnType.ADDRESS, "of the first byte");
    }

    private static Column sectors() {
        return new Column("sectors", ColumnType.MASK, "of 32 bytes from the address on");
    }

    private static Column command() {
        return new Column("command", ColumnType.COMMAND, "on whose behalf");
    }

    private static Column line() {
        return new Column("line", ColumnType.INT, "the row of the cache's lines, set x ways + way; -1 for none");
    }

    private static Column set() {
        return new Column("set", ColumnType.INT, "the set");
    }

    private static Column way() {
        return new Column("way", ColumnType.INT, "the way of the line, -1 for none");
    }

    private static Column phase() {
        return new Column("phase", ColumnType.TEXT, "begin or end");
    }
}
