// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.inspect;

import dev.sluice.cli.report.Quantity;
import dev.sluice.cli.report.Style;
import dev.sluice.cli.report.Table;
import dev.sluice.cli.report.Text;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** What parts of a machine hold, for a person. */
final class PartText {

    /** Rows of a table that are shown. */
    static final int SHOWN = 40;

    /** Parts of a group that are shown. */
    private static final int MOST_PARTS = 4;

    private static final int LONGEST_CELL = 32;
    private static final int GAP = 2;

    private final MachineState state;
    private final ByteNames names;
    private final Style style;
    private final int width;

    PartText(MachineState state, ByteNames names, Style style, int width) {
        this.state = state;
        this.names = names;
        this.style = style;
        this.width = width;
    }

    /** What was asked for; of several parts those that have something to show. */
    List<String> lines(Shown shown) {
        List<String> text = new ArrayList<>();
        MachineState.@Nullable Part cache = null;
        int empty = 0;
        int full = 0;
        for (MachineState.Part part : shown.parts()) {
            List<String> one = part(part, shown);
            if (one.isEmpty()) {
                empty++;
            } else if (full++ < MOST_PARTS) {
                text.addAll(one);
                cache = shown.tables().contains(MachineState.LINES) && part.hasLines() ? part : cache;
            }
        }
        if (cache != null) {
            text.addAll(dim(LinesText.legend(cache)));
        }
        if (full > MOST_PARTS) {
            text.addAll(dim((full - MOST_PARTS) + " more have something to show; name one, for example "
                    + shown.parts().get(shown.parts().size() - 1).name()));
        }
        if (empty > 0) {
            String where = shown.parts().size() == 1
                    ? shown.parts().get(0).name()
                    : text.isEmpty() ? "the " + empty + " parts" : empty + " others";
            text.add(style.dim("nothing" + of(shown) + " in " + where + " at cycle " + Quantity.count(state.cycle())));
        }
        return text;
    }

    private static String of(Shown shown) {
        return shown.address() >= 0 ? " of this line" : shown.set() >= 0 ? " of set " + shown.set() : "";
    }

    private List<String> dim(String line) {
        return Text.wrap(line, width).stream().map(style::dim).toList();
    }

    private List<String> part(MachineState.Part part, Shown shown) {
        int ways = part.number("ways", 1);
        LinesText sets = new LinesText(state, names, style, width);
        if (shown.set() >= 0) {
            return shown.parts().size() == 1 || anyIn(part, shown.set(), ways)
                    ? sets.set(part, shown.set())
                    : List.of();
        }
        if (shown.address() >= 0) {
            long row = state.rowOf(part.name(), shown.address());
            if (row >= 0 && !Copy.inSets(part, row)) {
                return beside(part, row, sets);
            }
            return row < 0 ? List.of() : sets.set(part, (int) (row / ways));
        }
        List<String> text = new ArrayList<>();
        for (String table : shown.tables()) {
            text.addAll(table(part, table));
        }
        return text;
    }

    private List<String> beside(MachineState.Part part, long row, LinesText sets) {
        List<String> text = new ArrayList<>();
        text.add(style.bold(part.name() + " victim cache") + " at cycle " + Quantity.count(state.cycle()));
        text.addAll(sets.lines(part, List.of(row)));
        return text;
    }

    private boolean anyIn(MachineState.Part part, int set, int ways) {
        for (long line = (long) set * ways; line < (long) (set + 1) * ways; line++) {
            if (state.row(part.name(), MachineState.LINES, line) != null) {
                return true;
            }
        }
        return false;
    }

    private List<String> table(MachineState.Part part, String table) {
        Map<Long, Values> rows = state.rows(part.name(), table);
        if (rows.isEmpty()) {
            return List.of();
        }
        List<String> text = new ArrayList<>();
        text.add(style.bold(part.name() + " " + table) + " at cycle " + Quantity.count(state.cycle()) + ": "
                + rows.size());
        text.addAll(dim(state.meaning(part.name(), table)));
        Map<Long, Values> first = new TreeMap<>();
        rows.entrySet().stream().limit(SHOWN).forEach(row -> first.put(row.getKey(), row.getValue()));
        text.addAll(
                table.equals(MachineState.LINES)
                        ? new LinesText(state, names, style, width).lines(part, first.keySet())
                        : generic(first));
        if (rows.size() > SHOWN) {
            text.add(style.dim("  … " + Quantity.count(rows.size() - SHOWN) + " more"));
        }
        return text;
    }

    /** A table whose columns, where they are too many for a line, go on in further blocks of lines. */
    private List<String> generic(Map<Long, Values> rows) {
        Cells cells = new Cells(state, names);
        Values any = rows.values().iterator().next();
        Map<String, List<String>> columns = new LinkedHashMap<>();
        for (String column : any.columns()) {
            List<String> texts = new ArrayList<>();
            rows.values().forEach(row -> texts.add(Table.cut(cells.text(column, row), LONGEST_CELL)));
            if (texts.stream().anyMatch(text -> !text.isEmpty())) {
                columns.put(column, texts);
            }
        }
        List<String> numbers = rows.keySet().stream().map(Quantity::count).toList();
        List<String> lines = new ArrayList<>();
        List<String> block = new ArrayList<>();
        int used = longest("", numbers);
        for (Map.Entry<String, List<String>> column : columns.entrySet()) {
            int more = GAP + longest(column.getKey(), column.getValue());
            if (!block.isEmpty() && used + more > width) {
                lines.addAll(block(block, any, numbers, columns));
                block.clear();
                used = longest("", numbers);
            }
            block.add(column.getKey());
            used += more;
        }
        lines.addAll(block(block, any, numbers, columns));
        return lines;
    }

    private static int longest(String header, List<String> texts) {
        return Math.max(
                header.length(), texts.stream().mapToInt(String::length).max().orElse(0));
    }

    private List<String> block(
            List<String> block, Values any, List<String> numbers, Map<String, List<String>> columns) {
        Table table = new Table().right("");
        for (String column : block) {
            if (Cells.isNumber(any.type(column))) {
                table.right(column);
            } else {
                table.left(column);
            }
        }
        for (int row = 0; row < numbers.size(); row++) {
            String[] line = new String[block.size() + 1];
            line[0] = numbers.get(row);
            for (int i = 0; i < block.size(); i++) {
                line[i + 1] = columns.getOrDefault(block.get(i), List.of()).get(row);
            }
            table.row(line);
        }
        return table.lines(LinesText.wide(style));
    }
}
