// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.stepper;

import dev.sluice.cli.inspect.ByteNames;
import dev.sluice.cli.inspect.Inspector;
import dev.sluice.cli.inspect.RecordedEvent;
import dev.sluice.cli.inspect.WatchedBytes;
import dev.sluice.cli.report.Painted;
import dev.sluice.cli.report.Quantity;
import dev.sluice.cli.report.Style;
import dev.sluice.cli.report.Table;
import dev.sluice.cli.report.Text;
import dev.sluice.cli.steps.StepRecording;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.IntFunction;
import java.util.function.IntSupplier;

/** A recording that somebody steps through: where one is, what is watched, where one stops, and what is said of it. */
final class StepperSession {

    /** Events that are told at a stop. */
    private static final int EVENTS = 8;

    /** Narrower tables would say nothing. */
    private static final int LEAST_TABLE = 60;

    final StepRecording recording;
    final Inspector inspector;
    final Walk walk;
    final Breakpoints breakpoints;
    final List<WatchedBytes> watches = new ArrayList<>();
    final Style style;
    private final IntSupplier width;
    private final PrintWriter out;
    private final AtomicBoolean stop = new AtomicBoolean();
    Unit unit = Unit.EVENT;

    /**
     * @param width of the terminal
     * @param barriers the id of a barrier by number
     */
    StepperSession(
            StepRecording recording,
            ByteNames names,
            Style style,
            IntSupplier width,
            PrintWriter out,
            IntFunction<String> barriers) {
        this.recording = recording;
        this.style = style;
        this.width = width;
        this.out = out;
        this.inspector = new Inspector(recording, names, style, this::tableWidth, barriers);
        this.walk = new Walk(recording, inspector.machine(), stop::get);
        this.breakpoints = new Breakpoints(inspector);
        this.breakpoints.add(List.of("stale"));
    }

    private int tableWidth() {
        return Math.max(LEAST_TABLE, width());
    }

    int width() {
        return width.getAsInt();
    }

    /** Somebody wants what goes on to end; callable from another thread. */
    void interrupt() {
        stop.set(true);
    }

    boolean interrupted() {
        return stop.get();
    }

    /** A new command is waited for. */
    void begin() {
        stop.set(false);
    }

    /** Says a line, broken where it is too long for the terminal. */
    void say(String line) {
        for (String part : Painted.broken(style.line(line), width())) {
            out.print(part + "\n");
        }
        out.flush();
    }

    /** Says what is wrong. */
    void complain(String problem) {
        for (String part : Text.wrap(style.line(problem), width())) {
            out.print(style.bad(part) + "\n");
        }
        out.flush();
    }

    /** Lines that fit already. */
    void sayAll(List<String> lines) {
        lines.forEach(line -> out.print(style.line(line) + "\n"));
        out.flush();
    }

    /** Says where one is and what happened there. */
    void sayPlace() {
        say(style.bold("cycle " + Quantity.count(walk.cycle())) + ", step " + Quantity.count(walk.at()) + " of "
                + Quantity.count(walk.last()));
        List<RecordedEvent> events = new ArrayList<>();
        for (int step : unit == Unit.CYCLE ? walk.ofThisCycle() : List.of(walk.at())) {
            events.addAll(walk.events(step));
        }
        int told = Math.min(events.size(), EVENTS);
        if (told > 0) {
            sayAll(events(events.subList(0, told), false));
        }
        if (events.size() > told) {
            say(style.dim("  … " + (events.size() - told) + " more in this cycle: events " + events.size()));
        }
        for (WatchedBytes watched : watches) {
            say(style.bold(watched.name()));
            sayAll(inspector.copies(walk.at(), watched));
        }
    }

    /** Events as a table, with their cycles if asked for, else indented. */
    List<String> events(List<RecordedEvent> events, boolean cycles) {
        String indent = cycles ? "" : "  ";
        List<String> lines = List.of();
        for (int most = 34; most >= 10; most -= 4) {
            Table table = cycles ? new Table().right("cycle") : new Table();
            table.left("event", most)
                    .left("where set/way", 20)
                    .left("bytes", 20)
                    .left("for", 16);
            for (RecordedEvent event : events) {
                List<String> cells = new ArrayList<>();
                if (cycles) {
                    cells.add(Quantity.count(event.happening().cycle()));
                }
                cells.addAll(cells(event, most));
                boolean finding = event.happening().event().equals("finding");
                table.row(finding ? style::bad : text -> text, cells.toArray(String[]::new));
            }
            lines = table.lines(new Style(style.coloured(), Integer.MAX_VALUE / 2));
            if (lines.stream()
                    .allMatch(line -> indent.length()
                                    + line.replaceAll("\u001b\\[[0-9;]*m", "").length()
                            <= tableWidth())) {
                break;
            }
        }
        return lines.subList(1, lines.size()).stream()
                .map(line -> indent + line)
                .toList();
    }

    private List<String> cells(RecordedEvent event, int most) {
        String place = event.happening().place();
        return List.of(
                event.happening().words(most),
                place.isEmpty() ? event.happening().part() : event.happening().part() + " " + place,
                event.address() < 0 ? "" : inspector.names().name(firstByte(event)),
                event.happening().command());
    }

    private static long firstByte(RecordedEvent event) {
        return event.address() + (event.sectors() == 0 ? 0 : 32L * Integer.numberOfTrailingZeros(event.sectors()));
    }
}
