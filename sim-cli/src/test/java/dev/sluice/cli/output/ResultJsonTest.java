// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.output;

import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.InputFormat;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.sluice.cli.GraphicsResults;
import dev.sluice.cli.Results;
import dev.sluice.cli.input.Provenance;
import dev.sluice.cli.run.RunTiming;
import dev.sluice.config.calls.LeftOut;
import dev.sluice.result.RunResult;
import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

final class ResultJsonTest {
    private static final RunTiming TIMING = new RunTiming(1, 0.25, 0.5, 0.375);

    private static JsonNode parse(RunResult result) {
        return JsonMapper.builder()
                .build()
                .readTree(ResultJson.of(result, "1.2.3", TIMING, null, LeftOut.NOTHING, null, Provenance.NONE)
                        .text());
    }

    @Test
    void top_level_keys_are_those_of_the_format() {
        assertThat(parse(Results.broken()).propertyNames())
                .containsExactlyInAnyOrder(
                        "sluice",
                        "stream",
                        "device",
                        "profile",
                        "reliable",
                        "doubts",
                        "notUnderstood",
                        "seed",
                        "version",
                        "inputs",
                        "resolvedDevice",
                        "cycles",
                        "timeNs",
                        "wallSeconds",
                        "timing",
                        "requests",
                        "sectors",
                        "events",
                        "commands",
                        "barriers",
                        "frames",
                        "limits",
                        "barrierTable",
                        "caches",
                        "vram",
                        "rop",
                        "display",
                        "energy",
                        "images",
                        "regions",
                        "analysis",
                        "tearing",
                        "outOfLimits",
                        "host",
                        "link",
                        "network",
                        "transfer",
                        "tlb",
                        "lostWrites",
                        "unwrittenReads",
                        "staleReads",
                        "hazards",
                        "lint",
                        "checks",
                        "timestamps",
                        "calibrated",
                        "notes",
                        "assumptions",
                        "interrupted",
                        "timingOnly");
    }

    @Test
    void counters_stand_beside_the_instances_of_a_cache() {
        JsonNode l1 = parse(Results.clean()).path("caches").path("l1");

        assertThat(l1.path("instances").intValue()).isEqualTo(16);
        assertThat(l1.path("readHits").longValue()).isEqualTo(875);
        assertThat(l1.path("byClient").path("storage").path("readMisses").longValue())
                .isEqualTo(1);
        assertThat(l1.path("byCommand").path("submit0.2").path("reads").longValue())
                .isEqualTo(3);
        assertThat(l1.has("total")).isFalse();
    }

    @Test
    void findings_carry_the_keys_of_the_format() {
        JsonNode broken = parse(Results.broken());

        assertThat(broken.path("staleReads").get(0).propertyNames())
                .contains(
                        "reader",
                        "resource",
                        "offset",
                        "size",
                        "got",
                        "expected",
                        "writer",
                        "heldIn",
                        "missing",
                        "suggestion");
        assertThat(broken.path("lostWrites").get(0).propertyNames())
                .contains(
                        "writer",
                        "resource",
                        "offset",
                        "size",
                        "lost",
                        "overwrittenWith",
                        "heldIn",
                        "missing",
                        "suggestion");
        assertThat(broken.path("checks").get(0).propertyNames()).contains("operation", "ok", "got", "expected");
        assertThat(broken.path("hazards").size()).isZero();
    }

    @Test
    void what_a_stream_without_images_lacks_is_null() {
        JsonNode plain = parse(Results.clean());

        assertThat(List.of("rop", "tlb", "display"))
                .allMatch(key -> plain.path(key).isNull());
        assertThat(plain.path("images").isEmpty()).isTrue();
        assertThat(plain.path("tearing").isEmpty()).isTrue();
    }

    @Test
    void graphics_stand_under_their_keys() {
        JsonNode torn = parse(GraphicsResults.torn());

        assertThat(torn.path("rop").path("tilesWritten").path("eighth").longValue())
                .isEqualTo(1_000);
        assertThat(torn.path("rop").path("transitions").path("decompressed").longValue())
                .isEqualTo(4);
        assertThat(torn.path("tlb").path("walks").longValue()).isEqualTo(20);
        assertThat(torn.path("display").path("checksum").stringValue()).isEqualTo("2e4a8078");
        assertThat(torn.path("images").get(0).path("extent").get(1).intValue()).isEqualTo(128);
        assertThat(torn.path("tearing").get(1).path("offset").longValue()).isEqualTo(4_096);
    }

    @Test
    void barrier_keeps_its_actions() {
        JsonNode action =
                parse(Results.clean()).path("barriers").get(1).path("actions").get(0);

        assertThat(action.propertyNames())
                .containsExactly(
                        "kind",
                        "cache",
                        "instances",
                        "linesVisited",
                        "dirtyLines",
                        "writtenBackBytes",
                        "invalidatedLines",
                        "invalidatedBytes",
                        "startCycle",
                        "endCycle",
                        "dirtyLinesByResource",
                        "writtenBackBytesByResource");
    }

    @Test
    void numbers_have_twelve_digits_on_every_jdk() {
        assertThat(ResultJson.of(Results.clean(), "v", TIMING, null, LeftOut.NOTHING, null, Provenance.NONE)
                        .text())
                .contains("\"timeNs\" : 823044.666667,")
                .contains("\"peakBytesPerCycle\" : 149.333333333,")
                .contains("\"mean\" : 92.123456789");
    }

    @Test
    void same_result_gives_the_same_bytes() {
        assertThat(ResultJson.of(Results.broken(), "v", TIMING, null, LeftOut.NOTHING, null, Provenance.NONE)
                        .text())
                .isEqualTo(ResultJson.of(Results.broken(), "v", TIMING, null, LeftOut.NOTHING, null, Provenance.NONE)
                        .text());
    }

    @Test
    void satisfies_its_schema() {
        for (RunResult result : List.of(
                Results.clean(),
                Results.broken(),
                Results.timingOnly(),
                GraphicsResults.clean(),
                GraphicsResults.torn())) {
            assertThat(SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                            .getSchema(ResultSchema.text())
                            .validate(
                                    ResultJson.of(result, "v", TIMING, null, LeftOut.NOTHING, null, Provenance.NONE)
                                            .text(),
                                    InputFormat.JSON))
                    .isEmpty();
        }
    }

    @Test
    void schema_refuses_an_unknown_key() {
        String text = ResultJson.of(Results.clean(), "v", TIMING, null, LeftOut.NOTHING, null, Provenance.NONE)
                .text()
                .replace("\"readHits\"", "\"readhits\"");

        assertThat(SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                        .getSchema(ResultSchema.text())
                        .validate(text, InputFormat.JSON))
                .isNotEmpty();
    }

    @Test
    void schema_is_what_the_result_classes_generate() {
        assertThat(ResultSchema.text())
                .as("run ResultSchemaBuilder.main sim-config/src/main/resources/schema/result.schema.json to renew it")
                .isEqualTo(ResultSchemaBuilder.generate());
    }
}
