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
        int right = Math.min(x + width, other.x + other.width);
        int bottom = Math.min(y + height, other.y + other.height);
        return new Rect(left, top, Math.max(0, right - left), Math.max(0, bottom - top));
    }
}
