package dev.sluice.machine.queue;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class ProgramOrderTest {

    private final ProgramOrder order = new ProgramOrder();

    @Test
    void shouldOrderWhatAnAgentKnewWhenItBegan() {
        order.place(1, 0, 1);
        order.place(2, 0, 2);
        order.began(2, Clock.ZERO.with(0, 1));

        assertThat(order.before(1, 2)).isTrue();
        assertThat(order.before(2, 1)).isFalse();
    }

    @Test
    void shouldNotOrderAnAgentBeforeItself() {
        order.place(1, 0, 1);
        order.began(1, Clock.ZERO.with(0, 1));

        assertThat(order.before(1, 1)).isFalse();
    }

    @Test
    void shouldNotOrderWhatWasNotKnown() {
        order.place(1, 5, 3);
        order.place(2, 6, 1);
        order.began(2, Clock.ZERO.with(5, 2));

        assertThat(order.before(1, 2)).isFalse();
    }

    @Test
    void shouldPutNobodyBeforeEverybody() {
        order.place(1, 0, 1);

        assertThat(order.before(0, 1)).isTrue();
        assertThat(order.before(1, 0)).isFalse();
        assertThat(order.before(0, 0)).isFalse();
    }

    @Test
    void shouldOrderNothingBeforeAnAgentThatHasNotBegun() {
        order.place(1, 0, 1);
        order.place(2, 0, 2);

        assertThat(order.before(1, 2)).isFalse();
        assertThat(order.before(1, 100_000)).isFalse();
    }

    @Test
    void shouldHoldManyAgents() {
        for (int agent = 1; agent < 1000; agent++) {
            order.place(agent, agent % 7, agent);
            order.began(agent, Clock.ZERO.with((agent + 6) % 7, agent - 1));
        }

        assertThat(order.before(998, 999)).isTrue();
        assertThat(order.before(997, 999)).isFalse();
        assertThat(order.position(999)).isEqualTo(999);
        assertThat(order.strand(999)).isEqualTo(999 % 7);
    }
}
