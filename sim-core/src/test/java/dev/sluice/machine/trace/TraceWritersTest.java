// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class TraceWritersTest {

    @ParameterizedTest
    @ValueSource(strings = {"0", "3*16 4*16", "3*1 4", "(1:3*128 4*128)*32", "(-1:0*1 (0:7*256)*1)*1 0*31"})
    void a_text_is_read_and_written_the_same(String text) {
        StringBuilder again = new StringBuilder();
        TraceWriters.of(text).appendTo(again);

        assertThat(again).hasToString(text);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "'' | no number up to 1073741823 at 1",
                "x | no number up to 1073741823 at 1",
                "1073741824 | no number up to 1073741823 at 1",
                "3*0 | a run of no bytes",
                "(1 3*4) | a list without ':'",
                "(1:3*4 | a list without ')'",
                "(1:3) | a list is of 1 to 256 bytes",
                "(1:3*257) | a list is of 1 to 256 bytes",
                "(1:(1:(1:(1:3*1)*1)*1)*1) | lists in lists in lists",
                "3*4,5 | ',' at 4"
            })
    void what_is_no_such_text_is_refused(String text, String problem) {
        assertThatThrownBy(() -> TraceWriters.of(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(problem);
    }

    @Test
    void the_first_writer_is_nobody_where_it_is_a_list() {
        assertThat(TraceWriters.of("5*2 6").first()).isEqualTo(5);
        assertThat(TraceWriters.of("(1:5*2)*1 6").first()).isZero();
    }
}
