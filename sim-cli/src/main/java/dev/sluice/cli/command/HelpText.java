// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.command;

import dev.sluice.cli.input.Inputs;

/** What the help of several commands says in the same words. */
final class HelpText {
    /** What a stream may be. */
    static final String STREAM = "A stream (YAML, JSON or .cmds), a capture (.jsonl), or a preset stream's name.";

    /** The device without the option. */
    static final String OWN_DEVICE = "(default: the stream's own; for captures " + Inputs.DEFAULT_DEVICE + ").";

    /** Of an option that may be given several times. */
    static final String REPEATABLE = " Repeatable.";

    /** Exit codes of every command. */
    static final String FAULTS = "2 bad usage or input, 70 internal error";

    /** Exit codes of a command that simulates, beside its own. */
    static final String RUN_FAULTS = FAULTS + ", 130 interrupted";

    /** Exit codes of a command that finds nothing. */
    static final String EXIT_CODES = "Exit codes: 0 done, " + FAULTS;

    private HelpText() {}
}
