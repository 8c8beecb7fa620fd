// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.report.page;

import dev.sluice.cli.page.Page;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.zip.GZIPOutputStream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** The pages of {@code --html}. */
public final class ReportPage {
    private static final JsonMapper MAPPER = JsonMapper.shared();
    /** Longer data are packed: a browser unpacks them faster than it reads them. */
    private static final int PLAIN = 1 << 20;

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
        String json = MAPPER.writeValueAsString(data);
        try {
            Page page = new Page(title + " · Sluice", entry)
                    .style("report/report.css")
                    .style("report/tables.css")
                    .style("report/drawings.css")
                    .body(WAIT);
            if (json.length() <= PLAIN) {
                page.json("data", json);
            } else {
                page.bytes("packed", packed(json));
            }
            page.write(out);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return out.toString();
    }

    private static byte[] packed(String json) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (GZIPOutputStream out = new GZIPOutputStream(bytes)) {
            out.write(json.getBytes(StandardCharsets.UTF_8));
        }
        return bytes.toByteArray();
    }
}
