// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.sweep.outcome;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sluice.cli.sweep.Objective;
import dev.sluice.cli.sweep.PointRecord;
import dev.sluice.cli.sweep.Shard;
import dev.sluice.cli.sweep.SweepHeader;
import dev.sluice.config.sweep.Axis;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SeriesTest {
    private static final SweepHeader HEADER = new SweepHeader(
            "s",
            "1",
            Map.of(),
            Map.of(),
            List.of("a", "b"),
            List.of(new Axis("seed", List.of("1", "2"))),
            false,
            List.of(List.of("a", "1"), List.of("a", "2"), List.of("b", "1"), List.of("b", "2")),
            "",
            List.of("cycles", "stalls"),
            List.of(new Objective("cycles", false), new Objective("stalls", false)),
            Shard.WHOLE);

    private static PointRecord record(int index, long cycles, long stalls) {
        return new PointRecord(
                index,
                "",
                PointRecord.Status.OK,
                null,
                Map.of("cycles", BigDecimal.valueOf(cycles), "stalls", BigDecimal.valueOf(stalls)));
    }

    @Test
    void all_streams_have_one_kind_of_mean_for_each_metric() {
        Series all = Series.of(
                        HEADER,
                        Map.of(
                                0, record(0, 100, 4),
                                1, record(1, 400, 0),
                                2, record(2, 400, 16),
                                3, record(3, 900, 10)))
                .get(0);

        assertThat(all.rows()).extracting(row -> row.metric("cycles")).satisfies(cycles -> {
            assertThat(cycles.get(0)).as("geometric").isCloseTo(200, within(1e-9));
            assertThat(cycles.get(1)).isCloseTo(600, within(1e-9));
        });
        assertThat(all.rows())
                .as("arithmetic in both points, because one has 0")
                .extracting(row -> row.metric("stalls"))
                .containsExactly(10.0, 5.0);
    }

    @Test
    void a_rate_that_moves_by_less_than_anybody_would_see_does_not_vary() {
        Series series = new Series(
                "s",
                List.of(
                        new Series.Row(0, List.of("1"), Map.of("a.hitRate", 0.00004, "b.hitRate", 0.5, "n", 7.0)),
                        new Series.Row(1, List.of("2"), Map.of("a.hitRate", 0.00002, "b.hitRate", 0.501, "n", 7.0)),
                        new Series.Row(2, List.of("3"), Map.of("m", 1.0)),
                        new Series.Row(3, List.of("4"), Map.of("m", 1.0001))));

        assertThat(List.of("a.hitRate", "b.hitRate", "n", "m", "none"))
                .filteredOn(series::varies)
                .containsExactly("b.hitRate", "m");
    }
}
