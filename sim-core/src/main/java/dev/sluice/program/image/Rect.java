// SPDX-License-Identifier: Apache-2.0
package dev.sluice.program.image;

/** A rectangle of pixels. */
public record Rect(int x, int y, int width, int height) {

    /** Whether it holds no pixel. */
    public boolean empty() {
        return width <= 0 || height <= 0;
    }

    /** The pixels that both hold; empty where they do not meet. */
    public Rect intersect(Rect other) {
        int left = Math.max(x, other.x);
        int top = Math.max(y, other.y);
        return new Rect(
                left,
                top,
                common(left, end(x, width), end(other.x, other.width)),
                common(top, end(y, height), end(other.y, other.height)));
    }

    private static int common(int start, long end, long otherEnd) {
        return (int) Math.max(0, Math.min(end, otherEnd) - start);
    }

    /** Where an edge ends, which may be beyond any coordinate. */
    private static long end(int start, int length) {
        return (long) start + length;
    }
}
