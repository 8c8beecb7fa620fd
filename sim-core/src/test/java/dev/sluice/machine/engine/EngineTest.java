// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class EngineTest {

    private final Engine engine = new Engine();
    private final Recorder recorder = new Recorder(engine, "r");

    @Test
    void should_run_events_in_order_of_cycle() {
        engine.schedule(recorder, 7, 0, 7);
        engine.schedule(recorder, 3, 0, 3);
        engine.schedule(recorder, 5, 0, 5);

        engine.run();

        assertThat(recorder.arguments()).containsExactly(3, 5, 7);
        assertThat(recorder.cycles()).containsExactly(3L, 5L, 7L);
    }

    @Test
    void should_run_events_of_one_cycle_in_order_of_scheduling() {
        for (int i = 0; i < 20; i++) {
            engine.schedule(recorder, 4, 0, i);
        }

        engine.run();

        assertThat(recorder.arguments()).isSorted().hasSize(20);
    }

    @Test
    void should_keep_fifo_order_when_a_far_event_later_shares_its_cycle_with_near_ones() {
        long far = TimingWheel.SIZE + 100L;
        engine.schedule(recorder, far, 0, 1);
        engine.schedule(recorder, 200, 1, 0);
        recorder.reaction = (kind, argument) -> {
            if (kind == 1) {
                engine.scheduleAt(recorder, far, 0, 2);
                engine.scheduleAt(recorder, far, 0, 3);
            }
        };

        engine.run();

        assertThat(recorder.arguments()).containsExactly(0, 1, 2, 3);
    }

    @Test
    void should_put_an_event_at_the_windows_edge_after_the_far_one_of_the_same_cycle() {
        long cycle = TimingWheel.SIZE;
        engine.schedule(recorder, cycle, 0, 1);
        engine.schedule(recorder, 1, 1, 0);
        recorder.reaction = (kind, argument) -> {
            if (kind == 1) {
                engine.schedule(recorder, cycle - 1, 0, 2);
            }
        };

        engine.run();

        assertThat(recorder.arguments()).containsExactly(0, 1, 2);
        assertThat(recorder.cycles()).containsExactly(1L, cycle, cycle);
    }

    @Test
    void should_run_an_event_of_delay_zero_later_in_the_same_cycle() {
        engine.schedule(recorder, 5, 1, 1);
        engine.schedule(recorder, 5, 0, 2);
        recorder.reaction = (kind, argument) -> {
            if (kind == 1) {
                engine.schedule(recorder, 0, 0, 3);
            }
        };

        engine.run();

        assertThat(recorder.arguments()).containsExactly(1, 2, 3);
        assertThat(recorder.cycles()).containsOnly(5L);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6})
    void should_agree_with_a_sorted_queue_for_any_mix_of_near_and_far_events(long seed) {
        List<Long> expected = reference(seed);
        List<Long> got = new ArrayList<>();
        Random random = new Random(seed);
        recorder.reaction = (kind, argument) -> {
            got.add(engine.now() << 20 | argument);
            more(random, (delay, id) -> engine.schedule(recorder, delay, 0, id), got.size());
        };
        engine.schedule(recorder, 0, 0, 0);

        engine.run();

        assertThat(got).isEqualTo(expected);
    }

    private interface Scheduler {
        void schedule(long delay, int id);
    }

    /** Schedules none to three events after the {@code executed}-th one. */
    private static void more(Random random, Scheduler scheduler, int executed) {
        int count = executed < 20 ? 3 : executed < 4000 ? random.nextInt(3) : 0;
        for (int i = 0; i < count; i++) {
            long delay = switch (random.nextInt(5)) {
                case 0 -> 0;
                case 1 -> random.nextInt(8);
                case 2 -> TimingWheel.SIZE - 2 + random.nextInt(5);
                case 3 -> random.nextInt(3 * TimingWheel.SIZE);
                default -> random.nextInt(200_000);
            };
            scheduler.schedule(delay, executed * 4 + i);
        }
    }

    private static List<Long> reference(long seed) {
        record Event(long cycle, long sequence, int id) {}
        PriorityQueue<Event> queue =
                new PriorityQueue<>(Comparator.comparingLong(Event::cycle).thenComparingLong(Event::sequence));
        Random random = new Random(seed);
        List<Long> order = new ArrayList<>();
        long[] sequence = {1};
        queue.add(new Event(0, 0, 0));
        while (!queue.isEmpty()) {
            Event event = queue.remove();
            order.add(event.cycle() << 20 | event.id());
            more(random, (delay, id) -> queue.add(new Event(event.cycle() + delay, sequence[0]++, id)), order.size());
        }
        return order;
    }

    @Test
    void should_refuse_a_negative_delay() {
        assertThatThrownBy(() -> engine.schedule(recorder, -1, 0, 0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("r");
    }

    @Test
    void should_refuse_a_delay_beyond_the_end_of_time() {
        engine.schedule(recorder, 10, 0, 0);
        engine.run();

        assertThatThrownBy(() -> engine.schedule(recorder, Long.MAX_VALUE, 0, 0))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void should_refuse_an_absolute_cycle_in_the_past() {
        engine.schedule(recorder, 10, 0, 0);
        engine.run();

        assertThatThrownBy(() -> engine.scheduleAt(recorder, 9, 0, 0)).isInstanceOf(IllegalArgumentException.class);
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, 4096})
    void should_refuse_a_kind_that_an_event_cannot_hold(int kind) {
        assertThatThrownBy(() -> engine.schedule(recorder, 1, kind, 0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("an event of kind " + kind + ", which must be from 0 to 4095");
    }

    @Test
    void should_hand_over_the_largest_kind_and_any_argument() {
        List<String> seen = new ArrayList<>();
        Component component = engine.add(new Component(engine, "wide") {
            @Override
            public void onEvent(int kind, int argument) {
                seen.add(kind + " " + argument);
            }
        });

        engine.schedule(component, 1, 4095, Integer.MIN_VALUE);
        engine.schedule(component, 1, 0, -1);
        engine.run();

        assertThat(seen).containsExactly("4095 " + Integer.MIN_VALUE, "0 -1");
    }

    @Test
    void should_refuse_a_component_that_was_added_before() {
        assertThatThrownBy(() -> new Engine().add(recorder))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("r was added");
    }

    @Test
    void should_list_components_in_the_order_of_adding() {
        List<Component> all = new ArrayList<>(List.of(recorder));
        for (int i = 0; i < 100; i++) {
            all.add(new Recorder(engine, "c" + i));
        }

        assertThat(engine.components()).isEqualTo(all);
    }

    @Test
    void should_run_until_a_cycle_inclusive_and_say_that_events_are_left() {
        engine.schedule(recorder, 10, 0, 1);
        engine.schedule(recorder, 11, 0, 2);

        assertThat(engine.runUntil(10)).isTrue();

        assertThat(recorder.arguments()).containsExactly(1);
        assertThat(engine.now()).isEqualTo(10);
    }

    @Test
    void should_say_that_no_event_is_left() {
        engine.schedule(recorder, 10, 0, 1);

        assertThat(engine.runUntil(10)).isFalse();
    }

    @Test
    void should_go_on_after_run_until_as_if_it_had_not_stopped() {
        engine.schedule(recorder, TimingWheel.SIZE + 10L, 0, 1);
        engine.runUntil(20);
        engine.scheduleAt(recorder, TimingWheel.SIZE + 10L, 0, 2);

        engine.run();

        assertThat(recorder.arguments()).containsExactly(1, 2);
        assertThat(engine.now()).isEqualTo(TimingWheel.SIZE + 10L);
    }

    @Test
    void should_not_run_time_back_when_asked_for_an_earlier_cycle() {
        engine.schedule(recorder, 4200, 0, 1);
        engine.runUntil(200);

        assertThat(engine.runUntil(100)).isTrue();
        assertThat(engine.now()).isEqualTo(200);
        engine.run();
        assertThat(recorder.cycles()).containsExactly(4200L);
    }

    @Test
    void should_stop_after_the_current_cycle_when_asked() {
        engine.schedule(recorder, 1, 1, 1);
        engine.schedule(recorder, 1, 0, 2);
        engine.schedule(recorder, 2, 0, 3);
        recorder.reaction = (kind, argument) -> {
            if (kind == 1) {
                engine.requestStop();
            }
        };

        boolean left = engine.runUntil(100);

        assertThat(recorder.arguments()).containsExactly(1, 2);
        assertThat(left).isTrue();
        assertThat(engine.stopRequested()).isTrue();
    }

    @Test
    void should_count_executed_events() {
        for (int i = 0; i < 12; i++) {
            engine.schedule(recorder, i * 1000L, 0, i);
        }

        engine.run();

        assertThat(engine.executedEvents()).isEqualTo(12);
    }

    @Test
    void should_reuse_event_nodes_across_many_cycles() {
        recorder.reaction = (kind, argument) -> {
            if (argument < 100_000) {
                engine.schedule(recorder, 1 + argument % 7, 0, argument + 1);
            }
        };
        engine.schedule(recorder, 0, 0, 0);

        engine.run();

        assertThat(recorder.seen).hasSize(100_001);
    }

    @Test
    void should_announce_the_events_of_a_cycle_before_the_first_of_them_runs() {
        List<String> told = new ArrayList<>();
        Component listener = engine.add(new Component(engine, "listener") {
            @Override
            protected long announce(int kind, int argument) {
                told.add("announced " + argument);
                return argument;
            }

            @Override
            public void onEvent(int kind, int argument) {
                told.add("ran " + argument);
            }
        });
        engine.schedule(listener, 3, 0, 1);
        engine.schedule(listener, 3, 0, 2);
        engine.schedule(listener, 4, 0, 3);

        engine.run();

        // a single event has nobody to wait with
        assertThat(told).containsExactly("announced 1", "announced 2", "ran 1", "ran 2", "ran 3");
        assertThat(engine.announced()).isEqualTo(3);
    }

    @Test
    void should_announce_events_that_come_into_the_running_cycle_before_the_first_of_them_runs() {
        List<String> told = new ArrayList<>();
        Component listener = engine.add(new Component(engine, "listener") {
            @Override
            protected long announce(int kind, int argument) {
                told.add("announced " + argument);
                return argument;
            }

            @Override
            public void onEvent(int kind, int argument) {
                told.add("ran " + argument);
                if (argument < 10) {
                    engine().schedule(this, 0, 0, 10 * argument);
                    engine().schedule(this, 0, 0, 10 * argument + 1);
                }
            }
        });
        engine.schedule(listener, 3, 0, 1);
        engine.schedule(listener, 3, 0, 2);

        engine.run();

        assertThat(told)
                .containsExactly(
                        "announced 1", "announced 2", "ran 1", "ran 2", "announced 10", "announced 11", "announced 20",
                        "announced 21", "ran 10", "ran 11", "ran 20", "ran 21");
    }

    /** Passes 2000 events round and round, near and far. */
    private static final class Ring extends Component {
        long left;

        Ring(Engine engine) {
            super(engine, "ring");
            engine.add(this);
        }

        @Override
        public void onEvent(int kind, int argument) {
            if (left-- > 0) {
                wake((argument & 15) == 0 ? 5000 + argument : 1 + (argument & 127), kind, argument);
            }
        }
    }

    @Test
    void should_allocate_nothing_in_steady_state() {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long thread = Thread.currentThread().getId();
        Ring ring = new Ring(engine);
        ring.left = Long.MAX_VALUE;
        for (int i = 0; i < 2000; i++) {
            engine.schedule(ring, i & 63, 0, i);
        }
        engine.runUntil(20_000);
        threads.getThreadAllocatedBytes(thread);

        long before = threads.getThreadAllocatedBytes(thread);
        long events = engine.executedEvents();
        engine.runUntil(60_000);
        long allocated = threads.getThreadAllocatedBytes(thread) - before;

        assertThat(engine.executedEvents() - events).isGreaterThan(100_000);
        assertThat(allocated).isLessThan(1024);
    }

    @Test
    void should_look_before_the_first_event_of_every_period() {
        List<String> seen = new ArrayList<>();
        recorder.reaction = (kind, argument) -> seen.add("event " + engine.now());
        for (long cycle : new long[] {9, 10, 15, 19, 20, 35, 36, 45}) {
            engine.schedule(recorder, cycle, 0, 0);
        }

        engine.watch(10, () -> seen.add("look " + engine.now()));
        engine.run();

        assertThat(seen)
                .containsExactly(
                        "event 9",
                        "look 10",
                        "event 10",
                        "event 15",
                        "event 19",
                        "look 20",
                        "event 20",
                        "look 35",
                        "event 35",
                        "event 36",
                        "look 45",
                        "event 45");
    }

    @Test
    void should_count_the_first_period_from_when_somebody_began_to_watch() {
        engine.schedule(recorder, 7, 0, 0);
        engine.run();
        List<Long> looks = new ArrayList<>();

        engine.watch(10, () -> looks.add(engine.now()));
        engine.schedule(recorder, 9, 0, 0);
        engine.schedule(recorder, 10, 0, 0);
        engine.run();

        assertThat(looks).containsExactly(17L);
    }

    @Test
    void should_end_the_run_with_what_a_look_throws() {
        engine.schedule(recorder, 10, 0, 0);
        engine.watch(10, () -> {
            throw new IllegalStateException("enough");
        });

        assertThatThrownBy(engine::run).hasMessage("enough");
        assertThat(recorder.seen).isEmpty();
    }

    @Test
    void should_know_the_last_event_beyond_the_wheel() {
        assertThat(engine.lastTimer()).isEqualTo(-1);
        engine.schedule(recorder, 5, 0, 0);
        assertThat(engine.lastTimer()).isEqualTo(-1);

        for (long cycle : new long[] {30_000, 90_000, 60_000, 0x7_0000_0000L, 50_000}) {
            engine.schedule(recorder, cycle, 0, 0);
        }

        assertThat(engine.lastTimer()).isEqualTo(0x7_0000_0000L);
    }

    @Test
    void should_know_whether_it_was_asked_to_stop() {
        assertThat(engine.stopRequested()).isFalse();

        engine.requestStop();

        assertThat(engine.stopRequested()).isTrue();
        assertThat(engine.runUntil(10)).isFalse();
    }

    @Test
    void should_say_that_events_are_left_when_it_was_stopped() {
        engine.schedule(recorder, 3, 0, 0);
        engine.requestStop();

        assertThat(engine.runUntil(10)).isTrue();
        assertThat(recorder.seen).isEmpty();
    }

    @Test
    void should_hand_back_the_component_that_was_added() {
        Component made = new Component(engine, "made") {
            @Override
            public void onEvent(int kind, int argument) {}
        };

        assertThat(engine.add(made)).isSameAs(made).hasToString("made");
    }
}
