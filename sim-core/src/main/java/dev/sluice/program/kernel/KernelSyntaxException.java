// SPDX-License-Identifier: Apache-2.0
package dev.sluice.program.kernel;

/** An error in kernel text: one sentence that says what is wrong and what would be right, and where. */
public final class KernelSyntaxException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final int line;
    private final int column;

    public KernelSyntaxException(String message, int line, int column) {
        super(message);
        this.line = line;
        this.column = column;
    }

    /** Line within the kernel's code, from 1. */
    public int line() {
        return line;
    }

    /** Column within the line, from 1; a tab is one column. */
    public int column() {
        return column;
    }
}
