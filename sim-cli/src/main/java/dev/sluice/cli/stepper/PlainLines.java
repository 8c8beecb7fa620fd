// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.stepper;

import dev.sluice.cli.input.BoundedLines;
import dev.sluice.config.ConfigException;
import dev.sluice.config.source.SourceReader;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.charset.CharacterCodingException;
import org.jspecify.annotations.Nullable;

/** Commands of a file or of standard input without a terminal, repeated in the output so that it can be read. */
final class PlainLines implements LineSource {

    private static final int LONGEST_LINE = 64 << 10;
    private static final String BYTE_ORDER_MARK = "\uFEFF";

    private final String name;
    private final BufferedReader in;
    private final PrintWriter out;
    private final BoundedLines lines;
    private int line;

    PlainLines(String name, BufferedReader in, PrintWriter out) {
        this.name = name;
        this.in = in;
        this.lines = new BoundedLines(in, LONGEST_LINE);
        this.out = out;
    }

    @Override
    public @Nullable String next(String prompt) {
        try {
            while (true) {
                String text = lines.next();
                if (text == null) {
                    return null;
                }
                line++;
                if (lines.cut()) {
                    throw new ConfigException(
                            place(),
                            "the line is longer than the " + LONGEST_LINE + " characters that a command may have");
                }
                boolean marked = line == 1 && text.startsWith(BYTE_ORDER_MARK);
                String command = (marked ? text.substring(1) : text).strip();
                if (!command.isEmpty() && !command.startsWith("#")) {
                    out.print(prompt + command + "\n");
                    out.flush(); // what is wrong with it goes another way
                    return command;
                }
            }
        } catch (CharacterCodingException e) {
            throw new ConfigException(name, "is not UTF-8 text");
        } catch (IOException e) {
            throw SourceReader.unreadable(name, e);
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
