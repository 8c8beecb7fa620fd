// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.cli.Cli;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The sequences of the validation layer's own tests (syncval/README.md), each a compact stream. */
final class SyncvalTest {

    private static final JsonMapper JSON = JsonMapper.builder().build();

    @TempDir
    private static Path folder;

    /**
     * A sequence.
     *
     * @param expected the hazards that it has, as the layer names them
     */
    record Sequence(String id, List<String> lines, List<String> expected) {
        @Override
        public String toString() {
            return id;
        }

        String file() {
            try {
                Path file = folder.resolve(id + ".cmds");
                Files.write(file, lines);
                return file.toString();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    static Stream<Sequence> sequences() {
        try (InputStream in = Objects.requireNonNull(SyncvalTest.class.getResourceAsStream("/syncval/syncval.json"))) {
            List<Sequence> sequences = new ArrayList<>();
            for (JsonNode entry : JSON.readTree(in).get("entries")) {
                sequences.add(new Sequence(
                        entry.get("id").asString(), texts(entry.get("stream")), texts(entry.get("expected"))));
            }
            return sequences.stream();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<String> texts(JsonNode list) {
        List<String> texts = new ArrayList<>();
        list.forEach(text -> texts.add(text.asString()));
        return texts;
    }

    @Test
    void there_are_56_of_them() {
        assertThat(sequences()).hasSize(56);
    }

    @ParameterizedTest
    @MethodSource("sequences")
    void each_runs_to_its_end(Sequence sequence) {
        Cli run = Cli.run("run", sequence.file(), "--json");

        assertThat(run.err()).isEmpty();
        assertThat(JSON.readTree(run.out()).get("commands")).isNotEmpty();
    }

    @ParameterizedTest
    @MethodSource("sequences")
    void the_checker_finds_the_hazards_that_the_layers_test_expects(Sequence sequence) {
        Cli check = Cli.run("check", sequence.file(), "--json");

        Set<String> found = new TreeSet<>();
        JSON.readTree(check.out())
                .get("hazards")
                .forEach(hazard -> found.add(hazard.get("kind").asString().replace('_', '-')));
        assertThat(check.err()).isEmpty();
        if (sequence.id().equals("im08")) {
            // its note: either or both of the two may be reported
            assertThat(found).isNotEmpty().isSubsetOf(sequence.expected());
        } else {
            assertThat(found).containsExactlyInAnyOrderElementsOf(sequence.expected());
        }
        assertThat(check.code()).isEqualTo(found.isEmpty() ? 0 : 1);
    }
}
