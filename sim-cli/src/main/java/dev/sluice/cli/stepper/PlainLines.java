// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.stepper;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import org.jspecify.annotations.Nullable;

/** Commands of a file or of standard input without a terminal, repeated in the output so that it can be read. */
final class PlainLines implements LineSource {

    private final String name;
    private final BufferedReader in;
    private final PrintWriter out;
    private int line;

    PlainLines(String name, BufferedReader in, PrintWriter out) {
        this.name = name;
        this.in = in;
        this.out = out;
    }

    @Override
    public @Nullable String next(String prompt) {
        try {
            while (true) {
                String text = in.readLine();
                if (text == null) {
                    return null;
                }
                line++;
                String command = text.strip();
                if (!command.isEmpty() && !command.startsWith("#")) {
                    out.print(prompt + command + "\n");
                    return command;
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public boolean interactive() {
        return false;
    }

    @Override
    public String place() {
        return name + ":" + line;
    }

    @Override
    public void close() {
        try {
            in.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
