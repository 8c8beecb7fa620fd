// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.queue;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class ClockTest {

    @Test
    void should_know_nothing_at_first() {
        assertThat(Clock.ZERO.at(1000)).isZero();
    }

    @Test
    void should_know_one_strands_position() {
        Clock clock = Clock.ZERO.with(3, 7);

        assertThat(clock.at(3)).isEqualTo(7);
        assertThat(clock.at(2)).isZero();
    }

    @Test
    void should_never_go_back() {
        assertThat(Clock.ZERO.with(3, 7).with(3, 5).at(3)).isEqualTo(7);
    }

    @Test
    void should_join_what_is_known_to_either() {
        Clock joined =
                Clock.ZERO.with(0, 5).with(1, 2).join(Clock.ZERO.with(1, 4).with(9, 1));

        assertThat(joined.at(0)).isEqualTo(5);
        assertThat(joined.at(1)).isEqualTo(4);
        assertThat(joined.at(9)).isEqualTo(1);
    }

    @Test
    void should_leave_the_operands_of_a_join_alone() {
        Clock one = Clock.ZERO.with(0, 5);
        one.join(Clock.ZERO.with(0, 9));

        assertThat(one.at(0)).isEqualTo(5);
    }

    @Test
    void should_return_itself_when_a_join_adds_nothing() {
        Clock one = Clock.ZERO.with(0, 5);

        assertThat(one.join(Clock.ZERO.with(0, 4))).isSameAs(one);
    }

    @Test
    void should_advance_the_stages_of_a_mask_only() {
        Clock clock = Clock.ZERO.with(66, 9).withStages(64, 0b101 | 1L << 63, 4);

        assertThat(clock.at(64)).isEqualTo(4);
        assertThat(clock.at(65)).isZero();
        assertThat(clock.at(66)).isEqualTo(9);
        assertThat(clock.at(127)).isEqualTo(4);
    }

    /** A queue's strands may begin within a block, behind those of host threads. */
    @Test
    void should_advance_stages_on_either_side_of_a_blocks_border() {
        Clock clock = Clock.ZERO.withStages(3, 1L | 1L << 63, 4);

        assertThat(clock.at(3)).isEqualTo(4);
        assertThat(clock.at(66)).isEqualTo(4);
        assertThat(clock.at(4)).isZero();
        assertThat(clock.at(65)).isZero();
    }

    @Test
    void should_leave_alone_what_it_shares_with_a_clock_made_of_it() {
        Clock one = Clock.ZERO.with(0, 5).with(130, 6);
        Clock other = one.with(131, 7);
        Clock third = other.withStages(64, 0b100, 8).with(130, 9);

        assertThat(one.at(131)).isZero();
        assertThat(other.at(66)).isZero();
        assertThat(other.at(130)).isEqualTo(6);
        assertThat(third.at(0)).isEqualTo(5);
        assertThat(third.at(131)).isEqualTo(7);
    }

    @Test
    void should_join_as_positions_one_by_one_do() {
        Random random = new Random(5);
        List<Clock> clocks = new ArrayList<>(List.of(Clock.ZERO));
        List<int[]> plain = new ArrayList<>(List.of(new int[300]));
        for (int i = 0; i < 2000; i++) {
            int one = random.nextInt(clocks.size());
            int other = random.nextInt(clocks.size());
            int[] positions = plain.get(one).clone();
            if (random.nextInt(3) > 0) {
                int strand = random.nextInt(positions.length);
                int position = random.nextInt(50);
                positions[strand] = Math.max(positions[strand], position);
                clocks.add(clocks.get(one).with(strand, position));
            } else {
                Arrays.setAll(positions, at -> Math.max(positions[at], plain.get(other)[at]));
                clocks.add(clocks.get(one).join(clocks.get(other)));
            }
            plain.add(positions);
        }
        for (int i = 0; i < clocks.size(); i++) {
            Clock clock = clocks.get(i);
            assertThat(IntStream.range(0, 300).map(clock::at).toArray()).isEqualTo(plain.get(i));
        }
    }
}
