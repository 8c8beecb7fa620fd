// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.output;

import dev.sluice.config.ConfigException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;

/** The files that a command is to write, by the options that name them: no two options may write one file. */
public final class DistinctFiles {
    private final Map<Path, String> options = new HashMap<>();

    /**
     * Adds files of an option.
     *
     * @throws ConfigException if another option writes one of them
     */
    public void add(String option, Collection<Path> files) {
        for (Path file : files) {
            String other = options.putIfAbsent(file.toAbsolutePath().normalize(), option);
            if (other != null && !other.equals(option) && !device(file)) {
                throw new ConfigException(
                        file.toString(), "is written by " + other + " and by " + option + "; name two files");
            }
        }
    }

    /** What takes all that is written, such as {@code /dev/null}. */
    private static boolean device(Path file) {
        return Files.exists(file) && !Files.isRegularFile(file) && !Files.isDirectory(file);
    }
}
