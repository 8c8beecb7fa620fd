// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.input;

import java.io.BufferedReader;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** The lines of a text of which not even one need have an end, as that of {@code /dev/zero}. */
public final class BoundedLines {
    private final BufferedReader in;
    private final int longest;
    private boolean cut;

    /** @param longest as many characters are given of a line */
    public BoundedLines(BufferedReader in, int longest) {
        this.in = in;
        this.longest = longest;
    }

    /** The next line without its end; null at the end of the text. */
    public @Nullable String next() throws IOException {
        if (cut) {
            skipRest();
        }
        cut = false;
        StringBuilder line = new StringBuilder();
        for (int c = in.read(); c != '\n'; c = in.read()) {
            if (c < 0) {
                return line.length() == 0 ? null : line.toString();
            }
            if (line.length() == longest) {
                cut = true;
                return line.toString();
            }
            line.append((char) c);
        }
        int length = line.length();
        boolean carriage = length > 0 && line.charAt(length - 1) == '\r';
        return line.substring(0, carriage ? length - 1 : length);
    }

    /** Whether the line that was given last is longer, and only its begin was given. */
    public boolean cut() {
        return cut;
    }

    private void skipRest() throws IOException {
        int c = in.read();
        while (c >= 0 && c != '\n') {
            c = in.read();
        }
    }
}
