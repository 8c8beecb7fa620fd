// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.capture;

import dev.sluice.config.capture.spirv.BindingReach.Span;
import dev.sluice.program.kernel.BindingKind;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Ranges of buffers that a command accesses alike; those that touch one another are one. */
final class BufferRanges {
    /** The most ranges of a buffer that are kept apart. */
    private static final int MOST_RANGES = 16;

    private final Map<Buffer, List<Span>> ranges = new LinkedHashMap<>();

    /** Adds a range as far as it lies in the buffer. */
    void add(Buffer buffer, long offset, long size) {
        long start = Math.min(offset, buffer.size);
        long end = size >= buffer.size - start ? buffer.size : start + size;
        if (start < end && buffer.memory() != null) {
            ranges.computeIfAbsent(buffer, k -> new ArrayList<>()).add(new Span(start, end));
        }
    }

    /** The ranges, as what a kernel binds. */
    List<Resource> resources(String name, String what, BindingKind kind, boolean reads, boolean writes) {
        List<Resource> resources = new ArrayList<>();
        ranges.forEach((buffer, spans) -> joined(spans)
                .forEach(span -> resources.add(new Resource.Range(
                        name + resources.size(),
                        what,
                        kind,
                        buffer,
                        span.start(),
                        span.end() - span.start(),
                        reads,
                        writes))));
        return resources;
    }

    /** Ranges that touch one another as one, and all where they are too many. */
    static List<Span> joined(List<Span> spans) {
        List<Span> apart = new ArrayList<>();
        spans.stream()
                .sorted(Comparator.comparingLong(Span::start).thenComparingLong(Span::end))
                .forEach(span -> {
                    int last = apart.size() - 1;
                    if (last >= 0 && apart.get(last).end() >= span.start()) {
                        apart.set(last, apart.get(last).join(span));
                    } else {
                        apart.add(span);
                    }
                });
        return apart.size() <= MOST_RANGES ? apart : List.of(apart.get(0).join(apart.get(apart.size() - 1)));
    }
}
