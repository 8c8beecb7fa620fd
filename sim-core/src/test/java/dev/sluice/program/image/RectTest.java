// SPDX-License-Identifier: Apache-2.0
package dev.sluice.program.image;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class RectTest {
    private static final Rect AREA = new Rect(0, 0, 64, 32);

    @Test
    void what_two_rectangles_have_in_common_is_one() {
        assertThat(new Rect(-8, 16, 32, 32).intersect(AREA)).isEqualTo(new Rect(0, 16, 24, 16));
    }

    @Test
    void rectangles_that_do_not_meet_have_nothing_in_common() {
        assertThat(new Rect(64, 0, 8, 8).intersect(AREA).empty()).isTrue();
    }

    @Test
    void a_rectangle_may_reach_beyond_the_largest_coordinate() {
        int most = Integer.MAX_VALUE;

        assertThat(new Rect(most, 0, 64, 32).intersect(AREA).empty()).isTrue();
        assertThat(new Rect(8, 8, most, most).intersect(AREA)).isEqualTo(new Rect(8, 8, 56, 24));
    }
}
