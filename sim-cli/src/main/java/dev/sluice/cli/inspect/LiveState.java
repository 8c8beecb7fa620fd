// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.inspect;

import dev.sluice.machine.view.Column;
import dev.sluice.machine.view.ColumnType;
import dev.sluice.machine.view.MachineView;
import dev.sluice.machine.view.Row;
import dev.sluice.machine.view.ViewTable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** A machine that runs, between two of its events. */
final class LiveState implements MachineState {

    private final MachineView view;
    private final List<Part> parts = new ArrayList<>();
    /** Rows of lines by part and address. */
    private final Map<String, Map<Long, Long>> hints = new HashMap<>();

    private final Map<String, Map<String, ViewTable>> tables = new HashMap<>();

    LiveState(MachineView view) {
        this.view = view;
        for (dev.sluice.machine.view.Part part : view.parts()) {
            List<String> names = new ArrayList<>();
            Map<String, ViewTable> byName = new HashMap<>();
            for (ViewTable table : part.tables()) {
                names.add(table.name());
                byName.put(table.name(), table);
            }
            tables.put(part.name(), byName);
            parts.add(new Part(part.name(), part.kind().key(), part.group(), part.attributes(), names));
        }
    }

    /** A row as it was when it was read. */
    private final class Read implements Values {

        private final List<Column> columns;
        private final Row row;

        Read(List<Column> columns, Row row) {
            this.columns = columns;
            this.row = row;
        }

        @Override
        public List<String> columns() {
            return columns.stream().map(Column::name).toList();
        }

        @Override
        public String type(String column) {
            return columns.get(index(column)).type().key();
        }

        @Override
        public long number(String column) {
            return row.number(index(column));
        }

        @Override
        public byte[] bytes(String column) {
            return row.blob(index(column));
        }

        @Override
        public String text(String column) {
            int index = index(column);
            int number = (int) row.number(index);
            if (columns.get(index).type() == ColumnType.PART) {
                return number < 0 ? "" : parts.get(number).name();
            }
            return view.texts().get(number);
        }

        private int index(String column) {
            for (int i = 0; i < columns.size(); i++) {
                if (columns.get(i).name().equals(column)) {
                    return i;
                }
            }
            throw new IllegalArgumentException("there is no column " + column);
        }
    }

    @Override
    public List<Part> parts() {
        return parts;
    }

    @Override
    public long cycle() {
        return view.cycle();
    }

    private @Nullable ViewTable table(String part, String table) {
        return tables.getOrDefault(part, Map.of()).get(table);
    }

    @Override
    public String meaning(String part, String table) {
        ViewTable found = table(part, table);
        return found == null ? "" : found.meaning();
    }

    @Override
    public @Nullable Values row(String part, String table, long number) {
        ViewTable found = table(part, table);
        if (found == null) {
            return null;
        }
        Row row = new Row(found.columns().size());
        return found.read(number, row) ? new Read(found.columns(), row) : null;
    }

    @Override
    public Map<Long, Values> rows(String part, String table) {
        Map<Long, Values> rows = new TreeMap<>();
        ViewTable found = table(part, table);
        if (found != null) {
            found.rows(number -> {
                Values values = row(part, table, number);
                if (values != null) {
                    rows.put(number, values);
                }
            });
        }
        return rows;
    }

    @Override
    public long rowOf(String part, long address) {
        Long hint = hints.getOrDefault(part, Map.of()).get(address);
        return hint != null && holds(part, hint, address) ? hint : Lines.find(this, part, address);
    }

    private boolean holds(String part, long row, long address) {
        Values line = row(part, LINES, row);
        return line != null && line.number("address") == address;
    }

    /** Says where in a cache a line was, so that it need not be searched; {@code address} is that of its first byte. */
    void hint(String part, long address, long row) {
        hints.computeIfAbsent(part, any -> new HashMap<>()).put(address, row);
    }

    @Override
    public String command(long number) {
        return number < 0 ? "" : view.commands().get((int) number);
    }

    @Override
    public Writer writer(int number) {
        MachineView.Writer writer = view.writers().get(number);
        return new Writer(writer.name(), writer.what(), writer.where());
    }

    /** A table's rows, kept up with the machine as long as {@link #catchUp} is called after each event. */
    final class Tracked {

        private final String part;
        private final String table;
        private final ViewTable.Changes changes;
        private final Map<Long, Values> rows;
        private boolean changed;

        private Tracked(String part, String table, ViewTable of) {
            this.part = part;
            this.table = table;
            this.rows = LiveState.this.rows(part, table);
            this.changes = of.follow(any -> changed = true);
            changes.take(row -> {});
        }

        /** Reads what an event has changed. */
        void catchUp() {
            if (changed) {
                changed = false;
                changes.take(number -> {
                    Values now = row(part, table, number);
                    if (now == null) {
                        rows.remove(number);
                    } else {
                        rows.put(number, now);
                    }
                });
            }
        }

        /** The rows by number. */
        Map<Long, Values> rows() {
            return rows;
        }
    }

    /** Begins to keep up with a table; null where the part has no such table. */
    @Nullable
    Tracked track(String part, String table) {
        ViewTable found = table(part, table);
        return found == null ? null : new Tracked(part, table, found);
    }
}
