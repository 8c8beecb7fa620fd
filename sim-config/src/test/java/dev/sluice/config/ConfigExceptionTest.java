// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class ConfigExceptionTest {

    @Test
    void control_characters_are_written_out() {
        ConfigException fault = new ConfigException("a.trace", 3, 1, "'\u0000\u001b[31mred\u007f' begins no line");

        assertThat(fault.problem()).isEqualTo("'\\u0000\\u001b[31mred\\u007f' begins no line");
        assertThat(fault).hasMessage("a.trace:3:1: '\\u0000\\u001b[31mred\\u007f' begins no line");
    }

    @Test
    void a_problem_stands_on_one_line_and_keeps_its_spaces() {
        assertThat(new ConfigException("a", "  one\n\t two  three\r\nfour ").problem())
                .isEqualTo("one two  three four");
    }

    @Test
    void a_file_whose_name_has_several_lines_is_named_on_one() {
        ConfigException fault = new ConfigException("two\nlines.yaml", 3, 1, "missing key");

        assertThat(fault).hasMessage("two\\u000alines.yaml:3:1: missing key");
        assertThat(fault.file()).isEqualTo("two\nlines.yaml");
    }

    @Test
    void what_is_longer_than_anybody_reads_lacks_its_middle() {
        String problem = new ConfigException("a", "x".repeat(5000)).problem();

        assertThat(problem).hasSize(1007).contains("x [...] x");
    }
}
