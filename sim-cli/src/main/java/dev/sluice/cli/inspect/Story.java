// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.inspect;

import dev.sluice.cli.report.Quantity;
import dev.sluice.cli.report.Style;
import dev.sluice.cli.report.Table;
import dev.sluice.result.RunResult;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.IntFunction;

/** What happened to a few bytes, in order: a table for a person, no wider than a terminal. */
final class Story {

    /** Rows that are shown at either end of a long story. */
    static final int SHOWN = 60;

    private static final int LEAST_WORDS = 12;
    private static final int MOST_COMMAND = 14;
    private static final int LEAST_BYTES = 4;
    private static final int MOST_BYTES = 8;
    private static final int MOST_WHERE = 20;
    private static final String WHERE = "where set/way";

    /**
     * A row.
     *
     * @param bytes what they are then, where it happened; absent where nobody knows
     */
    record Line(Happening happening, Bytes bytes, Freshness freshness) {}

    private final List<Line> lines = new ArrayList<>();

    private static String hex(Line line, int bytes) {
        return line.bytes().none() ? "" : line.bytes().hex(bytes);
    }

    private static String where(Line line) {
        Happening event = line.happening();
        return event.place().isEmpty() ? event.part() : event.part() + " " + event.place();
    }

    private static String whom(Line line, IntFunction<String> barriers) {
        Happening event = line.happening();
        return event.command().isEmpty() && event.barrier() >= 0 ? barriers.apply(event.barrier()) : event.command();
    }

    /** Adds what happened last. */
    void add(Line line) {
        lines.add(line);
    }

    List<Line> lines() {
        return lines;
    }

    /** The same with the reads of which a run found that they were stale. */
    Story judged(RunResult result, WatchedBytes watched, ByteNames names) {
        Story judged = new Story();
        for (Line line : lines) {
            Happening event = line.happening();
            boolean stale = event.event().equals("complete")
                    && result.staleReads().stream()
                            .anyMatch(read -> read.reader().equals(event.command())
                                    && names.in(read.resource(), read.offset(), read.size(), watched)
                                    && line.freshness() != Freshness.NEWEST);
            judged.add(stale ? new Line(event, line.bytes(), Freshness.STALE_READ) : line);
        }
        return judged;
    }

    /**
     * The table.
     *
     * @param width of the terminal
     * @param all whether a long story is told in full
     * @param barriers the id of a barrier by number
     */
    List<String> table(Style style, int width, boolean all, IntFunction<String> barriers) {
        int cut = all || lines.size() <= 2 * SHOWN ? lines.size() : SHOWN;
        List<Line> shown = new ArrayList<>(lines.subList(0, cut));
        if (cut < lines.size()) {
            shown.addAll(lines.subList(lines.size() - SHOWN, lines.size()));
        }
        int bytes = MOST_BYTES;
        int words = longest(shown, line -> line.happening().words(), width);
        while (bytes > LEAST_BYTES && wordsWidth(shown, bytes, width, barriers) < words) {
            bytes -= 2;
        }
        int shownBytes = bytes;
        Table table = new Table()
                .right("cycle")
                .left("event", wordsWidth(shown, bytes, width, barriers))
                .left(WHERE, MOST_WHERE)
                .left("bytes")
                .left("for", MOST_COMMAND)
                .left("");
        for (Line line : shown) {
            Happening event = line.happening();
            table.row(
                    text -> line.freshness().paint(style, text),
                    Quantity.count(event.cycle()),
                    event.words(),
                    where(line),
                    hex(line, shownBytes),
                    whom(line, barriers),
                    line.freshness().word());
        }
        List<String> text = new ArrayList<>(table.lines(style));
        if (cut < lines.size()) {
            text.add(
                    1 + SHOWN,
                    style.dim("     … " + Quantity.plural(lines.size() - 2L * SHOWN, "event") + " more; --all shows them"));
        }
        return text;
    }

    /** The characters that are left for what happened. */
    private static int wordsWidth(List<Line> lines, int bytes, int width, IntFunction<String> barriers) {
        int others = longest(lines, line -> Quantity.count(line.happening().cycle()), 20)
                + column(longest(lines, Story::where, MOST_WHERE), WHERE)
                + column(longest(lines, line -> hex(line, bytes), 40), "bytes")
                + column(longest(lines, line -> whom(line, barriers), MOST_COMMAND), "for")
                + column(longest(lines, line -> line.freshness().word(), 20), "");
        return Math.max(LEAST_WORDS, width - others - 2);
    }

    private static int column(int longest, String header) {
        return longest == 0 ? 0 : 2 + Math.max(longest, header.length());
    }

    private static int longest(List<Line> lines, Function<Line, String> cell, int limit) {
        return Math.min(
                limit, lines.stream().mapToInt(line -> cell.apply(line).length()).max().orElse(0));
    }
}
