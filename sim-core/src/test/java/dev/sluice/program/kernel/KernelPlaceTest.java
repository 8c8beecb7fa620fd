// SPDX-License-Identifier: Apache-2.0
package dev.sluice.program.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Where in the input a line of a kernel stands. */
final class KernelPlaceTest {

    @Test
    void a_line_of_a_literal_block_is_a_line_of_the_file() {
        assertThat(new KernelPlace("s.yaml", 13, 7, true).of(3)).isEqualTo("s.yaml:15:7");
    }

    @Test
    void lines_of_a_text_in_quotes_stand_where_the_text_begins() {
        assertThat(new KernelPlace("s.json", 4, 20, false).of(3)).isEqualTo("s.json:4:20");
    }

    @Test
    void the_kernel_as_a_whole_stands_where_its_text_begins() {
        assertThat(new KernelPlace("s.yaml", 13, 7, true).of(0)).isEqualTo("s.yaml:13:7");
    }

    @Test
    void a_text_that_stands_nowhere_has_no_place() {
        assertThat(KernelPlace.NOWHERE.of(1)).isEmpty();
    }
}
