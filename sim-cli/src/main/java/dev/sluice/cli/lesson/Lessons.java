// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.lesson;

import dev.sluice.config.ConfigException;
import dev.sluice.config.Presets;
import dev.sluice.config.bind.Nearest;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** The lessons that come with Sluice, in their order. */
public final class Lessons {
    private static final String FOLDER = "configs/lessons/";

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

    /** The name of the lesson with a number or a name. */
    public static String name(String said) {
        if (said.matches("\\d{1,3}")) {
            int number = Integer.parseInt(said);
            if (number < 1 || number > NAMES.size()) {
                throw new ConfigException(said, "there are lessons 1 to " + NAMES.size());
            }
            return NAMES.get(number - 1);
        }
        if (!NAMES.contains(said)) {
            throw new ConfigException(said, "no such lesson" + Nearest.hint(said, NAMES));
        }
        return said;
    }

    /** The title of a lesson. */
    public static String title(String name) {
        return read(name).title();
    }

    static Lesson read(String name) {
        String path = FOLDER + name + ".md";
        byte[] bytes =
                Presets.onClasspath().resource(path).orElseThrow(() -> new ConfigException(path, "no such lesson"));
        return Lesson.read(path, new String(bytes, StandardCharsets.UTF_8));
    }
}
