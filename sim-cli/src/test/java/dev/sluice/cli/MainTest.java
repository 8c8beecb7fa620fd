// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class MainTest {

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

    @ParameterizedTest
    @ValueSource(
            strings = {
                "run",
                "compare",
                "check",
                "advise",
                "barrier",
                "validate",
                "litmus",
                "list",
                "describe",
                "import",
                "schema",
                "serve"
            })
    void every_command_has_help_with_an_example_and_its_exit_codes(String command) {
        Cli cli = Cli.run(command, "--help");

        assertThat(cli.code()).isZero();
        assertThat(cli.out()).contains("Usage: sluice " + command, "Example", "Exit codes: 0 ", "2 bad usage or input");
        assertThat(cli.out().lines().count()).isLessThan(60);
    }

    @ParameterizedTest
    @CsvSource({
        "runn x, runn: no such command, did you mean 'run'?",
        "rn x, rn, 'run'",
        "check a.yaml --lint grave, 'none, error, warning, perf, info, all but was ''grave''', check --help",
        "run x.yaml --devic l2, --devic, --device",
        "run, FILE, run --help",
        "run a.yaml b.yaml, b.yaml, run --help",
        "run a.yaml --seed x, 'x' is no whole number, run --help",
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
