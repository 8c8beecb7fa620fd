// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import dev.sluice.cli.Cli;
import dev.sluice.cli.CommandLoop;
import dev.sluice.cli.Shell;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;

/**
 * Every command of the README and of the tutorial, and of the user guide those with their output, carried out in a folder like the repository, prints what they say it does;
 * {@code ...} stands for lines that are left out.
 */
@TestInstance(Lifecycle.PER_CLASS)
final class ReadmeExamplesTest {

    private static final String PROMPT = "$ ";
    private static final String OMITTED = "...";

    /** What the commands read. */
    private static final List<String> LINKED = List.of("configs", "docs");

    /** The one command that is not run here: it is what runs this test. */
    private static final String BUILD = "mvn -B verify";

    private static final String PROGRAM = "./sluice ";

    /** What a shell makes something of; stars and braces are not among the names of files here. */
    private static final String SYNTAX = "[|&;<>()$`\\\\\"'?~#\\[\\]]";

    private final Path folder;

    /** Commands of the README that the tutorial says again say the same there. */
    private final Map<String, Cli> ran = new HashMap<>();

    private @Nullable CommandLoop program;

    ReadmeExamplesTest(@TempDir Path folder) {
        this.folder = folder;
    }

    private record Example(String command, List<String> output) {}

    /** A folder that looks like the repository. */
    @BeforeAll
    void makeTheProgram() throws IOException {
        for (String name : LINKED) {
            Files.createSymbolicLink(folder.resolve(name), Documents.ROOT.resolve(name));
        }
        program = new CommandLoop(folder);
    }

    /** So that no one who empties the folder meets a link out of it. */
    @AfterAll
    void removeTheLinks() throws IOException {
        if (program != null) {
            program.close();
        }
        for (String name : LINKED) {
            Files.delete(folder.resolve(name));
        }
    }

    /** In the order of the README, because some read what earlier ones wrote. */
    @TestFactory
    Stream<DynamicTest> commandsPrintWhatTheReadmeSays() {
        List<Example> examples = examples("README.md");
        assertThat(examples).extracting(Example::command).contains(BUILD).hasSizeGreaterThan(5);
        return checks(examples);
    }

    @TestFactory
    Stream<DynamicTest> commandsPrintWhatTheTutorialSays() {
        List<Example> examples = examples("docs/tutorial.md");
        assertThat(examples).hasSizeGreaterThan(8);
        return checks(examples);
    }

    @TestFactory
    Stream<DynamicTest> commandsPrintWhatTheUserGuideShows() {
        List<Example> examples = examples("docs/user-guide.md");
        assertThat(examples).hasSizeGreaterThan(1);
        return checks(examples);
    }

    private Stream<DynamicTest> checks(List<Example> examples) {
        return examples.stream()
                .filter(example -> !example.command().equals(BUILD))
                .map(example -> dynamicTest(example.command(), () -> check(example)));
    }

    private void check(Example example) {
        List<String> printed = run(example.command());
        int from = 0;
        List<String> block = new ArrayList<>();
        boolean anywhere = false;
        for (String line : example.output()) {
            if (line.equals(OMITTED)) {
                from = place(block, printed, from, anywhere);
                block.clear();
                anywhere = true;
            } else {
                block.add(line);
            }
        }
        int end = place(block, printed, from, anywhere);
        if (!block.isEmpty()) {
            assertThat(end).as("nothing is left out at the end").isEqualTo(printed.size());
        }
    }

    /** Finds a run of lines from a position on, and says where it ends. */
    private static int place(List<String> block, List<String> printed, int from, boolean anywhere) {
        int last = anywhere ? printed.size() - block.size() : from;
        for (int at = from; at <= last; at++) {
            if (at + block.size() <= printed.size()
                    && printed.subList(at, at + block.size()).equals(block)) {
                return at + block.size();
            }
        }
        assertThat(printed.subList(from, printed.size())).containsSubsequence(block);
        throw new AssertionError("the lines are there, but not one after the other: " + block);
    }

    private List<String> run(String command) {
        return ran.computeIfAbsent(command, this::ended)
                .out()
                .lines()
                .map(String::stripTrailing)
                .toList();
    }

    /** The program's commands are words with blanks between them; what else there is, is for a shell. */
    private Cli ended(String command) {
        Cli cli;
        if (command.startsWith(PROGRAM)) {
            assertThat(command).doesNotContainPattern(SYNTAX);
            cli = Objects.requireNonNull(program)
                    .run(command.substring(PROGRAM.length()).split(" +", -1));
        } else {
            cli = shell(command);
        }
        assertThat(cli.code()).as(command + "\n" + cli.err()).isIn(0, 1);
        return cli;
    }

    private Cli shell(String command) {
        try {
            Shell.Result result = new Shell(folder).run("sh", "-c", command);
            return new Cli(result.code(), result.out(), result.err());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The commands behind prompts in fenced blocks, each with the lines behind it. */
    private static List<Example> examples(String document) {
        List<Example> examples = new ArrayList<>();
        boolean fenced = false;
        boolean console = false;
        for (String line : Documents.lines(Documents.ROOT.resolve(document))) {
            if (line.startsWith("```")) {
                assertThat(line).isIn("```", "```console");
                console = !fenced && line.endsWith("console");
                fenced = !fenced;
            } else if (console && line.startsWith(PROMPT)) {
                examples.add(new Example(line.substring(PROMPT.length()), new ArrayList<>()));
            } else if (console) {
                examples.get(examples.size() - 1).output().add(line);
            }
        }
        return examples;
    }
}
