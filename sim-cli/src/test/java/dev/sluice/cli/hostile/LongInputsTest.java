// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.hostile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeout;

import dev.sluice.cli.Cli;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Lines, words and numbers far longer than a person writes. */
final class LongInputsTest {

    private static final String STREAM =
            "sluice: 1\nname: n\ndevice: seed-discrete-l2\nprogram:\n  - deviceWaitIdle: {}\n";

    @TempDir
    private Path dir;

    private Cli validate(String name, String text) throws IOException {
        String file = Files.writeString(dir.resolve(name), text).toString();
        return Cli.run(name.endsWith(".lit") ? "litmus" : "validate", file);
    }

    private void refused(String name, String text, String problem) throws IOException {
        Cli cli = validate(name, text);
        assertThat(cli.err()).contains(problem);
        assertThat(cli.err().lines()).hasSize(1);
        assertThat(cli.code()).isEqualTo(2);
    }

    @ParameterizedTest
    @ValueSource(strings = {"word ", "a.b-c/d ", "x"})
    void a_compact_stream_may_begin_with_a_comment_of_any_length(String word) throws IOException {
        String text = "# " + word.repeat(400_000) + "\nbuffer a 64\nfill a 1\n";

        Cli cli = validate("long.cmds", text);

        assertThat(cli.err()).isEmpty();
        assertThat(cli.code()).isZero();
        assertThat(Cli.run("run", dir.resolve("long.cmds").toString()).code()).isZero();
        String yaml = dir.resolve("long.yaml").toString();
        assertThat(Cli.run("import", dir.resolve("long.cmds").toString(), "-o", yaml)
                        .code())
                .isZero();
        assertThat(Cli.run("validate", yaml).code()).isZero();
    }

    @Test
    void a_compact_line_of_many_words_takes_linear_time() {
        assertTimeout(
                Duration.ofSeconds(20),
                () -> refused("words.cmds", "buffer a 64\nfill a 1" + " w".repeat(1_000_000) + "\n", "unexpected 'w'"));
    }

    @Test
    void a_compact_word_of_many_parts_takes_linear_time() {
        assertTimeout(
                Duration.ofSeconds(20),
                () -> refused(
                        "parts.cmds",
                        "buffer a 64\nfill a 1\nbarrier CLEAR" + "|CLEAR".repeat(300_000)
                                + "/BAD>CLEAR/TRANSFER_WRITE\n",
                        "BAD"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "buffer a 9223372036854775807\nfill a 1\n",
                "buffer a 9223372036854775807\nbuffer b 64KiB\nfill a 1\nfill b 1\n",
                "buffer a 4611686018427387904\nbuffer b 4611686018427387904\nfill a 1\n",
            })
    void compact_buffers_that_overflow_are_refused_at_their_name(String text) throws IOException {
        refused("overflow.cmds", text, "buffer: all of them together are more than the 1048576TiB");
    }

    @Test
    void a_yaml_comment_of_four_megabytes_takes_linear_time() {
        assertTimeout(Duration.ofSeconds(10), () -> {
            Cli cli = validate("comment.yaml", "# " + "word ".repeat(800_000) + "\n" + STREAM);
            assertThat(cli.code()).isZero();
        });
    }

    @Test
    void a_yaml_text_of_four_megabytes_takes_linear_time() {
        assertTimeout(
                Duration.ofSeconds(10),
                () -> refused("text.yaml", STREAM + "\"" + "k".repeat(4_000_000) + "\": 1\n", "text.yaml:"));
    }

    @Test
    void a_number_of_a_million_digits_is_refused_at_once() {
        assertTimeout(
                Duration.ofSeconds(10),
                () -> refused(
                        "number.yaml",
                        STREAM.replace("sluice: 1", "sluice: 1" + "0".repeat(1_000_000)),
                        "number.yaml:1"));
    }

    @Test
    void many_unknown_keys_take_linear_time() {
        StringBuilder text = new StringBuilder(STREAM);
        for (int i = 0; i < 10_000; i++) {
            text.append('k').append(i).append(": 1\n");
        }
        assertTimeout(Duration.ofSeconds(30), () -> {
            Cli cli = validate("keys.yaml", text.toString());
            assertThat(cli.code()).isEqualTo(2);
            assertThat(cli.errorLines()).isEqualTo(10_000);
        });
    }

    @Test
    void a_long_name_is_cut_in_the_message() throws IOException {
        Cli cli = validate("name.yaml", STREAM + "? " + "k".repeat(100_000) + "\n: 1\n");

        assertThat(cli.err()).contains("unknown key 'kkk", "kkk [...] ").hasSizeLessThan(1500);
    }

    @Test
    void a_litmus_test_has_a_size_limit() throws IOException {
        refused("big.lit", "#".repeat((1 << 20) + 1), "is larger than the 1 MiB that a litmus test may have");
    }

    @Test
    void a_litmus_line_of_many_words_takes_linear_time() {
        assertTimeout(
                Duration.ofSeconds(10),
                () -> refused("words.lit", "litmus" + " w".repeat(400_000) + "\n", "the name should follow, one word"));
    }

    @Test
    void data_beside_a_stream_must_be_a_regular_file() throws IOException {
        refused(
                "data.yaml",
                STREAM.replace("  - deviceWaitIdle: {}\n", "  - hostWrite: {buffer: b, data: {file: /dev/zero}}\n")
                        + "memory:\n  - {name: m, size: 1MiB, properties: [HOST_VISIBLE, HOST_COHERENT]}\n"
                        + "buffers:\n  - {name: b, memory: m, size: 64}\n",
                "file: /dev/zero: is no regular file, so its size is not known");
    }
}
