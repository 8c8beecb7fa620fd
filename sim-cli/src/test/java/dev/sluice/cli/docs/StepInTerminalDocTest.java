// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import dev.sluice.cli.Cli;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/** The sessions and commands of {@code docs/step-in-terminal.md} print what stands there; {@code ...} is left out. */
final class StepInTerminalDocTest {

    private static final String COMMAND = "$ sluice ";
    private static final Pattern TYPED = Pattern.compile("\\([\\d,]+\\) (.+)");
    private static final Pattern PIPED = Pattern.compile("\\$ echo '([^']+)' \\| sluice (.+)");

    /** How many steps a recording has is nobody's business. */
    private static final Pattern STEPS = Pattern.compile("[\\d,]+ steps|step [\\d,]+( of [\\d,]+)?");

    @TempDir
    private Path folder;

    @TestFactory
    Stream<DynamicTest> what_stands_there_is_printed() {
        List<List<String>> examples = examples();
        assertThat(examples).hasSizeGreaterThan(4);
        return examples.stream().map(example -> dynamicTest(example.get(0), () -> check(example)));
    }

    private void check(List<String> example) throws IOException {
        List<String> typed = new ArrayList<>();
        String command = example.get(0);
        Matcher piped = PIPED.matcher(command);
        if (piped.matches()) {
            typed.add(piped.group(1));
            command = COMMAND + piped.group(2);
        } else {
            example.stream().map(TYPED::matcher).filter(Matcher::matches).forEach(line -> typed.add(line.group(1)));
        }
        List<String> words = new ArrayList<>(
                Arrays.asList(command.substring(COMMAND.length()).split(" ")));
        if (!typed.isEmpty()) {
            words.add("--commands");
            words.add(Files.write(folder.resolve("commands"), typed).toString());
        }
        Cli run = Cli.narrow(words.toArray(String[]::new));

        assertThat(run.err()).isEmpty();
        assertThat(normal(run.out().lines().toList()))
                .containsSubsequence(normal(example.subList(1, example.size()).stream()
                        .filter(line -> !line.equals("..."))
                        .toList()));
    }

    private static List<String> normal(List<String> lines) {
        return lines.stream()
                .map(line -> STEPS.matcher(line).replaceAll("steps").stripTrailing())
                .toList();
    }

    /** The commands of the fenced blocks, each with the lines behind it. */
    private static List<List<String>> examples() {
        List<List<String>> examples = new ArrayList<>();
        boolean fenced = false;
        for (String line : Documents.lines(Documents.ROOT.resolve("docs/step-in-terminal.md"))) {
            if (line.startsWith("```")) {
                fenced = !fenced;
            } else if (fenced && line.startsWith("$ ")) {
                examples.add(new ArrayList<>(List.of(line)));
            } else if (fenced) {
                examples.get(examples.size() - 1).add(line);
            }
        }
        return examples;
    }
}
