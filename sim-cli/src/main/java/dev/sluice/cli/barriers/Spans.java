// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.barriers;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Spans of time, of which overlaps count once. */
public final class Spans {

    private record Span(long from, long to) {}

    private final List<Span> spans = new ArrayList<>();

    /** One more; none if it ends where it begins. */
    public void add(long from, long to) {
        if (to > from) {
            spans.add(new Span(from, to));
        }
    }

    /** How much time they cover. */
    public long covered() {
        spans.sort(Comparator.comparingLong(Span::from));
        long sum = 0;
        long end = Long.MIN_VALUE;
        for (Span span : spans) {
            if (span.to() > end) {
                sum += span.to() - Math.max(span.from(), end);
                end = span.to();
            }
        }
        return sum;
    }
}
