// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.report.page;

import dev.sluice.cli.output.JsonDocument;
import dev.sluice.cli.output.RelativePaths;
import dev.sluice.result.RunDetails;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * A run as a page embeds it: {@code result.json} without what it cost the host, so that equal runs give equal pages, and
 * what it lacks.
 */
public final class PageRun {
    private static final JsonMapper MAPPER = JsonMapper.shared();

    private final JsonDocument result;
    private final @Nullable RunDetails details;
    private final @Nullable String file;
    private final Map<String, JsonNode> more = new LinkedHashMap<>();

    /**
     * A run.
     *
     * @param result its result file
     * @param details what was kept beside; null for nothing
     * @param file the stream or trace as the user named it; null for a result of an earlier run
     */
    public PageRun(JsonDocument result, @Nullable RunDetails details, @Nullable String file) {
        this.result = result.without("wallSeconds", "timing");
        this.details = details;
        this.file = file;
    }

    /** Adds what {@code check --json} prints. */
    public PageRun check(String json) {
        more.put("check", MAPPER.readTree(json));
        return this;
    }

    /** Adds what {@code advise --json} prints. */
    public PageRun advice(String json) {
        more.put("advice", MAPPER.readTree(json));
        return this;
    }

    /** Writes it as an object. */
    void writeTo(JsonGenerator json) {
        json.writeStartObject();
        json.writeName("result");
        Map<String, String> source = writeResult(json);
        json.writeName("details");
        MAPPER.writeValue(json, details);
        json.writeName("source");
        MAPPER.writeValue(json, source);
        more.forEach((name, tree) -> {
            json.writeName(name);
            json.writeTree(tree);
        });
        json.writeEndObject();
    }

    /** Writes the result. Gives the lines of the source that it names, by place. */
    private Map<String, String> writeResult(JsonGenerator json) {
        Map<String, String> source = new LinkedHashMap<>();
        if (file == null) {
            result.writeTo(json);
            return source;
        }
        SourceLines lines = SourceLines.of(file);
        result.relativeTo(file).seenBy(lines::add).writeTo(json);
        lines.found().forEach((place, line) -> source.put(RelativePaths.text(place, file), line));
        return source;
    }
}
