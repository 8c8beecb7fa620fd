// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.usage;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.result.Limits;
import dev.sluice.result.Resource;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a meter says of a span from what its gauges show. */
final class UsageMeterTest {

    private final double[] busy = new double[4];
    private final UsageMeter meter = new UsageMeter(new UnitCycles(0));

    private void gauge(Resource resource, String of, String... names) {
        int first = shown;
        shown += names.length;
        meter.add(new Gauge(resource, of, List.of(names), (i, now) -> busy[first + i]));
    }

    private int shown;

    @Test
    void a_resource_that_is_never_idle_is_busy_for_all_of_a_span() {
        gauge(Resource.REPLY_PORT, "l15", "l15[0]", "l15[1]");
        busy[1] = 700;
        UsageMark from = meter.mark(1000);
        busy[0] = 50;
        busy[1] = 800;
        Limits limits = meter.between(from, meter.mark(1100), 0).limits();
        assertThat(limits.cycles()).isEqualTo(100);
        assertThat(limits.utilisation()).containsExactly(new Limits.Use("replyPort", "l15", "l15[1]", 2, 100, 1, 0.75));
        assertThat(limits.limitedBy()).isEqualTo(limits.utilisation().get(0));
        assertThat(limits.summary()).isEqualTo("limited by port l15[1], 100 % busy (replies)");
    }

    @Test
    void what_is_busy_for_79_percent_does_not_limit_and_for_80_does() {
        gauge(Resource.DRAM_BUS, "vram", "vram[0]");
        busy[0] = 79;
        Limits below = meter.total(100, 100);
        assertThat(below.limitedBy()).isNull();
        assertThat(below.summary()).isEqualTo("no resource above bus vram[0], 79 % busy: no single limit");
        busy[0] = 80;
        UsageMark start = new UsageMark(0, new double[1], new UnitCycles(0).upTo(0));
        assertThat(meter.between(start, meter.mark(101), 0).limits().limitedBy())
                .isNull();
        assertThat(meter.between(start, new UsageMark(100, new double[] {80}, start.units), 0)
                        .limits()
                        .summary())
                .isEqualTo("limited by bus vram[0], 80 % busy");
    }

    @Test
    void what_a_report_shows_as_80_percent_limits() {
        gauge(Resource.DRAM_BUS, "vram", "vram[0]");
        busy[0] = 399;

        assertThat(meter.total(500, 500).summary()).isEqualTo("limited by bus vram[0], 80 % busy");
    }

    @Test
    void a_span_without_waves_is_latency_bound_if_even_the_busiest_mostly_waited() {
        gauge(Resource.TRANSFER, "transfer", "transfer");
        UsageMark start = new UsageMark(0, new double[1], new UnitCycles(2).upTo(0));
        UsageMark end = new UsageMark(100, new double[1], new UnitCycles(2).upTo(100));

        assertThat(meter.between(start, end, 0).limits().summary()).isEqualTo("no resource busy");
        assertThat(meter.between(start, new UsageMark(100, new double[] {49}, end.units), 0)
                        .limits()
                        .summary())
                .isEqualTo("no resource above engine transfer, 49 % busy: latency bound");
        assertThat(meter.between(start, new UsageMark(100, new double[] {50}, end.units), 0)
                        .limits()
                        .summary())
                .isEqualTo("no resource above engine transfer, 50 % busy: no single limit");
    }

    @Test
    void where_units_had_waves_without_an_issue_it_is_these_that_tell() {
        UnitCycles units = new UnitCycles(4);
        UsageMeter ofUnits = new UsageMeter(units);
        units.unit(0).filled(0);
        assertThat(ofUnits.total(50, 50).summary())
                .isEqualTo("no resource busy: too little parallelism (units without waves 75 %)");

        for (int unit = 1; unit < 4; unit++) {
            units.unit(unit).filled(60);
        }
        assertThat(ofUnits.total(200, 200).summary()).isEqualTo("no resource busy: latency bound");
    }

    @Test
    void a_span_that_is_mostly_without_waves_is_told_like_one_that_has_none() {
        UnitCycles units = new UnitCycles(4);
        UsageMeter ofUnits = new UsageMeter(units);
        ofUnits.add(new Gauge(Resource.TRANSFER, "transfer", List.of("transfer"), (i, now) -> 0.3 * now));
        UsageMark start = ofUnits.mark(0);
        units.unit(0).filled(10);
        units.unit(1).filled(20);
        units.unit(1).emptied(30);
        units.unit(0).emptied(50);

        assertThat(ofUnits.between(start, ofUnits.mark(80), 0).limits().summary())
                .isEqualTo(
                        "no resource above engine transfer, 30 % busy: too little parallelism (units without waves 84 %)");
        assertThat(ofUnits.between(start, ofUnits.mark(100), 0).limits().summary())
                .isEqualTo("no resource above engine transfer, 30 % busy: latency bound");
    }

    @Test
    void what_is_full_limits_only_if_nothing_is_busy() {
        gauge(Resource.MSHRS, "l1", "l1[3]");
        gauge(Resource.REQUEST_PORT, "l2", "l2[5]");
        busy[0] = 99;
        busy[1] = 85;
        assertThat(meter.total(100, 100).summary()).isEqualTo("limited by port l2[5], 85 % busy (requests)");
        busy[1] = 30;
        UsageMark none = new UsageMark(0, new double[2], new UnitCycles(0).upTo(0));
        assertThat(meter.between(none, new UsageMark(100, busy, none.units), 0)
                        .limits()
                        .summary())
                .isEqualTo("limited by MSHRs l1[3], 99 % full");
    }

    @Test
    void what_is_full_for_half_of_a_span_that_nothing_limits_is_named_too() {
        gauge(Resource.QUEUE, "l2", "l2[3]");
        gauge(Resource.REPLY_PORT, "l1", "l1[5]");
        UsageMark none = new UsageMark(0, new double[2], new UnitCycles(0).upTo(0));
        assertThat(meter.between(none, new UsageMark(100, new double[] {49, 60}, none.units), 0)
                        .limits()
                        .summary())
                .isEqualTo("no resource above port l1[5], 60 % busy (replies): no single limit");
        assertThat(meter.between(none, new UsageMark(100, new double[] {50, 60}, none.units), 0)
                        .limits()
                        .summary())
                .isEqualTo(
                        "no resource above port l1[5], 60 % busy (replies): no single limit; queue l2[3], 50 % full");
    }

    @Test
    void shares_below_the_least_are_left_out() {
        gauge(Resource.LINK, "link", "to device", "to host");
        gauge(Resource.TRANSFER, "transfer", "transfer");
        busy[0] = 9;
        busy[2] = 10;
        UsageMark none = new UsageMark(0, new double[3], new UnitCycles(0).upTo(0));
        assertThat(meter.between(none, meter.mark(1000), 0.01).limits().utilisation())
                .extracting(Limits.Use::resource)
                .containsExactly("transfer");
    }

    @Test
    void a_region_of_interest_counts_from_its_begin() {
        gauge(Resource.TRANSFER, "transfer", "transfer");
        busy[0] = 500;
        meter.reset(1000);
        busy[0] = 550;
        Limits limits = meter.total(1100, 1100);
        assertThat(limits.cycles()).isEqualTo(100);
        assertThat(limits.utilisation().get(0).share()).isEqualTo(0.5);
    }

    @Test
    void a_span_of_no_time_says_nothing() {
        assertThat(meter.between(meter.mark(5), meter.mark(5), 0).limits()).isEqualTo(Limits.NONE);
    }
}
