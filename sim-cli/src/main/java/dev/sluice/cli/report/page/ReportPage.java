// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.report.page;

import dev.sluice.cli.page.Page;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.function.Consumer;
import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.json.JsonMapper;

/** The pages of {@code --html}. */
public final class ReportPage {
    private static final JsonMapper MAPPER = JsonMapper.shared();
    /** Longer data are packed: a browser unpacks them faster than it reads them. */
    private static final int PLAIN = 1 << 20;

    /** Where the page is drawn. */
    private static final String PLACE = "<main id=\"page\"></main>\n";

    private ReportPage() {}

    /**
     * The page of a run, as HTML.
     *
     * @param version Sluice's
     */
    public static String of(PageRun run, String stream, String device, String version) {
        return page("sluice/report/main.js", stream + " on " + device, json -> {
            json.writeStringProperty("version", version);
            json.writeName("run");
            run.writeTo(json);
        });
    }

    /**
     * The page of a comparison, as HTML.
     *
     * @param difference what {@code compare --json} prints of two results
     */
    public static String of(PageRun a, String nameOfA, PageRun b, String nameOfB, String difference, String version) {
        return page("sluice/report/compare.js", nameOfA + " and " + nameOfB, json -> {
            json.writeStringProperty("version", version);
            json.writeStringProperty("nameOfA", nameOfA);
            json.writeStringProperty("nameOfB", nameOfB);
            json.writeName("a");
            a.writeTo(json);
            json.writeName("b");
            b.writeTo(json);
            json.writeName("difference");
            json.writeTree(MAPPER.readTree(difference));
        });
    }

    private static String page(String entry, String title, Consumer<JsonGenerator> data) {
        StringWriter out = new StringWriter();
        try (PageData packed = new PageData(PLAIN)) {
            try (JsonGenerator json = MAPPER.createGenerator(packed)) {
                json.writeStartObject();
                data.accept(json);
                json.writeEndObject();
            }
            Page page = new Page(title + " · Sluice", entry)
                    .style("report/report.css")
                    .style("report/tables.css")
                    .style("report/drawings.css")
                    .body(PLACE);
            packed.addTo(page);
            page.write(out);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return out.toString();
    }
}
