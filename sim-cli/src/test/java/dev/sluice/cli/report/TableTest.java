// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.report;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class TableTest {
    private static Table table(String words) {
        return new Table().left("name").right("number").left("words").row("first name", "1,234", words);
    }

    private static Style wide(int columns) {
        return new Style(false, columns);
    }

    @Test
    void all_of_it_is_one_row_where_there_is_room() {
        assertThat(table("one two").lines(wide(40)))
                .containsExactly("name        number  words", "first name   1,234  one two");
    }

    @Test
    void a_last_column_of_text_goes_on_below_itself() {
        assertThat(table("one two three four five six seven eight").lines(wide(46)))
                .containsExactly(
                        "name        number  words",
                        "first name   1,234  one two three four five",
                        "                    six seven eight");
    }

    @Test
    void it_goes_below_the_row_where_it_would_be_too_narrow() {
        assertThat(table("one two three four five six seven eight").lines(wide(30)))
                .containsExactly(
                        "name        number",
                        "first name   1,234",
                        "    one two three four five",
                        "    six seven eight");
    }

    @Test
    void long_names_are_shortened_in_their_middle() {
        Table table = new Table().left("name").right("number").row("a name that is much too long", "1");

        assertThat(table.lines(wide(28)))
                .containsExactly("name                  number", "a name tha… too long       1");
    }

    @Test
    void numbers_that_have_no_room_follow_under_the_same_names() {
        Table table = new Table().left("n").right("first").right("second").row("x", "11111111", "2222222");

        assertThat(table.lines(wide(16))).containsExactly("n     first", "x  11111111", "", "n   second", "x  2222222");
    }

    @Test
    void notes_stand_under_their_row() {
        assertThat(new Table()
                        .left("n")
                        .right("v")
                        .row("x", "1")
                        .note("about x")
                        .row("y", "2")
                        .lines(wide(40)))
                .containsExactly("n  v", "x  1", "    about x", "y  2");
    }
}
