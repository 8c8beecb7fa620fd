// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.output;

import dev.sluice.config.ConfigException;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemLoopException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Map;

/** Writes files whole or not at all; every fault is a {@link ConfigException}, because it is the user's to mend. */
public final class WholeFile {
    private WholeFile() {}

    /**
     * Refuses an output directory that cannot be one, before anything is computed for it.
     *
     * @throws ConfigException when something else is in the way
     */
    public static void checkDirectory(Path directory) {
        Path at = directory.toAbsolutePath().normalize();
        while (at != null && !Files.exists(at, LinkOption.NOFOLLOW_LINKS)) {
            at = at.getParent();
        }
        if (at != null && !Files.exists(at)) {
            throw new ConfigException(
                    directory.toString(), "cannot be written to: " + at + " is a link that leads nowhere");
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
        FileTarget target = follow(file);
        Path parent = target.file().getParent();
        if (parent == null || !Files.isDirectory(parent)) {
            throw new ConfigException(file.toString(), "cannot be written: there is no directory " + parent);
        }
        if (Files.exists(target.file()) && !Files.isWritable(target.file())) {
            throw new ConfigException(file.toString(), "is not writable");
        }
        if (target.whole() && !Files.isWritable(parent)) {
            throw new ConfigException(
                    file.toString(), "cannot be written: the directory " + parent + " is not writable");
        }
    }

    /**
     * Refuses to write over what was read.
     *
     * @param inputs files that the command reads; those that are not there are none
     */
    public static void refuseInputs(Path file, Collection<Path> inputs) {
        for (Path input : inputs) {
            try {
                if (Files.isRegularFile(file) && Files.isRegularFile(input) && Files.isSameFile(file, input)) {
                    throw new ConfigException(
                            file.toString(),
                            "is also an input (" + input + "), which would be lost; name another file to write");
                }
            } catch (IOException e) {
                throw failed(file, e);
            }
        }
    }

    /** {@link #refuseInputs(Path, Collection)} for files that will be written into a directory. */
    public static void refuseInputs(Path directory, Collection<String> names, Collection<Path> inputs) {
        names.forEach(name -> refuseInputs(directory.resolve(name), inputs));
    }

    /** Writes {@code files} into {@code directory}, which is made when missing: all of them, or none. */
    public static void writeAll(Path directory, Map<String, String> files) {
        try (OutputSet outputs = new OutputSet()) {
            outputs.addAll(directory, files);
            outputs.commit();
        }
    }

    /** Writes one file of text. */
    public static void write(Path file, String text) {
        try (OutputSet outputs = new OutputSet()) {
            outputs.add(file, text);
            outputs.commit();
        }
    }

    /** Writes one file. */
    public static void write(Path file, byte[] bytes) {
        try (OutputSet outputs = new OutputSet()) {
            outputs.add(file, bytes);
            outputs.commit();
        }
    }

    /** What to say of a file that cannot be written. */
    public static ConfigException failed(Path file, IOException e) {
        return new ConfigException(file.toString(), "cannot be written: " + why(e));
    }

    /** The system's reason in words, without the names that it repeats. */
    public static String why(IOException e) {
        if (e instanceof AccessDeniedException) {
            return "permission denied";
        }
        if (e instanceof NoSuchFileException) {
            return "no such directory";
        }
        if (e instanceof FileSystemLoopException) {
            return "its links go round in circles";
        }
        if (e instanceof java.nio.file.FileSystemException system && system.getReason() != null) {
            return system.getReason();
        }
        return e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
    }

    private static FileTarget follow(Path file) {
        try {
            return FileTarget.of(file);
        } catch (IOException e) {
            throw failed(file, e);
        }
    }
}
