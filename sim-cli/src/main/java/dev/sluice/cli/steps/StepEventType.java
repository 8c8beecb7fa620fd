// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.steps;

import dev.sluice.cli.log.EventWords;
import dev.sluice.machine.observe.SimObserver;
import dev.sluice.machine.view.Column;
import dev.sluice.machine.view.ColumnType;
import java.util.Arrays;
import java.util.List;

/** What can happen in a step, with its columns; the order is that of the numbers in a recording. */
enum StepEventType {
    ISSUE(
            "issue",
            "a client's access was issued",
            part("part", "who"),
            number("request", ColumnType.REQUEST, "its number"),
            words("kind", "read, write or atomic", "read", "write", "atomic"),
            address(),
            sectors(),
            text("client", "the client"),
            command()),
    LOOKUP(
            "lookup",
            "a cache looked a request up",
            part("part", "the cache"),
            number("request", ColumnType.REQUEST, "its number"),
            words("outcome", "hit, miss, sector miss, merged or bypassed", SimObserver.Outcome.values()),
            kind(),
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
            words(
                    "reason",
                    "bank, walk, queue, mshrs, merges, ways, down, port or fills",
                    SimObserver.WaitReason.values()),
            kind(),
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
            words("reason", "eviction, flush, invalidate or snoop", SimObserver.WriteBackReason.values()),
            line(),
            set(),
            way()),
    DROP(
            "drop",
            "a line left a cache, clean",
            part("part", "the cache"),
            address(),
            command(),
            words(
                    "reason",
                    "eviction, invalidate, passed, inclusion, handedUp or snoop",
                    SimObserver.DropReason.values()),
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
            kind(),
            address(),
            sectors(),
            text("client", "the client"),
            command(),
            words("row", "hit, miss or conflict", SimObserver.RowOutcome.values())),
    LINK(
            "link",
            "a request crossed the host link",
            part("part", "the link"),
            number("request", ColumnType.REQUEST, "its number"),
            kind(),
            address(),
            sectors(),
            text("client", "the client"),
            command(),
            words("direction", "toHost or toDevice", "toHost", "toDevice")),
    COMPLETE(
            "complete",
            "a client's access was answered",
            part("part", "who"),
            number("request", ColumnType.REQUEST, "its number"),
            words("kind", "read, write or atomic", "read", "write", "atomic"),
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
            text("phase", "reached, drained or released")),
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
            words("kind", "staleRead or lostWrite", "staleRead", "lostWrite"),
            number("number", ColumnType.INT, "its place among the recording's findings of that kind"),
            address()),
    PASSED(
            "passed",
            "a command was carried out that takes no time, and has neither stages nor a barrier",
            text("command", "the command's id"));

    private final String key;
    private final String meaning;

    @SuppressWarnings("ImmutableEnumChecker") // of List.of, of records
    private final List<Field> fields;

    StepEventType(String key, String meaning, Field... fields) {
        this.key = key;
        this.meaning = meaning;
        this.fields = List.of(fields);
    }

    /**
     * A column.
     *
     * @param words all that it can say; empty if there is no such list
     */
    record Field(Column column, List<String> words) {}

    String key() {
        return key;
    }

    String meaning() {
        return meaning;
    }

    List<Field> fields() {
        return fields;
    }

    List<Column> columns() {
        return fields.stream().map(Field::column).toList();
    }

    private static Field number(String name, ColumnType type, String meaning) {
        return plain(name, type, meaning);
    }

    private static Field part(String name, String meaning) {
        return plain(name, ColumnType.PART, meaning);
    }

    private static Field text(String name, String meaning) {
        return plain(name, ColumnType.TEXT, meaning);
    }

    private static Field words(String name, String meaning, String... all) {
        return new Field(new Column(name, ColumnType.TEXT, meaning), List.of(all));
    }

    private static Field words(String name, String meaning, Enum<?>[] all) {
        return words(name, meaning, Arrays.stream(all).map(EventWords::of).toArray(String[]::new));
    }

    private static Field kind() {
        return words(
                "kind", "read, fill, write, write-back or atomic", "read", "fill", "write", "write-back", "atomic");
    }

    private static Field plain(String name, ColumnType type, String meaning) {
        return new Field(new Column(name, type, meaning), List.of());
    }

    private static Field address() {
        return plain("address", ColumnType.ADDRESS, "of the first byte");
    }

    private static Field sectors() {
        return plain("sectors", ColumnType.MASK, "of 32 bytes from the address on");
    }

    private static Field command() {
        return plain("command", ColumnType.COMMAND, "on whose behalf");
    }

    private static Field line() {
        return plain("line", ColumnType.INT, "the row of the cache's lines, set x ways + way; -1 for none");
    }

    private static Field set() {
        return plain("set", ColumnType.INT, "the set");
    }

    private static Field way() {
        return plain("way", ColumnType.INT, "the way of the line, -1 for none");
    }

    private static Field phase() {
        return words("phase", "begin or end", "begin", "end");
    }
}
