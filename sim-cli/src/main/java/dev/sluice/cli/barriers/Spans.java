// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.barriers;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Spans of time, of which overlaps count once. */
final class Spans {

    private record Span(long from, long to) {}

    private final List<Span> spans = new ArrayList<>();
    private boolean joined;

    void add(long from, long to) {
        if (to > from) {
            spans.add(new Span(from, to));
            joined = false;
        }
    }

    /** How much of [from, to) they cover. */
    long covered(long from, long to) {
        join();
        long sum = 0;
        for (Span span : spans) {
            sum += Math.max(0, Math.min(to, span.to()) - Math.max(from, span.from()));
        }
        return sum;
    }

    private void join() {
        if (joined) {
            return;
        }
        spans.sort(Comparator.comparingLong(Span::from));
        List<Span> apart = new ArrayList<>();
        for (Span span : spans) {
            Span last = apart.isEmpty() ? null : apart.get(apart.size() - 1);
            if (last != null && span.from() <= last.to()) {
                apart.set(apart.size() - 1, new Span(last.from(), Math.max(last.to(), span.to())));
            } else {
                apart.add(span);
            }
        }
        spans.clear();
        spans.addAll(apart);
        joined = true;
    }
}
