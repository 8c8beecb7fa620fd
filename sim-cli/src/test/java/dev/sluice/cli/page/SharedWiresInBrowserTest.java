// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.page;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.cli.Cli;
import java.nio.file.Path;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** The dots of requests in the drawing of a machine whose units share wires, and of parts that none is drawn to. */
final class SharedWiresInBrowserTest extends StepperInBrowser {

    /** Where units read a compressed target, its tiles come from the codecs, to which no line is drawn. */
    private static final String BUSY = "step=2417";

    @Override
    void write(Path to) {
        Cli cli = Cli.run("view", "graphics/fast-clear-sample-broken", "--out", to.toString());
        assertThat(cli.code()).as(cli.err()).isZero();
    }

    private Object count(String distinct, String of) {
        return Objects.requireNonNull(browser.evaluate(
                "return new Set([...document.querySelectorAll('" + of + "')].map(" + distinct + ")).size"));
    }

    @Test
    void a_wire_says_once_how_many_have_no_dot() {
        open(BUSY);

        assertThat(all(".diagram text.more.on-wire"))
                .singleElement()
                .satisfies(more -> assertThat(more.getText()).startsWith("+"));
    }

    @Test
    void the_address_opens_the_first_part_of_a_group() {
        open(BUSY + "&open=tex&set=1");

        assertThat(text(".panel.part")).startsWith("tex[0]");
    }

    @Test
    void no_two_requests_stand_at_one_place() {
        open(BUSY);

        assertThat(all(".diagram circle.dot")).isNotEmpty();
        assertThat(count("dot => dot.style.transform", ".diagram circle.dot"))
                .isEqualTo((long) all(".diagram circle.dot").size());
    }

    @Test
    void what_goes_where_no_line_is_drawn_stays_where_it_begins() {
        open(BUSY);

        assertThat(browser.evaluate(
                        "const boxes = [...document.querySelectorAll('.diagram rect.group, .diagram .cell rect')]"
                                + ".map(each => each.getBoundingClientRect());"
                                + "return [...document.querySelectorAll('.diagram circle.dot')].filter(dot => {"
                                + "const at = dot.getBoundingClientRect();"
                                + "return !boxes.some(box => box.left <= at.left && at.right <= box.right"
                                + " && box.top <= at.top && at.bottom <= box.bottom); }).length"))
                .as("dots in no part: that of the one wire")
                .isEqualTo(1L);
    }
}
