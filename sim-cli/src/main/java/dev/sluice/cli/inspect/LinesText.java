// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.inspect;

import dev.sluice.cli.report.Quantity;
import dev.sluice.cli.report.Style;
import dev.sluice.cli.report.Table;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/** Lines of a cache, way by way: a table for a person. */
final class LinesText {

    private static final int LEAST_BYTES = 4;
    private static final int MOST_BYTES = 16;

    private final MachineState state;
    private final ByteNames names;
    private final Style style;
    private final int width;

    LinesText(MachineState state, ByteNames names, Style style, int width) {
        this.state = state;
        this.names = names;
        this.style = style;
        this.width = width;
    }

    /** What a row says, but for its bytes. */
    private record Line(String way, String line, String sectors, String age, String by, String since, byte[] bytes) {
        static Line none(String way) {
            return new Line(way, "empty", "", "", "", "", new byte[0]);
        }
    }

    /** A set of a cache. */
    List<String> set(MachineState.Part cache, int set) {
        int ways = cache.number("ways", 1);
        List<Line> lines = new ArrayList<>();
        int empty = 0;
        for (int way = 0; way <= ways; way++) {
            boolean there = way < ways && state.row(cache.name(), MachineState.LINES, (long) set * ways + way) != null;
            if (way < ways && !there) {
                empty++;
                continue;
            }
            if (empty > 0) {
                lines.add(Line.none(empty == 1 ? "" + (way - 1) : (way - empty) + "-" + (way - 1)));
                empty = 0;
            }
            if (there) {
                lines.add(line(cache, (long) set * ways + way, Integer.toString(way)));
            }
        }
        List<String> text = new ArrayList<>();
        text.add(style.bold(cache.name() + " set " + set) + " at cycle " + Quantity.count(state.cycle()) + ": " + ways
                + (ways == 1 ? " way" : " ways") + ", lines of " + cache.number("line", Bytes.SECTOR)
                + " bytes, " + cache.attributes().getOrDefault("replacement", ""));
        text.addAll(table(lines, "way"));
        return text;
    }

    /** Lines by number, each with its set. */
    List<String> lines(MachineState.Part cache, Collection<Long> rows) {
        List<Line> lines = new ArrayList<>();
        for (long row : rows) {
            lines.add(line(cache, row, Copy.place(cache, row)));
        }
        return table(lines, "set/way");
    }

    /** What the letters of the table mean. */
    static String legend(MachineState.Part cache) {
        String age = cache.attributes().getOrDefault("age", "");
        return "sectors: D dirty, v valid, d partly written, f being fetched, . not there"
                + (cache.attributes().containsKey("compression") ? "; B the bytes that they take, compressed" : "")
                + (age.isEmpty() ? "" : "; age: " + age);
    }

    private Line line(MachineState.Part cache, long number, String way) {
        Values row = state.row(cache.name(), MachineState.LINES, number);
        if (row == null) {
            return Line.none(way);
        }
        int sectors = cache.number("line", Bytes.SECTOR) / Bytes.SECTOR;
        long age = row.numberOrNone("age");
        String who = row.has("client") ? row.text("client") : "";
        String command = state.command(row.numberOrNone("command"));
        long since = row.numberOrNone("since");
        long stored = row.numberOrNone("stored");
        return new Line(
                way,
                names.name(row.number("address")),
                sectors(
                                sectors,
                                (int) row.number("valid"),
                                (int) Math.max(0, row.numberOrNone("dirty")),
                                row.numberOrNone("mshr") >= 0)
                        + (stored < 0 ? "" : " " + stored + " B"),
                age < 0 ? "" : Quantity.count(age),
                command.isEmpty() ? who : command + " " + who,
                since < 0 ? "" : Quantity.count(since),
                bytes(row));
    }

    /** The bytes from the first on; none where the first sector is not there. */
    private static byte[] bytes(Values row) {
        boolean there = ((row.number("valid") | Math.max(0, row.numberOrNone("dirty"))) & 1) != 0;
        return there && row.has("bytes") ? row.bytes("bytes") : new byte[0];
    }

    private static String sectors(int count, int valid, int dirty, boolean fetching) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < count; i++) {
            boolean there = (valid >>> i & 1) != 0;
            boolean changed = (dirty >>> i & 1) != 0;
            text.append(changed ? there ? 'D' : 'd' : there ? 'v' : fetching ? 'f' : '.');
        }
        return text.toString();
    }

    private List<String> table(List<Line> lines, String wayHeader) {
        int by = lines.stream().mapToInt(line -> line.by().length()).max().orElse(0);
        List<String> rows = List.of();
        for (int bytes = MOST_BYTES; bytes >= LEAST_BYTES; bytes /= 2) {
            rows = table(lines, wayHeader, bytes, Math.min(by, 24)).lines(wide(style));
            if (fits(rows)) {
                return rows;
            }
        }
        return fits(rows) ? rows : table(lines, wayHeader, LEAST_BYTES, 12).lines(wide(style));
    }

    private boolean fits(List<String> rows) {
        return rows.stream().allMatch(row -> visible(row) <= width);
    }

    /** A style in which tables are drawn as they are: who draws them sees to their width. */
    static Style wide(Style style) {
        return new Style(style.coloured(), Integer.MAX_VALUE / 2);
    }

    /** Characters without those of colours. */
    static int visible(String text) {
        return text.replaceAll("\u001b\\[[0-9;]*m", "").length();
    }

    private static Table table(List<Line> lines, String wayHeader, int bytes, int by) {
        Table table = new Table()
                .right(wayHeader)
                .left("line", 16)
                .left("sectors")
                .left("bytes")
                .right("age")
                .left("put there for", Math.max(by, 13))
                .right("at cycle");
        for (Line line : lines) {
            table.row(
                    line.way(),
                    line.line(),
                    line.sectors(),
                    Cells.hex(line.bytes(), bytes),
                    line.age(),
                    line.by(),
                    line.since());
        }
        return table;
    }
}
