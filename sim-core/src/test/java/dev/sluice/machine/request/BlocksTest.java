// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.request;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class BlocksTest {

    private final Blocks blocks = new Blocks();

    @Test
    void a_fresh_copy_of_nothing_is_zero_bytes_that_nobody_wrote() {
        int block = blocks.copy(Blocks.NONE);

        assertThat(blocks.version(block)).isZero();
        assertThat(blocks.bytes(block)[Blocks.offset(block) + 31]).isZero();
    }

    @Test
    void a_copy_keeps_versions_byte_by_byte() {
        int block = blocks.take();
        blocks.setVersion(block, 3);
        blocks.setByteVersion(block, 7, 4);

        int copy = blocks.copy(block);
        blocks.setByteVersion(block, 8, 5);

        assertThat(blocks.version(copy)).isEqualTo(Payload.MIXED);
        assertThat(blocks.byteVersion(copy, 7)).isEqualTo(4);
        assertThat(blocks.byteVersion(copy, 8)).isEqualTo(3);
    }

    @Test
    void versions_of_a_mask_leave_the_others() {
        int block = blocks.take();
        blocks.setVersion(block, 1);

        blocks.setVersions(block, 0xF0, 2);

        assertThat(blocks.byteVersion(block, 3)).isEqualTo(1);
        assertThat(blocks.byteVersion(block, 4)).isEqualTo(2);
        assertThat(blocks.byteVersion(block, 8)).isEqualTo(1);
    }

    @Test
    void blocks_that_nobody_holds_are_used_again() {
        int kept = blocks.take();
        blocks.register(() -> {
            blocks.mark(kept);
            return 1;
        });

        for (int i = 0; i < 100_000; i++) {
            assertThat(blocks.take()).isNotEqualTo(kept);
        }

        assertThat(blocks.made()).isLessThan(10_000);
    }

    @Test
    void a_row_of_blocks_lies_in_one_array_and_has_one_version() {
        blocks.take();

        int first = blocks.takeRow(8, 6);

        assertThat(Blocks.together(first, first + 7)).isTrue();
        for (int block = first; block < first + 8; block++) {
            assertThat(blocks.version(block)).isEqualTo(6);
            assertThat(blocks.written(block)).isTrue();
        }
        assertThat(blocks.take())
                .satisfiesAnyOf(
                        b -> assertThat(b).isLessThan(first), b -> assertThat(b).isGreaterThan(first + 7));
    }

    @Test
    void rows_never_hold_what_somebody_else_has() {
        Random random = new Random(4);
        Map<Integer, Integer> mine = new HashMap<>();
        blocks.register(() -> {
            mine.keySet().forEach(blocks::mark);
            return mine.size();
        });
        int rows = 0;
        for (int round = 0; round < 20_000; round++) {
            int count = 1 + random.nextInt(8);
            int first = blocks.takeRow(count, round + 1);
            for (int i = 0; i < count && first != Blocks.NONE; i++) {
                assertThat(mine.put(first + i, round + 1)).isNull();
                rows++;
            }
            if (first == Blocks.NONE) {
                int block = blocks.take();
                blocks.setVersion(block, round + 1);
                assertThat(mine.put(block, round + 1)).isNull();
            }
            if (mine.size() > 3000) {
                mine.forEach(
                        (block, version) -> assertThat(blocks.version(block)).isEqualTo(version));
                mine.keySet().removeIf(block -> random.nextInt(8) != 0);
            }
        }
        assertThat(rows).isPositive();
        assertThat(blocks.made()).isLessThan(50_000);
    }

    @Test
    void a_store_and_a_payload_that_share_a_block_do_not_see_each_others_later_writes() {
        SectorStore store = new SectorStore(4, blocks);
        Payload payload = new Payload(blocks);
        payload.writable()[0] = 1;
        payload.setVersion(0, 1);
        store.store(2, payload, 0, -1);

        store.set(2, 0, (byte) 2, 2);
        assertThat(payload.value(0)).isEqualTo((byte) 1);

        store.load(2, 1, payload, 0);
        payload.writable()[0] = 3;
        assertThat(store.data(2, 0)).isEqualTo((byte) 2);
        assertThat(payload.value(0)).isEqualTo((byte) 3);
    }

    @Test
    void stores_that_share_blocks_keep_their_bytes_through_many_collections() {
        Random random = new Random(5);
        int slots = 300;
        SectorStore[] stores = {new SectorStore(slots, blocks), new SectorStore(slots, blocks)};
        byte[][] expected = new byte[2][slots];
        int[][] versions = new int[2][slots];
        Payload payload = new Payload(blocks);
        for (int step = 1; step < 60_000; step++) {
            int s = random.nextInt(2);
            int slot = random.nextInt(slots);
            switch (random.nextInt(3)) {
                case 0 -> {
                    stores[s].load(slot, 1, payload, -1);
                    stores[1 - s].store(slot, payload, 1, -1);
                    expected[1 - s][slot] = expected[s][slot];
                    versions[1 - s][slot] = versions[s][slot];
                }
                case 1 -> {
                    stores[s].set(slot, 9, (byte) step, step);
                    expected[s][slot] = (byte) step;
                    versions[s][slot] = step;
                }
                default -> {
                    payload.writable()[9] = (byte) step;
                    payload.setVersion(0, step);
                    stores[s].store(slot, payload, 0, 1 << 9);
                    expected[s][slot] = (byte) step;
                    versions[s][slot] = step;
                }
            }
        }
        for (int s = 0; s < 2; s++) {
            for (int slot = 0; slot < slots; slot++) {
                assertThat(stores[s].data(slot, 9)).isEqualTo(expected[s][slot]);
                assertThat(stores[s].byteVersion(slot, 9)).isEqualTo(versions[s][slot]);
            }
        }
    }
}
