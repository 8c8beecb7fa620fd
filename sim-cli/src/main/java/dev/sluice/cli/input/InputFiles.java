// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.input;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The files behind what a command line names: those that no output may replace. */
public final class InputFiles {
    private static final String CAPTURE = ".jsonl";

    private InputFiles() {}

    /**
     * Those of the names that are files, with the binary half of a capture and without the variant of a profile; null and presets are
     * left out.
     */
    public static List<Path> of(@Nullable String... names) {
        List<Path> files = new ArrayList<>();
        Arrays.stream(names).filter(Objects::nonNull).forEach(name -> {
            Path path = Inputs.path(name);
            files.add(path);
            int variant = name.lastIndexOf('+');
            if (variant > 0) {
                files.add(Inputs.path(name.substring(0, variant)));
            }
            if (name.toLowerCase(Locale.ROOT).endsWith(CAPTURE)) {
                files.add(Inputs.path(name.substring(0, name.length() - CAPTURE.length()) + ".gfxr"));
            }
        });
        files.removeIf(path -> !Files.isRegularFile(path));
        return files;
    }
}
