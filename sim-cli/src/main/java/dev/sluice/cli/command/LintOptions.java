// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.command;

import dev.sluice.check.lint.Severity;
import dev.sluice.check.problem.IdentifiedFinding;
import dev.sluice.cli.help.HelpGroup;
import dev.sluice.cli.help.InHelp;
import java.util.List;
import picocli.CommandLine.Option;

/** The option that says which lint findings are shown. */
final class LintOptions {

    /** The least grave findings that are shown. */
    enum Level {
        NONE,
        ERROR,
        WARNING,
        PERF,
        INFO,
        ALL;

        /** Whether findings of a severity are shown. */
        boolean shows(Severity severity) {
            return this == ALL || this != NONE && severity.atLeast(Severity.valueOf(name()));
        }
    }

    @InHelp(HelpGroup.REPORT)
    @Option(
            names = "--lint",
            paramLabel = "LEVEL",
            defaultValue = "perf",
            description = "Lint findings to show: none, error, warning, perf (the default), info or all."
                    + " Each level includes those before it.")
    private Level level = Level.PERF;

    /** Whether any are asked for. */
    boolean wanted() {
        return level != Level.NONE;
    }

    /** The findings that are asked for. */
    List<IdentifiedFinding> shown(List<IdentifiedFinding> all) {
        return all.stream().filter(one -> level.shows(one.finding().severity())).toList();
    }
}
