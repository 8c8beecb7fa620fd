// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sluice.cli.Cli;
import dev.sluice.config.sweep.SweepDefinition;
import dev.sluice.config.sweep.SweepReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Holds {@code docs/case-study-cache-policies.md} to the results of its sweep, which lie beside it, and one of these to the simulator.
 *
 * <p>{@code -Dsluice.study=DIR} takes the results and the plots from what the page's command wrote; {@code -Dsluice.renew} writes the page's tables
 * anew.
 */
final class CachePolicyStudyTest {
    private static final Path DOCUMENT = Documents.ROOT.resolve("docs/case-study-cache-policies.md");
    private static final Path SWEEP = Documents.ROOT.resolve("configs/sweeps/cache-policies.yaml");
    private static final Path IMAGES = Documents.ROOT.resolve("docs/images");
    private static final String COMMAND = "sluice sweep cache-policies -o study";
    private static final int POINTS = 168;
    private static final int LARGEST_IMAGE = 60 << 10;

    private final SweepDefinition sweep = SweepReader.read(SWEEP);

    @Test
    void the_command_of_the_page_is_the_shipped_sweep() {
        assertThat(Documents.lines(DOCUMENT)).contains(COMMAND);
        assertThat(Cli.run("validate", SWEEP.toString()).out()).contains("sweep cache-policies, " + POINTS + " points");
        assertThat(Cli.run("list", "sweeps").out()).contains("cache-policies");
    }

    @Test
    void the_tables_are_those_of_the_results() throws IOException {
        String study = System.getProperty("sluice.study");
        if (study != null) {
            String results = Documents.text(Path.of(study, "results.csv"));
            Files.writeString(CachePolicyTables.RESULTS, results.replace("\r\n", "\n"));
        }
        CachePolicyTables tables = CachePolicyTables.read();
        String document = Documents.text(DOCUMENT);
        String renewed = tables.into(document);

        assertThat(tables.points()).isEqualTo(POINTS);
        if (System.getProperty("sluice.renew") != null) {
            Files.writeString(DOCUMENT, renewed);
        } else {
            assertThat(document)
                    .as("run: mvn -pl sim-cli -am test -Dtest=CachePolicyStudyTest -Dsluice.renew"
                            + " -Dsurefire.failIfNoSpecifiedTests=false")
                    .isEqualTo(renewed);
        }
    }

    /** Drawn by the sweep; the page's style goes with each. */
    @ParameterizedTest
    @CsvSource({
        "cache-policies-gemm.svg, gemm, caches.l2.hitRate over",
        "cache-policies-triad.svg, triad, caches.l2.hitRate over",
        "cache-policies-spmv.svg, spmv, cycles over"
    })
    void the_plots_are_drawings_of_the_sweep(String name, String section, String title) throws Exception {
        Path image = IMAGES.resolve(name);
        String study = System.getProperty("sluice.study");
        if (study != null) {
            Files.createDirectories(IMAGES);
            Files.writeString(image, drawing(Documents.text(Path.of(study, "sweep.html")), section, title));
        }
        byte[] bytes = Files.readAllBytes(image);

        assertThat(bytes.length).isLessThan(LARGEST_IMAGE);
        assertThat(Documents.text(DOCUMENT)).contains("](images/" + name + ")");
        assertThat(DocumentBuilderFactory.newInstance()
                        .newDocumentBuilder()
                        .parse(new ByteArrayInputStream(bytes))
                        .getElementsByTagName("polyline")
                        .getLength())
                .isEqualTo(8);
    }

    private static String drawing(String page, String section, String title) {
        int from = page.indexOf("<h2>" + section);
        int label = page.indexOf("aria-label=\"" + title, from);
        int begin = page.lastIndexOf("<svg", label);
        String svg = page.substring(begin, page.indexOf("</svg>", begin)) + "</svg>\n";
        String style = page.substring(page.indexOf("<style>"), page.indexOf("</style>") + "</style>".length());
        List<String> rules = new ArrayList<>();
        for (String line : style.lines().toList()) {
            boolean other = line.matches("(body|header|h[123]|dl|dt|dd|\\.plots|figure|\\.wide|table|th|td|tr|#).*");
            if (!other) {
                rules.add(line);
            }
        }
        int end = svg.indexOf(">\n") + 2;
        return svg.substring(0, end).replace("<svg ", "<svg xmlns=\"http://www.w3.org/2000/svg\" ")
                + String.join("\n", rules)
                        .replace("</style>", "svg text { font-family: system-ui, sans-serif; }\n</style>")
                + "\n<rect width=\"100%\" height=\"100%\" fill=\"var(--card)\"/>\n"
                + svg.substring(end);
    }

    /** The cheapest workload; within a percentage point and 3 % of the cycles, as models of parts change in details. */
    @Test
    void a_point_of_the_results_is_still_what_the_simulator_gives() {
        List<String> command =
                new ArrayList<>(List.of("run", "workloads/triad", "--timing-only", "--optimal", "--json"));
        sweep.settings().forEach(setting -> command.addAll(List.of("--set", setting)));
        command.addAll(List.of("--set", "caches.l2.size=2MiB", "--set", "caches.l2.replacement=brrip"));

        Cli cli = Cli.run(command.toArray(String[]::new));
        JsonNode result = JsonMapper.shared().readTree(cli.out());
        JsonNode optimal = result.path("caches").path("l2").path("optimal");
        CachePolicyTables.Point point = CachePolicyTables.read().point("triad", "2MiB", "brrip");
        double sectors = optimal.path("sectors").asDouble();

        assertThat(cli.err()).isEmpty();
        assertThat(optimal.path("actualHits").asDouble() / sectors).isCloseTo(point.hitRate(), within(0.01));
        assertThat(optimal.path("hits").asDouble() / sectors).isCloseTo(point.optimal(), within(0.01));
        assertThat(result.path("cycles").asDouble() / point.cycles()).isCloseTo(1, within(0.03));
    }

    @Test
    void the_sweep_has_eight_policies_three_sizes_and_seven_workloads() {
        assertThat(sweep.streams()).hasSize(7);
        assertThat(sweep.axes()).extracting(axis -> axis.values().size()).containsExactly(3, 8);
        assertThat(sweep.optimal()).isTrue();
    }
}
