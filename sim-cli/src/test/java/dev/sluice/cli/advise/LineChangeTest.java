// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.advise;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Changes of lines between two texts. */
final class LineChangeTest {

    private static String text(List<String> lines) {
        return String.join("\n", lines) + "\n";
    }

    private static List<String> applied(List<String> lines, List<LineChange> changes) {
        List<String> out = new ArrayList<>(lines);
        List<LineChange> last = new ArrayList<>(changes);
        Collections.reverse(last);
        for (LineChange change : last) {
            int at = change.line() - 1;
            assertThat(out.subList(at, at + change.removed().size())).isEqualTo(change.removed());
            out.subList(at, at + change.removed().size()).clear();
            out.addAll(at, change.added());
        }
        return out;
    }

    @Test
    void equal_texts_have_none() {
        assertThat(LineChange.between("a\nb\n", "a\nb\n")).isEmpty();
    }

    @Test
    void changes_far_apart_are_told_apart() {
        assertThat(LineChange.between("a\nb\nc\nd\n", "b\nc\nx\nd\n"))
                .containsExactly(
                        new LineChange(1, List.of("a"), List.of()), new LineChange(4, List.of(), List.of("x")));
    }

    @Test
    void a_line_that_becomes_another_is_one_change() {
        assertThat(LineChange.between("a\nb\nc\n", "a\nx\ny\nc\n"))
                .containsExactly(new LineChange(2, List.of("b"), List.of("x", "y")));
    }

    @Test
    void the_changes_of_random_texts_make_one_of_the_other() {
        Random random = new Random(7);
        for (int i = 0; i < 500; i++) {
            List<String> a = lines(random);
            List<String> b = lines(random);

            assertThat(applied(a, LineChange.between(text(a), text(b)))).isEqualTo(b);
        }
    }

    private static List<String> lines(Random random) {
        return IntStream.range(0, 1 + random.nextInt(12))
                .mapToObj(i -> String.valueOf((char) ('a' + random.nextInt(3))))
                .toList();
    }
}
