// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.sweep.outcome;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.cli.sweep.Objective;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class FrontPlotTest {
    private static Series.Row row(int point, double cycles, double size) {
        return new Series.Row(point, List.of(), Map.of("cycles", cycles, "size", size));
    }

    @Test
    void no_other_point_hides_the_front() {
        List<Series.Row> rows = List.of(row(0, 100, 8), row(1, 100, 8), row(2, 200, 4), row(3, 200, 4), row(4, 300, 9));

        String svg = new FrontPlot(rows, new Objective("cycles", false), new Objective("size", false), List.of())
                .svg("cycles against size");

        assertThat(svg.split("dot c0", -1)).hasSize(4);
        assertThat(svg.split("dot c1", -1)).hasSize(3);
        assertThat(svg.lastIndexOf("dot c0")).isLessThan(svg.indexOf("dot c1"));
    }
}
