// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.help;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.cli.Cli;
import dev.sluice.cli.Main;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

final class NoSuchCommandTest {

    private static final Pattern QUOTED = Pattern.compile("'([^']+)'");

    @ParameterizedTest
    @CsvSource({
        "lint x.yaml, lint: no such command; lint is part of 'check'; see 'sluice --help'",
        "help lint, lint: no such command; lint is part of 'check'; see 'sluice help --help'",
        "Devices, Devices: no such command; 'list devices' names them; see 'sluice --help'"
    })
    void what_other_tools_call_otherwise_is_told_by_its_name_here(String line, String said) {
        Cli cli = Cli.run(line.split(" "));

        assertThat(cli.code()).isEqualTo(2);
        assertThat(cli.err()).isEqualTo(said + "\n");
    }

    @Test
    void no_command_is_taken_for_that_of_another_tool() {
        assertThat(NoSuchCommand.known()).doesNotContainKeys(commands().keySet().toArray(String[]::new));
    }

    @Test
    void what_is_named_instead_is_there() {
        assertThat(NoSuchCommand.known().values())
                .allSatisfy(said -> assertThat(QUOTED.matcher(said).results())
                        .isNotEmpty()
                        .allSatisfy(quoted -> found(List.of(quoted.group(1).split(" ")))));
    }

    private static void found(List<String> words) {
        CommandLine command =
                words.get(0).equals("sluice") ? Main.commandLine() : commands().get(words.get(0));
        assertThat(command).as(words.get(0)).isNotNull();
        for (String word : words.subList(1, words.size())) {
            if (word.startsWith("--")) {
                assertThat(command.getCommandSpec().findOption(word)).as(word).isNotNull();
            } else {
                assertThat(Cli.run(words.toArray(String[]::new)).code())
                        .as(word)
                        .isZero();
            }
        }
    }

    private static Map<String, CommandLine> commands() {
        return Main.commandLine().getSubcommands();
    }
}
