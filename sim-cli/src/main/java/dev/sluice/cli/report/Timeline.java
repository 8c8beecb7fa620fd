// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.report;

/** A bar that shows when something ran; bars of the same timeline stand below each other, so that overlap is seen. */
final class Timeline {
    private final long from;
    private final long to;
    private final int width;

    /** @param width characters */
    Timeline(long from, long to, int width) {
        this.from = from;
        this.to = Math.max(to, from + 1);
        this.width = width;
    }

    /** The bar of something that ran from {@code start} to {@code end}; at least one mark long. */
    String bar(long start, long end) {
        if (start < 0) {
            return "·".repeat(width);
        }
        int first = Math.min(width - 1, cell(start));
        int last = Math.max(first + 1, Math.min(width, (int) Math.ceil((double) (end - from) * width / (to - from))));
        return "·".repeat(first) + "█".repeat(last - first) + "·".repeat(width - last);
    }

    private int cell(long cycle) {
        return (int) Math.max(0, Math.floor((double) (cycle - from) * width / (to - from)));
    }
}
