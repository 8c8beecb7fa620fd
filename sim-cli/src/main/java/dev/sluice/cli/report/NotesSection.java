// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.report;

import dev.sluice.result.RunFinding;
import dev.sluice.result.RunResult;
import java.util.ArrayList;
import java.util.List;

/** What the numbers rest on: assumptions, approximations, and what was read without having been written. */
final class NotesSection {
    private static final int SHOWN = 6;
    private static final int INDENT = 10;

    private final RunResult result;
    private final Style style;

    NotesSection(RunResult result, Style style) {
        this.result = result;
        this.style = style;
    }

    List<String> lines() {
        List<String> notes = new ArrayList<>();
        long approximate = result.commands().stream()
                .filter(RunResult.CommandResult::approximate)
                .count();
        if (approximate > 0) {
            notes.add("~ marks " + Quantity.plural(approximate, "command")
                    + " of a capture whose accesses are approximate: each bound range is touched once");
        }
        notes.addAll(result.notes());
        for (RunFinding.UnwrittenRead read : result.unwrittenReads()) {
            notes.add(read.reader() + " reads " + FindingsSection.bytes(read.resource(), read.offset(), read.size())
                    + " of which " + Quantity.bytes(read.count()) + " were never written (" + read.where() + ")");
        }
        List<String> lines = new ArrayList<>();
        add(lines, "note", notes);
        add(lines, "assumed", result.assumptions());
        return lines;
    }

    private void add(List<String> lines, String label, List<String> texts) {
        texts.stream().limit(SHOWN).forEach(text -> lines.addAll(wrap(label, text)));
        if (texts.size() > SHOWN) {
            lines.add(TextReport.more(texts.size() - SHOWN, style));
        }
    }

    private List<String> wrap(String label, String text) {
        List<String> lines = new ArrayList<>();
        String head = label + " ".repeat(Math.max(1, INDENT - label.length()));
        for (String line : Text.wrap(text, style.width() - INDENT)) {
            lines.add(head + style.dim(line));
            head = " ".repeat(INDENT);
        }
        return lines;
    }
}
