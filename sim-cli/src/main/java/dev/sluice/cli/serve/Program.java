// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.serve;

import dev.sluice.cli.run.Session;
import java.util.List;
import picocli.CommandLine;

/** The program that serves: its commands by their words. */
public interface Program {
    /** Carries out a command line and gives its exit code; what it says goes to the session's terminal. */
    int run(List<String> words, Session session);

    /** The commands and their options. */
    CommandLine commands();
}
