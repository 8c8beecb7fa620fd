// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.report;

import dev.sluice.config.calls.LeftOut;
import dev.sluice.config.calls.NotUnderstood;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** The head of a report: whether it can be relied on, and the calls of a capture that were not understood. */
public final class LeftOutSection {
    /** Calls that are shown unless all are asked for. */
    public static final int SHOWN = 12;

    private final LeftOut leftOut;
    private final Style style;

    /** The head for what an import left out. */
    public LeftOutSection(LeftOut leftOut, Style style) {
        this.leftOut = leftOut;
        this.style = style;
    }

    /** Only what findings cannot be relied on for; nothing when they can. */
    public String quiet() {
        return text(doubts());
    }

    /** That, and at most {@code limit} calls that were not understood; nothing when there are none. */
    public String full(int limit) {
        List<String> lines = doubts();
        List<NotUnderstood> calls = leftOut.notUnderstood();
        if (!calls.isEmpty()) {
            Table table = new Table()
                    .left("may change")
                    .left("not understood")
                    .right("calls")
                    .right("first at index")
                    .left("");
            calls.stream()
                    .limit(limit)
                    .forEach(call -> table.row(
                            call.change().key(),
                            call.call(),
                            Quantity.count(call.count()),
                            Objects.toString(call.captureIndex(), ""),
                            call.reason()));
            lines.addAll(table.lines(style));
            if (calls.size() > limit) {
                lines.add(TextReport.moreWithAll(calls.size() - limit, style));
            }
        }
        if (!lines.isEmpty()) {
            lines.add("");
        }
        return text(lines);
    }

    private List<String> doubts() {
        List<String> lines = new ArrayList<>();
        for (String doubt : leftOut.doubts()) {
            String head = "not reliable: ";
            for (String line : Text.wrap(doubt, style.width() - head.length())) {
                lines.add(style.bad(head) + line);
                head = " ".repeat(head.length());
            }
        }
        return lines;
    }

    private String text(List<String> lines) {
        return lines.isEmpty() ? "" : style.text(lines);
    }
}
