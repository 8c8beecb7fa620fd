// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** An engine that is run for a while, stopped, and watched; {@link EngineTest} has what it runs. */
final class EngineRunTest {

    private final Engine engine = new Engine();
    private final Recorder recorder = new Recorder(engine, "r");

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
    void should_announce_the_events_of_a_cycle_before_the_first_of_them_runs() {
        List<String> told = new ArrayList<>();
        Component listener = engine.add(new Listener(engine, told, 0));
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
        Component listener = engine.add(new Listener(engine, told, 2));
        engine.schedule(listener, 3, 0, 1);
        engine.schedule(listener, 3, 0, 2);

        engine.run();

        assertThat(told)
                .containsExactly(
                        "announced 1",
                        "announced 2",
                        "ran 1",
                        "ran 2",
                        "announced 10",
                        "announced 11",
                        "announced 20",
                        "announced 21",
                        "ran 10",
                        "ran 11",
                        "ran 20",
                        "ran 21");
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

    /** Tells of what is announced and of what runs; each event with an argument below 10 has some follow in its cycle. */
    private static final class Listener extends Component {
        private final List<String> told;
        private final int followers;

        Listener(Engine engine, List<String> told, int followers) {
            super(engine, "listener");
            this.told = told;
            this.followers = followers;
        }

        @Override
        protected long announce(int kind, int argument) {
            told.add("announced " + argument);
            return argument;
        }

        @Override
        public void onEvent(int kind, int argument) {
            told.add("ran " + argument);
            for (int i = 0; argument < 10 && i < followers; i++) {
                engine().schedule(this, 0, 0, 10 * argument + i);
            }
        }
    }
}
