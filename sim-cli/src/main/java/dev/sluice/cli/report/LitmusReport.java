// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.report;

import dev.sluice.check.litmus.Check;
import dev.sluice.check.litmus.LitmusResult;
import dev.sluice.check.model.Event;
import dev.sluice.check.model.Execution;
import dev.sluice.check.model.LitmusVerdict;
import dev.sluice.check.model.MemoryProgram;
import dev.sluice.check.model.ModelFindings;
import dev.sluice.check.model.RaceExplanation;
import dev.sluice.check.model.ReadsFrom;
import java.util.ArrayList;
import java.util.List;

/** What {@code sluice litmus} says of a test. */
public final class LitmusReport {
    private final Style style;

    /** A report in a style. */
    public LitmusReport(Style style) {
        this.style = style;
    }

    /** The lines for a test: its verdict, its checks, and on demand an execution. */
    public List<String> lines(LitmusResult result, boolean explain) {
        List<String> lines = new ArrayList<>();
        ModelFindings findings = result.chains();
        LitmusVerdict without = result.noChains().verdict();
        lines.add(style.bold(result.test().program().name()) + ": " + paint(findings.verdict())
                + (without == findings.verdict() ? "" : " (without chains: " + without.key() + ")") + ", "
                + (findings.allCounted() ? "" : "more than ") + findings.executions() + " consistent execution"
                + (findings.executions() == 1 ? "" : "s"));
        for (String fault : result.test().program().faults()) {
            lines.add("  ill-formed, so no execution: " + fault);
        }
        for (String remark : result.test().remarks()) {
            lines.add("  note: " + remark);
        }
        for (LitmusResult.CheckResult check : result.checks()) {
            lines.add("  line " + check.check().line() + ": " + check.check().text() + ": "
                    + (check.ok()
                            ? style.good("ok")
                            : style.bad("FAILED") + ", it is " + Check.word(check.possible())));
        }
        if (explain) {
            explain(result, lines);
        }
        return lines;
    }

    private String paint(LitmusVerdict verdict) {
        return verdict == LitmusVerdict.RACY ? style.bad(verdict.key()) : verdict.key();
    }

    private void explain(LitmusResult result, List<String> lines) {
        if (result.chains().verdict() == LitmusVerdict.FORBIDDEN) {
            if (!result.test().program().faults().isEmpty()) {
                return;
            }
            lines.add(
                    "  no execution is consistent: the values contradict each other, control barriers are met crosswise, or"
                            + " every choice makes a circle of location order, modification order, reads-from and"
                            + " from-reads");
            return;
        }
        MemoryProgram program = result.test().program();
        Execution racy = result.chains().racy();
        Execution racyWithout = result.noChains().racy();
        if (racy != null) {
            lines.add("  an execution with a data race:");
            execution(program, racy, lines);
        } else if (racyWithout != null) {
            lines.add("  an execution with a data race, when chains have a single element:");
            execution(program, racyWithout, lines);
        } else if (result.chains().raceFree() != null) {
            lines.add("  an execution:");
            execution(program, result.chains().raceFree(), lines);
        }
    }

    private void execution(MemoryProgram program, Execution execution, List<String> lines) {
        for (int e = 0; e < program.size(); e++) {
            Event event = program.event(e);
            if (event.reads()) {
                lines.add("    thread " + event.agent().thread() + ", " + RaceExplanation.name(event) + " reads "
                        + sources(program, execution.readsFrom(), e));
            }
        }
        for (int a = 0; a < program.size(); a++) {
            for (int b = 0; b < program.size(); b++) {
                if (execution.ordering().synchronizesWith().has(a, b)) {
                    lines.add("    " + RaceExplanation.name(program.event(a)) + " synchronizes with "
                            + RaceExplanation.name(program.event(b)));
                }
            }
        }
        for (RaceExplanation race : RaceExplanation.of(execution.ordering())) {
            lines.add("    " + style.bad("race") + " on " + race.location() + ": " + RaceExplanation.name(race.first())
                    + " of thread " + race.first().agent().thread() + " and " + RaceExplanation.name(race.second())
                    + " of thread " + race.second().agent().thread());
            race.reasons().forEach(reason -> lines.add("      " + reason));
        }
    }

    private static String sources(MemoryProgram program, ReadsFrom readsFrom, int read) {
        List<String> parts = new ArrayList<>();
        int several = Long.bitCount(program.event(read).locations());
        for (long rest = program.event(read).locations(); rest != 0; rest &= rest - 1) {
            int location = Long.numberOfTrailingZeros(rest);
            int source = readsFrom.source(location, read);
            String from = source < 0 ? "the initial value" : RaceExplanation.name(program.event(source));
            parts.add(several == 1 ? from : program.locations().get(location) + " from " + from);
        }
        return String.join(", ", parts);
    }
}
