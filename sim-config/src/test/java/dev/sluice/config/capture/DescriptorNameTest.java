// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.capture;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class DescriptorNameTest {

    @ParameterizedTest
    @CsvSource({"0, 1, 0, s0b1", "3, 12, 2, s3b12e2"})
    void a_name_is_read_as_it_is_written(int set, int binding, int element, String text) {
        DescriptorName name = new DescriptorName(set, binding, element);
        assertThat(name).hasToString(text);
        assertThat(DescriptorName.parse(text)).isEqualTo(name);
    }

    @ParameterizedTest
    @ValueSource(strings = {"src", "s0", "s0b", "xs0b1", "s0b1e", "s99999999999b1"})
    void other_names_are_none(String text) {
        assertThat(DescriptorName.parse(text)).isNull();
    }

    @Test
    void the_first_element_is_not_written() {
        assertThat(new DescriptorName(1, 2, 0)).hasToString("s1b2");
    }
}
