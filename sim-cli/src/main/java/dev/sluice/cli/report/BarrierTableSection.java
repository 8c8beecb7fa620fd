// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.report;

import dev.sluice.cli.barriers.BarrierCost;
import dev.sluice.cli.barriers.BarrierRow;
import dev.sluice.cli.barriers.BarrierTable;
import dev.sluice.cli.barriers.FrameCost;
import dev.sluice.result.FrameResult;
import dev.sluice.result.RunResult;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/** What each declared barrier cost, set-up apart, and under it the sums of every frame. */
final class BarrierTableSection {
    /** Rows of a list that are shown unless all are asked for. */
    static final int SHOWN = 20;

    /** Barriers of one dependency that are spelled out. */
    private static final int SAID = 3;

    private static final int NAME = 18;
    private static final int TIMED = 96;
    private static final String INDENT = "    ";

    private final BarrierTable table;
    private final Style style;

    BarrierTableSection(BarrierTable table, Style style) {
        this.table = table;
        this.style = style;
    }

    /** The lines; without {@code all} only the first rows of each part. */
    List<String> lines(boolean all) {
        int limit = all ? Integer.MAX_VALUE : SHOWN;
        List<String> lines = new ArrayList<>();
        lines.add("declared barriers by " + table.sort().text() + ", in cycles"
                + (table.range().all() ? "" : ", frames " + table.range().text()));
        rows(lines, "", table.rows(), limit);
        rows(lines, "set-up, before the first frame", table.setUp(), limit);
        rows(lines, "rest, after the last frame", table.rest(), limit);
        lines.add("");
        sums(lines, limit);
        return lines;
    }

    private void rows(List<String> lines, String title, List<BarrierRow> rows, int limit) {
        if (rows.isEmpty()) {
            if (title.isEmpty()) {
                lines.add("  none");
            }
            return;
        }
        if (!title.isEmpty()) {
            lines.add("");
            lines.add(title);
        }
        boolean several = table.run().frames().stream()
                        .filter(BarrierTableSection::isFrame)
                        .count()
                > 1;
        Table cells = columns(new Table().left("barrier").right("frame"));
        List<BarrierRow> shown = rows.subList(0, Math.min(limit, rows.size()));
        for (BarrierRow row : shown) {
            RunResult.BarrierResult barrier = row.barrier();
            boolean named = several && title.isEmpty();
            row(
                    cells,
                    UnaryOperator.identity(),
                    Text.shortened(barrier.id(), NAME),
                    named ? Quantity.count(barrier.frame()) : "",
                    row.cost(),
                    Quantity.percent(row.shareOfFrame(), 1));
            words(barrier).forEach(words -> cells.note(style.dim(words)));
        }
        lines.addAll(cells.lines(style));
        if (rows.size() > shown.size()) {
            lines.add(TextReport.moreWithAll(rows.size() - shown.size(), style));
        }
    }

    /** Where there is little room times are left out: cycles tell them. */
    private boolean timed() {
        return style.width() >= TIMED;
    }

    private Table columns(Table table) {
        return table.right("stall")
                .right(timed() ? "time" : "")
                .right("drain")
                .right("actions")
                .right(timed() ? "held back" : "held")
                .right("back")
                .right("dropped")
                .right("refill")
                .right("share");
    }

    private void row(
            Table cells, UnaryOperator<String> paint, String name, String frame, BarrierCost cost, String share) {
        cells.row(
                paint,
                name,
                frame,
                Quantity.count(cost.stallCycles()),
                timed() ? Quantity.time(cost.stallCycles() * table.nanosPerCycle()) : "",
                Quantity.countOrDash(cost.drainCycles()),
                Quantity.countOrDash(cost.actionCycles()),
                Quantity.countOrDash(cost.heldBackCycles()),
                Quantity.bytesOrDash(cost.writtenBackBytes()),
                Quantity.bytesOrDash(cost.invalidatedBytes()),
                Quantity.bytesOrDash(cost.refillBytes()),
                share);
    }

    /** What a barrier says and where; and what it did to caches and images, if anything. */
    private List<String> words(RunResult.BarrierResult barrier) {
        Long index = Text.indexOf(barrier.where());
        String where = index == null ? Text.shortWhere(barrier.where()) : "index " + index;
        String label = barrier.label() == null ? "" : " '" + Text.shortened(barrier.label(), 2 * NAME) + "'";
        List<String> says = barrier.says();
        List<String> words = new ArrayList<>();
        int width = style.width() - INDENT.length();
        String before = Text.shortened(where + label, width / 2 + NAME) + ": ";
        String first = says.isEmpty() ? barrier.kind() : says.get(0);
        if (before.length() + first.length() > width) {
            words.add(before.stripTrailing());
            words.add(Text.shortened(first, width));
        } else {
            words.add(before + first);
        }
        says.stream().skip(1).limit(SAID - 1).forEach(more -> words.add("and " + Text.shortened(more, width - 4)));
        if (says.size() > SAID) {
            words.add("and " + Quantity.count(says.size() - SAID) + " more");
        }
        if (!barrier.actions().isEmpty()) {
            words.addAll(BarrierActions.lines(barrier.actions(), width, 2));
        }
        return words;
    }

    private void sums(List<String> lines, int limit) {
        Table cells = columns(new Table().left("").right("cycles"));
        int shown = 0;
        for (FrameCost cost : table.frames()) {
            if (!isFrame(cost.frames().get(0)) || shown++ < limit) {
                sum(cells, name(cost.frames().get(0)), cost);
            }
        }
        long frames = table.frames().stream()
                .filter(cost -> isFrame(cost.frames().get(0)))
                .count();
        if (frames > 1) {
            sum(cells, "frames together", table.total());
        }
        if (table.divided() && table.range().all()) {
            sum(cells, "whole run", table.run());
        }
        lines.addAll(cells.lines(style));
        if (shown > limit) {
            lines.add(TextReport.moreWithAll(shown - limit, style));
        }
    }

    private void sum(Table cells, String name, FrameCost cost) {
        BarrierCost declared = cost.declared();
        row(
                cells,
                UnaryOperator.identity(),
                name + " (" + Quantity.count(declared.barriers()) + ")",
                Quantity.count(cost.cycles()),
                declared,
                Quantity.percent(cost.shareOfFrame(), 1));
        BarrierCost implicit = cost.implicit();
        if (implicit.barriers() > 0) {
            row(cells, style::dim, "  implicit (" + Quantity.count(implicit.barriers()) + ")", "", implicit, "");
        }
    }

    private static String name(FrameResult frame) {
        return switch (frame.part()) {
            case FrameResult.SET_UP -> "set-up";
            case FrameResult.REST -> "rest";
            default -> "frame " + frame.frame();
        };
    }

    private static boolean isFrame(FrameResult frame) {
        return frame.part().equals(FrameResult.FRAME);
    }
}
