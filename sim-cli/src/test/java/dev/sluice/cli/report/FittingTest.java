// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.report;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class FittingTest {
    private static String fit(int width, String line) {
        return new Fitting(width).text(line);
    }

    @Test
    void what_fits_stays() {
        assertThat(fit(12, "  a   b\nlong enough!\n")).isEqualTo("  a   b\nlong enough!\n");
    }

    @Test
    void a_long_line_goes_on_under_its_text() {
        assertThat(fit(24, "label     some words that are long"))
                .isEqualTo("label     some words\n          that are long");
        assertThat(fit(20, "words without a label")).isEqualTo("words without a\n  label");
    }

    @Test
    void a_place_has_its_own_line_and_loses_folders_first() {
        assertThat(fit(30, "  got   x   configs/streams/some/file.yaml:3:1"))
                .isEqualTo("  got   x\n        …/file.yaml:3:1");
        assertThat(Text.shortPath("configs/streams/some/file.yaml:3:1", 30)).isEqualTo("configs/…/some/file.yaml:3:1");
        assertThat(Text.shortPath("a/b.yaml", 3)).isEqualTo("b.yaml");
    }

    @Test
    void a_comment_goes_before_what_it_is_about_so_that_that_stays_whole() {
        assertThat(fit(42, "     add      - one: {two: [three, four]}   # before submit0.1"))
                .isEqualTo("     add      # before submit0.1\n              - one: {two: [three, four]}");
    }

    @Test
    void a_comment_on_a_line_without_a_label_goes_before_the_line() {
        assertThat(fit(42, "              - one: {two: [three, four]}   # before submit0.1"))
                .isEqualTo("              # before submit0.1\n              - one: {two: [three, four]}");
    }

    @Test
    void a_comment_without_anything_else_stays_behind_its_label() {
        assertThat(fit(34, "     add      # signal it at submit0.1, and wait"))
                .isEqualTo("     add      # signal it at\n              submit0.1, and wait");
    }

    @Test
    void colours_end_with_a_line_and_begin_again() {
        String bold = "\u001b[1m";
        String end = "\u001b[0m";

        assertThat(fit(14, "  " + bold + "one two three four" + end + " x"))
                .isEqualTo("  " + bold + "one two" + end + "\n    " + bold + "three four" + end + "\n    x");
    }
}
