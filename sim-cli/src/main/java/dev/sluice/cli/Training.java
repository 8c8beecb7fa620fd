// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;

/**
 * Runs several commands in one process, for the launcher: the JVM notes which classes they need, and keeps them in an archive.
 *
 * <p>Commands stand one after the other, with {@value #THEN} between them. What they print goes nowhere, but for the last, which runs
 * as the program does and ends the process.
 */
public final class Training {
    private static final String THEN = "--then";

    private Training() {}

    /** Runs the commands. */
    public static void main(String[] args) {
        List<String> command = new ArrayList<>();
        for (String word : args) {
            if (word.equals(THEN)) {
                run(command);
                command.clear();
            } else {
                command.add(word);
            }
        }
        Main.main(command.toArray(String[]::new));
    }

    private static void run(List<String> command) {
        PrintWriter nowhere = new PrintWriter(new StringWriter());
        Main.run(command.toArray(String[]::new), nowhere, nowhere);
    }
}
