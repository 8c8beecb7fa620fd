// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.manual;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.sluice.cli.Main;
import dev.sluice.cli.Shell;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/** Manual pages and completions say what the commands are, and the tools that read them can. */
final class ManualTest {
    private static final Map<String, String> FILES = Manual.files();
    private static final String BASH = FILES.get("bash-completion/completions/sluice");
    private static final String ZSH = FILES.get("zsh/site-functions/_sluice");

    @TempDir
    private Path folder;

    @Test
    void every_command_has_a_page() {
        TreeSet<String> pages = new TreeSet<>(List.of("man/man1/sluice.1"));
        Main.commandLine().getSubcommands().keySet().forEach(name -> pages.add("man/man1/sluice-" + name + ".1"));

        assertThat(FILES.keySet().stream().filter(name -> name.startsWith("man/")))
                .containsExactlyElementsOf(pages);
    }

    @Test
    void a_page_describes_every_option_in_the_words_of_the_help() {
        for (CommandLine command : Main.commandLine().getSubcommands().values()) {
            String page = FILES.get("man/man1/sluice-" + command.getCommandName() + ".1");

            assertThat(command.getCommandSpec().options())
                    .allSatisfy(option -> assertThat(page)
                            .contains(Roff.bold(option.longestName()))
                            .contains(Roff.escaped(option.description()[0])));
        }
    }

    @Test
    void a_page_holds_no_line_that_roff_would_take_for_a_request() {
        assertThat(new Roff().line(".yaml is an ending").line("'quoted'").toString())
                .isEqualTo("\\&.yaml is an ending\n\\(aqquoted\\(aq\n");
    }

    @Test
    void pages_are_plain_ascii() {
        assertThat(FILES).allSatisfy((name, text) -> {
            if (name.startsWith("man/")) {
                assertThat(text).as(name).isASCII();
            }
        });
    }

    @Test
    void groff_has_nothing_to_say_against_the_pages() throws IOException {
        assumeTrue(Shell.has("groff"), "groff is not installed");
        for (Map.Entry<String, String> file : FILES.entrySet()) {
            if (file.getKey().startsWith("man/")) {
                Path page = Files.writeString(folder.resolve("page.1"), file.getValue());
                Shell.Result rendered =
                        new Shell(folder).run("groff", "-man", "-Tascii", "-P-cbou", "-ww", page.toString());

                assertThat(rendered.err()).as(file.getKey()).isEmpty();
                assertThat(rendered.out()).contains("SYNOPSIS", "EXIT STATUS");
            }
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "sluice ru                              | run",
                "sluice val                             | validate",
                "sluice --color                         | --color",
                "sluice --color always ru               | run",
                "sluice run --timing                    | --timing-only",
                "sluice run --device rdna               | rdna2-6900xt",
                "sluice run --device = rdna             | rdna2-6900xt",
                "sluice run --device=rdna               | --device=rdna2-6900xt",
                "sluice run --device=tiny-1 --timing    | --timing-only",
                "sluice run --barriers = dr             | drain",
                "sluice run --set a.b = 1 --timing      | --timing-only",
                "sluice run --html-with check --timing  | --timing-only",
                "sluice run -o list --timing            | --timing-only",
                "sluice run list --timing               | --timing-only",
                "sluice run --color al                  | always",
                "sluice run --html-with ad              | advise",
                "sluice run upload                      | upload-scale-readback",
                "sluice check -d nvidia-v               | nvidia-v100",
                "sluice check --lint er                 | error",
                "sluice run -p turn                     | turnip",
                "sluice advise --as m                   | merge",
                "sluice replay --format ora             | oracleGeneral",
                "sluice import --outp                   | --output",
                "sluice list pol                        | policies",
                "sluice schema str                      | stream",
                "sluice lesson the                      | the-stale-texture",
                "sluice help desc                       | describe",
                "sluice describe uma                    | uma-apu"
            })
    void bash_completes(String words, String completed) throws IOException {
        assertThat(completed(words)).containsExactly(completed);
    }

    /** What bash has of its own, names of files, comes where nothing is said. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "sluice run ''",
                "sluice run mine",
                "sluice run x -o mine",
                "sluice run --csv = mine",
                "sluice step mine",
                "sluice merge mine",
                "sluice describe mine",
                "sluice run -d mine"
            })
    void files_are_left_to_bash(String words) throws IOException {
        Files.createFile(folder.resolve("mine.yaml"));

        assertThat(completed(words)).isEmpty();
    }

    @Test
    void bash_completes_every_command_and_every_option_of_each() throws IOException {
        Map<String, CommandLine> commands = Main.commandLine().getSubcommands();
        assertThat(completed("sluice ''")).containsExactlyInAnyOrderElementsOf(commands.keySet());

        for (Map.Entry<String, CommandLine> command : commands.entrySet()) {
            List<String> names = command.getValue().getCommandSpec().options().stream()
                    .filter(option -> !option.hidden())
                    .flatMap(option -> Stream.of(option.names()))
                    .toList();
            assertThat(completed("sluice " + command.getKey() + " -"))
                    .as(command.getKey())
                    .containsExactlyInAnyOrderElementsOf(names);
        }
    }

    private List<String> completed(String words) throws IOException {
        assumeTrue(Shell.has("bash"), "bash is not installed");
        Files.writeString(folder.resolve("sluice"), BASH);
        String line = "source ./sluice; COMP_WORDS=(%s); COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); _complete_sluice;"
                .formatted(words);
        Shell.Result result =
                new Shell(folder).run("bash", "-c", line + " complete -p sluice; printf '%s\\n' \"${COMPREPLY[@]}\"");

        assertThat(result.err()).isEmpty();
        List<String> lines = result.out()
                .lines()
                .map(String::strip)
                .filter(text -> !text.isEmpty())
                .toList();
        assertThat(lines.get(0)).isEqualTo("complete -o default -F _complete_sluice sluice");
        return lines.subList(1, lines.size());
    }

    @Test
    void zsh_loads_the_completion_by_its_first_line_and_is_answered_by_its_last() {
        assertThat(ZSH).startsWith("#compdef sluice\n").endsWith("\n_bash_complete -o default -F _complete_sluice\n");
    }

    @Test
    void zsh_can_read_the_completion() throws IOException {
        assumeTrue(Shell.has("zsh"), "zsh is not installed");
        Files.writeString(folder.resolve("_sluice"), ZSH);

        assertThat(new Shell(folder).run("zsh", "-n", "_sluice").code()).isZero();
    }
}
