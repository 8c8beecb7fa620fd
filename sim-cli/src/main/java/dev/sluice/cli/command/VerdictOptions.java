// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.command;

import dev.sluice.check.trace.AccessTrace;
import dev.sluice.check.verdict.Verdicts;
import dev.sluice.cli.bite.Bites;
import dev.sluice.cli.help.HelpGroup;
import dev.sluice.cli.help.InHelp;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options of {@code check} that say how dependencies are judged. */
final class VerdictOptions {

    /** Which dependencies are judged. */
    enum Scope {
        NONE,
        AUTO,
        ALL
    }

    @InHelp(HelpGroup.REPORT)
    @Option(
            names = "--verdicts",
            paramLabel = "WHICH",
            description = "Which dependencies to judge: none, auto (the default without --baseline: as many as take"
                    + " little time) or all.")
    private @Nullable Scope wanted;

    @InHelp(HelpGroup.RUN)
    @Option(
            names = "--simulate",
            description =
                    "Run the stream, and say which missing dependencies bite: stale, or lucky with the same bytes.")
    private boolean simulate;

    @InHelp(HelpGroup.RUN)
    @Option(names = "--all-devices", description = "As --simulate, on every preset device but those for lessons.")
    private boolean allDevices;

    /**
     * The verdicts, or null if none are wanted.
     *
     * @param usual what is judged where the user says nothing
     */
    @Nullable
    Verdicts of(AccessTrace trace, Scope usual) {
        Scope scope = wanted == null ? usual : wanted;
        return scope == Scope.NONE && !simulates()
                ? null
                : Verdicts.of(trace, scope == Scope.ALL ? Long.MAX_VALUE : scope == Scope.AUTO ? Verdicts.LIMIT : 0);
    }

    /** Events that runs may take which say where missing dependencies bite. */
    long events() {
        return wanted == Scope.ALL ? Long.MAX_VALUE : Bites.EVENTS;
    }

    boolean simulates() {
        return simulate || allDevices;
    }

    boolean allDevices() {
        return allDevices;
    }
}
