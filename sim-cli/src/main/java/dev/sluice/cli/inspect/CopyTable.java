// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.inspect;

import dev.sluice.cli.report.Style;
import dev.sluice.cli.report.Table;
import java.util.List;
import java.util.stream.Collectors;

/** Every copy of a few bytes, each beside what was written last: a table for a person. */
final class CopyTable {

    private static final int MOST_WRITER = 36;
    private static final int LEAST_WRITER = 10;
    private static final String INDENT = "  ";

    private final MachineState state;
    private final Style style;
    private final int width;

    CopyTable(MachineState state, Style style, int width) {
        this.state = state;
        this.style = style;
        this.width = width;
    }

    /** The table, indented. */
    List<String> lines(WatchedBytes watched) {
        Copies copies = new Copies(state);
        Bytes newest = copies.newest(watched);
        List<Copy> all = copies.of(watched);
        if (all.isEmpty() && newest.none()) {
            return List.of("  no copy anywhere that has been accessed");
        }
        List<String> lines = List.of();
        for (int writer = MOST_WRITER; writer >= LEAST_WRITER; writer -= 2) {
            lines = table(all, newest, writer).lines(style);
            if (lines.stream().allMatch(line -> LinesText.visible(line) + INDENT.length() <= width)) {
                break;
            }
        }
        return lines.stream().map(line -> INDENT + line).toList();
    }

    private Table table(List<Copy> copies, Bytes newest, int writer) {
        Table table = new Table()
                .left("where", 18)
                .left("set/way")
                .left("bytes")
                .left("written by", writer)
                .left("");
        if (!newest.none()) {
            table.row("written last", "", newest.hex(), writers(newest), "");
        }
        for (Copy copy : copies) {
            Freshness freshness = copy.bytes().against(newest);
            table.row(
                    text -> freshness.paint(style, text),
                    copy.part(),
                    copy.place(),
                    copy.bytes().hex(),
                    writers(copy.bytes()),
                    freshness.word() + (copy.dirty() ? freshness.word().isEmpty() ? "dirty" : ", dirty" : ""));
        }
        return table;
    }

    private String writers(Bytes bytes) {
        return bytes.distinctWriters().stream().map(this::writer).collect(Collectors.joining(", "));
    }

    private String writer(int number) {
        if (number == 0) {
            return "nobody";
        }
        MachineState.Writer writer = state.writer(number);
        return writer.what().isEmpty() ? writer.name() : writer.name() + " " + writer.what();
    }
}
