// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.steps;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.Sluice;
import dev.sluice.cli.input.LoadedRun;
import dev.sluice.config.trace.TraceFile;
import dev.sluice.machine.RunOptions;
import dev.sluice.machine.Simulation;
import dev.sluice.machine.observe.SimObserver;
import dev.sluice.machine.trace.ReplayOptions;
import dev.sluice.machine.view.Column;
import dev.sluice.machine.view.ColumnType;
import dev.sluice.machine.view.MachineView;
import dev.sluice.machine.view.Part;
import dev.sluice.machine.view.PartKind;
import dev.sluice.machine.view.Row;
import dev.sluice.machine.view.ViewTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Every request under way is at one place, and it is the place that the machine's own queues say. */
class RequestPlacesTest {

    private static final Set<String> SENDING = Set.of("waiting", "down", "writeBuffer");
    private static final Set<String> HOLDING = Set.of("lookups", "asking", "hostAtomics", "queue", "input");
    private static final String WAITS = "waits to be sent";
    private static final String THERE = "there";
    private static final int MOST = 4_000;
    private static final int STRETCHES = 6_000;
    private static final int STRETCH = 1_500;

    /** Where a request is. */
    private record Place(String part, String state, String to, long since, long arrives) {
        boolean under() {
            return !to.isEmpty();
        }
    }

    @ParameterizedTest
    @CsvSource({
        "upload-scale-readback, tiny-1, ",
        "upload-scale-readback, nvidia-v100, ",
        "upload-scale-readback, , network.clusters.count=4 network.clusters.latency=9 network.clusters.requestBytes=16",
        "upload-scale-readback, nvidia-v100, caches.l2.slices=2 caches.l2.mshrs=2 caches.l2.halves.count=2 caches.l2.halves.copies=true",
        "stale-l1-broken, , network.sliceReply=16 caches.l2.writeBuffer.entries=8",
        "host-cached-write-broken, , ",
        "clean-atomics, rdna2-6900xt, ",
        "clean-atomics, adreno-6xx, ",
        "fast-clear-sample-cured, , ",
        "compressed-copy-through-buffer-broken, , ",
        "storage-image-write-blend-cured, rdna2-6900xt, ",
        "write-after-read-broken, uma-apu, ",
        "render-then-sample, , ",
        "depth-write-sampled-read-broken, , ",
    })
    void places_add_up(String stream, String device, String sets) {
        LoadedRun loaded = Steps.load(stream, device, sets == null ? new String[0] : sets.split(" "));
        check(
                Sluice.simulation(
                        loaded.device(), loaded.profile(), loaded.stream(), new RunOptions(false, 0, SimObserver.NONE)),
                true);
    }

    @Test
    void places_add_up_in_a_replay(@TempDir Path folder) throws IOException {
        Path file = folder.resolve("accesses.csv");
        StringBuilder lines = new StringBuilder("unit,kind,address,size,client\n");
        for (int i = 0; i < 600; i++) {
            lines.append(i % 3)
                    .append(i % 5 == 0 ? ",write," : ",read,")
                    .append(i * 197 % 4096)
                    .append(",8,")
                    .append(i % 7 == 0 ? "transfer" : "storage")
                    .append('\n');
        }
        Files.writeString(file, lines);
        try (TraceFile trace = TraceFile.open(file, null)) {
            check(
                    Sluice.replay(
                            Steps.load("upload-scale-readback", "tiny-2").device(),
                            trace.trace(),
                            new ReplayOptions(0, List.of()),
                            new RunOptions(true, 0, SimObserver.NONE)),
                    false);
        }
    }

    /** @param clients whether clients of the device send themselves, rather than a trace in their places */
    private static void check(Simulation machine, boolean clients) {
        Checker checker = new Checker(clients);
        MachineView[] view = new MachineView[1];
        view[0] = machine.view(() -> {
            if (view[0].events() % STRETCHES < STRETCH) {
                checker.look(view[0]);
            }
            if (checker.looks == MOST) {
                machine.requestStop();
            }
        });

        machine.run();

        assertThat(checker.wrong).isEmpty();
        assertThat(checker.most).as("requests under way at a time").isGreaterThan(3);
    }

