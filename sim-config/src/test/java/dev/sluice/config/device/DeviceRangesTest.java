// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.config.ConfigException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Numbers that no machine has room for: refused at their value, with the key and what is possible. */
final class DeviceRangesTest {
    private static final Pattern NUMBER = Pattern.compile(": ([0-9.]+(?:[KMG]iB|[num]?s|G?Hz)?)(?=[,}\\n])");

    /** The fault of the full device with another value behind some text; it must stand at that value. */
    private static String problem(String text, String before, String value, String changed) {
        int at = text.indexOf(before + value) + before.length();
        assertThat(text.substring(0, at)).endsWith(before);
        try {
            TestDevice.read(text.substring(0, at) + changed + text.substring(at + value.length()));
        } catch (ConfigException e) {
            int line =
                    (int) text.substring(0, at).chars().filter(c -> c == '\n').count() + 1;
            int column = at - text.lastIndexOf('\n', at - 1);
            assertThat(e.getMessage()).startsWith("device.yaml:" + line + ":" + column + ": ");
            return e.problem();
        }
        throw new AssertionError("was accepted: " + before + changed);
    }

    /** The same for a key that the full device does not have in a mapping. */
    private static String problem(String mapping, String key, String value) {
        String start = mapping + ": {";
        String text = TestDevice.text().replaceFirst(Pattern.quote(start), start + key + ": 1, ");
        return problem(text, start + key + ": ", "1", value);
    }

    @ParameterizedTest
    @CsvSource({
        "cwl, 2147483647, 'vram: cwl must be between 0 and 1000000, not 2147483647'",
        "refi, 1000001, 'vram: refi must be between 1 and 1000000, not 1000001'",
        "rankSwitch, 1000001, 'vram: rankSwitch must be between 0 and 1000000, not 1000001'",
        "activateCycles, 5, 'vram: activateCycles must be between 1 and 4, not 5'",
    })
    void a_time_of_a_dram_has_bounds(String key, String value, String message) {
        assertThat(problem("timing", key, value)).isEqualTo(message);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "interleave | 2GiB | vram.interleave: 2GiB is too large",
                "rowBytes | 2147483648 | vram.rowBytes: 2GiB is too large",
                "transactionBytes | 4GiB | vram.transactionBytes: 4GiB is too large",
                "clock | 9223372036854775807 | vram: clock 9223372036.854775807GHz is too high for the times of preset test-dram, of which 24 cycles at 1.75GHz would be 126491959363; 1 to 1000000 are possible",
                "clock | 1kHz | vram: clock 1kHz is too low for the times of preset test-dram, of which 3333 cycles at 1.75GHz would be 0; 1 to 1000000 are possible",
            })
    void a_key_of_vram_is_refused_at_its_place(String key, String value, String message) {
        assertThat(problem("vram", key, value)).isEqualTo(message);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "cl: | 20 | 2147483647 | vram: cl must be between 1 and 1000000, not 2147483647",
                "submit: | 2us | 9223372036854775807 | host.submit: 9223372036854775807 core cycles; 0 to 2147483647 are possible",
                "drainAfter: | 1us | 9223372s | host.writeCombining.drainAfter: 9223372s is 13835058000000000 core cycles; 0 to 2147483647 are possible",
                "lanes: 16, latency: | 500ns | 9223372036854775807 | host.link.latency: 9223372036854775807 core cycles; 0 to 2147483647 are possible",
                "controllerLatency: | 10ns | 2147483648 | vram.controllerLatency: 2147483648 core cycles; 0 to 2147483647 are possible",
                "ways: 4, latency: | 20ns | 9223372s | caches.uni.latency: 9223372s is 13835058000000000 core cycles; 1 to 2147483647 are possible",
                "ways: 4, latency: | 20ns | 0s | caches.uni.latency: 0 core cycles; 1 to 2147483647 are possible",
                "size: 2KiB, line: | 64 | 1GiB | caches.uni: line must be a power of two from 32 to 256 bytes, not 1073741824",
                "size: 2KiB, line: | 64 | 2GiB | caches.uni.line: 2GiB is too large",
                "latency: 20, flit: | 32 | 2147483647 | network.flit must be 1 to 1048576 bytes, not 2147483647",
                "buffers: 10, line: | 64 | 2GiB | host.writeCombining.line: 2GiB is too large",
                "test-dram, size: | 1GiB | 9223372036854775807 | vram: size must be at least 1 and at most 1125899906842624, not 9223372036854775807",
                "test-dram, size: | 4GiB | 9223372036854775807 | host.ram: size must be at least 1 and at most 1125899906842624, not 9223372036854775807",
                "{size: | 2GiB | 9223372036854775807 | heaps[1].size: all heaps together hold more than the 1125899906842624 bytes that have addresses",
            })
    void a_number_that_no_machine_has_room_for_is_refused_at_its_place(
            String before, String value, String changed, String message) {
        assertThat(problem(TestDevice.text(), before + " ", value, changed)).isEqualTo(message);
    }

    @Test
    void a_link_carries_no_more_bytes_than_can_be_counted() {
        assertThat(problem("link", "bandwidth", "9223372036854775807"))
                .isEqualTo("host.link.bandwidth must be at least 1 and at most 1000000000000000, not"
                        + " 9223372036854775807");
    }

    @Test
    void a_latency_in_cycles_of_a_clock_of_its_own_does_not_wrap_around() {
        String text = TestDevice.text().replace("kind: crossbar,", "kind: crossbar, clock: 1GHz,");

        assertThat(problem(text, "clock: 1GHz, latency: ", "20", "9223372036854775807"))
                .isEqualTo("network.latency: 9223372036854775807 is 13835058055282163711 core cycles; 0 to 2147483647"
                        + " are possible");
    }

    @Test
    void a_clock_at_which_a_preset_leaves_no_time_between_refreshes_is_what_is_wrong() {
        String ram = "  ram: {preset: test-dram, ";

        assertThatThrownBy(() -> TestDevice.read(TestDevice.text().replace(ram, ram + "clock: 1MHz, ")))
                .isInstanceOfSatisfying(
                        ConfigException.class, e -> assertThat(e.column()).isEqualTo((ram + "clock: ").length() + 1))
                .hasMessageContaining(
                        "host.ram: clock 1MHz does not go with the times of preset test-dram, which are counted anew at"
                                + " it: refi of 1 ticks leaves no time between two refreshes");
    }

    @Test
    void clocks_without_a_fraction_that_can_be_counted_in_are_refused() {
        String text = TestDevice.text()
                .replace("clock: 1.5GHz", "clock: 9999999967")
                .replace("vram: {preset: test-dram,", "vram: {preset: test-dram, clock: 1750000003,");

        assertThatThrownBy(() -> TestDevice.read(text))
                .hasMessageContaining("vram.clock: 1750000003 Hz are no simple fraction of the core clock");
    }

    @Test
    void no_number_of_a_file_is_too_large_to_be_told_what_is_wrong() {
        String text = TestDevice.text();
        List<String> told = new ArrayList<>();
        Matcher number = NUMBER.matcher(text);
        while (number.find()) {
            for (String extreme : List.of("9223372036854775807", "2147483648", "9223372s", "4GiB", "1000000GHz")) {
                String changed = text.substring(0, number.start(1)) + extreme + text.substring(number.end(1));
                try {
                    TestDevice.read(changed);
                } catch (ConfigException e) {
                    told.add(e.getMessage());
                }
            }
        }

        assertThat(told).hasSizeGreaterThan(100).noneMatch(message -> message.contains("verflow"));
    }
}
