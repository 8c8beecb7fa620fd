// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.request;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class PoisonBlocksTest {

    private final PoisonBlocks poison = new PoisonBlocks();

    @Test
    void a_block_has_the_poison_of_its_address_byte_by_byte() {
        int first = poison.of(0x7_0000, 4);

        byte[] bytes = poison.bytes(first + 3);

        for (int i = 0; i < Blocks.BYTES; i++) {
            assertThat(bytes[Blocks.offset(first + 3) + i]).isEqualTo(PoisonBlocks.at(0x7_0000 + 3 * Blocks.BYTES + i));
        }
    }

    @Test
    void blocks_of_different_addresses_have_numbers_of_their_own() {
        int one = poison.of(0, 1);
        int other = poison.of(1L << 40, 1);

        assertThat(other).isNotEqualTo(one);
        assertThat(poison.bytes(other)[Blocks.offset(other) + 1]).isEqualTo(PoisonBlocks.at((1L << 40) + 1));
    }

    @Test
    void more_blocks_than_a_page_has_follow_one_another() {
        int count = 10_000;
        int first = poison.of(0x100_0000, count);
        poison.of(0, 1);

        int last = first + count - 1;

        assertThat(poison.bytes(last)[Blocks.offset(last)])
                .isEqualTo(PoisonBlocks.at(0x100_0000 + (count - 1L) * Blocks.BYTES));
    }

    @Test
    void asked_for_more_than_there_are_numbers_there_is_none() {
        assertThat(poison.of(0, Integer.MAX_VALUE - 8192)).isEqualTo(Blocks.NONE);
        assertThat(poison.of(0, 1)).isEqualTo(PoisonBlocks.FIRST);
    }

    @Test
    void nobody_wrote_a_block_of_poison() {
        Blocks blocks = new Blocks();
        int block = blocks.poison(64, 1);

        assertThat(blocks.unwritten(block)).isTrue();
        assertThat(blocks.version(block)).isZero();
        assertThat(blocks.byteVersion(block, 5)).isZero();
        assertThat(blocks.written(block)).isFalse();
    }

    @Test
    void a_copy_of_poison_is_a_block_to_write_to() {
        Blocks blocks = new Blocks();
        int block = blocks.poison(64, 1);

        int copy = blocks.copy(block);
        blocks.setByteVersion(copy, 7, 4);

        assertThat(copy).isLessThan(PoisonBlocks.FIRST);
        assertThat(blocks.bytes(copy)[Blocks.offset(copy) + 9]).isEqualTo(PoisonBlocks.at(64 + 9));
        assertThat(blocks.unwritten(block)).isTrue();
    }
}
