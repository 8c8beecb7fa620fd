// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.queue;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class ProgramOrderTest {

    private final ProgramOrder order = new ProgramOrder();

    @Test
    void should_order_what_an_agent_knew_when_it_began() {
        order.place(1, 0, 1);
        order.place(2, 0, 2);
        order.began(2, Clock.ZERO.with(0, 1));

        assertThat(order.before(1, 2)).isTrue();
        assertThat(order.before(2, 1)).isFalse();
    }

    @Test
    void should_not_order_an_agent_before_itself() {
        order.place(1, 0, 1);
        order.began(1, Clock.ZERO.with(0, 1));

        assertThat(order.before(1, 1)).isFalse();
    }

    @Test
    void should_not_order_what_was_not_known() {
        order.place(1, 5, 3);
        order.place(2, 6, 1);
        order.began(2, Clock.ZERO.with(5, 2));

        assertThat(order.before(1, 2)).isFalse();
    }

    @Test
    void should_put_nobody_before_everybody() {
        order.place(1, 0, 1);

        assertThat(order.before(0, 1)).isTrue();
        assertThat(order.before(1, 0)).isFalse();
        assertThat(order.before(0, 0)).isFalse();
    }

    @Test
    void should_order_nothing_before_an_agent_that_has_not_begun() {
        order.place(1, 0, 1);
        order.place(2, 0, 2);

        assertThat(order.before(1, 2)).isFalse();
        assertThat(order.before(1, 100_000)).isFalse();
    }

    @Test
    void should_hold_many_agents() {
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
