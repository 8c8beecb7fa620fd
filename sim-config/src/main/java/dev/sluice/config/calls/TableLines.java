// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.calls;

import dev.sluice.config.calls.CallEntry.Argument;
import dev.sluice.config.calls.CallEntry.Standing;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The lines of a table of what an import makes of things, by their first column; columns are separated by tabs. */
record TableLines(
        String second,
        Standing standing,
        @Nullable Change change,
        @Nullable Argument harmlessIf,
        String why) {
    private static final int COLUMNS = 6;

    /** The lines of a resource in their order. */
    static Map<String, TableLines> of(String resource) {
        Map<String, TableLines> lines = new LinkedHashMap<>();
        text(resource).lines().filter(line -> !line.startsWith("#")).forEach(line -> {
            String[] columns = line.split("\t", -1);
            if (columns.length != COLUMNS) {
                throw new IllegalStateException(resource + ": not " + COLUMNS + " columns: " + line);
            }
            if (lines.put(columns[0], of(columns)) != null) {
                throw new IllegalStateException(resource + " has " + columns[0] + " twice");
            }
        });
        return lines;
    }

    private static TableLines of(String[] columns) {
        return new TableLines(
                columns[1],
                Standing.valueOf(columns[2].toUpperCase(Locale.ROOT).replace(' ', '_')),
                columns[3].isEmpty() ? null : Change.valueOf(columns[3].toUpperCase(Locale.ROOT)),
                argument(columns[4]),
                columns[5]);
    }

    /** The entry of what is called so. */
    CallEntry entry(String name) {
        return new CallEntry(name, second, standing, change, harmlessIf, why);
    }

    private static @Nullable Argument argument(String text) {
        int at = text.indexOf('=');
        return at < 0 ? null : new Argument(text.substring(0, at), Long.parseLong(text.substring(at + 1)));
    }

    private static String text(String resource) {
        try (InputStream in = TableLines.class.getClassLoader().getResourceAsStream(resource)) {
            if (in == null) {
                throw new IllegalStateException("missing resource " + resource);
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
