// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.output;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.sluice.config.ConfigException;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

final class JsonDocumentTest {
    private static final JsonMapper MAPPER = JsonMapper.builder().build();

    private record Part(String where, int count) {}

    private static ObjectNode root() {
        ObjectNode root = MAPPER.createObjectNode();
        root.put("stream", "some/stream.yaml");
        root.putPOJO("parts", List.of(new Part("some/stream.yaml:3", 1)));
        root.putPOJO("none", null);
        root.putArray("more").addPOJO(new Part("other", 2));
        return root;
    }

    private static JsonDocument document() {
        return new JsonDocument(JsonDocumentTest::root, MAPPER);
    }

    @Test
    void records_are_written_as_the_tree_of_them_would_be() {
        assertThat(document().text()).isEqualTo(PrettyJson.text(document().tree()));
    }

    @Test
    void the_tree_has_no_records() {
        assertThat(document().tree().at("/parts/0/count").intValue()).isEqualTo(1);
        assertThat(document().tree().at("/more/0/where").stringValue()).isEqualTo("other");
        assertThat(document().tree().at("/none").isNull()).isTrue();
    }

    @Test
    void texts_of_records_and_of_the_tree_name_files_from_the_folder_of_the_stream() {
        JsonDocument relative = document().relativeTo("some/stream.yaml");
        assertThat(relative.text())
                .contains("\"stream.yaml\"", "\"stream.yaml:3\"")
                .doesNotContain("some/");
        assertThat(PrettyJson.text(relative.tree())).isEqualTo(relative.text());
    }

    @Test
    void texts_are_seen_as_they_were_made_and_written_as_they_shall_be() {
        List<String> seen = new ArrayList<>();
        JsonDocument relative = document().relativeTo("some/stream.yaml").seenBy(seen::add);
        assertThat(relative.text()).doesNotContain("some/");
        assertThat(seen).containsExactly("some/stream.yaml", "some/stream.yaml:3", "other");
    }

    @Test
    void keys_that_are_left_out_are_not_written() {
        assertThat(document().without("parts", "more").tree().propertyNames()).containsExactly("stream", "none");
    }

    @Test
    void a_tree_of_somebody_else_is_not_changed() {
        ObjectNode tree = root();
        JsonDocument.of(tree).without("parts").tree();
        assertThat(tree.has("parts")).isTrue();
    }

    @Test
    void it_ends_with_a_line_end_and_leaves_the_writer_open() throws IOException {
        StringBuilder written = new StringBuilder();
        document().writeTo(new Writer() {
            @Override
            public void write(char[] text, int offset, int length) {
                written.append(text, offset, length);
            }

            @Override
            public void flush() {}

            @Override
            public void close() {
                throw new AssertionError("closed");
            }
        });
        assertThat(written.toString()).endsWith("}\n").isEqualTo(document().text());
    }

    @Test
    void a_writer_that_fails_within_a_record_is_told() {
        ObjectNode root = root();
        root.putPOJO("long", Collections.nCopies(10_000, new Part("x", 3)));
        JsonDocument document = new JsonDocument(() -> root, MAPPER);
        Writer full = new Writer() {
            @Override
            public void write(char[] text, int offset, int length) throws IOException {
                throw new IOException("no room");
            }

            @Override
            public void flush() {}

            @Override
            public void close() {}
        };
        assertThatThrownBy(() -> document.writeTo(full))
                .isInstanceOf(IOException.class)
                .hasMessage("no room");
    }

    @Test
    void a_file_of_it_appears_whole(@TempDir Path folder) throws IOException {
        Path file = folder.resolve("some.json");
        try (OutputSet outputs = new OutputSet()) {
            outputs.add(file, document());
            assertThat(file).doesNotExist();
            outputs.commit();
        }
        assertThat(Files.readString(file)).isEqualTo(document().text());
    }

    @Test
    void a_device_that_is_full_is_named() {
        assumeTrue(Files.exists(Path.of("/dev/full")));
        try (OutputSet outputs = new OutputSet()) {
            assertThatThrownBy(() -> outputs.add(Path.of("/dev/full"), document()))
                    .isInstanceOf(ConfigException.class)
                    .hasMessageContaining("/dev/full: cannot be written: ");
        }
    }
}
