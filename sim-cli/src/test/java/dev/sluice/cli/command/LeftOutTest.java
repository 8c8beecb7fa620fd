// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.cli.Cli;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What an import left out heads every report on the stream that it made. */
class LeftOutTest {
    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final Path CAPTURES =
            Path.of(System.getProperty("sluice.root", "."), "configs", "streams", "captures");

    @TempDir
    private Path folder;

    private String capture = "";

    /** A shipped capture in which two calls without meaning have become others. */
    @BeforeEach
    void changeCapture() throws IOException {
        String text = Files.readString(CAPTURES.resolve("fillcopy-good.jsonl"))
                .replaceFirst("\"vkGetPhysicalDeviceProperties\"", "\"vkCmdBindResourceHeapEXT\"")
                .replaceFirst("\"vkGetPhysicalDeviceProperties2\"", "\"vkImportSemaphoreFdKHR\"");
        Path path = folder.resolve("changed.jsonl");
        Files.writeString(path, text);
        Files.copy(CAPTURES.resolve("fillcopy-good.gfxr"), folder.resolve("changed.gfxr"));
        capture = path.toString();
    }

    @ParameterizedTest
    @ValueSource(strings = {"check", "run", "advise"})
    void reports_begin_with_it_the_worst_first(String command) {
        assertThat(Cli.run(command, capture).out())
                .startsWith("not reliable: synchronization was dropped (vkImportSemaphoreFdKHR)")
                .containsPattern("may change +not understood +calls +first at index\n"
                        + "synchronization +vkImportSemaphoreFdKHR +1 +[0-9]+ +the semaphore is .*\n"
                        + "resources +vkCmdBindResourceHeapEXT +1 +[0-9]+ +descriptor heaps .*\n");
    }

    @ParameterizedTest
    @ValueSource(strings = {"check", "run"})
    void a_quiet_report_says_why_it_is_not_reliable_and_no_more(String command) {
        assertThat(Cli.run(command, capture, "-q").out())
                .startsWith("not reliable: synchronization was dropped")
                .doesNotContain("descriptor heaps");
    }

    @ParameterizedTest
    @ValueSource(strings = {"check", "run", "advise"})
    void json_says_so_too(String command) {
        JsonNode root = JSON.readTree(Cli.run(command, capture, "--json").out());

        assertThat(root.get("reliable").booleanValue()).isFalse();
        assertThat(root.get("doubts")).hasSize(1);
        JsonNode first = root.get("notUnderstood").get(0);
        assertThat(first.get("call").stringValue()).isEqualTo("vkImportSemaphoreFdKHR");
        assertThat(first.get("count").longValue()).isEqualTo(1);
        assertThat(first.get("change").stringValue()).isEqualTo("synchronization");
        assertThat(first.get("reason").stringValue()).isNotEmpty();
        assertThat(first.get("captureIndex").longValue()).isPositive();
    }

    @Test
    void import_says_so_beside_the_stream() {
        Cli cli = Cli.run("import", capture, "-o", "-");

        assertThat(cli.err()).startsWith("not reliable: synchronization was dropped (vkImportSemaphoreFdKHR)");
        assertThat(cli.out()).startsWith("# imported from changed.jsonl");
    }

    @Test
    void import_says_so_as_json() {
        String out = folder.resolve("changed.yaml").toString();
        JsonNode root =
                JSON.readTree(Cli.run("import", capture, "-o", out, "--json").out());

        assertThat(root.get("stream").stringValue()).isEqualTo("changed");
        assertThat(root.get("written").stringValue()).isEqualTo(out);
        assertThat(root.get("reliable").booleanValue()).isFalse();
        assertThat(root.get("notUnderstood")).hasSize(2);
    }

    @Test
    void import_cannot_write_both_the_stream_and_json_to_stdout() {
        Cli cli = Cli.run("import", capture, "-o", "-", "--json");

        assertThat(cli.code()).isEqualTo(2);
        assertThat(cli.err()).contains("--json and -o - cannot both have stdout");
    }

    @Test
    void the_imported_stream_still_says_so() {
        String out = folder.resolve("changed.yaml").toString();
        Cli.run("import", capture, "-o", out);

        assertThat(Cli.run("check", out).out()).startsWith("not reliable: ");
    }

    @Test
    void a_missing_binary_capture_is_not_reliable() throws IOException {
        Files.copy(CAPTURES.resolve("fillcopy-good.jsonl"), folder.resolve("alone.jsonl"));
        JsonNode root =
                JSON.readTree(Cli.run("check", folder.resolve("alone.jsonl").toString(), "--json")
                        .out());

        assertThat(root.get("reliable").booleanValue()).isFalse();
        assertThat(root.get("doubts").get(0).stringValue()).startsWith("there is no alone.gfxr beside the capture");
        assertThat(root.get("notUnderstood")).isEmpty();
    }

    @Test
    void a_capture_that_is_understood_has_no_head() {
        String whole = CAPTURES.resolve("fillcopy-good.jsonl").toString();

        assertThat(Cli.run("check", whole).out()).startsWith("fillcopy-good on ");
        JsonNode root = JSON.readTree(Cli.run("check", whole, "--json").out());
        assertThat(root.get("reliable").booleanValue()).isTrue();
        assertThat(root.get("doubts")).isEmpty();
        assertThat(root.get("notUnderstood")).isEmpty();
    }
}
