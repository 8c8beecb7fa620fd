// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.sweep.outcome;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class UnitTest {
    private static List<String> ticks(double least, double greatest, Unit unit) {
        List<Double> ticks = Scale.of(least, greatest, unit, 0, 1).ticks();
        return ticks.stream().map(tick -> unit.brief(tick, unit.exact(ticks))).toList();
    }

    @Test
    void ticks_close_together_have_the_decimals_that_tell_them_apart() {
        assertThat(ticks(1_064_600, 1_079_900, Unit.CYCLES))
                .containsExactly("1.06 M", "1.065 M", "1.07 M", "1.075 M", "1.08 M");
        assertThat(ticks(0.500_01, 0.500_04, Unit.SHARE))
                .doesNotHaveDuplicates()
                .contains("50.002 %");
        assertThat(ticks(10_485_760, 10_490_000, Unit.BYTES)).doesNotHaveDuplicates();
    }

    @Test
    void ticks_far_apart_have_no_more_decimals_than_usual() {
        assertThat(ticks(1_000_000, 3_000_000, Unit.CYCLES)).containsExactly("0", "1 M", "2 M", "3 M");
    }

    @Test
    void ticks_are_written_as_evenly_as_they_stand() {
        assertThat(ticks(0, 1.1 * (1 << 20), Unit.BYTES))
                .containsExactly("0 B", "256 KiB", "512 KiB", "768 KiB", "1 MiB", "1.25 MiB");
        assertThat(ticks(0, 2300, Unit.BYTES)).containsExactly("0 B", "512 B", "1 KiB", "1.5 KiB", "2 KiB", "2.5 KiB");
        assertThat(ticks(0.5, 2, Unit.COUNT)).containsExactly("0", "0.5", "1", "1.5", "2");
    }

    @Test
    void labels_of_ticks_leave_the_name_of_the_axis_its_room() {
        for (Unit unit : Unit.values()) {
            double most = unit == Unit.SHARE ? 1 : 1e12;
            for (double least = unit == Unit.SHARE ? 0.001 : 1; least < most; least *= 7.7) {
                for (double range = 1; range > 1e-4; range /= 1.9) {
                    assertThat(ticks(least, least * (1 + range), unit))
                            .allSatisfy(label -> assertThat(label).hasSizeLessThanOrEqualTo(Frame.LONGEST_TICK));
                }
            }
        }
    }

    @Test
    void equal_values_need_nothing_to_tell_them_apart() {
        assertThat(Unit.CYCLES.more(List.of(7.0, 7.0))).isZero();
    }
}