    private static final class Checker {
        final List<String> wrong = new ArrayList<>();
        private final boolean clients;
        int looks;
        int most;
        private Map<Long, Place> before = new TreeMap<>();
        private MachineView view;
        private List<Part> parts = List.of();
        private long last = -1;
        /** The column of requests of each table, found once. */
        private final IdentityHashMap<ViewTable, Integer> requests = new IdentityHashMap<>();
        /** Columns of the table of requests, and that table, found once. */
        private int[] placed = {};

        private ViewTable table;

        Checker(boolean clients) {
            this.clients = clients;
        }

        void look(MachineView seen) {
            view = seen;
            parts = parts.isEmpty() ? seen.parts() : parts;
            looks++;
            if (seen.events() != last + 1) {
                before = new TreeMap<>();
            }
            last = seen.events();
            Map<Long, Place> places = places();
            most = Math.max(most, places.size());
            Map<String, Set<Long>> waiting = new TreeMap<>();
            places.forEach((request, place) -> {
                if (place.part.isEmpty()) {
                    add(request + " is nowhere: " + place);
                }
                if (place.state.equals(WAITS)) {
                    waiting.computeIfAbsent(place.part, p -> new TreeSet<>()).add(request);
                }
                Place was = before.get(request);
                if (was != null && was.under() && !place.under() && place.since != was.arrives) {
                    add(request + " came at " + place.since + ", not " + was.arrives);
                }
            });
            for (Part part : parts) {
                Set<Long> queued = new TreeSet<>();
                boolean sends = false;
                for (ViewTable table : part.tables()) {
                    if (SENDING.contains(table.name())) {
                        sends = true;
                        numbers(table, queued);
                        expect(places, part, table, WAITS, THERE);
                    } else if (HOLDING.contains(table.name())) {
                        expect(places, part, table, THERE);
                    }
                }
                Set<Long> said = waiting.getOrDefault(part.name(), Set.of());
                if (sends && (clients || part.kind() == PartKind.CACHE) && !queued.containsAll(said)) {
                    add(part.name() + " queues " + queued + ", but these wait: " + said);
                }
            }
            before = places;
        }

        /** Requests that a table lists are in its part. */
        private void expect(Map<Long, Place> places, Part part, ViewTable table, String... states) {
            Set<Long> listed = new TreeSet<>();
            numbers(table, listed);
            for (long request : listed) {
                Place place = places.get(request);
                if (place == null
                        || !place.part.equals(part.name())
                        || !List.of(states).contains(place.state)) {
                    add(part.name() + " has in " + table.name() + " " + request + ", which is " + place);
                }
            }
        }

        private void add(String what) {
            if (wrong.size() < 20) {
                wrong.add("event " + view.events() + ", cycle " + view.cycle() + ": " + what);
            }
        }

        private Map<Long, Place> places() {
            Map<Long, Place> places = new TreeMap<>();
            if (placed.length == 0) {
                table = parts.stream()
                        .filter(part -> part.name().equals("requests"))
                        .findFirst()
                        .orElseThrow()
                        .tables()
                        .get(0);
                List<String> names = table.columns().stream().map(Column::name).toList();
                placed = Stream.of("part", "state", "to", "since", "arrives")
                        .mapToInt(names::indexOf)
                        .toArray();
            }
            Row row = new Row(table.columns().size());
            table.rows(number -> {
                row.clear();
                if (table.read(number, row)) {
                    places.put(
                            number,
                            new Place(
                                    part(row.number(placed[0])),
                                    view.texts().get((int) row.number(placed[1])),
                                    part(row.number(placed[2])),
                                    row.number(placed[3]),
                                    row.number(placed[4])));
                }
            });
            return places;
        }

        private String part(long number) {
            return number < 0 ? "" : parts.get((int) number).name();
        }

        private void numbers(ViewTable table, Set<Long> to) {
            Row row = new Row(table.columns().size());
            int column = requests.computeIfAbsent(
                    table,
                    its -> its.columns().stream().map(Column::type).toList().indexOf(ColumnType.REQUEST));
            table.rows(number -> {
                row.clear();
                if (table.read(number, row) && row.number(column) >= 0) {
                    to.add(row.number(column));
                }
            });
        }
    }
}
