// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.sweep;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ValueListTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "lru,drrip | lru drrip",
                "1MiB, 2MiB | 1MiB 2MiB",
                "1MiB..8MiB*2 | 1MiB 2MiB 4MiB 8MiB",
                "512KiB..2MiB*2 | 512KiB 1MiB 2MiB",
                "768KiB..3MiB*2 | 768KiB 1536KiB 3MiB",
                "2..16+2 | 2 4 6 8 10 12 14 16",
                "2..5 | 2 3 4 5",
                "1..10*3 | 1 3 9",
                "1.5GHz..2.5GHz+500MHz | 1.5GHz 2GHz 2.5GHz",
                "10ns..30ns+10ns | 10ns 20ns 30ns",
                "100kB..300kB+100kB | 100kB 200kB 300kB",
                "4,8..16*2,64 | 4 8 16 64",
                "../a.yaml,b.yaml | ../a.yaml b.yaml",
                "dir/x..y.yaml | dir/x..y.yaml",
                "0.5..1+0.25 | 0.5 0.75 1",
                "1..10*1.5 | 1 1.5 2.25 3.375 5.0625 7.59375",
                "4194304TiB..8388607TiB+4194303TiB | 4194304TiB 8388607TiB",
            })
    void means_these_values(String text, String values) {
        assertThat(String.join(" ", ValueList.parse(text))).isEqualTo(values);
    }

    @Test
    void commas_in_brackets_and_quotes_divide_nothing() {
        assertThat(ValueList.parse("[1, 2],[3, 4],\"a,b\",{x: 1, y: 2}"))
                .containsExactly("[1, 2]", "[3, 4]", "\"a,b\"", "{x: 1, y: 2}");
    }

    @Test
    void what_is_multiplied_often_has_a_bounded_number_of_digits() {
        List<String> values = ValueList.parse("1..1000*1.0001");

        assertThat(values)
                .hasSize(69_082)
                .startsWith("1", "1.0001", "1.00020001")
                .allSatisfy(value -> assertThat(value).hasSizeLessThanOrEqualTo(35));
    }

    @Test
    void devices_profiles_and_seeds_lose_their_quotes() {
        assertThat(Axis.parse("device", "'a,b.yaml',tiny-2").values()).containsExactly("a,b.yaml", "tiny-2");
        assertThat(Axis.parse("profile", "\"l2\"").values()).containsExactly("l2");
        assertThat(Axis.parse("seed", "'1',2").values()).containsExactly("1", "2");
        assertThat(Axis.parse("caches.l2.replacement", "'lru'").values()).containsExactly("'lru'");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "1MiB,,2MiB | 6 | there is no value behind the comma",
                "1MiB..8MiB | 1 | the range 1MiB..8MiB needs a step, such as 1MiB..8MiB*2",
                "8MiB..1MiB*2 | 1 | the range 8MiB..1MiB*2 ends before it begins",
                "256..1KiB | 6 | the ends of a range have units of one kind, unlike 256 and 1KiB; write 256B..1KiB",
                "8..16KiB*2 | 4 | the ends of a range have units of one kind, unlike 8 and 16KiB; write 8B..16KiB or 8KiB..16KiB",
                "1KiB..4096*2 | 7 | the ends of a range have units of one kind, unlike 1KiB and 4096; write 1KiB..4096B or 1KiB..4096KiB",
                "1..50ns+1ns | 4 | the ends of a range have units of one kind, unlike 1 and 50ns; write 1ns..50ns",
                "9..4ns+1ns | 4 | the ends of a range have units of one kind, unlike 9 and 4ns",
                "1MiB..8ns*2 | 7 | the ends of a range have units of one kind, unlike 1MiB and 8ns",
                "1..8*1 | 6 | the factor of a range is a number above 1, not 1",
                "0..8*2 | 1 | a range with a factor begins above 0, not at 0",
                "1MiB..8MiB+2ns | 12 | the step of a range is above 0 and of the kind of its ends, unlike 2ns",
                "7, a..8 | 4 | 'a' is no number; ranges look like 1MiB..8MiB*2 or 2..16+2, and text with two dots is put in quotes",
                "1.. | 4 | a number is missing; ranges look like 1MiB..8MiB*2 or 2..16+2",
                "8388608TiB..8388608TiB*2 | 1 | this range has sizes of more than 9223372036854775807 bytes",
                "4MiB,4194304TiB..16777216TiB*2 | 6 | this range has sizes of more than 9223372036854775807 bytes",
                "1..1000000000 | 1 | this makes more than 100000 values",
            })
    void says_what_is_wrong_and_where(String text, int column, String problem) {
        assertThatThrownBy(() -> ValueList.parse(text)).isInstanceOfSatisfying(ValueList.Fault.class, fault -> {
            assertThat(fault.problem()).isEqualTo(problem);
            assertThat(fault.column()).isEqualTo(column);
        });
    }
}
