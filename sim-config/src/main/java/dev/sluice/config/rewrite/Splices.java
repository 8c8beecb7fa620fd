// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.rewrite;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Replacements of parts of a text, made all at once. */
final class Splices {
    private record Splice(int start, int end, String text, int order) {}

    private final List<Splice> all = new ArrayList<>();

    /** Replaces the characters from {@code start} to before {@code end}; insertions at one place keep their order. */
    void replace(int start, int end, String text) {
        all.add(new Splice(start, end, text, all.size()));
    }

    /** The part of a text from {@code start} to before {@code end} with the replacements made. */
    String apply(String text, int start, int end) {
        List<Splice> sorted = new ArrayList<>(all);
        // an insertion at the start of a replacement comes before it
        sorted.sort(Comparator.comparingInt(Splice::start)
                .thenComparingInt(Splice::end)
                .thenComparingInt(Splice::order));
        StringBuilder out = new StringBuilder();
        int at = start;
        for (Splice splice : sorted) {
            if (splice.start() < at) {
                throw new IllegalStateException("two edits of the same text");
            }
            out.append(text, at, splice.start()).append(splice.text());
            at = splice.end();
        }
        return out.append(text, at, end).toString();
    }
}
