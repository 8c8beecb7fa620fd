// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.units;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class UnitsTest {
    @ParameterizedTest
    @CsvSource({
        "0, 0",
        "512, 512",
        "512B, 512",
        "64KiB, 65536",
        "8MiB, 8388608",
        "1.5GiB, 1610612736",
        "64kB, 64000",
        "1MB, 1000000",
        "14GB, 14000000000",
        "1TiB, 1099511627776",
        "8 MiB, 8388608",
        "1_000, 1000",
        "0.5KiB, 512",
        "9223372036854775807, 9223372036854775807"
    })
    void sizes(String text, long bytes) {
        assertThat(Size.parse(text).bytes()).isEqualTo(bytes);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "64KB | '64KB' is not a size; write 64KiB (65536 bytes) or 64kB (64000 bytes)",
                "64K | '64K' is not a size; write 64KiB (65536 bytes) or 64kB (64000 bytes)",
                "2mib | '2mib' is not a size; write 2MiB (2097152 bytes) or 2MB (2000000 bytes)",
                "010000 | '010000' is no number with a unit; write 10000",
                "1__0KiB | '1__0KiB' is no number with a unit; write 10KiB",
                "3_ | '3_' is no number with a unit; write 3",
                "00.5 KiB | '00.5 KiB' is no number with a unit; write 0.5 KiB",
                "0.1B | '0.1B' is not a whole number of bytes",
                "9999999TiB | '9999999TiB' is too large",
                "9223372036854775808 | '9223372036854775808' is too large",
            })
    void wrong_sizes_say_what_would_be_right(String text, String message) {
        assertThatThrownBy(() -> Size.parse(text)).hasMessage(message);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "KiB", "-1KiB", "1e3", "1..5KiB", "64KiB ", "0x", "64 Kilo", "1,5GiB"})
    void other_texts_are_no_sizes(String text) {
        assertThatThrownBy(() -> Size.parse(text))
                .hasMessageContaining("is not a size; write bytes as a plain integer");
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 1, 1023, 1024, 1536, 65536, 1L << 40, 3L << 30, 1000})
    void sizes_print_as_they_are_read(long bytes) {
        assertThat(Size.parse(new Size(bytes).toString()).bytes()).isEqualTo(bytes);
    }

    @ParameterizedTest
    @CsvSource({"1.5GHz, 1500000000", "800MHz, 800000000", "32.768kHz, 32768", "1Hz, 1", "1755000000, 1755000000"})
    void clocks(String text, long hertz) {
        assertThat(Frequency.parse(text).hertz()).isEqualTo(hertz);
        assertThat(Frequency.parse(Frequency.parse(text).toString()).hertz()).isEqualTo(hertz);
    }

    @Test
    void wrong_clocks_say_what_would_be_right() {
        assertThatThrownBy(() -> Frequency.parse("1.5GHZ")).hasMessage("'1.5GHZ' is not a clock; write 1.5GHz");
        assertThatThrownBy(() -> Frequency.parse("fast")).hasMessageContaining("for example 1.5GHz");
        assertThatThrownBy(() -> Frequency.parse("0")).hasMessage("a clock must be above 0Hz");
        assertThatThrownBy(() -> Frequency.parse("0.5Hz")).hasMessage("'0.5Hz' is not a whole number of hertz");
    }

    @ParameterizedTest
    @CsvSource({"12ns, 12000", "1us, 1000000", "1.5µs, 1500000", "0.66ns, 660", "2ms, 2000000000", "1s, 1000000000000"})
    void times(String text, long picoseconds) {
        assertThat(Duration.parse(text)).isEqualTo(Duration.ofPicoseconds(picoseconds));
        assertThat(Duration.parse(Duration.parse(text).toString())).isEqualTo(Duration.parse(text));
    }

    @Test
    void plain_integers_are_cycles() {
        Duration time = Duration.parse("30");

        assertThat(time).isEqualTo(Duration.ofCycles(30));
        assertThat(time.picoseconds(new Frequency(1_500_000_000L))).isEqualTo(20_000);
    }

    @ParameterizedTest
    @CsvSource({"500ns, 1500000000, 750", "1ns, 1500000000, 2", "1ps, 1, 1", "0ns, 1500000000, 0", "1s, 3, 3"})
    void cycles_round_up(String text, long hertz, long cycles) {
        assertThat(Duration.parse(text).cycles(new Frequency(hertz))).isEqualTo(cycles);
    }

    @Test
    void wrong_times_say_what_would_be_right() {
        assertThatThrownBy(() -> Duration.parse("12NS")).hasMessage("'12NS' is not a time; write 12ns");
        assertThatThrownBy(() -> Duration.parse("12 cycles"))
                .hasMessageContaining("core clock cycles as a plain integer");
        assertThatThrownBy(() -> Duration.parse("0.1ps")).hasMessage("'0.1ps' is not a whole number of picoseconds");
    }

    @Test
    void whole_size_reaches_to_the_end() {
        assertThat(RangeSize.parse("WHOLE_SIZE").resolve(100)).isEqualTo(100);
        assertThat(RangeSize.parse("VK_WHOLE_SIZE").resolve(7)).isEqualTo(7);
        assertThat(RangeSize.parse("1KiB").resolve(7)).isEqualTo(1024);
    }
}
