// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.command;

import dev.sluice.cli.help.HelpGroup;
import dev.sluice.cli.help.InHelp;
import dev.sluice.cli.report.CureSyntax;
import picocli.CommandLine.Option;

/** The option that says how cures are written. */
final class CureOptions {
    @InHelp(HelpGroup.REPORT)
    @Option(
            names = "--cure-as",
            paramLabel = "SYNTAX",
            defaultValue = "stream",
            description = "Write cures as stream (the default), or vulkan, which is C; with --json both.")
    private CureSyntax syntax = CureSyntax.STREAM;

    CureSyntax syntax() {
        return syntax;
    }
}
