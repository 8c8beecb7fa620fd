// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.sweep.outcome;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class ScaleTest {
    @Test
    void ticks_are_round_and_hold_the_values() {
        Scale scale = Scale.of(96_094, 112_500, Unit.CYCLES, 300, 0);

        assertThat(scale.ticks()).containsExactly(95_000.0, 100_000.0, 105_000.0, 110_000.0, 115_000.0);
        assertThat(scale.at(95_000)).isCloseTo(300, within(1e-9));
        assertThat(scale.at(115_000)).isCloseTo(0, within(1e-9));
    }

    @Test
    void values_near_nothing_begin_there() {
        assertThat(Scale.of(1, 10, Unit.COUNT, 0, 1).low()).isZero();
    }

    @Test
    void bytes_have_ticks_at_powers_of_two() {
        assertThat(Scale.of(0, 20.0 * (1 << 20), Unit.BYTES, 0, 1).step()).isEqualTo(4.0 * (1 << 20));
    }

    @Test
    void equal_values_have_room_around_them() {
        Scale scale = Scale.of(7, 7, Unit.COUNT, 0, 1);

        assertThat(scale.at(7)).isBetween(0.2, 0.8);
    }
}
