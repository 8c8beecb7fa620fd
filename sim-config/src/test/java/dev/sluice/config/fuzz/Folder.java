// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.fuzz;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Temporary folders for readers that want files; one for each name, gone with the process. */
public final class Folder {
    private static final Map<String, Path> FOLDERS = new ConcurrentHashMap<>();

    private Folder() {}

    /** The folder with a name. */
    public static Path of(String name) {
        return FOLDERS.computeIfAbsent(name, Folder::made);
    }

    private static Path made(String name) {
        try {
            Path folder = Files.createTempDirectory("sluice-fuzz-" + name);
            Runtime.getRuntime().addShutdownHook(new Thread(() -> remove(folder)));
            return folder;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void remove(Path folder) {
        try (var files = Files.list(folder)) {
            files.map(Path::toFile).forEach(java.io.File::delete);
            Files.delete(folder);
        } catch (IOException e) {
            folder.toFile().deleteOnExit();
        }
    }
}
