// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.fuzz;

import dev.sluice.config.fuzz.FuzzTarget;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What {@code .ci/fuzz} starts: the entry that Jazzer calls with each input, and a program that writes where to begin.
 *
 * <p>It needs nothing of Jazzer to compile or to run.
 */
public final class FuzzDriver {
    private static final Pattern WORD = Pattern.compile("[A-Za-z_][A-Za-z0-9_]{2,40}");
    private static final int MOST_WORDS = 2000;

    private static @Nullable FuzzTarget target;

    private FuzzDriver() {}

    /** Jazzer's start: the argument is the target's name. */
    public static void fuzzerInitialize(String[] args) throws Exception {
        FuzzTarget chosen = CommandTargets.ofAllModules().stream()
                .filter(known -> known.name().equals(args[0]))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no fuzz target " + args[0]));
        // classes are instrumented as they are loaded, which must not count as the time of an input
        for (byte[] seed : chosen.seeds().get()) {
            chosen.accepts(seed);
        }
        target = chosen;
    }

    /** Jazzer's next input. */
    public static void fuzzerTestOneInput(byte[] input) throws Exception {
        if (target != null) {
            target.accepts(input);
        }
    }

    /**
     * Writes, below the directory of the first argument, a folder for each target with its seeds and a dictionary of their
     * words; prints the targets' names.
     */
    public static void main(String[] args) throws IOException {
        for (FuzzTarget known : CommandTargets.ofAllModules()) {
            write(Path.of(args[0], known.name()), known.seeds().get());
            System.out.println(known.name());
        }
    }

    private static void write(Path folder, List<byte[]> seeds) throws IOException {
        Path corpus = Files.createDirectories(folder.resolve("seeds"));
        Set<String> words = new TreeSet<>();
        for (int i = 0; i < seeds.size(); i++) {
            Files.write(corpus.resolve("seed-" + i), seeds.get(i));
            Matcher matcher = WORD.matcher(new String(seeds.get(i), StandardCharsets.ISO_8859_1));
            while (matcher.find() && words.size() < MOST_WORDS) {
                words.add('"' + matcher.group() + '"');
            }
        }
        Files.write(folder.resolve("dictionary"), words);
    }
}
