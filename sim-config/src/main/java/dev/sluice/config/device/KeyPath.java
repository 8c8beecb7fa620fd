// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.device;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The way to a key of a file: {@code caches.l2.size}, {@code heaps[0].size}, {@code caches.l2.atomicRates."add.u32".lanes}. */
public final class KeyPath {
    private final String text;
    private final List<String> steps = new ArrayList<>();
    private int at;

    private KeyPath(String text) {
        this.text = text;
    }

    /** The steps of a path, items of lists by their index; null when the text is no path. */
    public static @Nullable List<String> parse(String text) {
        KeyPath path = new KeyPath(text);
        return path.read() ? List.copyOf(path.steps) : null;
    }

    /** A path to show, of steps. */
    public static String text(List<String> steps) {
        StringBuilder shown = new StringBuilder();
        for (String step : steps) {
            boolean index = isIndex(step);
            shown.append(index ? "[" : shown.isEmpty() ? "" : ".");
            shown.append(step.indexOf('.') >= 0 ? '"' + step + '"' : step).append(index ? "]" : "");
        }
        return shown.toString();
    }

    /** Whether a step is the index of an item. */
    public static boolean isIndex(String step) {
        return !step.isEmpty() && step.length() < 10 && step.chars().allMatch(c -> c >= '0' && c <= '9');
    }

    private boolean read() {
        do {
            if (!step()) {
                return false;
            }
            while (at < text.length() && text.charAt(at) == '[') {
                int end = text.indexOf(']', at);
                String index = end < 0 ? "" : text.substring(at + 1, end).strip();
                if (!isIndex(index)) {
                    return false;
                }
                steps.add(index);
                at = end + 1;
            }
        } while (at < text.length() && text.charAt(at++) == '.');
        return at == text.length() && text.charAt(at - 1) != '.';
    }

    private boolean step() {
        if (at >= text.length()) {
            return false;
        }
        char quote = text.charAt(at);
        int from = at;
        if (quote == '"' || quote == '\'') {
            int end = text.indexOf(quote, from + 1);
            at = end + 1;
            return end > from + 1 && steps.add(text.substring(from + 1, end));
        }
        while (at < text.length() && text.charAt(at) != '.' && text.charAt(at) != '[') {
            at++;
        }
        return at > from && steps.add(text.substring(from, at).strip());
    }
}
