// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.calls;

import dev.sluice.config.calls.CallEntry.Argument;
import dev.sluice.config.calls.CallEntry.Standing;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The table of calls as the section of {@code docs/captures.md} between two marks. */
final class CallTableMarkdown {
    private static final String BEGIN = "<!-- generated from calls.tsv and structures.tsv: begin -->\n";
    private static final String END = "<!-- generated from calls.tsv and structures.tsv: end -->\n";

    private CallTableMarkdown() {}

    /** A document with its section made anew. */
    static String renewed(String document) {
        int begin = document.indexOf(BEGIN);
        int end = document.indexOf(END);
        if (begin < 0 || end < begin) {
            throw new IllegalArgumentException("the marks of the generated section are missing");
        }
        return document.substring(0, begin + BEGIN.length()) + section() + document.substring(end);
    }

    private static String section() {
        List<String> lines = new ArrayList<>();
        lines.add("");
        lines.add("### Not understood");
        lines.add("");
        lines.add("| may change | calls | why |");
        lines.add("|---|---|---|");
        for (Change change : Change.values()) {
            grouped(entry -> entry.change() == change ? entry.reason() : null).forEach((reason, entries) -> {
                Argument harmlessIf = entries.get(0).harmlessIf();
                lines.add("| " + change.key() + " | " + calls(entries) + " | " + reason
                        + (harmlessIf == null ? "" : "; harmless with `" + harmlessIf + "`") + " |");
            });
        }
        lines.add("");
        lines.add("### Structures not understood");
        lines.add("");
        lines.add("| may change | chained structures | why |");
        lines.add("|---|---|---|");
        for (Change change : Change.values()) {
            grouped(StructureTable.shipped().entries(), entry -> entry.change() == change ? entry.reason() : null)
                    .forEach((reason, entries) ->
                            lines.add("| " + change.key() + " | " + structures(entries) + " | " + reason + " |"));
        }
        lines.add("");
        lines.add("### Imported");
        lines.add("");
        lines.add("| first in | calls |");
        lines.add("|---|---|");
        grouped(entry -> entry.standing() == Standing.IMPORTED ? entry.origin() : null)
                .forEach((origin, entries) -> lines.add("| " + origin + " | " + calls(entries) + " |"));
        lines.add("");
        lines.add("### Harmless");
        lines.add("");
        lines.add("| why | calls |");
        lines.add("|---|---|");
        grouped(entry -> entry.standing() == Standing.HARMLESS ? entry.reason() : null)
                .forEach((reason, entries) -> lines.add("| " + reason + " | " + calls(entries) + " |"));
        lines.add("");
        return String.join("\n", lines) + "\n";
    }

    /** The entries by a key, those with the same spelled alike; an entry without a key is left out. */
    private static Map<String, List<CallEntry>> grouped(Function<CallEntry, @Nullable String> key) {
        return grouped(CallTable.shipped().entries(), key);
    }

    private static Map<String, List<CallEntry>> grouped(
            List<CallEntry> entries, Function<CallEntry, @Nullable String> key) {
        return entries.stream()
                .filter(entry -> key.apply(entry) != null)
                .collect(Collectors.groupingBy(
                        entry -> Objects.requireNonNull(key.apply(entry)), TreeMap::new, Collectors.toList()));
    }

    /** Each with the member that makes it harmless. */
    private static String structures(List<CallEntry> entries) {
        return entries.stream()
                .map(entry -> "`" + entry.call() + "`"
                        + (entry.harmlessIf() == null ? "" : " (harmless with `" + entry.harmlessIf() + "`)"))
                .distinct()
                .sorted()
                .collect(Collectors.joining(" "));
    }

    private static String calls(List<CallEntry> entries) {
        return entries.stream()
                .map(CallEntry::call)
                .sorted(Comparator.naturalOrder())
                .map(call -> "`" + call + "`")
                .collect(Collectors.joining(" "));
    }
}
