// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli;

import dev.sluice.cli.report.Painted;
import java.io.PrintWriter;

/**
 * What people see: a writer that writes control characters out, so that no text of a file tells a terminal what to do. Ends of
 * lines and tabs stay, as do our own colours, and the carriage returns of progress.
 */
final class Printed extends PrintWriter {
    private Printed(PrintWriter out) {
        super(out);
    }

    /** A writer that hands on to {@code out}. */
    static PrintWriter to(PrintWriter out) {
        return out instanceof Printed ? out : new Printed(out);
    }

    @Override
    public void write(String text, int offset, int length) {
        String written =
                Painted.written(text.substring(offset, offset + length), c -> c == '\n' || c == '\r' || c == '\t');
        super.write(written, 0, written.length());
    }

    @Override
    public void write(char[] text, int offset, int length) {
        write(new String(text, offset, length), 0, length);
    }

    @Override
    public void write(int c) {
        write(String.valueOf((char) c), 0, 1);
    }
}
