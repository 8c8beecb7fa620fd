// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.report;

import dev.sluice.cli.advise.Advice;
import dev.sluice.cli.advise.Verification;
import dev.sluice.program.Command;
import dev.sluice.program.Origin;
import dev.sluice.program.edit.BarrierEdit;
import dev.sluice.program.edit.Cure;
import dev.sluice.program.edit.Place;
import dev.sluice.program.edit.Spot;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What {@code advise} prints: a table of barriers, a line for the whole stream, and what was verified. */
public final class AdviceReport {
    private final Advice advice;
    private final Style style;
    private final CureSyntax syntax;

    /** The report of advice. */
    public AdviceReport(Advice advice, Style style, CureSyntax syntax) {
        this.syntax = syntax;
        this.advice = advice;
        this.style = style;
    }

    /**
     * The report.
     *
     * @param verified what became of the rewritten stream
     * @param written the file that it was written to, or null
     */
    public String text(Verification verified, @Nullable String written) {
        List<String> lines = new ArrayList<>();
        lines.add(style.bold(advice.stream())
                + (advice.totals().isEmpty()
                        ? ""
                        : " on " + String.join(", ", advice.totals().keySet())) + "   "
                + Quantity.plural(advice.rows().size(), "barrier"));
        lines.add("");
        if (!advice.hazards().isEmpty()) {
            lines.addAll(hazards());
            lines.add("");
        }
        if (advice.rows().isEmpty()) {
            lines.add(
                    advice.interrupted()
                            ? "  stopped before a barrier was looked at"
                            : "  there is no barrier to advise on");
        } else {
            table().lines(style.narrower(2)).forEach(line -> lines.add("  " + line));
        }
        if (syntax != CureSyntax.STREAM) {
            advice.edits().forEach(edit -> lines.addAll(written(edit)));
        }
        lines.add("");
        advice.totals().forEach((device, total) -> lines.add("  " + total(device, total)));
        lines.add("  " + verified(verified));
        if (!verified.races().isEmpty()) {
            lines.add("  "
                    + style.bad("the race was real: with its hazards cured the stream leaves other bytes: "
                            + String.join("; ", verified.races())));
        }
        if (written != null) {
            lines.add("  written to " + written);
        }
        List<String> notes = new ArrayList<>(advice.notes());
        if (advice.interrupted()) {
            notes.add("stopped early: barriers that were not looked at stay as they are");
        }
        notes.forEach(note -> lines.add("  " + style.dim("note: " + note)));
        return style.text(lines);
    }

    private List<String> hazards() {
        List<String> lines = new ArrayList<>();
        int count = advice.hazards().size();
        lines.add("  "
                + style.bad("✗ the stream has " + Quantity.plural(count, "hazard") + " ('sluice check' shows them)")
                + (advice.left().isEmpty()
                        ? ": what is added below cures " + (count == 1 ? "it" : "them all")
                        : ": " + advice.left().size() + " of them cannot be cured by a barrier"));
        advice.left().stream().limit(CheckReport.SHOWN).forEach(hazard -> {
            lines.add("    " + hazard.prior().id() + ", " + hazard.current().id() + ", " + hazard.resource());
            syntax.lines(hazard.cure()).forEach(line -> lines.add(" ".repeat(6) + style.hint(line)));
        });
        return lines;
    }

    /** The barriers that an edit adds or changes, in the syntax of cures. */
    private List<String> written(BarrierEdit edit) {
        Cure cure = Cure.NONE;
        if (edit instanceof BarrierEdit.Add add) {
            Place to = add.to();
            cure = new Cure.InsertCommand(
                    new Command.PipelineBarrier(Origin.NOWHERE, add.barriers(), false),
                    null,
                    to.before() ? Spot.before(to.anchor()) : Spot.after(to.anchor()));
        } else if (edit instanceof BarrierEdit.Narrow narrow) {
            cure = new Cure.Steps(
                    List.of(new Cure.Note("the barriers of " + narrow.site()), new Cure.Instead(narrow.barriers())));
        }
        List<String> lines = new ArrayList<>();
        syntax.lines(cure).forEach(line -> lines.add("  " + style.hint(line)));
        return lines;
    }

    private Table table() {
        boolean several = advice.totals().size() > 1;
        Table table = new Table()
                .left("barrier", 36)
                .left(several ? "device" : "")
                .right("now")
                .right("best")
                .right("saved")
                .right("%")
                .left("advice");
        for (Advice.Row row : advice.rows()) {
            List<String> words = new ArrayList<>();
            words.add(row.what() + (row.changed() && !row.costed() ? " (not priced by itself)" : ""));
            words.add(style.dim((row.changed() ? "safe: " : "") + row.why()));
            int line = 0;
            for (Map.Entry<String, Advice.Cost> entry : row.devices().entrySet()) {
                Advice.Cost cost = entry.getValue();
                Advice.Total total = advice.totals().get(entry.getKey());
                table.row(
                        line == 0 ? name(row) : "",
                        several ? entry.getKey() : "",
                        Quantity.count(cost.now()),
                        Quantity.count(cost.best()),
                        row.changed() && row.costed() ? Quantity.count(cost.saved()) : "",
                        row.changed() && row.costed() && total != null
                                ? Quantity.percent(cost.saved(), total.now())
                                : "",
                        line < words.size() ? words.get(line) : "");
                line++;
            }
            for (; line < words.size(); line++) {
                table.row(line == 0 ? name(row) : "", "", "", "", "", "", words.get(line));
            }
        }
        return table;
    }

    private static String name(Advice.Row row) {
        return row.id() + (row.label().isEmpty() ? "" : " '" + row.label() + "'");
    }

    private String total(String device, Advice.Total total) {
        String sum = "whole stream on " + device + ": " + Quantity.count(total.now()) + " → "
                + Quantity.plural(total.best(), "cycle");
        long saved = total.saved();
        return saved == 0
                ? sum + ", nothing saved"
                : sum + ", "
                        + (saved > 0
                                ? style.good(
                                        Quantity.count(saved) + " saved (" + Quantity.percent(saved, total.now()) + ")")
                                : style.bad(Quantity.count(-saved) + " more"));
    }

    private String verified(Verification verified) {
        if (advice.edits().isEmpty()) {
            return "nothing to change";
        }
        String clean = verified.hazards() == 0
                ? "the rewritten stream has no hazard"
                : "the rewritten stream has " + Quantity.plural(verified.hazards(), "hazard") + ", as the original has";
        if (!verified.ran()) {
            return clean + "; its bytes were not compared: stopped early";
        }
        if (verified.differences().isEmpty()) {
            return style.good("✓ " + clean + ", and leaves the same bytes "
                    + (verified.races().isEmpty() ? "in " : "as the original with its hazards cured, in ")
                    + Quantity.count(verified.compared())
                    + (verified.compared() == 1 ? " buffer or image" : " buffers and images")
                    + " on " + String.join(", ", verified.devices()));
        }
        return style.bad("✗ " + clean + ", but not the same: " + String.join("; ", verified.differences())
                + (verified.hazards() > 0
                        ? "; the race is real: with the hazards that are left bytes depend on timing"
                        : ""));
    }
}
