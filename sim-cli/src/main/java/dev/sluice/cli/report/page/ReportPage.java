// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.report.page;

import dev.sluice.cli.page.Page;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** The pages of {@code --html}. */
public final class ReportPage {
    private static final JsonMapper MAPPER = JsonMapper.shared();
    private static final String WAIT =
            "<main id=\"page\"><noscript>This page draws its report with JavaScript, which is off.</noscript></main>\n";

    private ReportPage() {}

    /**
     * The page of a run, as HTML.
     *
     * @param version Sluice's
     */
    public static String of(PageRun run, String version) {
        return page(
                "sluice/report/main.js",
                run.text("stream") + " on " + run.text("device"),
                root(version).set("run", run.tree()));
    }

    /**
     * The page of a comparison, as HTML.
     *
     * @param difference what {@code compare --json} prints of two results
     */
    public static String of(PageRun a, String nameOfA, PageRun b, String nameOfB, String difference, String version) {
        ObjectNode root = root(version);
        root.put("nameOfA", nameOfA);
        root.put("nameOfB", nameOfB);
        root.set("a", a.tree());
        root.set("b", b.tree());
        root.set("difference", MAPPER.readTree(difference));
        return page("sluice/report/compare.js", nameOfA + " and " + nameOfB, root);
    }

    private static ObjectNode root(String version) {
        return MAPPER.createObjectNode().put("version", version);
    }

    private static String page(String entry, String title, JsonNode data) {
        StringWriter out = new StringWriter();
        try {
            new Page(title + " · Sluice", entry)
                    .style("report/report.css")
                    .body(WAIT)
                    .json("data", MAPPER.writeValueAsString(data))
                    .write(out);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return out.toString();
    }
}
