// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.output;

import java.io.IOException;
import java.nio.file.FileSystemLoopException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Where the name of an output leads.
 *
 * @param file the file itself, links followed
 * @param whole whether it is a regular file, or will be one, that can be replaced at once; devices, pipes and what the shell
 *     has opened are written as they are
 */
record FileTarget(Path file, boolean whole) {
    /** As many links in a row as Linux follows. */
    private static final int MAX_LINKS = 40;

    /**
     * Follows a name.
     *
     * @throws IOException when links go round in circles, or cannot be read
     */
    static FileTarget of(Path name) throws IOException {
        Path at = name.toAbsolutePath();
        for (int links = 0; links <= MAX_LINKS; links++) {
            if (at.startsWith("/dev") || at.startsWith("/proc") || (Files.exists(at) && !Files.isRegularFile(at))) {
                return new FileTarget(at, false);
            }
            if (!Files.isSymbolicLink(at)) {
                return new FileTarget(at, true);
            }
            at = at.resolveSibling(Files.readSymbolicLink(at)).normalize();
        }
        throw new FileSystemLoopException(name.toString());
    }
}
