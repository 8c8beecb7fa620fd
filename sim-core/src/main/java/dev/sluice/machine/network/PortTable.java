// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.network;

import dev.sluice.machine.view.Column;
import dev.sluice.machine.view.ColumnType;
import dev.sluice.machine.view.MarkedTable;
import dev.sluice.machine.view.Row;
import dev.sluice.machine.view.Texts;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongConsumer;

/** The ports of a crossbar: until when each is taken. */
final class PortTable extends MarkedTable {

    private record Entry(String direction, String at, FlitPorts ports, int port) {}

    private final Texts texts;
    private final List<Entry> entries = new ArrayList<>();

    PortTable(Texts texts) {
        super(
                "ports",
                "ports, each of which lets one packet after the other through",
                List.of(
                        new Column("direction", ColumnType.TEXT, "request, or reply"),
                        new Column("at", ColumnType.TEXT, "whose it is"),
                        new Column("taken", ColumnType.CYCLE, "until when packets that are sent have taken it"),
                        new Column("packets", ColumnType.INT, "that were sent through it so far"),
                        new Column("flits", ColumnType.INT, "that were sent through it so far")));
        this.texts = texts;
    }

    /** Adds the ports of one side, and has them tell of what they let through. */
    void add(String direction, List<String> names, FlitPorts ports) {
        int base = entries.size();
        for (int port = 0; port < ports.ports(); port++) {
            entries.add(new Entry(direction, names.get(port), ports, port));
        }
        ports.watch(port -> touched(base + port));
    }

    @Override
    public void rows(LongConsumer to) {
        for (int row = 0; row < entries.size(); row++) {
            to.accept(row);
        }
    }

    @Override
    public boolean read(long row, Row into) {
        Entry entry = entries.get((int) row);
        long packets = entry.ports.packetsEver(entry.port);
        if (packets == 0) {
            return false;
        }
        into.add(texts.id(entry.direction))
                .add(texts.id(entry.at))
                .add(entry.ports.takenUntil(entry.port))
                .add(packets)
                .add(entry.ports.flitsEver(entry.port));
        return true;
    }
}
