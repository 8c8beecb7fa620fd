// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

final class MainTest {

    @Test
    void an_empty_file_name_is_told() {
        Cli run = Cli.run("run", "");
        assertThat(run.err()).isEqualTo("'': is not a file name: it is empty\n");
        assertThat(run.code()).isEqualTo(ExitCode.BAD_INPUT);
    }

    @Test
    void should_show_usage_when_asked_for_help() {
        Cli cli = Cli.run("--help");

        assertThat(cli.code()).isZero();
        assertThat(cli.out())
                .contains(
                        "Usage: sluice",
                        "run",
                        "compare",
                        "validate",
                        "litmus",
                        "list",
                        "describe",
                        "import",
                        "schema");
        assertThat(cli.err()).isEmpty();
    }

    @Test
    void should_tell_its_version() {
        Cli cli = Cli.run("--version");

        assertThat(cli.code()).isZero();
        assertThat(cli.out()).startsWith("sluice ");
    }

    @Test
    void should_show_usage_on_stderr_without_a_command() {
        Cli cli = Cli.run();

        assertThat(cli.code()).isEqualTo(2);
        assertThat(cli.out()).isEmpty();
        assertThat(cli.err()).contains("Usage: sluice");
    }

    static Stream<String> commands() {
        return Main.commandLine().getSubcommands().keySet().stream();
    }

    @ParameterizedTest
    @MethodSource("commands")
    void every_command_has_help_with_an_example_and_its_exit_codes(String command) {
        Cli cli = Cli.narrow(command, "--help");

        assertThat(cli.code()).isZero();
        assertThat(cli.out().replaceAll("\\s+", " "))
                .contains("Usage: sluice " + command, "Example", "Exit codes: 0 ", "2 bad usage or input");
        assertThat(cli.out().lines().count()).isLessThan(60);
        assertThat(cli.out().lines()).allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(80));
    }

    @ParameterizedTest
    @MethodSource("commands")
    void help_of_a_command_describes_every_option(String command) {
        Cli cli = Cli.narrow("help", command);

        assertThat(cli.code()).isZero();
        assertThat(Main.commandLine()
                        .getSubcommands()
                        .get(command)
                        .getCommandSpec()
                        .options())
                .allSatisfy(option -> assertThat(cli.out())
                        .containsPattern(
                                "(?m)^ .*" + Pattern.quote(option.longestName()) + "(=.*|\\[=.*)?( {2,}\\S|$)"));
        assertThat(cli.out().lines()).allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(80));
    }

    @Test
    void short_help_names_the_options_that_it_does_not_describe() {
        String out = Cli.narrow("run", "--help").out();

        assertThat(out).contains("Input:\n", "Report:\n", "More, which 'sluice help run' tells:\n");
        assertThat(Main.commandLine()
                        .getSubcommands()
                        .get("run")
                        .getCommandSpec()
                        .options())
                .allSatisfy(option -> assertThat(out).contains(option.longestName()));
    }

    @Test
    void help_without_a_command_lists_them() {
        assertThat(Cli.run("help").out()).isEqualTo(Cli.run("--help").out()).contains("\n  run ", "\n  help ");
    }

    @ParameterizedTest
    @CsvSource({
        "runn x, runn: no such command, did you mean 'run'?",
        "rn x, rn, 'run'",
        "help run run, Unmatched argument at index 2: 'run', help --help",
        "help run --bogus, --bogus, help --help",
        "help chekc, chekc: no such command, did you mean 'check'?",
        "check a.yaml --lint grave, 'none, error, warning, perf, info, all but was ''grave''', check --help",
        "run x.yaml --devic l2, --devic, --device",
        "run x.yaml --cycles 5, --cycles, 'did you mean ''--max-cycles''?'",
        "run, FILE, run --help",
        "run a.yaml b.yaml, b.yaml, run --help",
        "run a.yaml --seed x, 'x' is no whole number, run --help",
        "run a.yaml --max-cycles 9223372036854775808, 9223372036854775808, is too large",
        "run a.yaml --seed -9223372036854775809, -9223372036854775809, is too small",
        "sweep a.yaml -o x --jobs 99999999999, 99999999999, is too large",
        "replay a.csv -d tiny-1 --outstanding -1, --outstanding cannot be negative, -1",
        "compare a.yaml, CURED, compare --help",
        "import a.jsonl, --out, import --help",
        "validate, FILE, validate --help"
    })
    void badUsageIsOneLineThatNamesTheCulpritAndTheHelp(String line, String culprit, String hint) {
        Cli cli = Cli.run(line.split(" "));

        assertThat(cli.code()).isEqualTo(2);
        assertThat(cli.out()).isEmpty();
        assertThat(cli.err()).contains(culprit, hint, "--help'").doesNotContain("\tat ");
        assertThat(cli.errorLines()).isEqualTo(1);
    }
}
