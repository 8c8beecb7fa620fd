// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.output;

import dev.sluice.cli.input.Inputs;
import dev.sluice.config.ConfigException;
import java.nio.file.Path;

/** A file or a folder to write, as the command line names it, where that cannot be standard output. */
public final class OutputPath {
    private static final String STDOUT = "-";

    private OutputPath() {}

    /**
     * The path that a text is.
     *
     * @throws ConfigException for what is none, and for the dash that means standard output to other options
     */
    public static Path of(String text) {
        if (text.equals(STDOUT)) {
            throw new ConfigException(text, "this output goes to a file, never to stdout; './-' is one of that name");
        }
        return Inputs.path(text);
    }
}
