// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.compute;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

final class BankConflictsTest {

    private final BankConflicts memory = new BankConflicts(4, 64, 0);
    /** Lanes of 8 bytes are served by 2, those of 16 alone. */
    private final BankConflicts grouped = new BankConflicts(4, 4, 16);

    @Test
    void consecutive_words_need_one_pass() {
        assertThat(memory.passes(new long[] {0, 4, 8, 12}, 0b1111, 4, true)).isEqualTo(1);
    }

    @Test
    void lanes_of_the_same_word_are_served_together() {
        assertThat(memory.passes(new long[] {8, 8, 8, 8}, 0b1111, 4, true)).isEqualTo(1);
        assertThat(memory.passes(new long[] {8, 9, 10, 11}, 0b1111, 1, true)).isEqualTo(1);
    }

    @Test
    void different_words_of_one_bank_need_a_pass_each() {
        assertThat(memory.passes(new long[] {0, 16, 32, 48}, 0b1111, 4, true)).isEqualTo(4);
        assertThat(memory.passes(new long[] {0, 16, 0, 16}, 0b1111, 4, true)).isEqualTo(2);
        assertThat(memory.passes(new long[] {0, 16, 32, 48}, 0b0101, 4, true)).isEqualTo(2);
    }

    @Test
    void words_of_eight_bytes_take_two_banks_each() {
        assertThat(memory.passes(new long[] {0, 8}, 0b11, 8, true)).isEqualTo(1);
        assertThat(memory.passes(new long[] {0, 8, 16, 24}, 0b1111, 8, true)).isEqualTo(2);
    }

    @Test
    void what_is_told_without_a_look_at_each_lane_is_what_the_look_tells() {
        int told = 0;
        for (BankConflicts banks : List.of(
                memory,
                new BankConflicts(2, 64, 0),
                new BankConflicts(32, 32, 0),
                new BankConflicts(32, 32, 128),
                new BankConflicts(32, 64, 128),
                new BankConflicts(16, 48, 128))) {
            for (long mask : new long[] {0b1, 0b1111, 0b111100, 0b1011, 0xFFFF, 0xFFFF_FFFFL, 0xFFFF_FFFF_FFFFL, -1}) {
                for (long stride : new long[] {-4, 0, 2, 4, 8, 16}) {
                    for (long first : new long[] {256, 258, 260}) {
                        told += told(banks, mask, stride, first);
                    }
                }
            }
        }
        assertThat(told).isGreaterThan(500);
    }

    private static int told(BankConflicts banks, long mask, long stride, long first) {
        int told = 0;
        long[] offsets =
                LongStream.range(0, 64).map(lane -> first + lane * stride).toArray();
        for (int size : new int[] {1, 2, 4, 8, 16}) {
            for (boolean loads : new boolean[] {false, true}) {
                int passes = banks.regularPasses(first, stride, mask, size, loads);
                if (passes > 0) {
                    told++;
                    assertThat(passes)
                            .as(size + " bytes at " + first + " by " + stride + " of " + Long.toHexString(mask))
                            .isEqualTo(banks.passes(offsets, mask, size, loads));
                }
            }
        }
        return told;
    }

    @Test
    void lanes_of_eight_bytes_are_served_in_groups() {
        assertThat(grouped.passes(new long[] {0, 8, 0, 8}, 0b1111, 8, true)).isEqualTo(1);
        assertThat(grouped.passes(new long[] {0, 8, 8, 0}, 0b1111, 8, true)).isEqualTo(2);
        assertThat(grouped.passes(new long[] {0, 16, 8, 24}, 0b1111, 8, true)).isEqualTo(4);
        assertThat(memory.passes(new long[] {0, 8, 8, 0}, 0b1111, 8, true)).isEqualTo(1);
    }

    @Test
    void neighbours_that_load_the_same_let_two_groups_be_served_together() {
        assertThat(grouped.passes(new long[] {8, 8, 0, 0}, 0b1111, 8, true)).isEqualTo(1);
        assertThat(grouped.passes(new long[] {8, 8, 0, 0}, 0b1111, 8, false)).isEqualTo(2);
        assertThat(grouped.passes(new long[] {8, 99, 0, 99}, 0b0101, 8, true)).isEqualTo(1);
    }

    @Test
    void lanes_that_take_no_part_save_no_group() {
        BankConflicts halves = new BankConflicts(8, 8, 32);
        long[] offsets = {0, 8, 16, 24, 0, 0, 0, 0};
        assertThat(halves.passes(offsets, 0b0000_1111, 8, true)).isEqualTo(2);
        assertThat(halves.passes(offsets, 0b0000_0001, 8, true)).isEqualTo(1);
    }

    @Test
    void words_of_four_bytes_are_served_all_together() {
        assertThat(grouped.passes(new long[] {0, 4, 8, 12}, 0b1111, 4, true)).isEqualTo(1);
    }

    @Test
    void an_h200_takes_as_many_cycles() throws IOException {
        BankConflicts part = new BankConflicts(32, 32, 128);
        List<String> rows;
        try (BufferedReader reader = new BufferedReader(new InputStreamReader(
                Objects.requireNonNull(getClass().getResourceAsStream("shared-memory-h200.csv")),
                StandardCharsets.UTF_8))) {
            rows = reader.lines().filter(line -> !line.startsWith("#")).toList();
        }
        assertThat(rows).hasSize(120);
        for (String row : rows) {
            String[] fields = row.split(",", -1);
            int size = Integer.parseInt(fields[0]);
            long[] offsets = Arrays.stream(fields[2].split(" ", -1))
                    .mapToLong(place -> Long.parseLong(place) * size)
                    .toArray();
            long active = Long.parseLong(fields[1], 16);
            assertThat(part.passes(offsets, active, size, true)).as(row).isEqualTo(rounded(fields[3]));
            assertThat(part.passes(offsets, active, size, false)).as(row).isEqualTo(rounded(fields[4]));
        }
    }

    private static int rounded(String cycles) {
        return (int) Math.round(Double.parseDouble(cycles));
    }
}
