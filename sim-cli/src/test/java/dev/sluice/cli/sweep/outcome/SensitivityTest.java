// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.sweep.outcome;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sluice.cli.sweep.Objective;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SensitivityTest {
    private static final Dimension SIZE = new Dimension("size", List.of(0), List.of("1", "2"), "", true);
    private static final Dimension POLICY = new Dimension("policy", List.of(1), List.of("lru", "drrip"), "", false);
    private static final Objective CYCLES = new Objective("cycles", false);

    private static Series.Row row(String size, String policy, double cycles) {
        return new Series.Row(0, List.of(size, policy), Map.of("cycles", cycles));
    }

    @Test
    void compares_points_that_differ_in_one_axis_alone() {
        Series series = new Series(
                "s",
                List.of(row("1", "lru", 300), row("1", "drrip", 300), row("2", "lru", 100), row("2", "drrip", 110)));

        List<Sensitivity> all = Sensitivity.of(series, List.of(POLICY, SIZE), CYCLES);

        assertThat(all).extracting(one -> one.dimension().name()).containsExactly("size", "policy");
        assertThat(all.get(0).largest()).isCloseTo(1.0, within(1e-9));
        assertThat(all.get(0).typical()).isCloseTo((1.0 + 190.0 / 205) / 2, within(1e-9));
        assertThat(all.get(0).bestAt()).isEqualTo("2");
        assertThat(all.get(1).largest()).isCloseTo(10.0 / 105, within(1e-9));
        assertThat(all.get(1).typical()).isCloseTo(5.0 / 105, within(1e-9));
        assertThat(all.get(1).bestAt()).isEqualTo("lru");
    }

    @Test
    void equals_are_best_each() {
        Dimension size = new Dimension("size", List.of(0), List.of("1", "2", "3"), "", true);
        Series series = new Series(
                "s",
                List.of(
                        row("1", "lru", 100),
                        row("2", "lru", 100),
                        row("3", "lru", 300),
                        row("1", "drrip", 200),
                        row("2", "drrip", 100),
                        row("3", "drrip", 300)));

        assertThat(Sensitivity.of(series, List.of(POLICY, size), CYCLES))
                .filteredOn(one -> one.dimension().name().equals("size"))
                .extracting(Sensitivity::bestAt)
                .containsExactly("2");
    }

    @Test
    void of_values_that_are_best_as_often_the_one_that_is_better_on_average_counts() {
        Series series = new Series(
                "s",
                List.of(row("1", "lru", 100), row("2", "lru", 101), row("1", "drrip", 110), row("2", "drrip", 90)));

        assertThat(Sensitivity.of(series, List.of(POLICY, SIZE), CYCLES))
                .filteredOn(one -> one.dimension().name().equals("size"))
                .extracting(Sensitivity::bestAt)
                .containsExactly("2");
        assertThat(Sensitivity.of(series, List.of(POLICY, SIZE), new Objective("cycles", true)))
                .filteredOn(one -> one.dimension().name().equals("size"))
                .extracting(Sensitivity::bestAt)
                .containsExactly("1");
    }

    @Test
    void what_cannot_be_compared_is_left_out() {
        Series series = new Series("s", List.of(row("1", "lru", 300), row("2", "drrip", 100)));

        assertThat(Sensitivity.of(series, List.of(POLICY, SIZE), CYCLES)).isEmpty();
    }
}
