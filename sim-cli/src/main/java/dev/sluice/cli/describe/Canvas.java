// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.describe;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Characters to draw on, growing as needed. */
final class Canvas {
    private final List<char[]> rows = new ArrayList<>();
    private final int width;

    Canvas(int width) {
        this.width = width;
    }

    void text(int x, int y, String text) {
        while (rows.size() <= y) {
            char[] row = new char[width];
            Arrays.fill(row, ' ');
            rows.add(row);
        }
        for (int i = 0; i < text.length() && x + i < width; i++) {
            rows.get(y)[x + i] = text.charAt(i);
        }
    }

    /** A box of {@code w} by {@code h} characters with centred lines of text from its second row on. */
    void box(int x, int y, int w, int h, List<String> lines) {
        text(x, y, "." + "-".repeat(w - 2) + ".");
        for (int i = 1; i < h - 1; i++) {
            text(x, y + i, "|" + centred(i <= lines.size() ? lines.get(i - 1) : "", w - 2) + "|");
        }
        text(x, y + h - 1, "'" + "-".repeat(w - 2) + "'");
    }

    void vertical(int x, int fromY, int toY) {
        for (int y = fromY; y <= toY; y++) {
            text(x, y, "|");
        }
    }

    List<String> lines() {
        return rows.stream().map(row -> new String(row).stripTrailing()).toList();
    }

    private static String centred(String text, int w) {
        int left = Math.max(0, (w - text.length()) / 2);
        return " ".repeat(left) + text + " ".repeat(Math.max(0, w - left - text.length()));
    }
}
