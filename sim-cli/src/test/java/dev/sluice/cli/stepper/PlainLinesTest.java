// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.stepper;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.PrintWriter;
import java.io.StringReader;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;

final class PlainLinesTest {

    @Test
    void a_command_is_out_before_anything_is_said_of_it() {
        StringWriter printed = new StringWriter();
        PrintWriter out = new PrintWriter(new BufferedWriter(printed));

        try (PlainLines lines = new PlainLines("commands", new BufferedReader(new StringReader("foo\n")), out)) {
            assertThat(lines.next("(0) ")).isEqualTo("foo");
        }

        assertThat(printed).hasToString("(0) foo\n");
    }

    @Test
    void a_byte_order_mark_is_no_part_of_the_first_command() {
        BufferedReader in = new BufferedReader(new StringReader("\uFEFFnext\r\nback\r\n"));

        try (PlainLines lines = new PlainLines("commands", in, new PrintWriter(new StringWriter()))) {
            assertThat(lines.next("(0) ")).isEqualTo("next");
            assertThat(lines.next("(0) ")).isEqualTo("back");
        }
    }
}
