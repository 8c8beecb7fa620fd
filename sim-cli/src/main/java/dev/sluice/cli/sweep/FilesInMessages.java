// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.sweep;

import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What messages of a point call its files: by their names, as results do, because folders and how they are spelled differ from
 * machine to machine.
 */
final class FilesInMessages {
    private FilesInMessages() {}

    /** The message without the folders of the point's stream, device and profile; data lies below the folder of its stream. */
    static String named(String message, Point point) {
        String named = message;
        for (String folder : folders(point)) {
            named = Pattern.compile("(?<![\\w./\\\\-])" + Pattern.quote(folder) + "(?=[\\w.])")
                    .matcher(named)
                    .replaceAll("");
        }
        return named;
    }

    private static List<String> folders(Point point) {
        List<String> folders = new ArrayList<>();
        add(folders, point.stream());
        add(folders, point.device());
        add(folders, point.profile());
        return folders;
    }

    /** A preset has no folder, whatever its name. */
    private static void add(List<String> folders, @Nullable String file) {
        if (file == null || !isFile(file)) {
            return;
        }
        int end = Math.max(file.lastIndexOf('/'), file.lastIndexOf('\\')) + 1;
        if (end > 0) {
            folders.add(file.substring(0, end));
        }
    }

    private static boolean isFile(String name) {
        try {
            return Files.isRegularFile(Path.of(name));
        } catch (InvalidPathException e) {
            return false;
        }
    }
}
