// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.sweep;

import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collection;
import org.jspecify.annotations.Nullable;

/** What files are called in results: the same from whatever folder they are named, and however their paths are spelled. */
final class FileNames {
    private static final String PARTS = "[/\\\\]";

    private FileNames() {}

    /** The end of a file's path, as long as it takes to tell it from others; of a preset its name in the same way. */
    static String of(String file, Collection<String> others) {
        String[] mine = parts(file);
        int length = 1;
        for (String other : others) {
            String[] parts = parts(other);
            int same = same(mine, parts);
            if (same < Math.max(mine.length, parts.length)) { // else it is this very file
                length = Math.max(length, same + 1);
            }
        }
        int from = Math.max(0, mine.length - length);
        return String.join("/", Arrays.asList(mine).subList(from, mine.length));
    }

    /** Whether it is a file rather than a preset; one with a variant behind {@code +} is, too. */
    static boolean isFile(String name) {
        return file(name) != null;
    }

    private static @Nullable String file(String name) {
        int plus = name.lastIndexOf('+');
        try {
            if (Files.isRegularFile(Path.of(name))) {
                return name;
            }
            return plus > 0 && Files.isRegularFile(Path.of(name.substring(0, plus))) ? name.substring(0, plus) : null;
        } catch (InvalidPathException e) {
            return null;
        }
    }

    /** How many of the last parts are equal. */
    private static int same(String[] a, String[] b) {
        int same = 0;
        while (same < a.length && same < b.length && a[a.length - 1 - same].equals(b[b.length - 1 - same])) {
            same++;
        }
        return same;
    }

    private static String[] parts(String name) {
        String file = file(name);
        String whole = file == null ? name : Path.of(file).toAbsolutePath().normalize() + name.substring(file.length());
        return whole.split(PARTS, -1);
    }
}
