// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.compute;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

final class SharedMemoryTest {

    private final SharedMemory memory = new SharedMemory(1024, 4, 10);

    @Test
    void consecutive_words_need_one_pass() {
        assertThat(memory.passes(new long[] {0, 4, 8, 12}, 0b1111, 4)).isEqualTo(1);
    }

    @Test
    void lanes_of_the_same_word_are_served_together() {
        assertThat(memory.passes(new long[] {8, 8, 8, 8}, 0b1111, 4)).isEqualTo(1);
        assertThat(memory.passes(new long[] {8, 9, 10, 11}, 0b1111, 1)).isEqualTo(1);
    }

    @Test
    void different_words_of_one_bank_need_a_pass_each() {
        assertThat(memory.passes(new long[] {0, 16, 32, 48}, 0b1111, 4)).isEqualTo(4);
        assertThat(memory.passes(new long[] {0, 16, 0, 16}, 0b1111, 4)).isEqualTo(2);
        assertThat(memory.passes(new long[] {0, 16, 32, 48}, 0b0101, 4)).isEqualTo(2);
    }

    @Test
    void words_of_eight_bytes_take_two_banks_each() {
        assertThat(memory.passes(new long[] {0, 8}, 0b11, 8)).isEqualTo(1);
        assertThat(memory.passes(new long[] {0, 8, 16, 24}, 0b1111, 8)).isEqualTo(2);
    }

    @Test
    void what_is_told_without_a_look_at_each_lane_is_what_the_look_tells() {
        int told = 0;
        for (long mask : new long[] {0b1, 0b1111, 0b111100, 0b1011, 0xFFFF, 0xFFFF_FFFF_FFFF_FFFFL}) {
            for (long stride : new long[] {-4, 0, 2, 4, 8, 16}) {
                for (long first : new long[] {256, 258, 260}) {
                    for (int size : new int[] {1, 2, 4, 8}) {
                        long[] offsets = LongStream.range(0, 64)
                                .map(lane -> first + lane * stride)
                                .toArray();
                        int passes = memory.regularPasses(first, stride, mask, size);
                        told += passes > 0 ? 1 : 0;
                        if (passes > 0) {
                            assertThat(passes).isEqualTo(memory.passes(offsets, mask, size));
                        }
                    }
                }
            }
        }
        assertThat(told).isGreaterThan(10);
    }

    @Test
    void a_pass_occupies_the_banks_for_a_cycle_and_delays_the_result_by_one() {
        assertThat(memory.reserve(100, 1)).isEqualTo(110);
        assertThat(memory.freeAt()).isEqualTo(101);
        assertThat(memory.reserve(101, 3)).isEqualTo(113);
        assertThat(memory.freeAt()).isEqualTo(104);
        assertThat(memory.reserve(102, 1)).isEqualTo(114);
        assertThat(memory.conflictCycles()).isEqualTo(2);
    }

    @Test
    void a_workgroup_finds_poison_and_not_what_its_predecessor_left() {
        byte[] first = memory.allocate(8, new byte[0]);
        first[3] = 1;
        memory.free(8);
        byte[] second = memory.allocate(4, first);
        assertThat(second).isSameAs(first);
        assertThat(second[3]).isEqualTo(SharedMemory.POISON);
    }

    @Test
    void room_is_counted_in_bytes() {
        memory.allocate(1000, new byte[0]);
        assertThat(memory.hasRoom(24)).isTrue();
        assertThat(memory.hasRoom(25)).isFalse();
        memory.free(1000);
        assertThat(memory.hasRoom(1024)).isTrue();
    }
}
