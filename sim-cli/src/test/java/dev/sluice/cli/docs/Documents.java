// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.docs;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/** The files of the working tree that people read. */
final class Documents {

    /** The root of the repository. */
    static final Path ROOT =
            Path.of(Objects.requireNonNull(System.getProperty("sluice.root"), "sluice.root is set by the build"));

    private Documents() {}

    /** The README and everything under {@code docs/} that is Markdown. */
    static List<Path> markdown() {
        return Stream.concat(Stream.of(ROOT.resolve("README.md")), below("docs", ".md"))
                .toList();
    }

    /** The files with an ending below a folder, in order. */
    static Stream<Path> below(String folder, String ending) {
        try (Stream<Path> files = Files.walk(ROOT.resolve(folder))) {
            return files
                    .filter(file ->
                            file.toString().endsWith(ending) && !file.startsWith(ROOT.resolve(folder + "/target")))
                    .sorted()
                    .toList()
                    .stream();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static List<String> lines(Path file) {
        return text(file).lines().toList();
    }

    /** Words as {@code wc -w} counts them. */
    static long words(Path file) {
        return Arrays.stream(text(file).split("\\s+"))
                .filter(word -> !word.isEmpty())
                .count();
    }

    /** A file's name from the root of the repository. */
    static String name(Path file) {
        return ROOT.relativize(file).toString();
    }
}
