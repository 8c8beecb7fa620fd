// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.inspect;

import dev.sluice.cli.report.Style;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What parts of a machine hold at the end of a cycle of a run that goes on. */
final class Snapshot {

    private final ShowRequest request;
    private final LiveState live;
    private final ByteNames names;
    private final Shown shown;
    /** By part and table; empty where the end of the run is asked for. */
    private final Map<String, Map<String, LiveState.Tracked>> tables = new HashMap<>();

    /** Whether the cycle asked for is over. */
    private boolean over;

    /** @throws IllegalArgumentException if what is asked for is not there */
    Snapshot(ShowRequest request, LiveState live, ByteNames names) {
        this.request = request;
        this.live = live;
        this.names = names;
        this.shown = new ShowNames(live, names).find(request);
        if (request.cycle() != ShowRequest.END) {
            for (MachineState.Part part : shown.parts()) {
                for (String table : shown.tables()) {
                    LiveState.Tracked tracked = live.track(part.name(), table);
                    if (tracked != null) {
                        tables.computeIfAbsent(part.name(), name -> new HashMap<>())
                                .put(table, tracked);
                    }
                }
            }
        }
    }

    /** An event of the machine is over. */
    void afterEvent() {
        if (over || request.cycle() == ShowRequest.END) {
            return;
        }
        if (live.cycle() > request.cycle()) {
            over = true;
            return;
        }
        for (Map<String, LiveState.Tracked> ofPart : tables.values()) {
            ofPart.values().forEach(LiveState.Tracked::catchUp);
        }
    }

    /** The text, once the run is over. */
    List<String> lines(Style style, int width) {
        MachineState then = request.cycle() == ShowRequest.END ? live : new Then();
        return new PartText(then, names, style, width).lines(shown);
    }

    /** The machine at the end of the cycle, as far as it was asked for. */
    private final class Then implements MachineState {

        @Override
        public List<Part> parts() {
            return live.parts();
        }

        @Override
        public long cycle() {
            return over ? request.cycle() : live.cycle();
        }

        @Override
        public String meaning(String part, String table) {
            return live.meaning(part, table);
        }

        @Override
        public @Nullable Values row(String part, String table, long number) {
            return rows(part, table).get(number);
        }

        @Override
        public Map<Long, Values> rows(String part, String table) {
            LiveState.Tracked tracked = tables.getOrDefault(part, Map.of()).get(table);
            return tracked == null ? Map.of() : tracked.rows();
        }

        @Override
        public long rowOf(String part, long address) {
            return Lines.find(this, part, address);
        }

        @Override
        public String command(long number) {
            return live.command(number);
        }

        @Override
        public Writer writer(int number) {
            return live.writer(number);
        }
    }
}
