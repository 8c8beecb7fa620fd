// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.request;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class MixedVersionsTest {

    private final Blocks blocks = new Blocks();

    @Test
    void a_part_of_a_block_makes_two_versions() {
        int block = blocks.take();
        blocks.setVersion(block, 3);
        blocks.setVersions(block, 0xF0, 9);
        VersionPair pair = new VersionPair();

        assertThat(blocks.tellVersions(block, pair)).isTrue();

        assertThat(pair.mask).isEqualTo(0xF0);
        assertThat(pair.first).isEqualTo(3);
        assertThat(pair.second).isEqualTo(9);
    }

    @Test
    void a_third_version_is_told_byte_by_byte() {
        int block = blocks.take();
        blocks.setVersion(block, 3);
        blocks.setVersions(block, 0xF0, 9);
        blocks.setVersions(block, 0x180, 5);

        assertThat(blocks.tellVersions(block, new VersionPair())).isFalse();
        assertThat(blocks.byteVersion(block, 8)).isEqualTo(5);
        assertThat(blocks.byteVersion(block, 6)).isEqualTo(9);
        assertThat(blocks.byteVersion(block, 9)).isEqualTo(3);
    }

    /** Blocks written in parts, copied within a run and to another, and given back, against arrays of versions. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void agrees_with_one_version_a_byte(long seed) {
        Random random = new Random(seed);
        Blocks[] runs = {blocks, new Blocks()};
        int[][] block = new int[2][20];
        int[][][] expected = new int[2][20][Blocks.BYTES];
        for (int run = 0; run < 2; run++) {
            for (int i = 0; i < 20; i++) {
                block[run][i] = runs[run].copy(Blocks.NONE);
            }
        }
        VersionPair pair = new VersionPair();
        int[] copied = new int[Blocks.BYTES];
        int pairs = 0;
        int others = 0;
        for (int step = 0; step < 40_000; step++) {
            int run = random.nextInt(2);
            int i = random.nextInt(20);
            int version = random.nextInt(4);
            switch (random.nextInt(8)) {
                case 0 -> {
                    runs[run].setVersion(block[run][i], version);
                    Arrays.fill(expected[run][i], version);
                }
                case 1 -> {
                    int index = random.nextInt(Blocks.BYTES);
                    runs[run].setByteVersion(block[run][i], index, version);
                    expected[run][i][index] = version;
                }
                case 2 -> {
                    int from = random.nextInt(2);
                    int other = random.nextInt(20);
                    int copy = runs[run].copy(runs[from], block[from][other]);
                    runs[run].release(block[run][i]);
                    block[run][i] = copy;
                    expected[run][i] = expected[from][other].clone();
                }
                default -> {
                    int mask = random.nextInt() >>> random.nextInt(32) << random.nextInt(8);
                    runs[run].setVersions(block[run][i], mask, version);
                    for (int b = 0; b < Blocks.BYTES; b++) {
                        expected[run][i][b] = (mask >>> b & 1) != 0 ? version : expected[run][i][b];
                    }
                }
            }
            runs[run].copyVersions(block[run][i], copied, 0);
            assertThat(copied).isEqualTo(expected[run][i]);
            int index = random.nextInt(Blocks.BYTES);
            assertThat(runs[run].byteVersion(block[run][i], index)).isEqualTo(copied[index]);
            if (runs[run].tellVersions(block[run][i], pair)) {
                pairs++;
                for (int b = 0; b < Blocks.BYTES; b++) {
                    assertThat((pair.mask >>> b & 1) != 0 ? pair.second : pair.first)
                            .isEqualTo(copied[b]);
                }
            } else {
                others++;
                assertThat(runs[run].version(block[run][i])).isEqualTo(Payload.MIXED);
            }
        }
        assertThat(pairs).isGreaterThan(1000);
        assertThat(others).isGreaterThan(1000);
    }
}
