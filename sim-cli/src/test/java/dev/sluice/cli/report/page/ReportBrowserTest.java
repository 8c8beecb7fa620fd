// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.report.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.Dimension;
import org.openqa.selenium.Keys;
import org.openqa.selenium.print.PrintOptions;
import tools.jackson.databind.JsonNode;

/** Reports as a reader uses them. */
final class ReportBrowserTest {
    @TempDir
    private static Path dir;

    private static JsonNode result;
    private static Report report;
    private static List<String> complaints = List.of();

    @BeforeAll
    static void open() throws IOException {
        Path page = Pages.write(
                dir, "run", "graphics/fast-clear-sample-broken", "-q", "--analyze", "--html-with", "check,advise");
        result = Pages.data(page).path("run").path("result");
        report = new Report(page, 1280, 1000);
        complaints = report.browser().complaints();
    }

    @AfterAll
    static void close() throws IOException {
        if (report != null) {
            report.close();
        }
    }

    @Test
    void every_section_is_there_and_the_console_is_empty() {
        assertThat(report.texts("section > h2"))
                .containsExactly(
                        "Findings",
                        "Hazards and lint",
                        "Timeline",
                        "What limits the run",
                        "Commands",
                        "Barriers",
                        "Cheaper barriers",
                        "Caches",
                        "Traffic between levels",
                        "Device memory",
                        "Images and tiles",
                        "Host and link",
                        "Analysis",
                        "Energy",
                        "Device",
                        "Inputs and notes");
        assertThat(complaints).isEmpty();
    }

    @Test
    void findings_come_first_with_their_story() {
        JsonNode stale = result.path("staleReads").path(0);

        assertThat(report.texts("section").get(0))
                .contains(" reads color bytes 0..16,383 (16 KiB)read")
                .contains(stale.path("got").stringValue())
                .contains(stale.path("expected").stringValue())
                .contains(stale.path("heldIn").stringValue())
                .contains(stale.path("missing").stringValue())
                .contains(stale.path("where").stringValue());
    }

    @Test
    void a_table_sorts_by_the_head_that_is_clicked_and_turns_round() {
        String head = "#table-caches thead th:nth-child(5)"; // reads
        report.click(head + " .sort");

        assertThat(report.find(head).getDomAttribute("aria-sort")).isEqualTo("descending");
        List<Long> down = numbers(report.csv("caches"), "reads");
        assertThat(down).isSortedAccordingTo((a, b) -> Long.compare(b, a));
        assertThat(down.get(0)).isPositive();

        report.click(head + " .sort");

        assertThat(report.find(head).getDomAttribute("aria-sort")).isEqualTo("ascending");
        assertThat(numbers(report.csv("caches"), "reads")).isSorted();
        assertThat(report.texts("#table-caches tbody tr:last-child th")).hasSize(1);
    }

    @Test
    void a_filter_leaves_rows_with_all_of_its_words() {
        int all = report.texts("#table-device tbody tr").size();

        report.filter("device", "CACHES.l2 ways");

        assertThat(report.texts("#table-device tbody th")).containsExactly("caches.l2.ways");
        assertThat(report.csv("device")).hasSize(2);
        report.filter("device", "");
        assertThat(report.texts("#table-device tbody tr")).hasSize(all);
    }

    @Test
    void csv_has_the_numbers_of_the_result() {
        List<List<String>> csv = report.csv("caches");
        List<String> names = csv.get(0);

        assertThat(csv).hasSize(1 + result.path("caches").size());
        for (List<String> row : csv.subList(1, csv.size())) {
            JsonNode cache = result.path("caches").path(row.get(0));
            for (int i = 4; i < names.size(); i++) {
                assertThat(row.get(i))
                        .as(row.get(0) + "." + names.get(i))
                        .isEqualTo(cache.path(names.get(i)).asString());
            }
        }
    }

    @Test
    void csv_of_barriers_has_the_cycles_of_the_result() {
        List<List<String>> csv = report.csv("barriers");
        int stall = csv.get(0).indexOf("stallCycles");

        assertThat(csv).hasSize(1 + result.path("barriers").size());
        for (JsonNode barrier : result.path("barriers")) {
            String id = barrier.path("id").stringValue();
            assertThat(csv.stream().filter(row -> row.get(0).equals(id)).map(row -> row.get(stall)))
                    .containsExactly(barrier.path("stallCycles").asString());
        }
    }

