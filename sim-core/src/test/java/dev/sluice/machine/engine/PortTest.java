// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class PortTest {

    private static final int ARRIVAL = 9;

    private final Engine engine = new Engine();
    private final Recorder receiver = new Recorder(engine, "receiver");
    private final Recorder first = new Recorder(engine, "first");
    private final Recorder second = new Recorder(engine, "second");
    private final Port port = new Port("receiver.in", receiver, ARRIVAL, 2);

    @Test
    void should_deliver_after_the_delay_under_its_arrival_kind() {
        port.send(3, 42);

        engine.run();

        assertThat(receiver.seen).containsExactly(new Recorder.Seen(3, ARRIVAL, 42));
    }

    @Test
    void should_have_a_credit_for_each_place() {
        port.send(0, 1);
        assertThat(port.hasCredit()).isTrue();
        port.send(0, 2);

        assertThat(port.hasCredit()).isFalse();
        assertThat(port.used()).isEqualTo(2);
    }

    @Test
    void should_refuse_to_send_without_a_credit() {
        port.send(0, 1);
        port.send(0, 2);

        assertThatThrownBy(() -> port.send(0, 3))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("receiver.in");
    }

    @Test
    void should_refuse_to_be_made_without_credits() {
        assertThatThrownBy(() -> new Port("p", receiver, 0, 0)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void should_have_a_credit_again_after_a_release() {
        fill();

        port.release();

        assertThat(port.hasCredit()).isTrue();
    }

    @Test
    void should_wake_nobody_before_a_credit_is_released() {
        fill();
        port.await(first, 1, 11);

        engine.run();

        assertThat(first.seen).isEmpty();
    }

    @Test
    void should_wake_waiters_in_order_one_per_released_credit() {
        fill();
        port.await(second, 1, 21);
        port.await(first, 1, 11);
        port.release();
        engine.run();
        assertThat(second.arguments()).containsExactly(21);
        assertThat(first.arguments()).isEmpty();

        port.release();
        engine.run();

        assertThat(first.arguments()).containsExactly(11);
    }

    @Test
    void should_keep_a_promised_credit_from_newcomers() {
        fill();
        port.await(first, 1, 11);

        port.release();

        assertThat(port.hasCredit()).isFalse();
        assertThatThrownBy(() -> port.send(0, 3)).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void should_send_with_a_promised_credit() {
        fill();
        port.await(first, 1, 11);
        port.release();

        port.sendPromised(0, 3);
        engine.run();

        assertThat(receiver.arguments()).containsExactly(1, 2, 3);
        assertThat(port.used()).isEqualTo(2);
    }

    @Test
    void should_wake_a_waiter_at_once_when_a_credit_is_free() {
        port.await(first, 1, 11);

        engine.run();

        assertThat(first.arguments()).containsExactly(11);
    }

    @Test
    void should_serve_many_waiters_first_come_first_served() {
        fill();
        List<Integer> order = new ArrayList<>();
        first.reaction = (kind, argument) -> {
            order.add(argument);
            port.sendPromised(0, argument);
        };
        receiver.reaction = (kind, argument) -> {
            if (argument >= 100) {
                port.release();
            }
        };
        for (int i = 0; i < 30; i++) {
            port.await(first, 1, 100 + i);
        }

        port.release();
        engine.run();

        assertThat(order).isSorted().hasSize(30);
    }

    @Test
    void should_count_sent_requests_and_stalls() {
        fill();
        port.await(first, 1, 11);

        assertThat(port.sent()).isEqualTo(2);
        assertThat(port.stalls()).isEqualTo(1);
    }

    @Test
    void should_name_every_waiter_and_what_it_waits_for() {
        fill();
        port.await(first, 1, 11);
        port.await(second, 1, 21);
        WaitGraph graph = new WaitGraph();

        port.describeWaits(graph);

        assertThat(graph.lines())
                .containsExactly(
                        "first waits for receiver: a credit of receiver.in (2 of 2 in use)",
                        "second waits for receiver: a credit of receiver.in (2 of 2 in use)");
    }

    private void fill() {
        port.send(0, 1);
        port.send(0, 2);
    }

    @Test
    void should_keep_order_when_its_queue_grows_from_the_middle() {
        fill();
        for (int i = 0; i < 3; i++) {
            port.await(first, 1, i);
        }
        port.release();
        port.release();
        for (int i = 3; i < 9; i++) {
            port.await(second, 1, i);
        }
        WaitGraph graph = new WaitGraph();
        port.describeWaits(graph);
        List<Integer> order = new ArrayList<>();
        Recorder.Reaction send = (kind, argument) -> {
            order.add(argument);
            port.sendPromised(0, 100);
        };
        first.reaction = send;
        second.reaction = send;
        receiver.reaction = (kind, argument) -> {
            if (argument == 100) {
                port.release();
            }
        };

        engine.run();

        assertThat(graph.lines()).hasSize(7);
        assertThat(graph.lines().get(0)).startsWith("first waits");
        assertThat(graph.lines().subList(1, 7)).allMatch(line -> line.startsWith("second waits"));
        assertThat(order).containsExactly(0, 1, 2, 3, 4, 5, 6, 7, 8);
    }

    @Test
    void should_work_with_a_single_credit() {
        Port narrow = new Port("narrow", receiver, ARRIVAL, 1);

        narrow.send(1, 5);

        assertThat(narrow.hasCredit()).isFalse();
        assertThat(narrow.name()).isEqualTo("narrow");
        assertThat(narrow.owner()).isSameAs(receiver);
    }

    @Test
    void should_count_the_cycles_in_which_a_sender_waits_for_a_credit() {
        fill();
        at(5, () -> port.await(first, 1, 0));
        at(20, port::release);

        engine.run();

        assertThat(port.shortCycles(engine.now())).isEqualTo(15);
    }

    @Test
    void should_count_no_cycles_in_which_the_receiver_stalls() {
        fill();
        port.await(first, 1, 0);
        at(10, () -> port.receiverStalls(true));
        at(17, () -> port.receiverStalls(false));
        at(20, port::release);

        engine.run();

        assertThat(port.shortCycles(engine.now())).isEqualTo(13);
    }

    @Test
    void should_count_a_wait_that_is_not_over_up_to_now() {
        fill();
        port.await(first, 1, 0);

        assertThat(port.shortCycles(12)).isEqualTo(12);
    }

    private void at(long cycle, Runnable action) {
        Component actor = engine.add(new Component(engine, "actor") {
            @Override
            public void onEvent(int kind, int argument) {
                action.run();
            }
        });
        engine.schedule(actor, cycle, 0, 0);
    }
}
