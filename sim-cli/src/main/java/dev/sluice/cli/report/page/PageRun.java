// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.report.page;

import dev.sluice.cli.output.RelativePaths;
import dev.sluice.result.RunDetails;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * A run as a page embeds it: {@code result.json} without what it cost the host, so that equal runs give equal pages, and
 * what it lacks.
 */
public final class PageRun {
    private static final JsonMapper MAPPER = JsonMapper.shared();

    private final ObjectNode root = MAPPER.createObjectNode();

    /**
     * A run.
     *
     * @param result its result file
     * @param details what was kept beside; null for nothing
     * @param file the stream or trace as the user named it; null for a result of an earlier run
     */
    public PageRun(ObjectNode result, @Nullable RunDetails details, @Nullable String file) {
        ObjectNode copy = result.deepCopy();
        copy.remove("wallSeconds");
        copy.remove("timing");
        Map<String, String> lines = file == null ? Map.of() : SourceLines.of(copy, file);
        root.set("result", copy);
        root.set("details", details == null ? MAPPER.nullNode() : MAPPER.valueToTree(details));
        ObjectNode source = root.putObject("source");
        lines.forEach((place, line) -> source.put(file == null ? place : RelativePaths.text(place, file), line));
        if (file != null) {
            RelativePaths.shorten(copy, file);
        }
    }

    /** Adds what {@code check --json} prints. */
    public PageRun check(String json) {
        root.set("check", MAPPER.readTree(json));
        return this;
    }

    /** Adds what {@code advise --json} prints. */
    public PageRun advice(String json) {
        root.set("advice", MAPPER.readTree(json));
        return this;
    }

    /** A key of its result as text; empty without it. */
    String text(String key) {
        return root.path("result").path(key).asString("");
    }

    JsonNode tree() {
        return root;
    }
}
