// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.calls;

import dev.sluice.config.calls.CallEntry.Standing;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The table of every call that a capture can hold, read from the resource {@code calls/calls.tsv}. */
public final class CallTable {
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
        TableLines.of("calls/calls.tsv").forEach((call, columns) -> entries.put(call, columns.entry(call)));
        return new CallTable(entries);
    }
}