    @Test
    void what_reaches_a_level_in_the_drawing_is_what_it_counts() {
        Object wrong = report.evaluate("""
            const {traffic} = await import('sluice/report/traffic.js');
            const {result, details} = JSON.parse(document.getElementById('data').textContent).run;
            const graph = traffic(result, details);
            const sum = (id, kind) => graph.flows.filter(flow => flow.target === id && flow.kind === kind)
                .reduce((all, flow) => all + flow.value, 0);
            const wrong = [];
            for (const node of graph.nodes.filter(one => one.kind === 'cache' || one.kind === 'memory')) {
                const counted = node.id === 'vram' ? [result.vram.readBytes, result.vram.writeBytes]
                    : node.id === 'host' ? [result.link.toDeviceBytes, result.link.toHostBytes]
                    : [result.caches[node.id].aboveReadBytes, result.caches[node.id].aboveWriteBytes];
                if (sum(node.id, 'read') !== counted[0] || sum(node.id, 'write') !== counted[1]) {
                    wrong.push(node.id);
                }
            }
            // without what the run kept, as of an earlier result, the sums are the same
            const total = flows => flows.reduce((all, flow) => all + (flow.target === 'vram' ? flow.value : 0), 0);
            if (total(traffic(result, null).flows) !== total(graph.flows)) {
                wrong.push('earlier');
            }
            return wrong.concat(graph.nodes.some(one => one.id === 'vram') ? [] : 'no vram')
                .concat(document.querySelectorAll('.sankey .flow').length === graph.flows.length ? [] : 'drawing');
            """);

        assertThat((List<?>) wrong).isEmpty();
    }

    @Test
    void choosing_a_command_leaves_what_has_to_do_with_it() {
        int barriers = report.texts("#table-barriers tbody tr").size();
        report.click("#table-commands .pick");
        String chosen = report.texts("#table-commands .pick").get(0);

        assertThat(report.texts("#table-commands tbody tr")).hasSize(1);
        assertThat(report.texts(".chosen h3").get(0)).startsWith(chosen);
        assertThat(report.texts("#table-caches-by-command tbody th")).allMatch(chosen::equals);
        assertThat(report.texts("#table-barriers tbody tr").size()).isBetween(1, barriers);

        report.click(".chip button");

        assertThat(report.texts("#table-barriers tbody tr")).hasSize(barriers);
        assertThat(report.texts(".chosen")).isEmpty();
    }

    @Test
    void keys_go_through_the_timeline_and_zoom() {
        Object before = picture();

        report.find(".timeline canvas").sendKeys(Keys.ARROW_DOWN);
        assertThat(report.texts(".chosen h3")).hasSize(1);
        assertThat(picture()).isNotEqualTo(before);
        report.find(".timeline canvas").sendKeys(Keys.ESCAPE);
        assertThat(report.texts(".chosen h3")).isEmpty();
        assertThat(picture()).isEqualTo(before);

        report.find(".timeline canvas").sendKeys("+");
        assertThat(picture()).isNotEqualTo(before);
        report.find(".timeline canvas").sendKeys("0");
        assertThat(picture()).isEqualTo(before);
    }

    private static Object picture() {
        return report.evaluate("return new Promise(done => setTimeout(() => done(document.querySelector('.timeline"
                + " canvas').toDataURL()), 400))");
    }

    @Test
    void every_tile_of_an_image_is_in_its_picture() {
        Object tiles = report.evaluate("""
            const canvas = document.querySelector('.tilemap canvas');
            const data = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data;
            let drawn = 0;
            for (let i = 3; i < data.length; i += 4) {
                drawn += data[i] === 255 ? 1 : 0;
            }
            return drawn;
            """);
        JsonNode states = result.path("images").path(0).path("tiles");

        assertThat(tiles)
                .isEqualTo(Stream.of("raw", "half", "quarter", "eighth", "cleared")
                        .mapToLong(state -> states.path(state).asLong())
                        .sum());
    }

    @Test
    void nothing_keeps_anybody_out_in_either_theme() throws IOException {
        report.evaluate("document.documentElement.dataset.theme = 'light'");
        assertThat(report.barriersToAccess()).isEmpty();
        report.evaluate("document.documentElement.dataset.theme = 'dark'");
        assertThat(report.barriersToAccess()).isEmpty();
        report.evaluate("delete document.documentElement.dataset.theme");
    }

    @Test
    void paper_is_light_and_has_pages() {
        report.evaluate("window.printed = []; addEventListener('beforeprint', () =>"
                + " printed.push(document.documentElement.dataset.theme))");

        String pdf = report.browser().driver().print(new PrintOptions()).getContent();

        String text = new String(Base64.getMimeDecoder().decode(pdf), StandardCharsets.ISO_8859_1);
        assertThat(text).startsWith("%PDF");
        assertThat(text.split("/Type /Page\\b", -1)).hasSizeGreaterThan(3);
        assertThat(report.evaluate("return printed")).isEqualTo(List.of("light"));
    }

