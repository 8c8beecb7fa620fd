// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.capture;

import static dev.sluice.device.MemoryProperty.DEVICE_LOCAL;
import static dev.sluice.device.MemoryProperty.HOST_CACHED;
import static dev.sluice.device.MemoryProperty.HOST_COHERENT;
import static dev.sluice.device.MemoryProperty.HOST_VISIBLE;
import static dev.sluice.device.MemoryProperty.LAZILY_ALLOCATED;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.config.data.DataFile;
import dev.sluice.config.data.DataType;
import dev.sluice.config.source.ListNode;
import dev.sluice.config.source.MapNode;
import dev.sluice.config.source.ScalarNode;
import dev.sluice.config.source.SourceReader;
import dev.sluice.config.source.YamlText;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The text forms of an imported stream, and the choice of memory types. */
final class CaptureTextTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "plain",
                "two words",
                "a: b",
                "#1",
                "- x",
                "true",
                "null",
                "12",
                "1e5",
                "e5e5",
                "\"q\"\\",
                "été ☃ 😀",
                "",
                " x ",
                "[a]",
                "x\ty",
                "*a"
            })
    void every_text_survives_yaml(String text) {
        MapNode tree = MapNode.of(Map.of(
                "key", ScalarNode.of(text), "list", ListNode.of(List.of(ScalarNode.of(text), ScalarNode.of(5)))));
        MapNode read = SourceReader.readMap("x.yaml", YamlText.of(tree).getBytes(StandardCharsets.UTF_8));
        assertThat(read.get("key")).isInstanceOfSatisfying(ScalarNode.class, scalar -> {
            assertThat(scalar.text()).isEqualTo(text);
            assertThat(scalar.kind()).isEqualTo(ScalarNode.Kind.TEXT);
        });
    }

    @Test
    void texts_of_several_lines_are_literal_blocks() {
        MapNode tree = MapNode.of(Map.of("code", ScalarNode.of("if a {\n  b\n}\n")));
        assertThat(YamlText.of(tree)).isEqualTo("code: |\n  if a {\n    b\n  }\n");
    }

    @Test
    void long_runs_counting_words_and_the_rest_each_have_their_form() {
        byte[] bytes = new byte[600];
        Arrays.fill(bytes, 0, 512, (byte) 7);
        for (int i = 512; i < 600; i += 4) {
            bytes[i] = (byte) (i - 512);
        }
        bytes[599] = 0;
        List<CapturedBytes.Piece> pieces = CapturedBytes.pieces(bytes);
        assertThat(pieces).hasSize(2);
        assertThat(pieces.get(0).data()).isEqualTo(DataFile.constant(DataType.U8, 7, 512));
        assertThat(pieces.get(1).offset()).isEqualTo(512);
        assertThat(pieces.get(1).data()).isEqualTo(DataFile.iota(DataType.U32, 0, 4, 22));
        bytes[599] = 1;
        assertThat(CapturedBytes.pieces(bytes).get(1).data().hex()).startsWith("00000000" + "04000000");
    }

    @Test
    void a_run_one_shorter_than_the_limit_is_no_piece_of_its_own() {
        byte[] bytes = new byte[CapturedBytes.MIN_RUN + 1];
        bytes[CapturedBytes.MIN_RUN] = 1;
        assertThat(CapturedBytes.pieces(bytes)).hasSize(2);
        assertThat(CapturedBytes.pieces(Arrays.copyOfRange(bytes, 1, bytes.length)))
                .hasSize(1);
    }

    @Test
    void a_memory_type_with_all_flags_is_taken() {
        assertThat(MemoryMatch.nearest(EnumSet.of(HOST_VISIBLE, HOST_CACHED), CaptureFixture.TARGET.memoryTypes()))
                .containsExactly(HOST_VISIBLE, HOST_CACHED);
    }

    @Test
    void cached_is_given_up_before_device_local() {
        assertThat(MemoryMatch.nearest(
                        EnumSet.of(DEVICE_LOCAL, HOST_VISIBLE, HOST_COHERENT, HOST_CACHED),
                        CaptureFixture.TARGET.memoryTypes()))
                .containsExactly(DEVICE_LOCAL, HOST_VISIBLE, HOST_COHERENT);
    }

    @Test
    void device_local_is_given_up_where_the_host_sees_no_device_memory() {
        assertThat(MemoryMatch.nearest(
                        EnumSet.of(DEVICE_LOCAL, HOST_VISIBLE, HOST_CACHED),
                        CaptureFixture.TARGET.memoryTypes().subList(0, 4)))
                .containsExactly(HOST_VISIBLE, HOST_CACHED);
    }

    @Test
    void lazy_allocation_is_given_up_first() {
        assertThat(MemoryMatch.nearest(EnumSet.of(DEVICE_LOCAL, LAZILY_ALLOCATED), CaptureFixture.TARGET.memoryTypes()))
                .containsExactly(DEVICE_LOCAL);
    }
}
