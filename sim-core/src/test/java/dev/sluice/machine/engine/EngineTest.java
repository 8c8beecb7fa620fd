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

/** What an engine runs, and when; {@link EngineRunTest} has how it is run. */
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
    void should_hand_back_the_component_that_was_added() {
        Component made = new Component(engine, "made") {
            @Override
            public void onEvent(int kind, int argument) {}
        };

        assertThat(engine.add(made)).isSameAs(made).hasToString("made");
    }
}
