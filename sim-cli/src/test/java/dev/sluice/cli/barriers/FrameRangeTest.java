// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.barriers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The frames that {@code --frames} names. */
final class FrameRangeTest {

    @ParameterizedTest
    @CsvSource({"3, 3 3", "2-4, 2 4", "5-, 5 6", "1-6, 1 6"})
    void a_range_has_both_ends(String text, String ends) {
        FrameRange range = FrameRange.of(text);

        int[] frames = IntStream.rangeClosed(0, 6).filter(range::has).toArray();
        assertThat(frames[0] + " " + frames[frames.length - 1]).isEqualTo(ends);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "x|names no frames",
                "-3|names no frames",
                "1-2-3|names no frames",
                "1 - 2|names no frames",
                "99999999999|names no frames",
                "4-2|ends before it begins",
                "0-2|counted from 1"
            })
    void what_is_no_range_is_refused(String text, String why) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> FrameRange.of(text))
                .withMessageContaining(text)
                .withMessageContaining(why);
    }

    @Test
    void a_range_that_goes_past_the_last_frame_is_refused() {
        FrameRange.of("2-3").check(3);
        FrameRange.of("3-").check(3);

        assertThatIllegalArgumentException()
                .isThrownBy(() -> FrameRange.of("2-4").check(3))
                .withMessageContaining("there are 3");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> FrameRange.of("2-").check(1))
                .withMessageContaining("there is 1");
    }
}
