// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.cli.Main;
import dev.sluice.cli.input.Catalogue;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

/** The user guide has all commands, and all options of {@code run}. */
final class UserGuideTest {

    private static final List<String> GUIDE = Documents.lines(Documents.ROOT.resolve("docs/user-guide.md"));
    private static final List<String> OF_EVERY_COMMAND = List.of("--help", "--version", "--debug", "--color");

    private static List<String> headings() {
        return GUIDE.stream().filter(line -> line.startsWith("### ")).toList();
    }

    @Test
    void every_command_has_a_heading() {
        CommandLine program = Main.commandLine();
        assertThat(program.getSubcommands().keySet())
                .allSatisfy(command -> assertThat(headings())
                        .as(command)
                        .anyMatch(heading -> Pattern.compile("`" + command + "[ `]")
                                .matcher(heading)
                                .find()));
    }

    @Test
    void every_option_of_run_is_in_its_table() {
        int from = GUIDE.indexOf("### `run FILE`");
        int to = GUIDE.indexOf("### Changing a device");
        String table = String.join(
                "\n",
                GUIDE.subList(from, to).stream()
                        .filter(line -> line.startsWith("|"))
                        .toList());
        CommandLine run = Main.commandLine().getSubcommands().get("run");
        assertThat(run.getCommandSpec().options())
                .extracting(OptionSpec::longestName)
                .filteredOn(option -> !OF_EVERY_COMMAND.contains(option))
                .allSatisfy(option -> assertThat(table).containsPattern("`" + Pattern.quote(option) + "[`\\[ ]"));
    }

    @Test
    void everything_that_can_be_listed_is_named() {
        assertThat(headings()).contains("### `list " + String.join("|", Catalogue.KINDS) + "`");
    }
}
