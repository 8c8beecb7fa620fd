// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.output;

import java.io.IOException;
import java.nio.file.FileSystemLoopException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import org.jspecify.annotations.Nullable;

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
     * @throws IOException when links go round in circles, or what is there cannot be told: nothing is guessed about a file that
     *     may be lost
     */
    static FileTarget of(Path name) throws IOException {
        Path at = name.toAbsolutePath();
        for (int links = 0; links <= MAX_LINKS; links++) {
            if (at.startsWith("/dev") || at.startsWith("/proc")) {
                return new FileTarget(at, false);
            }
            BasicFileAttributes found = attributes(at);
            if (found == null || found.isRegularFile()) {
                return new FileTarget(at, true);
            }
            if (!found.isSymbolicLink()) {
                return new FileTarget(at, false);
            }
            at = at.resolveSibling(Files.readSymbolicLink(at)).normalize();
        }
        throw new FileSystemLoopException(name.toString());
    }

    /** What stands at a place; null for nothing. */
    private static @Nullable BasicFileAttributes attributes(Path at) throws IOException {
        try {
            return Files.readAttributes(at, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
        } catch (NoSuchFileException e) {
            return null;
        } catch (IOException e) {
            Path parent = at.getParent();
            if (parent != null && !Files.isDirectory(parent)) {
                return null;
            }
            throw e;
        }
    }
}
