// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.sweep;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.config.ConfigException;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ConstraintTest {
    private static final Map<String, String> POINT = Map.of(
            "caches.l2.size", "2MiB",
            "caches.l2.ways", "16",
            "caches.l2.replacement", "lru",
            "caches.l1.atomicRates.\"add.u32\".lanes", "4",
            "heaps[0].size", "8GiB",
            "heaps[1].size", "0x100000",
            "host.link.latency", "500ns",
            "caches.l2.atomics", "true",
            "profile", "turnip+a6xx",
            "stream", "mix-l2");

    private static boolean holds(String text) {
        return Constraint.parse(text, POINT.keySet(), "--where").holds(POINT);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "caches.l2.size <= 4MiB",
                "caches.l2.size == 2048KiB",
                "caches.l2.size == 0x20_0000 && heaps[1].size == 1MiB",
                "caches.l2.size == 2097152",
                "caches.l2.ways == 1.6e1 && caches.l2.ways < 2E+1 && caches.l2.ways - 160e-1 == 0",
                "1e0-1 == 0 && 1e-1 * 10 == 1",
                "caches.l2.size / 128 / caches.l2.ways == 1024",
                "caches.l2.size * 2 + 1MiB == 5MiB",
                "caches.l2.size / 1MiB == 2",
                "2 + 3 * 4 == 14 && (2 + 3) * 4 == 20",
                "caches.l2.ways % 5 == 1",
                "caches.l2.ways / 3 * 3 == caches.l2.ways",
                "caches.l2.ways / 3 - 16 / 3 == 0 && 1 / 3 + 1 / -6 == 0.5 / 3",
                "caches.l2.ways / 3 % 1 * 3 == 1 && -16 / 3 % 1 == -1 / 3",
                "caches.l2.size / 3 < 699051 && caches.l2.size / 3 > 699050.66666666666666666666666666666666",
                "-caches.l2.ways < -15",
                "!(caches.l2.ways > 16)",
                "caches.l2.replacement == lru",
                "caches.l2.replacement != 'drrip'",
                "caches.l2.replacement in [drrip, lru]",
                "!(caches.l2.ways in [1, 2, 4])",
                "caches.l1.atomicRates.\"add.u32\".lanes == 4",
                "heaps[0].size > 4GiB",
                "host.link.latency < 1us",
                "caches.l2.atomics",
                "caches.l2.atomics == true",
                "profile == turnip+a6xx",
                "stream == \"mix-l2\"",
                "caches.l2.ways == 1 || caches.l2.ways == 16",
                "caches.l2.ways == 16 || caches.l2.ways == 1 && caches.l2.ways == 2",
            })
    void holds_here(String text) {
        assertThat(holds(text)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "caches.l2.size > 2MiB",
                "caches.l2.replacement == drrip",
                "caches.l2.ways >= 17",
                "caches.l2.size != 2MiB",
                "caches.l2.ways == 16 && caches.l2.size == 1MiB"
            })
    void does_not_hold_here(String text) {
        assertThat(holds(text)).isFalse();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "seed == 1 | 1 | 'seed' is not varied: it is the same in all points; as a text it is put in quotes",
                "caches.l2.ways == 16 && device == tiny-1 | 25 | 'device' is not varied: it is the same in all points; as a text it is put in quotes",
                "caches.l2.sise < 4MiB | 1 | 'caches.l2.sise' is not varied; did you mean 'caches.l2.size'?; text with dots is put in quotes",
                "caches.l2.size <= | 18 | something is missing at the end",
                "` ` | 2 | expected a condition, such as caches.l2.size <= 2MiB",
                "caches.l2.size = 4MiB | 16 | '=' is not expected here; equality is ==",
                "caches.l2.size < 4MiX | 18 | '4MiX' is no number; units are those of device files, such as 4MiB or 12ns",
                "(caches.l2.ways < 4 | 20 | expected ')'",
                "1 < caches.l2.ways < 4 | 20 | comparisons do not chain; join two with &&",
                "caches.l2.ways in 4 | 19 | expected a list in brackets, such as [lru, drrip], got '4'",
                "caches.l2.replacement == 'lru | 26 | the quote is not closed",
                "caches.l2.ways < 4 & true | 20 | '&' is not expected here; write &&",
                "caches.l2.ways | 1 | a comparison belongs here, such as caches.l2.size <= 4MiB",
                "caches.l2.replacement < 4 | 23 | 'lru' is no number, and only numbers are less or more",
                "caches.l2.replacement * 2 < 4 | 1 | 'lru' is no number",
                "host.link.latency < 500 | 19 | a time and a number without a unit, or of another kind, do not compare",
                "caches.l2.ways / 0 == 1 | 16 | this divides by 0",
            })
    void says_what_is_wrong_and_where(String text, int column, String problem) {
        assertThatThrownBy(() -> holds(text))
                .isInstanceOf(ConfigException.class)
                .hasMessage("--where \"" + text + "\": column " + column + ": " + problem);
    }

    @ParameterizedTest
    @ValueSource(strings = {"(", "!", "-"})
    void refuses_to_be_nested_without_end(String sign) {
        assertThatThrownBy(() -> holds(sign.repeat(100_000) + "1 == 1"))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("nested deeper than 100 levels");
    }
}
