// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.sweep.outcome;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.cli.sweep.Objective;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ParetoTest {
    private static final Objective CYCLES = new Objective("cycles", false);
    private static final Objective SIZE = new Objective("size", false);
    private static final Objective HITS = new Objective("hits", true);

    private static Series.Row row(int point, double cycles, double size) {
        return new Series.Row(point, List.of(), Map.of("cycles", cycles, "size", size, "hits", size));
    }

    private static List<Integer> points(List<Series.Row> rows) {
        return rows.stream().map(Series.Row::point).toList();
    }

    @Test
    void the_front_has_what_nothing_beats_in_both() {
        List<Series.Row> rows =
                List.of(row(0, 100, 8), row(1, 120, 4), row(2, 130, 5), row(3, 200, 1), row(4, 90, 16), row(5, 250, 1));

        assertThat(points(Pareto.front(rows, CYCLES, SIZE))).containsExactly(4, 0, 1, 3);
    }

    @Test
    void of_points_that_are_equal_in_both_the_first_stands_for_all() {
        assertThat(points(Pareto.front(List.of(row(0, 10, 1), row(1, 10, 1)), CYCLES, SIZE)))
                .containsExactly(0);
    }

    @Test
    void more_may_be_better() {
        List<Series.Row> rows = List.of(row(0, 100, 0.5), row(1, 120, 0.4), row(2, 130, 0.9));

        assertThat(points(Pareto.front(rows, CYCLES, HITS))).containsExactly(0, 2);
        assertThat(points(Pareto.best(rows, HITS, CYCLES))).containsExactly(2, 0, 1);
    }

    @Test
    void points_without_the_metric_are_left_out() {
        List<Series.Row> rows = List.of(row(0, 100, 8), new Series.Row(1, List.of(), Map.of("cycles", 1.0)));

        assertThat(points(Pareto.front(rows, CYCLES, SIZE))).containsExactly(0);
    }
}
