// SPDX-License-Identifier: Apache-2.0
package dev.sluice.energy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

/** Arrays, wires and area of a chip. */
final class ChipEnergyTest {
    private static final double EXACT = 1e-9;
    private static final ChipEnergy CHIP = new ChipEnergy(8, 16, 80, 32, 0.5, 0.25, 0.1, 10);

    @Test
    void sizes_of_the_table_cost_what_it_says() {
        assertThat(CHIP.arrayByte(8 << 10)).isCloseTo(1, within(EXACT));
        assertThat(CHIP.arrayByte(32 << 10)).isCloseTo(2, within(EXACT));
        assertThat(CHIP.arrayByte(1 << 20)).isCloseTo(10, within(EXACT));
    }

    @Test
    void sizes_between_lie_on_lines_over_the_square_root() {
        // 18 KiB: the root is 1.5 times that of 8 KiB, half-way to that of 32 KiB
        assertThat(CHIP.arrayByte(18 << 10)).isCloseTo(1.5, within(EXACT));
        assertThat(CHIP.arrayByte(2 << 10)).isCloseTo(0.5, within(EXACT));
        assertThat(CHIP.arrayByte(0)).isZero();
    }

    @Test
    void sizes_beyond_the_table_go_on() {
        double root = Math.sqrt(32 << 10);

        assertThat(CHIP.arrayByte(4 << 20)).isCloseTo(2 + 8 * (2048 - root) / (1024 - root), within(EXACT));
    }

    @Test
    void wire_costs_by_bit_and_length() {
        assertThat(CHIP.networkByte()).isCloseTo(8, within(EXACT));
    }

    @Test
    void area_is_cells_and_what_stands_around_them() {
        assertThat(CHIP.area(1_000_000)).isCloseTo(2, within(EXACT));
    }

    @Test
    void numbers_that_cannot_be_are_refused() {
        assertThatThrownBy(() -> new ChipEnergy(8, 16, 80, 32, 0.5, 0, 0.1, 10))
                .hasMessage("arrayShare must be above 0 and at most 1, not 0.0");
        assertThatThrownBy(() -> new ChipEnergy(8, 4, 80, 32, 0.5, 0.25, 0.1, 10))
                .hasMessage("access32KiB must be at least access8KiB, which is 8.0, not 4.0");
        assertThatThrownBy(() -> new ChipEnergy(8, 16, Double.NaN, 32, 0.5, 0.25, 0.1, 10))
                .hasMessageContaining("access1MiB");
    }
}
