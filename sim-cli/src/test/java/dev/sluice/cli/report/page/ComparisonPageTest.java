// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.report.page;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.cli.Cli;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** What {@code compare --html} writes, and how it looks. */
final class ComparisonPageTest {
    private static final String BROKEN = "scenarios/stale-l1-broken";
    private static final String CURED = "scenarios/stale-l1-cured-barrier";

    /** What several tests look at. */
    @TempDir
    private static Path shared;

    private static Path compared = Path.of("");

    @TempDir
    private Path dir;

    @BeforeAll
    static void compare() {
        compared = Pages.write(shared, "compare", BROKEN, CURED);
        Cli.run("run", BROKEN, "-q", "--analyze", "-o", shared.resolve("a").toString());
        Cli.run(
                "run",
                BROKEN,
                "-q",
                "--set",
                "caches.l1.size=4KiB",
                "-o",
                shared.resolve("b").toString());
    }

    @Test
    void both_streams_are_on_the_page() throws IOException {
        JsonNode data = Pages.data(compared);

        assertThat(data.path("nameOfA").stringValue()).isEqualTo("stale-l1-broken");
        assertThat(data.path("a").path("result").path("staleReads").size()).isPositive();
        assertThat(data.path("b").path("result").path("staleReads").size()).isZero();
        assertThat(data.path("a").path("details").path("channels").size()).isPositive();
    }

    @Test
    void equal_comparisons_write_equal_pages() throws IOException {
        byte[] first = Files.readAllBytes(compared);

        assertThat(Files.readAllBytes(Pages.write(dir, "compare", BROKEN, CURED)))
                .isEqualTo(first);
    }

    @Test
    void results_of_earlier_runs_are_compared_too() throws IOException {
        JsonNode data = Pages.data(Pages.write(
                dir,
                "compare",
                shared.resolve("a").toString(),
                shared.resolve("b").toString()));

        assertThat(data.path("a").path("result")).isEqualTo(Pages.result(shared.resolve("a/result.json")));
        assertThat(data.path("difference")
                        .path("settings")
                        .valueStream()
                        .map(one -> one.path("key").stringValue()))
                .contains("caches.l1.size");
    }

    @Test
    void a_page_does_not_replace_a_result() {
        String a = shared.resolve("a/result.json").toString();

        Cli cli = Cli.run("compare", a, shared.resolve("b").toString(), "--html", a);

        assertThat(cli.code()).isEqualTo(2);
        assertThat(cli.err()).startsWith(a + ": is also an input");
    }

    @Test
    void a_run_for_time_alone_has_no_number_of_findings() throws IOException {
        Cli.run("run", CURED, "-q", "--timing-only", "-o", dir.resolve("timed").toString());
        Path page = Pages.write(
                dir,
                "compare",
                shared.resolve("a").toString(),
                dir.resolve("timed").toString());
        try (Report report = new Report(page, 1280, 1000)) {
            assertThat(report.texts("header").get(0))
                    .contains("–")
                    .contains("findings, B")
                    .doesNotContain("findings, A");
        }
    }

    @Test
    void differences_come_first_and_timelines_share_a_scale() throws IOException {
        JsonNode data = Pages.data(compared);
        try (Report report = new Report(compared, 1280, 1000)) {
            assertThat(report.texts("section > h2"))
                    .containsExactly(
                            "What makes the difference",
                            "Findings",
                            "Timelines on one scale",
                            "Commands",
                            "Barriers",
                            "Caches",
                            "What limits them",
                            "Traffic between levels",
                            "Other counters",
                            "What was run");
            assertThat(report.texts(".timeline canvas")).hasSize(2);
            assertThat(report.texts("section:first-of-type .leaders li")).isNotEmpty();
            List<List<String>> commands = report.csv("commands");
            for (List<String> row : commands.subList(1, commands.size())) {
                assertThat(Long.parseLong(row.get(3)))
                        .isEqualTo(Long.parseLong(row.get(2)) - Long.parseLong(row.get(1)));
            }
            assertThat(commands).hasSizeGreaterThan(3);
            assertThat(report.texts("#table-cache-counters tbody tr").size())
                    .isLessThanOrEqualTo((int) data.path("difference")
                            .path("caches")
                            .valueStream()
                            .mapToLong(cache -> cache.path("counters").size())
                            .sum())
                    .isPositive();
            assertThat(report.browser().complaints()).isEmpty();
            assertThat(report.barriersToAccess()).isEmpty();
        }
    }

    @Test
    void hit_rates_of_both_are_drawn_over_each_other() throws IOException {
        Path page = Pages.write(dir, "compare", BROKEN, CURED);
        JsonNode data = Pages.data(page);
        try (Report report = new Report(page, 1280, 1000)) {
            report.browser().evaluate("document.querySelector('#caches').scrollIntoView()");
            List<String> drawn = report.texts("#caches .chart figcaption b");
            assertThat(drawn).isNotEmpty();
            for (int chart = 0; chart < drawn.size(); chart++) {
                for (int side = 0; side < 2; side++) {
                    String sectors = "/details/series/counters/" + drawn.get(chart) + ".sectors";
                    long windows = data.at((side == 0 ? "/a" : "/b") + sectors)
                            .valueStream()
                            .filter(counted -> counted.asLong() > 0)
                            .count();
                    String path = String.valueOf(report.browser()
                            .evaluate("return document.querySelectorAll('#caches .chart')[" + chart
                                    + "].querySelectorAll('path')[" + side + "].getAttribute('d')"));
                    assertThat(path.chars().filter(c -> c == 'H').count())
                            .as(drawn.get(chart))
                            .isEqualTo(windows);
                }
            }
            assertThat(report.barriersToAccess()).isEmpty();
        }
    }

    @Test
    void a_command_that_only_one_has_stands_alone() throws IOException {
        String head = "buffer x 65536\nfill x 1\nbarrier CLEAR/TRANSFER_WRITE>COMPUTE_SHADER/SHADER_READ\n";
        Path one = Files.writeString(dir.resolve("one.cmds"), head + "dispatch sr=x\n");
        Path two = Files.writeString(dir.resolve("two.cmds"), head + "dispatch sr=x\nfill x 2\n");
        Path page = Pages.write(dir, "compare", one.toString(), two.toString());
        try (Report report = new Report(page, 1280, 1000)) {
            assertThat(report.csv("commands").stream()
                            .skip(1)
                            .filter(row -> row.get(1).isEmpty()))
                    .hasSize(1)
                    .allMatch(row -> row.get(0).contains("fillBuffer"));
        }
    }
}
