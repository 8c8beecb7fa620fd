// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.cli.Main;
import dev.sluice.cli.input.Catalogue;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

/** The user guide has all commands and, itself or on pages that it leads to, all their options. */
final class UserGuideTest {

    private static final List<String> GUIDE = Documents.lines(Documents.ROOT.resolve("docs/user-guide.md"));
    private static final List<String> OF_EVERY_COMMAND = List.of("--help", "--version", "--debug", "--color");
    /** Said once, before the commands. */
    private static final String OF_DEVICES = "--plugin";

    private static final Pattern PAGE = Pattern.compile("\\]\\(([\\w-]+\\.md)");

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
    void every_option_of_a_command_is_in_its_section_or_on_a_page_that_it_leads_to() {
        Main.commandLine().getSubcommands().forEach((name, command) -> {
            String pages = section(name);
            assertThat(command.getCommandSpec().options())
                    .filteredOn(option -> !OF_EVERY_COMMAND.contains(option.longestName())
                            && !option.longestName().equals(OF_DEVICES))
                    .allSatisfy(option -> assertThat(option.names())
                            .as(name + " " + option.longestName())
                            .anyMatch(one -> Pattern.compile(Pattern.quote(one) + "(?![\\w-])")
                                    .matcher(pages)
                                    .find()));
        });
    }

    /** What the guide says of a command, with the pages that it leads to. */
    private static String section(String command) {
        List<String> lines = GUIDE.stream()
                .dropWhile(line -> !line.startsWith("### ") || !line.matches(".*`" + command + "[ `].*"))
                .toList();
        String own = lines.stream().limit(1).collect(Collectors.joining())
                + lines.stream()
                        .skip(1)
                        .takeWhile(line -> !line.matches("##{1,2} .*"))
                        .collect(Collectors.joining("\n", "\n", "\n"));
        return own
                + PAGE.matcher(own)
                        .results()
                        .map(link -> Documents.text(Documents.ROOT.resolve("docs/" + link.group(1))))
                        .collect(Collectors.joining("\n"));
    }

    @Test
    void everything_that_can_be_listed_is_named() {
        assertThat(headings()).contains("### `list " + String.join("|", Catalogue.KINDS) + "`");
    }
}
