// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.report;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Running text. */
public final class Text {
    private static final Pattern CAPTURE_INDEX = Pattern.compile(" (index \\d+)$");

    private Text() {}

    /** Where a capture has it, as {@code " (index 35)"}; nothing for a stream, whose lines findings name. */
    static String captureIndex(String where) {
        Matcher matcher = CAPTURE_INDEX.matcher(where);
        return matcher.find() ? " (" + matcher.group(1) + ")" : "";
    }

    /** A text of at most {@code limit} characters, shortened in the middle. */
    public static String shortened(String text, int limit) {
        if (text.length() <= limit) {
            return text;
        }
        int tail = (limit - 1) / 2;
        return text.substring(0, limit - 1 - tail) + "…" + text.substring(text.length() - tail);
    }

    /** A path of at most {@code limit} characters if its name allows: folders in its middle are left out first. */
    static String shortPath(String path, int limit) {
        if (path.length() <= limit) {
            return path;
        }
        String name = path.substring(path.lastIndexOf('/') + 1);
        for (int slash = path.indexOf('/'); slash >= 0; slash = path.indexOf('/', slash + 1)) {
            // as many of the last folders as there is room for behind the first one
            String shorter = path.substring(0, path.indexOf('/') + 1) + "…" + path.substring(slash);
            if (slash > path.indexOf('/') && shorter.length() <= limit) {
                return shorter;
            }
        }
        String shortest = "…/" + name;
        return shortest.length() <= limit ? shortest : name;
    }

    /** A place without the directories of its file. */
    static String shortWhere(String where) {
        int slash = Math.max(where.lastIndexOf('/'), where.lastIndexOf('\\'));
        return where.substring(slash + 1);
    }

    /** The index in a capture that a place names; null for a place in a stream. */
    public static @Nullable Long indexOf(String where) {
        Matcher matcher = CAPTURE_INDEX.matcher(where);
        return matcher.find() ? Long.valueOf(matcher.group(1).substring("index ".length())) : null;
    }

    /** Breaks a text between words into lines of at most {@code width} characters; a longer word has a line of its own. */
    public static List<String> wrap(String text, int width) {
        List<String> lines = new ArrayList<>();
        StringBuilder line = new StringBuilder();
        for (String word : text.strip().split("\\s+", -1)) {
            if (!line.isEmpty() && line.length() + 1 + word.length() > width) {
                lines.add(line.toString());
                line.setLength(0);
            }
            line.append(line.isEmpty() ? "" : " ").append(word);
        }
        lines.add(line.toString());
        return lines;
    }
}
