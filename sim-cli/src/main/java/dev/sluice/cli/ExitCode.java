// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli;

/** The exit codes of the program: see {@code docs/user-guide.md}, Exit codes. */
public final class ExitCode {
    /** Nothing to complain about. */
    public static final int CLEAN = 0;
    /** The run shows findings: a failed {@code expect}, a stale read, a lost write. */
    public static final int FINDINGS = 1;
    /** Bad usage or bad input, said in one line. */
    public static final int BAD_INPUT = 2;
    /** Cut off at the cycle that the user gave; partial results were written. */
    public static final int CUT = 3;
    /** A fault of Sluice itself. */
    public static final int INTERNAL = 70;
    /** Stopped by Ctrl-C; partial results were written. */
    public static final int INTERRUPTED = 130;
    /** Whoever read standard output closed it: 128 and SIGPIPE, as of other programs. */
    public static final int CLOSED_PIPE = 141;

    private ExitCode() {}
}
