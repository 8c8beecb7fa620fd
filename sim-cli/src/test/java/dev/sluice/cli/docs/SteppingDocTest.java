// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.cli.Cli;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code docs/stepping.md} says of commands and of the page holds. */
final class SteppingDocTest {

    private static final Path DOCUMENT = Documents.ROOT.resolve("docs/stepping.md");

    @TempDir
    private Path folder;

    @Test
    void every_command_of_the_page_writes_its_page() throws IOException {
        List<String> commands = Documents.lines(DOCUMENT).stream()
                .filter(line -> line.startsWith("sluice "))
                .map(line -> line.substring("sluice ".length()))
                .toList();

        assertThat(commands).hasSizeGreaterThan(1);
        for (String command : commands) {
            List<String> arguments = new ArrayList<>();
            for (String word : command.split(" +", -1)) {
                arguments.add(word.endsWith(".html") ? folder.resolve(word).toString() : word);
            }
            Cli cli = Cli.run(arguments.toArray(String[]::new));
            assertThat(cli.code()).as(command + "\n" + cli.err()).isZero();
            assertThat(Files.readString(Path.of(arguments.get(arguments.size() - 1))))
                    .as(command)
                    .contains("steps-head");
        }
    }

    @Test
    void tabs_and_keys_of_addresses_are_those_of_the_program() throws IOException {
        String page = Documents.text(DOCUMENT);
        String app = web("app.js");
        Matcher tab = Pattern.compile("\\{ id: \"(\\w+)\", name:").matcher(app);
        int tabs = 0;
        while (tab.find()) {
            assertThat(page).contains("`" + tab.group(1) + "`");
            tabs++;
        }
        assertThat(tabs).isGreaterThan(4);
        Matcher key = Pattern.compile("case \"(\\w+)\":").matcher(web("link.js"));
        while (key.find()) {
            assertThat(page).contains("`" + key.group(1) + "`");
        }
    }

    private static String web(String file) throws IOException {
        try (InputStream in =
                Objects.requireNonNull(SteppingDocTest.class.getResourceAsStream("/web/stepper/" + file))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
