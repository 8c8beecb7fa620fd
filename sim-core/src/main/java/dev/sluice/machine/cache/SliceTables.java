// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.cache;

import dev.sluice.device.Client;
import dev.sluice.machine.cache.policy.ReplacementPolicy;
import dev.sluice.machine.observe.SimObserver;
import dev.sluice.machine.request.Request;
import dev.sluice.machine.request.VersionRuns;
import dev.sluice.machine.view.Column;
import dev.sluice.machine.view.ColumnType;
import dev.sluice.machine.view.Row;
import dev.sluice.machine.view.Texts;
import dev.sluice.machine.view.Varints;
import dev.sluice.machine.view.ViewTable;
import dev.sluice.machine.view.WholeTable;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The tables of a cache slice: its lines, its registers, the look-ups that wait, and what is on its way down. */
final class SliceTables {

    private final Cache cache;
    private final Texts texts;
    private final TagArray tags;
    private final MshrTable mshrs;
    private final FillPath fills;
    private final Outlet outlet;
    private final LineTable lines;
    private final List<WholeTable> others;
    private final SliceWatch watch;

    SliceTables(
            Cache cache,
            Texts texts,
            VersionRuns versions,
            TagArray tags,
            DataArray data,
            MshrTable mshrs,
            FillPath fills,
            Outlet outlet,
            ReplacementPolicy policy) {
        this.cache = cache;
        this.texts = texts;
        this.tags = tags;
        this.mshrs = mshrs;
        this.fills = fills;
        this.outlet = outlet;
        this.lines = new LineTable(cache, texts, versions, tags, data, policy);
        List<WholeTable> small = new ArrayList<>(List.of(new Registers(), new Stalled(), new Down()));
        WriteBuffer buffer = outlet.buffer();
        if (buffer != null) {
            small.add(new KeptBack(buffer));
        }
        this.others = small;
        this.watch = new SliceWatch(cache, tags.lines, mshrs.size(), lines, () -> others.forEach(WholeTable::touch));
        lines.watch(watch);
    }

    SliceWatch watch() {
        return watch;
    }

    List<ViewTable> all() {
        List<ViewTable> all = new ArrayList<>();
        all.add(lines);
        all.addAll(others);
        return all;
    }

    private static Column column(String name, ColumnType type, String meaning) {
        return new Column(name, type, meaning);
    }

    private static List<Column> requestColumns(Column... more) {
        List<Column> columns = new ArrayList<>(List.of(
                column("request", ColumnType.REQUEST, "its number"),
                column("kind", ColumnType.TEXT, "what it asks for"),
                column("address", ColumnType.ADDRESS, "of its first byte"),
                column("sectors", ColumnType.MASK, "of 32 bytes from the address on"),
                column("client", ColumnType.TEXT, "who asked"),
                column("command", ColumnType.COMMAND, "on whose behalf")));
        columns.addAll(List.of(more));
        return columns;
    }

    private void add(Row row, Request r) {
        row.add(r.index)
                .add(texts.id(r.what()))
                .add(r.address)
                .add(r.sectors & 0xFFFF)
                .add(texts.id(Client.all().get(r.client).key()))
                .add(r.command);
    }

    /** Miss status holding registers. */
    private final class Registers extends WholeTable {

        private final Varints numbers = new Varints();

        Registers() {
            super(
                    "mshrs",
                    "miss status holding registers",
                    List.of(
                            column("line", ColumnType.INT, "the line that waits: a row of lines"),
                            column("address", ColumnType.ADDRESS, "of the line"),
                            column("pending", ColumnType.MASK, "sectors of 32 bytes asked for and not come yet"),
                            column("overtaken", ColumnType.MASK, "of those, sectors that will not be kept"),
                            column("waiting", ColumnType.REQUESTS, "requests that wait for sectors, in order"),
                            column("again", ColumnType.REQUESTS, "requests that will look up again, in order"),
                            column("since", ColumnType.CYCLE, "when it was taken")));
        }

        @Override
        protected int size() {
            return mshrs.size();
        }

        @Override
        public boolean read(long row, Row into) {
            int entry = (int) row;
            int line = mshrs.line(entry);
            int state = tags.state(line);
            if ((state & TagArray.PINNED) == 0 || TagArray.mshr(state) != entry) {
                return false;
            }
            into.add(line)
                    .add(cache.addressOf(line))
                    .add(mshrs.pending(entry))
                    .add(mshrs.poison(entry))
                    .add(list(fills.carried(entry), mshrs.firstWaiting(entry)))
                    .add(list(null, mshrs.firstDeferred(entry)))
                    .add(watch.mshrSince[entry]);
            return true;
        }

        private byte[] list(@Nullable Request before, @Nullable Request first) {
            numbers.clear();
            if (before != null) {
                numbers.add(before.index);
            }
            for (Request r = first; r != null; r = r.next) {
                numbers.add(r.index);
            }
            return numbers.bytes();
        }
    }

    /** Look-ups that wait, in order. */
    private final class Stalled extends WholeTable {

        Stalled() {
            super(
                    "lookups",
                    "requests whose look-up waits, in order; nothing goes past the first",
                    requestColumns(column("reason", ColumnType.TEXT, "what it waits for")));
        }

        @Override
        protected int size() {
            int size = 0;
            for (Request r = cache.firstStalled(); r != null; r = r.next) {
                size++;
            }
            return size;
        }

        @Override
        public boolean read(long row, Row into) {
            Request r = cache.firstStalled();
            for (long i = 0; i < row && r != null; i++) {
                r = r.next;
            }
            if (r == null) {
                return false;
            }
            add(into, r);
            into.add(texts.id(row == 0 ? reason(cache.waitReason()) : "others before it"));
            return true;
        }

        private static String reason(SimObserver.@Nullable WaitReason reason) {
            return reason == null
                    ? ""
                    : switch (reason) {
                        case BANK -> "its bank";
                        case WALK -> "a walk of maintenance";
                        case QUEUE -> "others before it";
                        case MSHRS -> "an MSHR";
                        case MERGES -> "a place at its line's MSHR";
                        case WAYS -> "a way that waits for no fill";
                        case DOWN -> "room at the next level";
                        case PORT -> "a data port or the atomic unit";
                        case FILLS -> "all fills of its line";
                    };
        }
    }

    /** Requests that wait for room below. */
    private final class Down extends WholeTable {

        Down() {
            super("down", "requests that wait for room at the next level, in order", requestColumns());
        }

        @Override
        protected int size() {
            return outlet.queued();
        }

        @Override
        public boolean read(long row, Row into) {
            if (row >= outlet.queued()) {
                return false;
            }
            add(into, outlet.waiting((int) row));
            return true;
        }
    }

    /** Write-backs that are kept back. */
    private final class KeptBack extends WholeTable {

        private final WriteBuffer buffer;

        KeptBack(WriteBuffer buffer) {
            super(
                    "writeBuffer",
                    "write-backs that are kept back, oldest first",
                    requestColumns(column("added", ColumnType.CYCLE, "when bytes were last added")));
            this.buffer = buffer;
        }

        @Override
        protected int size() {
            return buffer.count();
        }

        @Override
        public boolean read(long row, Row into) {
            if (row >= buffer.count()) {
                return false;
            }
            add(into, buffer.entry((int) row));
            into.add(buffer.addedAt((int) row));
            return true;
        }
    }
}
