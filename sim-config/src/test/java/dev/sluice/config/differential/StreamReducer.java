// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.differential;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/** Makes a stream that shows something smaller: takes lines out, with all that is indented below them, while it still does. */
public final class StreamReducer {

    private StreamReducer() {}

    /** The smallest stream found of which {@code shows} is still true. */
    public static String reduce(String stream, Predicate<String> shows) {
        List<String> lines = new ArrayList<>(stream.lines().toList());
        boolean smaller = true;
        while (smaller) {
            smaller = false;
            for (int i = lines.size() - 1; i >= 0; i--) {
                List<String> rest = new ArrayList<>(lines.subList(0, i));
                rest.addAll(lines.subList(end(lines, i), lines.size()));
                if (shows.test(String.join("\n", rest) + "\n")) {
                    lines = rest;
                    smaller = true;
                }
            }
        }
        return String.join("\n", lines) + "\n";
    }

    /** Behind the last line that belongs to a line. */
    private static int end(List<String> lines, int first) {
        int end = first + 1;
        while (end < lines.size() && indent(lines.get(end)) > indent(lines.get(first))) {
            end++;
        }
        return end;
    }

    private static int indent(String line) {
        return line.length() - line.stripLeading().length();
    }
}
