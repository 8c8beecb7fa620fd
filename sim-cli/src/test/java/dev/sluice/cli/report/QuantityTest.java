// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.report;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class QuantityTest {
    @ParameterizedTest
    @CsvSource({"0, 0 B", "1023, 1023 B", "1024, 1 KiB", "1536, 1.5 KiB", "1048576, 1 MiB", "17179869184, 16 GiB"})
    void bytes_take_the_largest_unit(long bytes, String text) {
        assertThat(Quantity.bytes(bytes).replace(",", "")).isEqualTo(text);
    }

    @ParameterizedTest
    @CsvSource({
        "0, 0 ns",
        "999.5, 999.5 ns",
        "1000, 1 µs",
        "82346, 82.35 µs",
        "82344, 82.34 µs",
        "5e6, 5 ms",
        "2.5e9, 2.5 s"
    })
    void times_take_the_largest_unit(double nanos, String text) {
        assertThat(Quantity.time(nanos)).isEqualTo(text);
    }

    @Test
    void counts_have_separators() {
        assertThat(Quantity.count(1_234_567)).isEqualTo("1,234,567");
        assertThat(Quantity.plural(1, "line")).isEqualTo("1 line");
        assertThat(Quantity.plural(2, "line")).isEqualTo("2 lines");
    }

    @Test
    void decimals_drop_what_says_nothing() {
        assertThat(Quantity.decimal(1234.5, 2)).isEqualTo("1,234.5");
        assertThat(Quantity.decimal(-0.25, 2)).isEqualTo("-0.25");
        assertThat(Quantity.decimal(-0.001, 2)).isEqualTo("0");
        assertThat(Quantity.decimal(100, 1)).isEqualTo("100");
        assertThat(Quantity.decimal(Double.NaN, 1)).isEqualTo("-");
    }

    @Test
    void a_share_of_nothing_is_a_dash() {
        assertThat(Quantity.percent(0, 0)).isEqualTo("-");
        assertThat(Quantity.percent(1, 3)).isEqualTo("33.3 %");
    }

    @Test
    void exact_numbers_are_rounded_to_twelve_digits() {
        assertThat(Quantity.exact(1.0 / 3)).hasToString("0.333333333333");
        assertThat(Quantity.exact(1e15).toPlainString()).isEqualTo("1000000000000000");
        assertThat(Quantity.exact(Double.NaN)).hasToString("0");
    }
}
