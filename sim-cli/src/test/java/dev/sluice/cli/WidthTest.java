// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.cli.report.Style;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Reports of every command fit the terminal, and are coloured when somebody wants it. */
final class WidthTest {
    private static final String BROKEN = "scenarios/transfer-write-shader-read-broken";
    private static final String CURED = "scenarios/transfer-write-shader-read-cured";

    @ParameterizedTest
    @ValueSource(
            strings = {
                "run upload-scale-readback",
                "run upload-scale-readback --explain all --barriers",
                "run " + BROKEN + " --strict --analyze --optimal --energy -d rdna2-6900xt",
                "run deferred-frame -d tiny-2 --max-cycles 200000",
                "check " + BROKEN,
                "check over-synchronized",
                "compare " + BROKEN + " " + CURED,
                "advise over-synchronized --simulations 1",
                "barrier COMPUTE_SHADER>COPY",
                "describe adreno-6xx",
                "list devices",
                "list streams",
                "list rules",
                "lesson",
                "litmus mp mp3 --explain",
                "validate upload-scale-readback tiny-1"
            })
    void reports_fit_80_columns(String line) {
        Cli cli = Cli.narrow(line.split(" "));

        assertThat(cli.err()).isEmpty();
        assertThat(cli.out()).isNotEmpty();
        assertThat(cli.out().lines()).allSatisfy(one -> assertThat(one).hasSizeLessThanOrEqualTo(80));
    }

    @Test
    void a_wide_terminal_is_used() {
        assertThat(Cli.run("run", "upload-scale-readback").out().lines())
                .anyMatch(line -> line.contains("submit0.4 copyBuffer 'readback'") && line.contains("████"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"run upload-scale-readback -q", "list devices", "help run", "step --help", "--help"})
    void a_narrow_terminal_is_no_fault(String line) {
        Cli cli = Cli.run(new Style(false, 40), line.split(" "));

        assertThat(cli.err()).isEmpty();
        assertThat(cli.out()).isNotEmpty();
        assertThat(cli.code()).isZero();
    }

    @Test
    void what_does_not_fit_in_a_row_is_told_nevertheless() {
        String out = Cli.narrow("compare", BROKEN, CURED).out();

        assertThat(out).contains("+2,176 (+21.3 %)", "configs/…", "- pipelineBarrier: ");
    }

    @Test
    void coloured_text_fits_as_plain_text_does() {
        String plain = Cli.narrow("run", BROKEN).out();

        String coloured = Cli.narrow("run", BROKEN, "--color", "always").out();

        assertThat(coloured).contains("\u001b[1m");
        assertThat(coloured.replaceAll("\u001b\\[[0-9;]*m", "")).isEqualTo(plain);
    }

    @Test
    void nobody_who_watches_gets_colours_against_his_will() {
        Style coloured = new Style(true, 80);

        assertThat(Cli.run(coloured, "list", "devices", "--color=never").out()).doesNotContain("\u001b");
        assertThat(Cli.run(coloured, "run", BROKEN).out()).contains("\u001b");
    }

    @ParameterizedTest
    @CsvSource({
        "AUTO, true, '', '', xterm, true",
        "AUTO, false, '', '', xterm, false",
        "AUTO, true, 1, '', xterm, false",
        "AUTO, false, '', 1, xterm, true",
        "AUTO, false, '', 0, xterm, false",
        "AUTO, true, 1, 1, xterm, false",
        "AUTO, true, '', '', dumb, false",
        "ALWAYS, false, 1, '', dumb, true",
        "NEVER, true, '', 1, xterm, false"
    })
    void the_environment_decides_where_the_option_does_not(
            ColorChoice choice, boolean person, String never, String force, String term, boolean coloured) {
        assertThat(choice.coloured(person, Map.of("NO_COLOR", never, "CLICOLOR_FORCE", force, "TERM", term)))
                .isEqualTo(coloured);
    }

    @Test
    void the_last_word_about_colours_counts() {
        assertThat(ColorChoice.of(List.of("run", "--color=always", "x", "--color", "never")))
                .isEqualTo(ColorChoice.NEVER);
        assertThat(ColorChoice.of(List.of("run", "--", "--color=always"))).isEqualTo(ColorChoice.AUTO);
        assertThat(Cli.run("list", "devices", "--color", "red").err()).contains("--color", "auto, always, never");
    }

    @ParameterizedTest
    @CsvSource({"120, 120", "7, 40", "'', 80", "wide, 80", "5000, 1000", "0, 80"})
    void columns_say_how_wide_it_is(String columns, int width) {
        assertThat(TerminalWidth.of(columns, false)).isEqualTo(width);
        assertThat(TerminalWidth.of(null, false)).isEqualTo(Style.WIDTH);
    }
}