    @Test
    void a_table_on_paper_begins_on_the_page_of_its_heading() {
        report.browser().driver().executeCdpCommand("Emulation.setEmulatedMedia", Map.of("media", "print"));

        assertThat(report.evaluate("""
                const of = (selector, key) => getComputedStyle(document.querySelector(selector))[key];
                return [of('#caches h2', 'breakAfter'), of('#caches .tools', 'breakAfter'), of('#table-caches tbody tr', 'breakBefore')];
                """)).isEqualTo(List.of("avoid", "avoid", "avoid"));
        report.browser().driver().executeCdpCommand("Emulation.setEmulatedMedia", Map.of("media", ""));
    }

    @Test
    void a_tablet_needs_no_scrolling_sideways() {
        report.browser().driver().manage().window().setSize(new Dimension(800, 1100));

        assertThat(report.evaluate("return document.documentElement.scrollWidth <= window.innerWidth"))
                .isEqualTo(true);
        report.browser().driver().manage().window().setSize(new Dimension(1280, 1000));
    }

    @Test
    void names_of_sections_have_room_beside_the_sections(@TempDir Path folder) throws IOException {
        Path page = Pages.write(folder, "compare", "scenarios/stale-l1-broken", "scenarios/stale-l1-cured-barrier");

        try (Report both = new Report(page, 1300, 1000)) {
            assertThat(both.texts("nav a")).contains("What makes the difference");
            assertThat(both.evaluate("""
                    const names = document.querySelector('nav').getBoundingClientRect();
                    const texts = [...document.querySelectorAll('nav a')].map(a => a.getBoundingClientRect().right);
                    return Math.max(...texts) <= names.right
                        && names.right + 20 <= document.querySelector('h2').getBoundingClientRect().left;
                    """)).isEqualTo(true);
        }
    }

    @Test
    void long_names_of_streams_break_where_two_are_compared(@TempDir Path folder) throws IOException {
        Path file =
                Files.writeString(folder.resolve("long.yaml"), """
                sluice: 1
                name: %s
                device: tiny-1
                memory: [{name: m, size: 4KiB, properties: [DEVICE_LOCAL]}]
                buffers: [{name: x, memory: m, size: 4KiB}]
                program: [{queueSubmit: {commands: [{fillBuffer: {dst: x, data: 1}}], fence: f}}, {waitForFences: [f]}]
                """.formatted("a_name_that_an_engine_makes_".repeat(8)));
        Path page = Pages.write(folder, "compare", file.toString(), "--device", "tiny-1", "--device", "tiny-2");

        try (Report both = new Report(page, 800, 1000)) {
            assertThat(both.evaluate("return document.documentElement.scrollWidth <= window.innerWidth"))
                    .isEqualTo(true);
        }
    }

    @Test
    void a_run_of_many_commands_is_packed_and_shows_all_of_them(@TempDir Path folder) throws IOException {
        int dispatches = 450;
        StringBuilder stream = new StringBuilder("buffer x 65536\nfill x 1\n");
        for (int i = 0; i < dispatches; i++) {
            stream.append("barrier ALL_COMMANDS/MEMORY_WRITE>COMPUTE_SHADER/SHADER_READ\ndispatch sr=x\n");
        }
        Path file = Files.writeString(folder.resolve("many.cmds"), stream);
        Path page = Pages.write(folder, "run", file.toString(), "-q");

        assertThat(Files.readString(page)).contains("id=\"packed\"").doesNotContain("id=\"data\"");
        try (Report many = new Report(page, 1280, 1000)) {
            assertThat(many.csv("commands")).hasSize(1 + 1 + dispatches);
            assertThat(many.texts("#table-commands tbody tr")).hasSize(25);
            many.evaluate("document.querySelector('#commands .more').click()");
            assertThat(many.texts("#table-commands tbody tr")).hasSize(1 + dispatches);
            assertThat(many.browser().complaints()).isEmpty();
        }
    }

    @Test
    void a_run_in_which_nothing_happens_shows_no_number_that_is_none(@TempDir Path folder) throws IOException {
        Path file = Files.writeString(folder.resolve("empty.yaml"), """
                sluice: 1
                name: empty
                device: tiny-1
                program: []
                """);
        Path page = Pages.write(folder, "run", file.toString(), "-q", "--analyze", "--html-with", "check,advise");

        try (Report empty = new Report(page, 1280, 1000)) {
            assertThat(empty.texts("body")).singleElement().asString().doesNotContain("NaN", "Infinity", "undefined");
            assertThat(empty.browser().complaints()).isEmpty();
        }
    }

    private static List<Long> numbers(List<List<String>> csv, String column) {
        int at = csv.get(0).indexOf(column);
        return csv.subList(1, csv.size()).stream()
                .map(row -> Long.parseLong(row.get(at)))
                .toList();
    }
}
