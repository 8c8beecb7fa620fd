// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.compute;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.machine.request.Request;
import dev.sluice.machine.request.RequestPool;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class CoalescerTest {

    private static final long BOUND = 1 << 20;

    private final Coalescer coalescer = new Coalescer(new RequestPool(true));

    private static long[] strided(int lanes, long first, long stride) {
        long[] offsets = new long[lanes];
        for (int l = 0; l < lanes; l++) {
            offsets[l] = first + l * stride;
        }
        return offsets;
    }

    private int coalesce(long base, long[] offsets, long active, int size) {
        coalescer.begin(Request.READ, 0, 5, 9);
        return coalescer.coalesce(base, BOUND, offsets, active, size, 128);
    }

    private Request request(int k) {
        return coalescer.requests[k];
    }

    @Test
    void consecutive_words_of_a_wave_are_one_request_of_the_whole_line() {
        coalesce(0x1000, strided(32, 0, 4), -1L >>> 32, 4);
        assertThat(coalescer.count).isEqualTo(1);
        assertThat(request(0).address).isEqualTo(0x1000);
        assertThat(request(0).sectors()).isEqualTo(0b1111);
        assertThat(request(0).byteCount()).isEqualTo(128);
        assertThat(request(0).command).isEqualTo(5);
        assertThat(request(0).agent).isEqualTo(9);
    }

    @Test
    void consecutive_words_from_the_middle_of_a_line_are_two_requests() {
        coalesce(0x1040, strided(32, 0, 4), -1L >>> 32, 4);
        assertThat(coalescer.count).isEqualTo(2);
        assertThat(request(0).address).isEqualTo(0x1000);
        assertThat(request(0).sectors()).isEqualTo(0b1100);
        assertThat(coalescer.lanes[0]).isEqualTo(0xFFFF);
        assertThat(request(1).address).isEqualTo(0x1080);
        assertThat(request(1).sectors()).isEqualTo(0b0011);
        assertThat(coalescer.lanes[1]).isEqualTo(0xFFFF_0000L);
    }

    @Test
    void words_a_line_apart_are_a_request_each() {
        coalesce(0, strided(32, 0, 128), -1L >>> 32, 4);
        assertThat(coalescer.count).isEqualTo(32);
        assertThat(request(31).address).isEqualTo(31 * 128);
        assertThat(request(31).sectors()).isEqualTo(1);
        assertThat(request(31).byteCount()).isEqualTo(4);
    }

    @Test
    void a_stride_of_two_words_reads_every_sector_but_half_of_the_bytes() {
        coalesce(0, strided(16, 0, 8), 0xFFFF, 4);
        assertThat(coalescer.count).isEqualTo(1);
        assertThat(request(0).sectors()).isEqualTo(0b1111);
        assertThat(request(0).byteCount()).isEqualTo(64);
        assertThat(request(0).byteMask(0)).isEqualTo(0x0F0F_0F0F_0F0F_0F0FL);
    }

    @Test
    void lanes_of_one_word_share_one_request() {
        coalesce(0, strided(32, 12, 0), -1L >>> 32, 4);
        assertThat(coalescer.count).isEqualTo(1);
        assertThat(request(0).byteMask(0)).isEqualTo(0xF000);
        assertThat(coalescer.lanes[0]).isEqualTo(-1L >>> 32);
    }

    @Test
    void requests_come_in_the_order_in_which_lanes_touch_lines() {
        coalesce(0, new long[] {512, 0, 516, 256}, 0b1111, 4);
        assertThat(coalescer.count).isEqualTo(3);
        assertThat(List.of(request(0).address, request(1).address, request(2).address))
                .containsExactly(512L, 0L, 256L);
        assertThat(coalescer.lanes[0]).isEqualTo(0b0101);
    }

    @Test
    void inactive_lanes_take_no_part() {
        coalesce(0, new long[] {BOUND * 9, 4, -4, 8}, 0b1010, 4);
        assertThat(coalescer.count).isEqualTo(1);
        assertThat(request(0).byteMask(0)).isEqualTo(0xFF0);
    }

    @Test
    void an_element_that_crosses_a_line_takes_part_in_two_requests() {
        coalesce(126, new long[] {0}, 1, 4);
        assertThat(coalescer.count).isEqualTo(2);
        assertThat(request(0).address).isEqualTo(0);
        assertThat(request(0).byteMask(1)).isEqualTo(0b11L << 62);
        assertThat(request(1).address).isEqualTo(128);
        assertThat(request(1).byteMask(0)).isEqualTo(0b11);
        assertThat(coalescer.lanes[0] & coalescer.lanes[1]).isEqualTo(1);
    }

    @Test
    void the_first_lane_out_of_range_is_named_and_nothing_is_requested() {
        assertThat(coalesce(0, new long[] {0, BOUND - 4, BOUND, -1}, 0b1111, 4)).isEqualTo(2);
        assertThat(coalescer.count).isZero();
        assertThat(coalesce(0, new long[] {0, BOUND - 4, 4, -1}, 0b1111, 4)).isEqualTo(3);
        assertThat(coalesce(0, new long[] {BOUND - 4, BOUND - 4}, 0b11, 8)).isZero();
        assertThat(coalesce(0, new long[] {Long.MAX_VALUE}, 1, 8)).isZero();
    }

    @Test
    void a_run_may_end_exactly_at_the_end_of_what_is_bound() {
        assertThat(coalesce(0, strided(4, BOUND - 16, 4), 0b1111, 4)).isEqualTo(-1);
        assertThat(coalesce(0, strided(4, BOUND - 12, 4), 0b1111, 4)).isEqualTo(3);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8})
    void any_pattern_gives_the_bytes_and_lines_of_a_slow_reference(int seed) {
        Random random = new Random(seed);
        for (int round = 0; round < 400; round++) {
            int lanes = 1 + random.nextInt(64);
            int size = 1 << random.nextInt(4);
            int line = 32 << random.nextInt(4);
            long base = random.nextInt(3) == 0 ? random.nextInt(5000) : random.nextInt(50) * 256L;
            long spread = 1L << random.nextInt(12);
            boolean run = random.nextInt(3) == 0;
            long[] offsets = new long[lanes];
            for (int l = 0; l < lanes; l++) {
                offsets[l] = run ? (l + 3L) * size : (long) (random.nextDouble() * spread) * size;
            }
            long active = random.nextInt(2) == 0 ? -1L >>> 64 - lanes : random.nextLong() & -1L >>> 64 - lanes;
            if (active == 0) {
                continue;
            }
            coalescer.begin(Request.READ, 0, -1, 0);
            assertThat(coalescer.coalesce(base, BOUND, offsets, active, size, line))
                    .isEqualTo(-1);
            compare(base, offsets, active, size, line);
        }
    }

    private void compare(long base, long[] offsets, long active, int size, int line) {
        Map<Long, TreeSet<Integer>> bytes = new LinkedHashMap<>();
        Map<Long, Long> lanes = new LinkedHashMap<>();
        for (int l = 0; l < offsets.length; l++) {
            for (int b = 0; b < size && (active >>> l & 1) != 0; b++) {
                long address = base + offsets[l] + b;
                long at = address & -line;
                bytes.computeIfAbsent(at, k -> new TreeSet<>()).add((int) (address - at));
                lanes.merge(at, 1L << l, (x, y) -> x | y);
            }
        }
        List<Long> order = new ArrayList<>(bytes.keySet());
        assertThat(coalescer.count).isEqualTo(order.size());
        for (int k = 0; k < coalescer.count; k++) {
            Request request = request(k);
            assertThat(request.address).isEqualTo(order.get(k));
            assertThat(coalescer.lanes[k]).isEqualTo(lanes.get(request.address));
            TreeSet<Integer> got = new TreeSet<>();
            int sectors = 0;
            for (int b = 0; b < line; b++) {
                if ((request.byteMask(b >>> 6) >>> b & 1) != 0) {
                    got.add(b);
                    sectors |= 1 << (b >>> 5);
                }
            }
            assertThat(got).isEqualTo(bytes.get(request.address));
            assertThat(request.sectors()).isEqualTo(sectors);
        }
    }
}
