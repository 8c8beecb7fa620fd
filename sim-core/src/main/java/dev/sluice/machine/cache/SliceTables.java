// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.cache;

import dev.sluice.machine.cache.policy.ReplacementPolicy;
import dev.sluice.machine.observe.SimObserver;
import dev.sluice.machine.request.Request;
import dev.sluice.machine.request.VersionRuns;
import dev.sluice.machine.request.WaitingTable;
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
        List<WholeTable> small = new ArrayList<>(List.of(
                new Registers(),
                new Stalled(
                        "lookups",
                        "requests whose look-up waits, in order; nothing goes past the first",
                        cache.waiting.own()),
                new Down()));
        StalledLookUps asking = cache.waiting.asking();
        if (asking != null) {
            small.add(new Stalled("asking", "the same of those that other halves ask for copies", asking));
        }
        HostAtomics atomics = cache.lookups.hostAtomics;
        if (atomics != null) {
            small.add(new BehindAtomics(atomics));
        }
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

    /** Miss status holding registers. */
    private final class Registers extends WholeTable {

        private final Varints numbers = new Varints();

        Registers() {
            super(
                    "mshrs",
                    "miss status holding registers",
                    List.of(
                            new Column("line", ColumnType.INT, "the line that waits: a row of lines"),
                            new Column("address", ColumnType.ADDRESS, "of the line"),
                            new Column("pending", ColumnType.MASK, "sectors of 32 bytes asked for and not come yet"),
                            new Column("overtaken", ColumnType.MASK, "of those, sectors that will not be kept"),
                            new Column("waiting", ColumnType.REQUESTS, "requests that wait for sectors, in order"),
                            new Column("again", ColumnType.REQUESTS, "requests that will look up again, in order"),
                            new Column("since", ColumnType.CYCLE, "when it was taken")));
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
    private final class Stalled extends WaitingTable.Linked {

        private final StalledLookUps queue;

        Stalled(String name, String meaning, StalledLookUps queue) {
            super(name, meaning, texts, new Column("reason", ColumnType.TEXT, "what it waits for"));
            this.queue = queue;
        }

        @Override
        protected @Nullable Request first() {
            return queue.first();
        }

        @Override
        protected void addMore(int row, Row into) {
            into.add(texts.id(row == 0 ? reason(queue.reason()) : "others before it"));
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

    /** Requests that wait for atomics of their lines in host memory. */
    private final class BehindAtomics extends WaitingTable {

        private final HostAtomics atomics;

        BehindAtomics(HostAtomics atomics) {
            super(
                    "hostAtomics",
                    "requests that wait until an atomic of their line in host memory is answered, line by line",
                    texts);
            this.atomics = atomics;
        }

        @Override
        protected int size() {
            return atomics.waiting();
        }

        @Override
        protected @Nullable Request at(int row) {
            return atomics.waiting(row);
        }
    }

    /** Requests that wait for room below. */
    private final class Down extends WaitingTable {

        Down() {
            super("down", "requests that wait for room at the next level, in order", texts);
        }

        @Override
        protected int size() {
            return outlet.queued();
        }

        @Override
        protected @Nullable Request at(int row) {
            return row < outlet.queued() ? outlet.waiting(row) : null;
        }
    }

    /** Write-backs that are kept back. */
    private final class KeptBack extends WaitingTable {

        private final WriteBuffer buffer;

        KeptBack(WriteBuffer buffer) {
            super(
                    "writeBuffer",
                    "write-backs that are kept back, oldest first",
                    texts,
                    new Column("added", ColumnType.CYCLE, "when bytes were last added"));
            this.buffer = buffer;
        }

        @Override
        protected int size() {
            return buffer.count();
        }

        @Override
        protected @Nullable Request at(int row) {
            return row < buffer.count() ? buffer.entry(row) : null;
        }

        @Override
        protected void addMore(int row, Row into) {
            into.add(buffer.addedAt(row));
        }
    }
}
