// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.command;

import dev.sluice.cli.barriers.BarrierTable;
import dev.sluice.cli.inspect.Looks;
import dev.sluice.cli.report.CheckReport;
import dev.sluice.cli.report.CureSyntax;
import dev.sluice.cli.report.EnergySection;
import dev.sluice.cli.report.Explanations;
import dev.sluice.cli.report.LeftOutSection;
import dev.sluice.cli.report.LintSection;
import dev.sluice.cli.report.Style;
import dev.sluice.cli.report.TextReport;
import dev.sluice.cli.run.StreamCheck;
import dev.sluice.energy.EnergyEstimate;

/**
 * The text of a run's report, section by section.
 *
 * @param explanations the barriers to explain
 * @param looks what was seen of the machine
 * @param quiet whether findings and a summary do
 * @param all whether nothing is left out for length
 */
record RunReport(RunOutcome outcome, Explanations explanations, Looks looks, boolean quiet, boolean all) {

    /** The report as it goes into a file. */
    String filed() {
        return text(Style.PLAIN, false, false);
    }

    /** The report as it is printed: a look into the machine needs the summary only. */
    String printed(Style style) {
        return text(style, quiet || !looks.none(), quiet);
    }

    private String text(Style style, boolean summary, boolean brief) {
        return leftOut(style)
                + run(style, summary)
                + energy(style, brief)
                + explanations.text(outcome.result(), style)
                + looks.text(outcome.result(), style, style.width(), all)
                + check(style, brief);
    }

    private String leftOut(Style style) {
        LeftOutSection section = new LeftOutSection(outcome.loaded().leftOut(), style);
        return quiet ? section.quiet() : section.full(all ? Integer.MAX_VALUE : LeftOutSection.SHOWN);
    }

    private String run(Style style, boolean summary) {
        TextReport report = new TextReport(outcome.result(), style);
        if (summary) {
            return report.quiet();
        }
        BarrierTable table = outcome.table();
        return table == null ? report.full(all) : report.barriers(table, all);
    }

    private String energy(Style style, boolean brief) {
        EnergyEstimate estimate = outcome.energy();
        if (estimate == null) {
            return "";
        }
        EnergySection section = new EnergySection(estimate, style);
        return brief ? section.quiet() : section.full();
    }

    private String check(Style style, boolean brief) {
        StreamCheck check = outcome.check();
        if (check == null) {
            return "";
        }
        CheckReport hazards = new CheckReport(
                outcome.loaded().stream().name(),
                outcome.loaded().device().name(),
                check.problems(),
                check.hazards().notes(),
                null,
                check.lint(),
                false,
                outcome.loaded().leftOut().hidesWork(),
                style,
                CureSyntax.STREAM);
        LintSection lint = LintSection.beside(check.lint(), style);
        int limit = all ? Integer.MAX_VALUE : CheckReport.SHOWN;
        return brief ? hazards.quiet() + lint.quiet() : "\n" + hazards.full(limit) + lint.full(limit);
    }
}
