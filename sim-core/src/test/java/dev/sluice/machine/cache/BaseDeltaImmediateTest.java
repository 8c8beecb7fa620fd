// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.cache;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Sizes of blocks, by examples, and against an encoder whose every size is decoded again. */
final class BaseDeltaImmediateTest {

    private static int size(byte[] block) {
        long[] words = new long[block.length / Long.BYTES];
        ByteBuffer.wrap(block).order(ByteOrder.LITTLE_ENDIAN).asLongBuffer().get(words);
        return BaseDeltaImmediate.size(words, words.length);
    }

    private static byte[] ints(int... values) {
        ByteBuffer bytes = ByteBuffer.allocate(values.length * Integer.BYTES).order(ByteOrder.LITTLE_ENDIAN);
        bytes.asIntBuffer().put(values);
        return bytes.array();
    }

    private static byte[] longs(int count, long first, long step) {
        ByteBuffer bytes = ByteBuffer.allocate(count * Long.BYTES).order(ByteOrder.LITTLE_ENDIAN);
        for (int i = 0; i < count; i++) {
            bytes.putLong(first + i * step);
        }
        return bytes.array();
    }

    @Test
    void narrow_values_take_12_bytes_as_in_figure_3_of_the_paper() {
        assertThat(size(ints(0x00, 0x0B, 0x03, 0x01, 0x04, 0x00, 0x03, 0x04))).isEqualTo(12);
    }

    @Test
    void pointers_near_each_other_take_12_bytes_as_in_figure_4_of_the_paper() {
        assertThat(size(ints(
                        0xC04039C0,
                        0xC04039C8,
                        0xC04039D0,
                        0xC04039D8,
                        0xC04039E0,
                        0xC04039E8,
                        0xC04039F0,
                        0xC04039F8)))
                .isEqualTo(12);
    }

    @Test
    void pointers_and_narrow_values_in_turns_take_a_base_and_differences_to_it_and_to_zero() {
        assertThat(size(ints(0, 0x09A40178, 0x0B, 1, 0x09A40838, 0x0A, 0x0B, 0x09A442F0)))
                .isEqualTo(4 + 8 * 2);
    }

    @Test
    void differences_have_a_sign_and_do_not_reach_as_far_as_in_figure_5_of_the_paper() {
        assertThat(size(ints(0, 0x09A40178, 0x0B, 1, 0x09A4A838, 0x0A, 0x0B, 0x09A4C2F0)))
                .isEqualTo(32);
    }

    /** Table 2 of the paper, and what its formulas give for longer sectors. */
    @ParameterizedTest
    @CsvSource({"32,1,8,12,16,24,18", "64,1,8,16,24,40,34", "128,1,8,24,40,72,66", "256,1,8,40,72,136,130"})
    void blocks_have_the_sizes_of_table_2(
            int bytes, int zeros, int repeated, int delta1, int delta2, int delta4, int shorts) {
        int words = bytes / Long.BYTES;
        assertThat(size(new byte[bytes])).isEqualTo(zeros);
        assertThat(size(longs(words, 0x0123456789ABCDEFL, 0))).isEqualTo(repeated);
        assertThat(size(longs(words, 0x0123456789ABCD00L, 3))).isEqualTo(delta1);
        assertThat(size(longs(words, 0x0123456789AB0000L, 0x100))).isEqualTo(delta2);
        assertThat(size(longs(words, 0x0123456700000000L, 0x10000))).isEqualTo(delta4);
        byte[] narrow = new byte[bytes];
        for (int i = 0; i < bytes; i += 2) {
            narrow[i] = (byte) (i % 50 + 40);
            narrow[i + 1] = 0x55;
        }
        assertThat(size(narrow)).isEqualTo(shorts);
    }

    @Test
    void differences_wrap_around_as_their_elements_do() {
        assertThat(size(ints(
                        0x7FFFFFFF,
                        0x80000000,
                        0x80000001,
                        0x7FFFFFFE,
                        0x7FFFFFFF,
                        0x80000000,
                        0x80000001,
                        0x80000010)))
                .isEqualTo(12);
    }

    @ParameterizedTest
    @ValueSource(ints = {32, 64, 128, 256})
    void is_as_short_as_the_shortest_encoding_that_decodes(int bytes) {
        Random random = new Random(bytes);
        int[] seen = new int[bytes + 1];
        for (int i = 0; i < 4000; i++) {
            byte[] block = block(random, bytes);
            int size = size(block);
            assertThat(size).as(Arrays.toString(block)).isEqualTo(PlainBaseDelta.shortest(block));
            seen[size]++;
        }
        assertThat(Arrays.stream(seen).filter(count -> count > 0).count()).isGreaterThanOrEqualTo(7);
    }

    /** Elements of one width, near one of two values or anywhere, with a few bytes changed now and then. */
    private static byte[] block(Random random, int bytes) {
        int width = 2 << random.nextInt(3);
        int reach = 4 + random.nextInt(width * Byte.SIZE);
        long base = random.nextInt(4) == 0 ? 0 : random.nextLong();
        ByteBuffer block = ByteBuffer.allocate(bytes).order(ByteOrder.LITTLE_ENDIAN);
        for (int at = 0; at < bytes; at += width) {
            long near = random.nextInt(3) == 0 ? 0 : base;
            long value = near + (random.nextInt(3) == 0 ? 0 : random.nextLong() >> Math.max(0, Long.SIZE - reach));
            for (int b = 0; b < width; b++) {
                block.put(at + b, (byte) (value >>> Byte.SIZE * b));
            }
        }
        if (random.nextInt(4) == 0) {
            block.put(random.nextInt(bytes), (byte) random.nextInt());
        }
        return block.array();
    }
}
