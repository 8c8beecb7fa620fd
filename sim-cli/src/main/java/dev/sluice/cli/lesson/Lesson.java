// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.lesson;

import dev.sluice.cli.input.Inputs;
import dev.sluice.config.ConfigException;
import dev.sluice.config.bind.Nearest;
import dev.sluice.config.source.Position;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A lesson as its file says, one of {@code configs/lessons} or another: lines of {@code key: value} between two {@code ---}, then Markdown.
 *
 * @param file the file, for messages
 * @param path where it lies, unless it comes with Sluice
 * @param title what it is about
 * @param stream the stream that is run
 * @param device the device; null for the stream's own
 * @param from where recording begins, as {@code view --from} has it; null for the begin
 * @param to where it ends; null for the end
 * @param question what is asked at the end, in Markdown
 * @param choices answers to choose from; empty for one that is written
 * @param answer how the answer is worked out, as {@link Answer} has it
 * @param right what to say to the right answer
 * @param wrong what to say to another one
 * @param text the text, in Markdown
 * @param places where in the file the values of keys and, under the name {@code text}, the text begin
 */
public record Lesson(
        String file,
        @Nullable Path path,
        String title,
        String stream,
        @Nullable String device,
        @Nullable String from,
        @Nullable String to,
        String question,
        List<String> choices,
        String answer,
        String right,
        String wrong,
        String text,
        Map<String, Position> places) {
    private static final String TEXT = "text";
    private static final String FENCE = "---";
    private static final String SUFFIX = ".md";
    private static final List<String> KEYS =
            List.of("title", "stream", "device", "from", "to", "question", "choices", "answer", "right", "wrong");

    /** Reads a lesson. */
    static Lesson read(String file, @Nullable Path path, String content) {
        List<String> lines = content.lines().toList();
        int end = lines.subList(Math.min(1, lines.size()), lines.size()).indexOf(FENCE) + 1;
        if (lines.isEmpty() || !lines.get(0).equals(FENCE) || end < 1) {
            throw new ConfigException(file, "a lesson begins with keys between two lines of '---'");
        }
        Map<String, String> keys = new LinkedHashMap<>();
        Map<String, Position> places = new LinkedHashMap<>(Map.of(TEXT, new Position(file, end + 2, 1)));
        for (int i = 1; i < end; i++) {
            if (lines.get(i).isBlank()) {
                continue;
            }
            int colon = lines.get(i).indexOf(':');
            String key = colon < 0
                    ? lines.get(i).strip()
                    : lines.get(i).substring(0, colon).strip();
            Position at = new Position(file, i + 1, 1 + leadingBlanks(lines.get(i)));
            if (!KEYS.contains(key)) {
                throw at.error("unknown key '" + key + "'" + Nearest.hint(key, KEYS));
            }
            String rest = lines.get(i).substring(colon + 1);
            String value = rest.strip();
            if (colon < 0 || value.isEmpty()) {
                throw at.error("'" + key + "' has no value; write '" + key + ": ...'");
            }
            if (keys.put(key, value) != null) {
                throw at.error("'" + key + "' stands twice");
            }
            places.put(key, new Position(file, i + 1, colon + 2 + leadingBlanks(rest)));
        }
        String choices = keys.getOrDefault("choices", "");
        return new Lesson(
                file,
                path,
                needed(file, keys, "title"),
                needed(file, keys, "stream"),
                keys.get("device"),
                keys.get("from"),
                keys.get("to"),
                needed(file, keys, "question"),
                choices.isEmpty()
                        ? List.of()
                        : Arrays.stream(choices.split("\\|", -1))
                                .map(String::strip)
                                .toList(),
                needed(file, keys, "answer"),
                needed(file, keys, "right"),
                needed(file, keys, "wrong"),
                String.join("\n", lines.subList(end + 1, lines.size())),
                Map.copyOf(places));
    }

    /** The file's name without its folders and without the end that says that it is a lesson. */
    public String name() {
        String last = file.substring(Math.max(file.lastIndexOf('/'), file.lastIndexOf('\\')) + 1);
        return last.endsWith(SUFFIX) ? last.substring(0, last.length() - SUFFIX.length()) : last;
    }

    /** Where the value of a key begins, or the text; the beginning of the file where it has no such key. */
    Position at(String key) {
        return places.getOrDefault(key, new Position(file, 1, 1));
    }

    /** Where the text begins. */
    Position textAt() {
        return at(TEXT);
    }

    private static int leadingBlanks(String line) {
        return line.length() - line.stripLeading().length();
    }

    /** What it calls a stream or a device: a file in its folder if there is such one, else as it is. */
    String beside(String named) {
        if (path == null) {
            return named;
        }
        Path near = path.resolveSibling(Inputs.path(named));
        return Files.isRegularFile(near) ? near.toString() : named;
    }

    private static String needed(String file, Map<String, String> keys, String key) {
        String value = keys.get(key);
        if (value == null) {
            throw new ConfigException(file, "a lesson needs the key '" + key + "'");
        }
        return value;
    }
}
