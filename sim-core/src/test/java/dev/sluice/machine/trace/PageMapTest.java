// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.trace;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class PageMapTest {

    private static final long MEMORY = 64 << 10;
    private static final int PAGE = 4 << 10;

    @Test
    void a_page_lies_where_its_address_says_modulo_memory() {
        PageMap map = new PageMap(MEMORY);

        assertThat(map.pageBytes()).isEqualTo(PAGE);
        assertThat(map.map(0x3abc)).isEqualTo(0x3abc);
        assertThat(map.map(0xffff_ffff_ffff_5fffL)).isEqualTo(0x5fff);
        assertThat(map.pages()).isEqualTo(2);
    }

    @Test
    void a_page_whose_place_is_taken_keeps_as_many_low_bits_as_it_can() {
        PageMap map = new PageMap(MEMORY);
        long first = map.map(0x3000);
        long second = map.map(0x3000 + MEMORY);
        long third = map.map(0x3000 + 2 * MEMORY);

        assertThat(first).isEqualTo(0x3000);
        assertThat(second).as("another top bit").isEqualTo(0x3000 ^ MEMORY / 2);
        assertThat(third % (MEMORY / 4)).isEqualTo(0x3000);
        assertThat(Set.of(first, second, third)).hasSize(3);
    }

    @Test
    void no_two_pages_share_a_place_while_memory_holds_them() {
        PageMap map = new PageMap(MEMORY);
        Random random = new Random(7);
        Map<Long, Long> known = new HashMap<>();
        while (known.size() < MEMORY / PAGE) {
            long page = random.nextInt(3) == 0 ? random.nextLong() & -PAGE : (long) random.nextInt(40) * MEMORY;
            known.merge(page, map.map(page), (before, now) -> {
                assertThat(now).isEqualTo(before);
                return before;
            });
        }

        assertThat(new HashSet<>(known.values())).hasSize(known.size());
        assertThat(map.moved()).isZero();
    }

    @Test
    void beyond_memory_a_page_that_was_not_touched_for_long_gives_up_its_place() {
        PageMap map = new PageMap(MEMORY);
        for (long page = 0; page < MEMORY / PAGE; page++) {
            map.map(page * PAGE);
        }
        map.map(MEMORY); // all were touched: the hand goes round once and takes the first
        long place = map.map(PAGE);

        assertThat(map.moved()).isEqualTo(1);
        assertThat(place).as("still there").isEqualTo(PAGE);
        map.map(2 * MEMORY);
        assertThat(map.map(PAGE)).as("touched since the hand came by").isEqualTo(PAGE);
        assertThat(map.moved()).isEqualTo(2);
    }

    @Test
    void pages_are_found_again_after_thousands_were_forgotten() {
        PageMap map = new PageMap(MEMORY);
        for (long page = 0; page < 10_000; page++) {
            long place = map.map(page * 7919 * PAGE);
            assertThat(map.map(page * 7919 * PAGE + 5)).isEqualTo(place + 5);
        }

        assertThat(map.moved()).isEqualTo(10_000 - MEMORY / PAGE);
    }
}
