// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.cli.Cli;
import dev.sluice.cli.GraphicsResults;
import dev.sluice.cli.Results;
import dev.sluice.result.RunFinding;
import dev.sluice.result.RunResult;
import java.util.List;
import org.junit.jupiter.api.Test;

final class GraphicsReportTest {
    private static List<String> full(RunResult result) {
        return new TextReport(result, Cli.WIDE).full(false).lines().toList();
    }

    private static String line(RunResult result, String start) {
        return full(result).stream()
                .filter(l -> l.startsWith(start))
                .findFirst()
                .orElseThrow();
    }

    private static String actions(RunResult.ActionResult... actions) {
        return String.join("\n", BarrierActions.lines(List.of(actions), 66, 2));
    }

    @Test
    void units_say_what_became_of_pixels() {
        assertThat(String.join(" ", full(GraphicsResults.clean())).replaceAll("\\s+", " "))
                .contains("tested 4,000 (passed 75 %)", "written 5,000 of 20,000 samples", "blended 700")
                .contains("resolved 1,250", "8,000 requests");
    }

    @Test
    void tiles_are_told_by_state_and_clears_by_kind() {
        assertThat(String.join(" ", full(GraphicsResults.clean())).replaceAll("\\s+", " "))
                .contains("tiles written 206 raw, 12 2:1, 40 4:1, 1,000 8:1, 64 cleared")
                .contains("read 1 raw, 2 8:1, 3 cleared")
                .contains("clears 64 fast, 3 by writing");
    }

    @Test
    void compression_says_what_it_saved() {
        assertThat(line(GraphicsResults.clean(), "compression "))
                .contains("97.7 KiB of 293 KiB moved (3 to 1)", "saved 195.3 KiB", "400 reads, 90 writes");
    }

    @Test
    void readers_of_misfitting_tiles_are_pointed_out() {
        assertThat(line(GraphicsResults.clean(), "readers ")).contains("7 raw, 8 4:1", "4 did not fit");
    }

    @Test
    void transitions_are_told_by_kind_with_their_cost() {
        assertThat(line(GraphicsResults.clean(), "transitions "))
                .contains("2 initialised, 3 eliminated, 4 decompressed, 1 without work", "206 of 920 tiles changed");
    }

    @Test
    void translation_and_display_have_a_line() {
        assertThat(line(GraphicsResults.clean(), "tlb ")).contains("1,000 look-ups, hits 90 %", "20 walks");
        assertThat(line(GraphicsResults.clean(), "display "))
                .contains("2 presents, read 16 KiB", "checksum 2e4a8078")
                .doesNotContain("torn");
    }

    @Test
    void images_have_a_row_with_tiles_by_state() {
        assertThat(line(GraphicsResults.clean(), "color "))
                .containsSubsequence(
                        "R8G8B8A8_UNORM",
                        "256×128",
                        "SHADER_READ_ONLY_OPTIMAL",
                        "206",
                        "12",
                        "40",
                        "1,000",
                        "64",
                        "64 KiB",
                        "128 KiB");
        assertThat(line(GraphicsResults.clean(), "staging ")).contains("256×128, 3 levels");
    }

    @Test
    void of_many_images_those_with_tiles_are_shown() {
        List<String> lines = full(GraphicsResults.crowded(40));

        assertThat(lines).filteredOn(l -> l.startsWith("image")).hasSize(13);
        assertThat(lines).noneMatch(l -> l.startsWith("image2 ")).contains("  … and 28 more, see --json");
    }

    @Test
    void every_line_fits_80_columns() {
        String text = new TextReport(GraphicsResults.crowded(40), Style.PLAIN).full(true);

        assertThat(text).contains("rop ", "transitions ");
        assertThat(text.lines()).allMatch(l -> l.length() <= 80);
    }

    @Test
    void a_run_without_images_has_no_graphics_section() {
        assertThat(full(Results.clean()))
                .noneMatch(l -> l.startsWith("rop") || l.startsWith("tlb") || l.startsWith("display"));
    }

    @Test
    void a_clean_run_mentions_tearing_only_when_something_was_shown() {
        assertThat(full(GraphicsResults.clean()).get(1)).contains("no torn present");
        assertThat(full(Results.clean()).get(1)).doesNotContain("torn");
    }

    @Test
    void a_torn_present_is_a_finding_counted_once() {
        List<String> lines = full(GraphicsResults.torn());

        assertThat(lines.get(1)).isEqualTo("✗ 1 torn present");
        assertThat(lines.get(2)).isEqualTo("  tearing    host.5 shows screen bytes 0..255 (256 B)   s.yaml:40:5");
        assertThat(lines.get(3)).contains("64 B of them by submit0.2");
        assertThat(lines.get(4)).contains("note     let host.5 wait for a semaphore");
        assertThat(line(GraphicsResults.torn(), "display ")).contains("128 B torn");
    }

    @Test
    void quiet_shows_torn_presents() {
        assertThat(new TextReport(GraphicsResults.torn(), Cli.WIDE).quiet())
                .contains("tearing    host.5", ": 1 torn present, ");
    }

    @Test
    void barriers_name_the_image_and_the_tiles_of_transitions() {
        assertThat(line(GraphicsResults.clean(), "submit0.1 "))
                .endsWith("decompress color 206 of 920 tiles, 52 KiB; 1 had nothing to do");
    }

    @Test
    void transitions_of_a_kind_share_their_words() {
        assertThat(actions(
                        GraphicsResults.transition("initialise", "a", 10, 0, 32),
                        GraphicsResults.transition("initialise", "b", 20, 0, 32)))
                .isEqualTo("initialise a, b: 30 tiles, 64 B");
    }

    @Test
    void a_transition_without_work_is_named_where_it_is_all_there_is() {
        assertThat(actions(GraphicsResults.transition("nothing", "a", 0, 0, 0))).isEqualTo("transition of a (no work)");
    }

    @Test
    void actions_that_do_not_fit_are_counted() {
        RunResult.ActionResult flush = new RunResult.ActionResult(
                "flush:ROP_COLOR", "c", 4, 9, 1_000, 64_000, 0, 0, 1, 2, java.util.Map.of(), java.util.Map.of());
        RunResult.ActionResult idle = new RunResult.ActionResult(
                "invalidate:L2", "l2", 4, 9, 0, 0, 0, 0, 1, 2, java.util.Map.of(), java.util.Map.of());

        String text = actions(flush, flush, flush, flush, flush, idle);

        assertThat(text.lines()).hasSize(2).allMatch(l -> l.length() <= 66);
        assertThat(text).endsWith("… 4 more;\n1 had nothing to do");
    }

    @Test
    void what_is_missing_of_an_image_is_explained() {
        RunFinding.StaleRead read = Results.broken().staleReads().get(0);
        assertThat(FindingsSection.gloss("decompress")).contains("compressed tiles");
        assertThat(FindingsSection.gloss(read.missing())).isEmpty();
    }

    @Test
    void comparison_has_rows_for_graphics_where_there_is_any() {
        String text = new Comparison(Results.clean(), GraphicsResults.torn(), Cli.WIDE).text();

        assertThat(text.lines())
                .anyMatch(l -> l.matches("findings +0 +2 +[+]2"))
                .anyMatch(l -> l.matches("tiles: saved by compression +0 B +195.3 KiB .*"))
                .anyMatch(l -> l.matches("transitions: tiles changed +0 +206 .*"))
                .anyMatch(l -> l.matches("page walks +0 +20 .*"));
        assertThat(new Comparison(Results.clean(), Results.clean(), Cli.WIDE).text())
                .doesNotContain("pixels", "page walks");
    }
}
