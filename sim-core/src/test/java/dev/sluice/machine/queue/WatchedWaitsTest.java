// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.queue;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.program.sync.Stage;
import java.util.ArrayDeque;
import java.util.Deque;
import org.junit.jupiter.api.Test;

/** Who looks at what waits hears of what comes about, once it is little enough to be counted. */
final class WatchedWaitsTest {

    private static final long COMPUTE = Stage.COMPUTE_SHADER.mask();
    private static final long COPY = Stage.COPY.mask();

    private final StageScoreboard scoreboard = new StageScoreboard(() -> 0, () -> true);
    private final Deque<Gate> closed = new ArrayDeque<>();
    private int told;

    private Gate close(long stages) {
        Gate gate = new Gate("g", stages);
        scoreboard.close(gate);
        return gate;
    }

    private Predecessors watch(int gates) {
        for (int i = 0; i < gates; i++) {
            closed.add(close(COMPUTE));
        }
        Predecessors waits = new Predecessors(scoreboard, 0, COMPUTE);
        waits.watch(() -> told++);
        return waits;
    }

    private void openNext() {
        scoreboard.open(closed.remove(), 0);
    }

    @Test
    void of_few_things_each_is_told_of() {
        watch(WatchedWaits.MOST);
        for (int i = 1; i <= WatchedWaits.MOST; i++) {
            openNext();
            assertThat(told).isEqualTo(i);
        }
    }

    @Test
    void of_one_too_many_the_first_is_told_of_as_all_others() {
        watch(WatchedWaits.MOST + 1);
        openNext();
        assertThat(told).isEqualTo(1);
        openNext();
        assertThat(told).isEqualTo(2);
    }

    @Test
    void of_many_nothing_is_told_until_few_are_left() {
        Predecessors waits = watch(WatchedWaits.MOST + 10);
        for (int i = 0; i < 9; i++) {
            openNext();
        }
        assertThat(told).isZero();
        openNext();
        assertThat(told).isEqualTo(1);
        assertThat(waits.countOpen()).isEqualTo(WatchedWaits.MOST);
    }

    @Test
    void what_others_wait_for_does_not_count() {
        watch(WatchedWaits.MOST + 10);
        for (int i = 0; i < 20; i++) {
            scoreboard.open(close(COPY), 0);
        }
        assertThat(told).isZero();
        for (int i = 0; i < 9; i++) {
            openNext();
        }
        assertThat(told).isZero();
        openNext();
        assertThat(told).isEqualTo(1);
    }

    @Test
    void what_closes_later_is_not_told_of() {
        watch(1);
        scoreboard.open(close(COMPUTE), 0);
        assertThat(told).isZero();
    }

    @Test
    void of_few_things_the_first_are_named_and_of_many_those_in_front() {
        Predecessors few = watch(3);
        assertThat(few.watched(2)).hasSize(2).containsExactlyElementsOf(few.open(2));
        Predecessors many = watch(WatchedWaits.MOST);
        assertThat(many.watched(2)).isEqualTo(many.front());
    }
}
