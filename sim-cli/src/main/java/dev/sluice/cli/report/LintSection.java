// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.report;

import dev.sluice.check.lint.LintFinding;
import dev.sluice.check.lint.Severity;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.StringJoiner;

/** Lint findings for a person: what, where, and what to write instead; the gravest first. */
public final class LintSection {
    private static final String INDENT = "             ";

    private final List<LintFinding> findings;
    private final Style style;
    private final CureSyntax syntax;

    /** A section of some findings, in the order of the stream. */
    public LintSection(List<LintFinding> findings, Style style, CureSyntax syntax) {
        this.syntax = syntax;
        this.findings = findings.stream()
                .sorted(Comparator.comparing(LintFinding::severity))
                .toList();
        this.style = style;
    }

    /** The findings that do not only say of a hazard what the report of hazards beside them says. */
    public static LintSection beside(List<LintFinding> findings, Style style) {
        return beside(findings, style, CureSyntax.STREAM);
    }

    /** The same, with cures in a syntax. */
    public static LintSection beside(List<LintFinding> findings, Style style, CureSyntax syntax) {
        return new LintSection(
                findings.stream().filter(finding -> !finding.rule().ofHazards()).toList(), style, syntax);
    }

    /** How many of each severity, for example {@code 1 error, 3 perf}; {@code nothing} for none. */
    public String summary() {
        StringJoiner parts = new StringJoiner(", ");
        for (Severity severity : Severity.values()) {
            long count = findings.stream()
                    .filter(finding -> finding.severity() == severity)
                    .count();
            if (count > 0) {
                boolean countable = severity == Severity.ERROR || severity == Severity.WARNING;
                parts.add(countable ? Quantity.plural(count, severity.key()) : count + " " + severity.key());
            }
        }
        return parts.length() == 0 ? "nothing" : parts.toString();
    }

    /** One line. */
    public String quiet() {
        return "lint: " + summary() + "\n";
    }

    /** The summary and at most {@code limit} findings; nothing if there is none. */
    public String full(int limit) {
        if (findings.isEmpty()) {
            return "";
        }
        List<String> lines = new ArrayList<>();
        lines.add("");
        lines.add(style.bold("lint") + "   " + summary());
        lines.addAll(lines(limit));
        if (findings.size() > limit) {
            lines.add(TextReport.moreWithAll(findings.size() - limit, style));
        }
        return style.text(lines);
    }

    private List<String> lines(int limit) {
        List<String> lines = new ArrayList<>();
        for (LintFinding finding : findings.subList(0, Math.min(limit, findings.size()))) {
            String kind = finding.severity().key();
            boolean grave = finding.severity() == Severity.ERROR;
            lines.add("  " + (grave ? style.bad(kind) : style.bold(kind))
                    + " ".repeat(Math.max(1, INDENT.length() - 2 - kind.length()))
                    + style.bold(finding.command() + "  " + finding.rule().id()) + style.dim("   " + finding.where()));
            for (String line : Text.wrap(finding.message(), style.width() - INDENT.length())) {
                lines.add(INDENT + line);
            }
            for (String line : syntax.lines(finding.suggestion())) {
                lines.add(INDENT + style.hint(line));
            }
        }
        return lines;
    }
}
