// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.report;

import dev.sluice.cli.barriers.BarrierTable;
import dev.sluice.result.RunResult;
import java.util.ArrayList;
import java.util.List;

/**
 * The report of a run for a person: one screen, findings first, then where the time went. Long lists are cut with a line
 * that says how much is left out; {@code --json} has everything, and {@code --all} shows every finding.
 */
public final class TextReport {
    /** Findings that are shown unless all are asked for. */
    public static final int FINDINGS = 4;

    /** Columns of a line of summary. */
    private static final int WIDTH = 80;

    private static final String ELSEWHERE = "see --json or --all";

    private final RunResult result;
    private final Style style;

    /** A report of {@code result} in {@code style}. */
    public TextReport(RunResult result, Style style) {
        this.result = result;
        this.style = style;
    }

    /**
     * The whole report.
     *
     * @param all whether every finding is shown, not only the first few
     */
    public String full(boolean all) {
        List<String> lines = head(all);
        block(lines, new RegionsSection(result, style).lines());
        block(lines, new CommandsSection(result, style).lines());
        block(lines, new LimitsSection(result, style).lines());
        block(lines, new BarriersSection(result, style).lines());
        block(lines, new MemorySection(result, style).lines());
        new AnalysisSection(result, style).blocks().forEach(part -> block(lines, part));
        block(lines, new GraphicsSection(result, style).lines());
        block(lines, new ImagesSection(result, style).lines());
        block(lines, new NotesSection(result, style).lines());
        return text(lines);
    }

    /**
     * Findings, time and notes, and between them what the barriers cost.
     *
     * @param all whether every finding and row is shown, not only the first few
     */
    public String barriers(BarrierTable table, boolean all) {
        List<String> lines = head(all);
        block(lines, new BarrierTableSection(table, style).lines(all));
        block(lines, new NotesSection(result, style).lines());
        return text(lines);
    }

    private List<String> head(boolean all) {
        List<String> lines = new ArrayList<>();
        lines.add(style.bold(result.stream()) + " on " + style.bold(result.device()) + ", barriers " + result.profile()
                + (result.timingOnly() ? ", timing only" : "")
                + (result.seed() == 0 ? "" : ", seed " + result.seed()));
        FindingsSection findings = new FindingsSection(result, style);
        lines.add(findings.verdict());
        lines.addAll(findings.lines(all ? Integer.MAX_VALUE : FINDINGS, ELSEWHERE));
        lines.add("");
        lines.add(time());
        return lines;
    }

    /** Only findings and one line of summary. */
    public String quiet() {
        FindingsSection findings = new FindingsSection(result, style);
        List<String> lines = findings.lines(Integer.MAX_VALUE, ELSEWHERE);
        return (lines.isEmpty() ? "" : text(lines)) + style.line(summary(findings)) + "\n";
    }

    /** One line for whoever looks for it: as much of it as fits, its name, its findings and its cycles in any case. */
    private String summary(FindingsSection findings) {
        String device = " on " + result.device();
        String cycles = ", " + Quantity.plural(result.cycles(), "cycle");
        String time = " (" + Quantity.time(result.timeNs()) + ")";
        String line = "";
        for (String each : List.of(
                device + ": " + findings.summary() + cycles + time,
                device + ": " + findings.briefly() + cycles + time,
                device + ": " + findings.briefly() + cycles,
                ": " + findings.briefly() + cycles)) {
            line = result.stream() + each;
            if (style.line(line).length() <= WIDTH) {
                break;
            }
        }
        return line;
    }

    private String time() {
        String clock = result.timeNs() > 0
                ? " at " + Quantity.frequency(Math.round(1e6 * result.cycles() / result.timeNs()) * 1_000)
                : "";
        return style.bold("total") + "  " + Quantity.plural(result.cycles(), "cycle") + " = "
                + style.bold(Quantity.time(result.timeNs())) + clock + ", "
                + Quantity.plural(result.requests(), "request") + ", " + Quantity.plural(result.sectors(), "sector")
                + (result.interrupted()
                        ? style.bad(
                                (result.cut() == null ? "  interrupted" : "  cut off") + ": what follows is partial")
                        : "");
    }

    private static void block(List<String> lines, List<String> block) {
        if (!block.isEmpty()) {
            lines.add("");
            lines.addAll(block);
        }
    }

    private String text(List<String> lines) {
        return style.text(lines);
    }

    /** The line that stands for what a section leaves out. */
    static String more(int count, Style style) {
        return more(count, "see --json", style);
    }

    /** The line that stands for what a list leaves out that {@code --all} shows. */
    static String moreWithAll(int count, Style style) {
        return more(count, ELSEWHERE, style);
    }

    /** The line that stands for what is left out and is found elsewhere. */
    static String more(int count, String where, Style style) {
        return style.dim("  … and " + Quantity.count(count) + " more, " + where);
    }
}
