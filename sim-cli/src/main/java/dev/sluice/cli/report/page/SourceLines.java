// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.report.page;

import dev.sluice.cli.input.Inputs;
import dev.sluice.config.Presets;
import dev.sluice.config.capture.CaptureImporter;
import dev.sluice.config.source.SourceReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The lines of a stream at the places that a result names ({@code file:line:column}). */
final class SourceLines {
    private static final Pattern PLACE = Pattern.compile("(.*):(\\d+):\\d+");
    private static final int LONGEST = 160;
    private static final int MOST = 4000;

    private final String name;
    private final String[] lines;
    private final Map<String, String> found = new TreeMap<>();

    private SourceLines(String name, String text) {
        this.name = name;
        this.lines = text.split("\\R", -1);
    }

    /**
     * Those of a stream's file.
     *
     * @param file the stream as the user named it; of captures, whose places are no lines, nothing is found
     */
    static SourceLines of(String file) {
        Path path = Inputs.path(file);
        if (Files.isRegularFile(path)) {
            if (CaptureImporter.isCapture(path)) {
                return new SourceLines(file, "");
            }
            return new SourceLines(
                    path.toString(),
                    new String(
                            SourceReader.bytesOf(path, SourceReader.MAX_BYTES, "a text file"), StandardCharsets.UTF_8));
        }
        return Presets.onClasspath()
                .find(Presets.Kind.STREAMS, file)
                .map(preset -> new SourceLines(preset.path(), new String(preset.bytes(), StandardCharsets.UTF_8)))
                .orElse(new SourceLines(file, ""));
    }

    /** Each place that was named, with its line. */
    Map<String, String> found() {
        return found;
    }

    /** A text that may name a place. */
    void add(String place) {
        Matcher matcher = PLACE.matcher(place);
        if (found.size() < MOST && matcher.matches() && matcher.group(1).equals(name)) {
            int line = Integer.parseInt(matcher.group(2));
            if (line > 0 && line <= lines.length) {
                String text = lines[line - 1].strip();
                found.put(place, text.length() > LONGEST ? text.substring(0, LONGEST) + "…" : text);
            }
        }
    }
}
