// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.InputFormat;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Drawing as a user of the program meets it: a real stream on the real simulator. */
final class GraphicsRunTest {
    private static final JsonMapper JSON = JsonMapper.builder().build();

    @TempDir
    private Path dir;

    @Test
    void the_report_tells_of_units_transitions_and_images() throws IOException {
        Cli cli = Cli.run("run", GraphicsStreams.paint(dir).toString());

        assertThat(cli.err()).isEmpty();
        assertThat(cli.code()).isZero();
        assertThat(cli.out())
                .contains("submit0.2 draw", "cache actions, transitions", "initialise color, depth: 16 tiles")
                .contains("written 512", "2 initialised")
                .contains("image  format", "color  R8G8B8A8_UNORM  32×16");
    }

    @Test
    void the_real_result_satisfies_the_schema() throws IOException {
        String json =
                Cli.run("run", GraphicsStreams.paint(dir).toString(), "--json").out();

        assertThat(SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                        .getSchema(Cli.run("schema", "result").out())
                        .validate(json, InputFormat.JSON))
                .isEmpty();
        assertThat(JSON.readTree(json).path("rop").path("pixelsWritten").longValue())
                .isEqualTo(512);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "depthAttachment: {image: depth, loadOp: CLEAR, clear: {depth: 1}} | 7",
                "depthAttachment: {image: depth, loadOp: CLEAR, clear: {depth: 1}}, stencilAttachment: {image: depth} | 7",
                "depthAttachment: {image: depth}, stencilAttachment: {image: depth, loadOp: CLEAR, clear: {stencil: 5}} | 5",
                "depthAttachment: {image: depth, storeOp: DONT_CARE}, stencilAttachment: {image: depth} | 7",
            })
    void a_load_operation_of_depth_leaves_stencil_alone_on_every_device(String attachments, int stencil)
            throws IOException {
        String stream = GraphicsStreams.stencilKept(dir, attachments, stencil).toString();

        for (String device : List.of("seed-discrete-vram", "seed-discrete-l2", "adreno-6xx", "intel-arc")) {
            Cli cli = Cli.run("run", stream, "--device", device);

            assertThat(cli.err()).as(device).isEmpty();
            assertThat(cli.code()).as(device + cli.out()).isZero();
        }
    }

    @Test
    void csv_files_tell_of_images_and_transitions() throws IOException {
        Cli.run("run", GraphicsStreams.paint(dir).toString(), "--csv", dir.toString());

        assertThat(dir.resolve("images.csv")).content().contains("\r\ncolor,R8G8B8A8_UNORM,32,16,1,");
        assertThat(dir.resolve("transitions.csv")).content().contains("\r\nsubmit0.0,initialise,color,8,");
        assertThat(dir.resolve("graphics.csv")).content().contains("\r\nrop.pixelsWritten,512");
    }

    @Test
    void a_torn_present_exits_with_1_even_when_quiet() throws IOException {
        Cli cli = Cli.run(
                "run",
                GraphicsStreams.torn(dir).toString(),
                "--device",
                GraphicsStreams.plainDevice(dir).toString(),
                "--quiet");

        assertThat(cli.code()).isEqualTo(1);
        assertThat(cli.out())
                .contains(
                        "tearing    host.3 shows screen bytes",
                        "by submit0.2",
                        "note     let host.3 wait for a semaphore")
                .contains("torn on plain: 1 torn present, ");
    }

    @Test
    void the_log_has_draws_transitions_and_the_requests_of_units_and_display() throws IOException {
        Path log = dir.resolve("log.jsonl");
        Cli.run("run", GraphicsStreams.torn(dir).toString(), "--log", log.toString(), "--quiet");
        List<JsonNode> events =
                Files.readAllLines(log).stream().map(JSON::readTree).toList();

        assertThat(events)
                .anyMatch(e -> is(e, "event", "stage") && is(e, "stage", "COLOR_ATTACHMENT_OUTPUT"))
                .anyMatch(e -> is(e, "event", "issue")
                        && is(e, "component", "rop[0]")
                        && is(e, "client", "colorAttachment")
                        && is(e, "command", "submit0.2"))
                .anyMatch(
                        e -> is(e, "event", "complete") && is(e, "component", "display") && is(e, "command", "host.3"))
                .anyMatch(e -> is(e, "component", "ropColorMeta[0]") && is(e, "event", "lookup"));
    }

    private static boolean is(JsonNode event, String key, String value) {
        return event.path(key).asString("").equals(value);
    }

    @Test
    void log_filters_follow_a_unit() throws IOException {
        Cli cli = Cli.run("run", GraphicsStreams.paint(dir).toString(), "--log", "-", "--log-cache", "rop");

        assertThat(cli.out().lines())
                .isNotEmpty()
                .allMatch(line ->
                        JSON.readTree(line).path("component").stringValue().startsWith("rop["));
    }

    @Test
    void compare_has_rows_for_graphics() throws IOException {
        String stream = GraphicsStreams.paint(dir).toString();

        assertThat(Cli.run("compare", stream, stream).out()).contains("pixels written", "draw");
    }
}
