// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.trace;

import dev.sluice.machine.trace.TraceRecord;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Words of traces in CSV beside numbers. */
final class CsvWords {

    /** What a word of the column {@code kind} says. */
    enum Kind {
        READ("read", "load", "r", "l", "ld"),
        WRITE("write", "store", "w", "s", "st"),
        ATOMIC("atomic", "a", "amo", "rmw"),
        ENTER("enter"),
        MODIFY("modify", "m"),
        FETCH("fetch", "ifetch", "instruction", "i", "f"),
        FLUSH("flush"),
        INVALIDATE("invalidate"),
        DISCARD("discard"),
        SNOOPED("snooped"),
        PAGETABLE("pagetable"),
        IMAGES("images"),
        BYTES("bytes"),
        SURFACE("surface"),
        CONTENTS("contents"),
        STORAGE("storage"),
        CLEAR("clear"),
        RESOURCE("resource"),
        RESET("reset");

        @SuppressWarnings("ImmutableEnumChecker") // made by List.of
        private final List<String> words;

        Kind(String... words) {
            this.words = List.of(words);
        }

        static @Nullable Kind of(String word) {
            for (Kind kind : values()) {
                for (String one : kind.words) {
                    if (one.equalsIgnoreCase(word)) {
                        return kind;
                    }
                }
            }
            return null;
        }
    }

    /** The column {@code flags}: words and what they mean, joined by {@code +}. */
    static final Map<String, Integer> FLAGS = flags();

    private static Map<String, Integer> flags() {
        Map<String, Integer> flags = new LinkedHashMap<>();
        flags.put("coherent", TraceRecord.COHERENT);
        flags.put("bypass", TraceRecord.BYPASS);
        flags.put("streaming", TraceRecord.STREAMING);
        flags.put("persisting", TraceRecord.PERSISTING);
        flags.put("writeBack", TraceRecord.WRITE_BACK);
        flags.put("image", TraceRecord.IMAGE);
        flags.put("waits", TraceRecord.WAITS);
        flags.put("exact", TraceRecord.EXACT);
        flags.put("barrier", TraceRecord.OF_BARRIER);
        return Collections.unmodifiableMap(flags);
    }

    private CsvWords() {}
}
