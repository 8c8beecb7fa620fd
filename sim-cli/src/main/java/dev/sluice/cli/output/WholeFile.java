// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.output;

import dev.sluice.config.ConfigException;
import dev.sluice.config.capture.SideData;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;

/** Writes files whole or not at all: under a temporary name beside the target, then moved over it. */
public final class WholeFile {
    private WholeFile() {}

    /**
     * Refuses an output directory that cannot be one, before anything is computed for it.
     *
     * @throws ConfigException when something else is in the way
     */
    public static void checkDirectory(Path directory) {
        Path at = directory.toAbsolutePath().normalize();
        while (at != null && !Files.exists(at)) {
            at = at.getParent();
        }
        if (at == null || !Files.isDirectory(at)) {
            throw new ConfigException(
                    directory.toString(),
                    "cannot be written to: " + (at == null ? directory : at) + " is not a directory");
        }
        if (!Files.isWritable(at)) {
            throw new ConfigException(directory.toString(), "cannot be written to: " + at + " is not writable");
        }
    }

    /** Refuses an output file that cannot be written, before anything is computed for it. */
    public static void checkFile(Path file) {
        if (Files.isDirectory(file)) {
            throw new ConfigException(file.toString(), "is a directory, and a file was to be written");
        }
        Path parent = file.toAbsolutePath().getParent();
        if (parent == null || !Files.isDirectory(parent)) {
            throw new ConfigException(file.toString(), "cannot be written: there is no directory " + parent);
        }
        if (!Files.isWritable(Files.exists(file) ? file : parent)) {
            throw new ConfigException(file.toString(), "is not writable");
        }
    }

    /** Writes {@code files} into {@code directory}, which is made when missing. */
    public static void writeAll(Path directory, Map<String, String> files) {
        try {
            Files.createDirectories(directory);
        } catch (IOException e) {
            throw failed(directory, e);
        }
        files.forEach((name, text) -> write(directory.resolve(name), text));
    }

    /** Writes one file of text. */
    public static void write(Path file, String text) {
        write(file, text.getBytes(StandardCharsets.UTF_8));
    }

    /** Writes one file. */
    public static void write(Path file, byte[] bytes) {
        Path temporary = temporaryFor(file);
        try {
            try {
                Files.write(temporary, bytes);
                move(temporary, file);
            } finally {
                Files.deleteIfExists(temporary);
            }
        } catch (IOException e) {
            throw failed(file, e);
        }
    }

    /** Writes one file of parts of others, however long they are. */
    public static void write(Path file, List<SideData> parts) {
        Path temporary = temporaryFor(file);
        try {
            try {
                copy(temporary, parts);
                move(temporary, file);
            } finally {
                Files.deleteIfExists(temporary);
            }
        } catch (IOException e) {
            throw failed(file, e);
        }
    }

    private static void copy(Path to, List<SideData> parts) throws IOException {
        try (FileChannel out = FileChannel.open(
                to, StandardOpenOption.CREATE, StandardOpenOption.TRUNCATE_EXISTING, StandardOpenOption.WRITE)) {
            for (SideData part : parts) {
                try (FileChannel in = FileChannel.open(part.file(), StandardOpenOption.READ)) {
                    for (long done = 0; done < part.size(); ) {
                        long more = in.transferTo(part.offset() + done, part.size() - done, out);
                        if (more <= 0) {
                            throw new IOException(part.file() + " became shorter while it was in use");
                        }
                        done += more;
                    }
                }
            }
        }
    }

    /** The name under which {@code file} grows until it is whole. */
    public static Path temporaryFor(Path file) {
        return file.resolveSibling("." + file.getFileName() + ".part");
    }

    /** Moves a finished file over its target, at once where the file system can. */
    public static void move(Path temporary, Path file) throws IOException {
        try {
            Files.move(temporary, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (AtomicMoveNotSupportedException e) {
            Files.move(temporary, file, StandardCopyOption.REPLACE_EXISTING);
        }
    }

    /** A file that cannot be written is the user's to mend. */
    public static ConfigException failed(Path file, IOException e) {
        String why = e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
        return new ConfigException(file.toString(), "cannot be written: " + why);
    }
}
