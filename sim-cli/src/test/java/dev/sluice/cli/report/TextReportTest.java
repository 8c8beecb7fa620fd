// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.cli.Cli;
import dev.sluice.cli.Results;
import dev.sluice.result.RunResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class TextReportTest {
    private static List<String> full(RunResult result) {
        return new TextReport(result, Cli.WIDE).full(false).lines().toList();
    }

    private static String line(RunResult result, String start) {
        return full(result).stream()
                .filter(l -> l.startsWith(start))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void findings_come_first_and_say_what_would_help() {
        List<String> lines = full(Results.broken());

        assertThat(lines.get(1)).isEqualTo("✗ 1 stale read, 1 lost write, 1 failed expect");
        assertThat(lines.get(2)).contains("stale read", "submit0.2 reads x bytes 0..4,095 (4 KiB)", "s.yaml:21:9");
        assertThat(lines.get(3)).contains("got", "00 00 00 00");
        assertThat(lines.get(4)).contains("expected", "written by submit0.0");
        assertThat(lines.get(5)).contains("held in  l1[3], missing invalidate:L1");
        assertThat(lines.get(6)).contains("add", Results.SUGGESTION);
        assertThat(lines).anyMatch(l -> l.contains("lost write") && l.contains("y bytes 7 (1 B)"));
        assertThat(lines).anyMatch(l -> l.contains("expect ") && l.contains("host.2"));
    }

    @Test
    void suggestion_is_never_cut() {
        assertThat(String.join("\n", full(Results.broken()))).contains(Results.SUGGESTION);
    }

    @Test
    void a_clean_run_says_so() {
        assertThat(full(Results.clean()).get(1)).isEqualTo("✓ clean: no stale read, no lost write, the expect holds");
    }

    @Test
    void a_timing_only_run_claims_nothing_about_bytes() {
        assertThat(full(Results.timingOnly()).get(1)).startsWith("timing only").doesNotContain("clean");
    }

    @Test
    void total_has_cycles_and_time() {
        assertThat(line(Results.clean(), "total"))
                .isEqualTo("total  1,234,567 cycles = 823.04 µs at 1.5 GHz, 81,920 requests, 262,144 sectors");
    }

    @Test
    void an_interrupted_run_is_marked() {
        assertThat(line(Results.interrupted(), "total")).contains("interrupted");
        assertThat(full(Results.interrupted()).get(1)).isEqualTo("stopped before the end: no finding so far");
    }

    @ParameterizedTest
    @ValueSource(strings = {"upload-scale-readback --timing-only", "scenarios/line-sharing-broken -d tiny-2"})
    void a_line_of_summary_says_that_a_run_was_cut_off(String run) {
        List<String> words = new ArrayList<>(List.of("run", "-q", "--max-cycles", "4200"));
        words.addAll(List.of(run.split(" ")));

        Cli cut = Cli.run(words.toArray(String[]::new));

        assertThat(cut.code()).isEqualTo(3);
        assertThat(cut.out().lines().filter(line -> line.contains(", stopped before the end, 4,200 cycles")))
                .hasSize(1);
    }

    @Test
    void commands_have_bars_that_show_overlap() {
        String first = line(Results.clean(), "submit0.0 copyBuffer");
        String second = line(Results.clean(), "submit0.2 dispatch");

        assertThat(first)
                .contains("1,000", "5,000", "4,000", "1 MiB", "1.5 KiB")
                .endsWith("████████████············");
        assertThat(second).endsWith("·········███████████████");
    }

    @Test
    void barriers_have_a_section_of_their_own() {
        assertThat(line(Results.clean(), "submit0.1 "))
                .contains(
                        "4,999",
                        "3,999",
                        "1,000",
                        "2 KiB",
                        "flush:L2 12 dirty, 1.5 KiB back; invalidate:L1 77 dropped");
    }

    @Test
    void implicit_barriers_without_actions_are_left_out() {
        assertThat(full(Results.clean())).noneMatch(l -> l.startsWith("submit0.begin"));
    }

    @Test
    void caches_show_hit_rates_and_idle_ones_are_left_out() {
        assertThat(line(Results.clean(), "l1 ×16")).contains("1,000", "87.5 %", "40", "25 %", "3.9 KiB");
        assertThat(full(Results.clean())).noneMatch(l -> l.startsWith("tex"));
    }

    @Test
    void vram_shows_bandwidth_against_the_peak_and_row_hits() {
        assertThat(line(Results.clean(), "vram")).contains("1.65 GB/s of 224 GB/s", "row hits 80 %", "74 (median)");
    }

    @Test
    void notes_come_last() {
        List<String> lines = full(Results.clean());

        assertThat(lines.get(lines.size() - 1)).startsWith("assumed");
        assertThat(lines).anyMatch(l -> l.startsWith("note") && l.contains("a note"));
        assertThat(lines).anyMatch(l -> l.contains("never written"));
    }

    @Test
    void a_small_run_fits_on_a_screen() {
        assertThat(full(Results.broken())).hasSizeLessThanOrEqualTo(50);
    }

    @Test
    void long_lists_are_cut_and_say_so() {
        List<String> lines = full(Results.crowded(20, 40));

        assertThat(lines).hasSizeLessThanOrEqualTo(70);
        assertThat(lines).contains("  … and 16 more, see --json or --all", "  … and 28 more, see --json");
    }

    @Test
    void every_finding_is_shown_when_asked_for() {
        String text = new TextReport(Results.crowded(20, 1), Cli.WIDE).full(true);

        assertThat(text.lines().filter(line -> line.startsWith("  stale read"))).hasSize(20);
        assertThat(text).doesNotContain("more, see");
    }

    @Test
    void nothing_is_coloured_unless_asked_for() {
        assertThat(new TextReport(Results.broken(), Cli.WIDE).full(false)).doesNotContain("\u001b");
        assertThat(new TextReport(Results.broken(), Style.COLOURED).full(false)).contains("\u001b[");
    }

    @Test
    void is_the_same_in_every_locale() {
        Locale before = Locale.getDefault();
        try {
            String here = new TextReport(Results.broken(), Cli.WIDE).full(false);
            Locale.setDefault(Locale.forLanguageTag("de-DE-u-nu-arab"));
            assertThat(new TextReport(Results.broken(), Cli.WIDE).full(false)).isEqualTo(here);
        } finally {
            Locale.setDefault(before);
        }
    }

    @Test
    void quiet_is_one_line_for_a_clean_run() {
        assertThat(new TextReport(Results.clean(), Cli.WIDE).quiet())
                .isEqualTo("example on seed-discrete-l2: clean, 1,234,567 cycles (823.04 µs)\n");
    }

    @Test
    void quiet_shows_all_findings() {
        assertThat(new TextReport(Results.crowded(20, 0), Cli.WIDE)
                        .quiet()
                        .lines()
                        .filter(l -> l.contains("submit0.2 reads")))
                .hasSize(20);
    }
}
