// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.calls;

import dev.sluice.config.calls.CallEntry.Argument;
import dev.sluice.config.calls.CallEntry.Standing;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The table of every call that a capture can hold, read from the resource {@code calls/calls.tsv}. */
public final class CallTable {
    private static final String RESOURCE = "calls/calls.tsv";
    private static final int COLUMNS = 6;
    private static final CallTable SHIPPED = read();

    private final Map<String, CallEntry> entries;

    private CallTable(Map<String, CallEntry> entries) {
        this.entries = Collections.unmodifiableMap(entries);
    }

    /** The table that comes with Sluice. */
    public static CallTable shipped() {
        return SHIPPED;
    }

    /** What is known of a call; one that is in no line counts as not understood, and may change anything. */
    public CallEntry of(String call) {
        CallEntry entry = entries.get(call);
        return entry == null
                ? new CallEntry(
                        call, "", Standing.NOT_UNDERSTOOD, Change.ANYTHING, null, "a call that Sluice does not know")
                : entry;
    }

    /** All lines in their order. */
    public List<CallEntry> entries() {
        return new ArrayList<>(entries.values());
    }

    private static CallTable read() {
        Map<String, CallEntry> entries = new LinkedHashMap<>();
        text().lines()
                .filter(line -> !line.startsWith("#"))
                .map(CallTable::entry)
                .forEach(entry -> {
                    if (entries.put(entry.call(), entry) != null) {
                        throw new IllegalStateException(RESOURCE + " has " + entry.call() + " twice");
                    }
                });
        return new CallTable(entries);
    }

    private static String text() {
        try (InputStream in = CallTable.class.getClassLoader().getResourceAsStream(RESOURCE)) {
            if (in == null) {
                throw new IllegalStateException("missing resource " + RESOURCE);
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static CallEntry entry(String line) {
        String[] columns = line.split("\t", -1);
        if (columns.length != COLUMNS) {
            throw new IllegalStateException(RESOURCE + ": not " + COLUMNS + " columns: " + line);
        }
        return new CallEntry(
                columns[0],
                columns[1],
                Standing.valueOf(columns[2].toUpperCase(Locale.ROOT).replace(' ', '_')),
                columns[3].isEmpty() ? null : Change.valueOf(columns[3].toUpperCase(Locale.ROOT)),
                argument(columns[4]),
                columns[5]);
    }

    private static @Nullable Argument argument(String text) {
        int at = text.indexOf('=');
        return at < 0 ? null : new Argument(text.substring(0, at), Long.parseLong(text.substring(at + 1)));
    }
}
