// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.wiring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.sluice.machine.engine.Component;
import dev.sluice.machine.engine.Engine;
import dev.sluice.machine.engine.WaitGraph;
import dev.sluice.machine.fault.DeadlockException;
import dev.sluice.machine.fault.EndlessLoopException;
import dev.sluice.program.kernel.KernelLine;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The watch alone, on a machine of counters. */
final class LivelockWatchTest {
    private static final long TICK = LivelockWatch.PERIOD / 32;
    private static final long LONG = 3L * LivelockWatch.PATIENCE * LivelockWatch.PERIOD;

    private final Engine engine = new Engine();
    private final Counters counters = new Counters();

    /** A component that does something every so many cycles for ever, which gets nowhere by itself. */
    private static final class Turning extends Component {
        private final long period;
        private final Runnable does;

        Turning(Engine engine, long period, Runnable does) {
            super(engine, "turning");
            this.period = period;
            this.does = does;
            engine.add(this);
            wake(period, 0, 0);
        }

        @Override
        public void onEvent(int kind, int argument) {
            does.run();
            wake(period, 0, 0);
        }

        @Override
        public void describeWaits(WaitGraph graph) {
            graph.edge("turning", "itself", "a place");
        }
    }

    private static final class Counters implements LivelockWatch.Progress {
        private long issues;
        private long completed;
        private long others;
        private long rasterised;
        private long lastActivity;
        private boolean spinning;
        private final List<String> searches = new ArrayList<>();

        @Override
        public long issues() {
            return issues;
        }

        @Override
        public long completed() {
            return completed;
        }

        @Override
        public long others() {
            return others;
        }

        @Override
        public long rasterised() {
            return rasterised;
        }

        @Override
        public long lastActivity() {
            return lastActivity;
        }

        @Override
        public LivelockWatch.LoopSearch searchLoops() {
            searches.add("begun");
            return new LivelockWatch.LoopSearch() {
                @Override
                public EndlessLoopException look() {
                    searches.add("look");
                    return spinning
                            ? new EndlessLoopException(
                                    "submit0.0",
                                    new KernelLine("k", 1, ""),
                                    1,
                                    List.of(),
                                    EndlessLoopException.Writers.GONE)
                            : null;
                }

                @Override
                public void stop() {
                    searches.add("stopped");
                }
            };
        }
    }

    private void runWith(Runnable does) {
        new Turning(engine, TICK, does);
        engine.watch(LivelockWatch.PERIOD, new LivelockWatch(engine, counters)::look);
        engine.runUntil(LONG);
    }

    @Test
    void turning_in_circles_is_a_livelock_after_as_many_looks_as_the_watch_has_patience() {
        DeadlockException found = catchThrowableOfType(DeadlockException.class, () -> runWith(() -> {}));

        assertThat(found.chain()).containsExactly("turning waits for itself: a place");
        assertThat(engine.now()).isEqualTo(LivelockWatch.PATIENCE * LivelockWatch.PERIOD);
    }

    @Test
    void a_request_that_completes_now_and_then_is_progress() {
        assertThatCode(() -> runWith(() -> counters.completed = engine.now() / (20 * LivelockWatch.PERIOD)))
                .doesNotThrowAnyException();
    }

    @Test
    void blocks_that_are_rasterised_are_progress() {
        assertThatCode(() -> runWith(() -> counters.rasterised++)).doesNotThrowAnyException();
    }

    @Test
    void requests_of_others_and_commands_that_are_done_are_progress() {
        assertThatCode(() -> runWith(() -> counters.others++)).doesNotThrowAnyException();
        assertThatCode(() -> runWith(() -> counters.lastActivity++)).doesNotThrowAnyException();
    }

    @Test
    void a_timer_beyond_the_next_look_is_progress() {
        Component sleeper = new Turning(engine, 2 * LONG, () -> {});

        assertThatCode(() -> runWith(() -> {})).doesNotThrowAnyException();
        assertThat(sleeper.name()).isEqualTo("turning");
    }

    @Test
    void a_machine_that_only_waits_is_none() {
        new Turning(engine, LivelockWatch.PERIOD / 4, () -> {});
        engine.watch(LivelockWatch.PERIOD, new LivelockWatch(engine, counters)::look);

        assertThat(engine.runUntil(LONG)).isTrue();
    }

    @Test
    void progress_after_a_while_makes_patience_new() {
        long half = LivelockWatch.PATIENCE / 2;

        assertThatThrownBy(() -> runWith(() -> counters.completed = engine.now() < half * LivelockWatch.PERIOD ? 0 : 1))
                .isInstanceOf(DeadlockException.class);
        // seen at the next look
        assertThat(engine.now()).isEqualTo((half + 1 + LivelockWatch.PATIENCE) * LivelockWatch.PERIOD);
    }

    @Test
    void compute_units_alone_are_looked_at_and_may_go_on() {
        runWith(() -> counters.issues++);

        assertThat(counters.searches).startsWith("begun", "look").doesNotContain("stopped");
    }

    @Test
    void kernels_that_spin_end_the_run_at_the_second_look() {
        counters.spinning = true;

        assertThatThrownBy(() -> runWith(() -> counters.issues++)).isInstanceOf(EndlessLoopException.class);
        assertThat(counters.searches).containsExactly("begun", "look");
        assertThat(engine.now()).isEqualTo(2 * LivelockWatch.PERIOD);
    }

    @Test
    void the_search_ends_when_others_get_somewhere() {
        runWith(() -> {
            counters.issues++;
            counters.others += engine.now() > 4 * LivelockWatch.PERIOD ? 1 : 0;
        });

        assertThat(counters.searches).containsExactly("begun", "look", "look", "look", "stopped");
    }
}
