// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.lesson;

import dev.sluice.cli.input.Inputs;
import dev.sluice.config.ConfigException;
import dev.sluice.config.Presets;
import dev.sluice.config.bind.Nearest;
import dev.sluice.config.source.SourceReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The lessons that come with Sluice, in their order, and those of others. */
public final class Lessons {
    private static final String FOLDER = "configs/lessons/";
    private static final String SUFFIX = ".md";
    private static final long LONGEST = 1 << 20;

    /** Names of the files; numbers are places in this list, from 1. */
    public static final List<String> NAMES = List.of(
            "locality",
            "write-through-and-write-back",
            "a-set-fills-up",
            "false-sharing",
            "the-stale-texture",
            "what-a-barrier-does",
            "write-combining-and-atoms",
            "tile-compression",
            "drain-and-overlap",
            "a-real-program");

    private Lessons() {}

    /** The lesson with a number or a name, or in a file. */
    public static Lesson find(String said) {
        if (said.matches("\\d{1,3}")) {
            int number = Integer.parseInt(said);
            if (number < 1 || number > NAMES.size()) {
                throw new ConfigException(said, "there are lessons 1 to " + NAMES.size());
            }
            return read(NAMES.get(number - 1));
        }
        if (NAMES.contains(said)) {
            return read(said);
        }
        Path path = Inputs.path(said);
        if (Files.exists(path)) {
            return Lesson.read(said, path, SourceReader.text(said, SourceReader.bytesOf(path, LONGEST, "lesson")));
        }
        throw new ConfigException(
                said,
                said.endsWith(SUFFIX)
                        ? "no such file"
                        : "no such lesson, and no such file" + Nearest.hint(said, NAMES));
    }

    /** The title of a lesson. */
    public static String title(String name) {
        return read(name).title();
    }

    static Lesson read(String name) {
        String path = FOLDER + name + SUFFIX;
        byte[] bytes =
                Presets.onClasspath().resource(path).orElseThrow(() -> new ConfigException(path, "no such lesson"));
        return Lesson.read(path, null, new String(bytes, StandardCharsets.UTF_8));
    }
}
