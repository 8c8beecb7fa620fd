// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.steps;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.Sluice;
import dev.sluice.cli.input.LoadedRun;
import dev.sluice.machine.RunOptions;
import dev.sluice.machine.observe.SimObserver;
import dev.sluice.result.RunResult;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.SortedMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

class StepRecorderTest {

    private static final StepBounds.Mark NONE = StepBounds.Mark.NONE;

    private static StepBounds bounds(StepBounds.Mark from, StepBounds.Mark to, StepBounds.Watched... watched) {
        return new StepBounds(from, to, List.of(watched), StepBounds.MAX_STEPS);
    }

    private static StepBounds.Mark cycle(long cycle) {
        return new StepBounds.Mark(cycle, "");
    }

    private static StepBounds.Mark command(String id) {
        return new StepBounds.Mark(-1, id);
    }

    @ParameterizedTest
    @ValueSource(strings = {"stale-l1-broken", "atom-neighbours-broken", "storage-image-write-blend-broken"})
    void recording_changes_neither_cycles_nor_findings(String stream) {
        LoadedRun loaded = Steps.load(stream, null);
        RunResult alone = Sluice.simulation(
                        loaded.device(), loaded.profile(), loaded.stream(), new RunOptions(false, 0, SimObserver.NONE))
                .run();

        RunResult recorded = Steps.record(loaded, StepBounds.ALL, false).result();

        // answers to write-backs are events only where somebody follows them
        assertThat(recorded).usingRecursiveComparison().ignoringFields("events").isEqualTo(alone);
    }

    @Test
    void drops_out_of_a_victim_cache_name_the_rows_of_their_lines() {
        LoadedRun loaded = Steps.load(
                "stale-l1-broken", null, "caches.l1.ways=2", "caches.l1.size=1KiB", "caches.l1.victim.lines=3");
        StepRecording steps = Steps.record(loaded, StepBounds.ALL, true).steps();
        int drops = 0;

        for (int step = 1; step < steps.stepCount(); step++) {
            for (StepValues event : steps.events(step)) {
                if (event.name().equals("drop") && event.number("way") >= 2) {
                    StepValues before = Objects.requireNonNull(
                            steps.stateAt(step - 1).row(event.text("part"), "lines", event.number("line")));
                    assertThat(before.number("address")).isEqualTo(event.number("address"));
                    drops++;
                }
            }
        }
        assertThat(drops).isPositive();
    }

    @Test
    void equal_runs_make_equal_recordings() {
        LoadedRun loaded = Steps.load("line-dirty-lost-write-broken", null);

        RecordedSteps first = Steps.record(loaded, StepBounds.ALL, false).made();
        RecordedSteps second = Steps.record(loaded, StepBounds.ALL, false).made();

        assertThat(second.head()).isEqualTo(first.head());
        assertThat(second.packed()).isEqualTo(first.packed());
    }

    @Test
    void forward_and_back_is_the_same_state() {
        StepRecording steps = Steps.record(Steps.load("host-cached-write-broken", null), StepBounds.ALL, false)
                .steps();
        int middle = steps.stepCount() / 2;
        SortedMap<String, String> before = Steps.whole(steps, middle);

        for (int step = middle; step < middle + 40; step++) {
            steps.stateAt(step);
        }
        for (int step = middle + 40; step > middle; step--) {
            steps.stateAt(step);
        }

        assertThat(Steps.whole(steps, middle)).isEqualTo(before);
        steps.stateAt(0);
        assertThat(Steps.whole(steps, middle)).isEqualTo(before);
    }

    @Test
    void steps_come_in_order_of_cycles_and_events() {
        StepRecording steps = Steps.record(Steps.load("stale-l1-broken", null), StepBounds.ALL, false)
                .steps();

        for (int step = 1; step < steps.stepCount(); step++) {
            assertThat(steps.cycle(step)).isGreaterThanOrEqualTo(steps.cycle(step - 1));
            assertThat(steps.engineEvent(step)).isGreaterThan(steps.engineEvent(step - 1));
        }
        assertThat(steps.head().path("complete").asBoolean()).isTrue();
    }

    @Test
    void a_window_shows_the_states_that_the_whole_run_shows() {
        LoadedRun loaded = Steps.load("stale-l1-broken", null);
        StepRecording all = Steps.record(loaded, StepBounds.ALL, false).steps();
        long from = all.cycle(all.stepCount() / 3);
        long to = all.cycle(all.stepCount() / 2);

        StepRecording part =
                Steps.record(loaded, bounds(cycle(from), cycle(to)), false).steps();

        assertThat(part.stepCount()).isBetween(2, all.stepCount() / 2);
        assertThat(part.cycle(0)).isEqualTo(from);
        assertThat(part.cycle(part.stepCount() - 1)).isEqualTo(to);
        assertThat(part.head().path("complete").asBoolean()).isFalse();
        assertThat(part.head().path("cut").asString()).isEqualTo("to");
        for (int step = 0; step < part.stepCount(); step += 50) {
            assertThat(Steps.differences(
                            Steps.whole(part, step), Steps.whole(all, stepOfEvent(all, part.engineEvent(step)))))
                    .isEmpty();
        }
    }

    @Test
    void a_window_ends_with_the_last_event_of_its_last_cycle() {
        LoadedRun loaded = Steps.load("stale-l1-broken", null);
        StepRecording all = Steps.record(loaded, StepBounds.ALL, false).steps();
        int finding = all.head().path("findings").get(0).path("step").asInt();
        long to = all.cycle(finding);
        int last = all.stepAt(to + 1) - 1;

        StepRecording exact =
                Steps.record(loaded, bounds(NONE, cycle(to)), false).steps();
        StepRecording between = Steps.record(loaded, bounds(NONE, cycle(all.cycle(last + 1) - 1)), false)
                .steps();

        assertThat(exact.stepCount()).isEqualTo(last + 1);
        assertThat(exact.head().path("findings").get(0).path("step").asInt()).isEqualTo(finding);
        assertThat(between.stepCount()).isEqualTo(last + 1);
        assertThat(between.head().path("cut").asString()).isEqualTo("to");
    }

    @Test
    void a_window_up_to_the_last_cycle_is_complete() {
        LoadedRun loaded = Steps.load("stale-l1-broken", null);
        Steps.Recorded all = Steps.record(loaded, StepBounds.ALL, false);

        StepRecording window = Steps.record(
                        loaded, bounds(NONE, cycle(all.result().cycles())), false)
                .steps();

        assertThat(window.stepCount()).isEqualTo(all.steps().stepCount());
        assertThat(window.head().path("complete").asBoolean()).isTrue();
    }

    @Test
    void a_finding_of_the_event_that_a_window_begins_with_is_in_it() {
        LoadedRun loaded = Steps.load("stale-l1-broken", null);
        StepRecording all = Steps.record(loaded, StepBounds.ALL, false).steps();
        int finding = all.head().path("findings").get(0).path("step").asInt();
        long from = all.cycle(finding);

        StepRecording window =
                Steps.record(loaded, bounds(cycle(from), NONE), false).steps();

        int step = window.head().path("findings").get(0).path("step").asInt();
        assertThat(step).isEqualTo(finding - all.stepAt(from));
        assertThat(window.events(step)).anyMatch(event -> event.name().equals("finding"));
    }

    private static int stepOfEvent(StepRecording steps, long event) {
        int step = 0;
        while (step + 1 < steps.stepCount() && steps.engineEvent(step + 1) <= event) {
            step++;
        }
        return step;
    }

    @Test
    void a_window_may_be_a_command() {
        LoadedRun loaded = Steps.load("stale-l1-broken", null);
        String id = lastCommand(loaded);

        StepRecording steps =
                Steps.record(loaded, bounds(command(id), command(id)), false).steps();

        assertThat(steps.events(0))
                .anyMatch(event -> event.name().equals("stage")
                        && event.text("command").equals(id)
                        && event.text("phase").equals("begin"));
        assertThat(steps.events(steps.stepCount() - 1))
                .anyMatch(event -> event.name().equals("stage")
                        && event.text("command").equals(id)
                        && event.text("phase").equals("end"));
    }

    private static String lastCommand(LoadedRun loaded) {
        StepRecording all = Steps.record(loaded, StepBounds.ALL, false).steps();
        String last = "";
        for (int step = 0; step < all.stepCount(); step++) {
            for (StepValues event : all.events(step)) {
                last = event.name().equals("stage") ? event.text("command") : last;
            }
        }
        return last;
    }

    @Test
    void watched_bytes_have_every_step_that_names_them_and_exact_states() {
        LoadedRun loaded = Steps.load("stale-l1-broken", null);
        StepRecording all = Steps.record(loaded, StepBounds.ALL, false).steps();
        JsonNode resource = all.head().path("resources").get(0);
        String name = resource.path("name").asString();

        StepRecording some = Steps.record(loaded, bounds(NONE, NONE, new StepBounds.Watched(name, 64, 4)), false)
                .steps();

        assertThat(some.stepCount()).isBetween(3, all.stepCount() - 1);
        long address = resource.path("address").asLong() + 64;
        for (int step = 1; step < some.stepCount(); step++) {
            assertThat(some.events(step))
                    .anyMatch(event -> event.name().equals("finding")
                            || event.has("address") && Math.abs(event.number("address") - address) < 256);
            assertThat(Steps.differences(
                            Steps.whole(some, step), Steps.whole(all, stepOfEvent(all, some.engineEvent(step)))))
                    .isEmpty();
        }
    }

    @Test
    void recording_ends_after_the_most_steps_and_the_run_does_not() {
        LoadedRun loaded = Steps.load("stale-l1-broken", null);

        Steps.Recorded cut = Steps.record(loaded, new StepBounds(NONE, NONE, List.of(), 100), false);

        assertThat(cut.steps().stepCount()).isEqualTo(100);
        assertThat(Steps.record(loaded, new StepBounds(NONE, NONE, List.of(), 1), false)
                        .steps()
                        .stepCount())
                .isEqualTo(1);
        assertThat(cut.steps().head().path("cut").asString()).isEqualTo("maxSteps");
        assertThat(cut.result().staleReads()).isNotEmpty();
        assertThat(cut.steps().head().path("findings").get(0).path("step").asInt())
                .isEqualTo(-1);
    }

    @Test
    void a_finding_names_its_step() {
        Steps.Recorded recorded = Steps.record(Steps.load("stale-l1-broken", null), StepBounds.ALL, false);

        JsonNode finding = recorded.steps().head().path("findings").get(0);
        int step = finding.path("step").asInt();

        assertThat(recorded.steps().cycle(step)).isEqualTo(finding.path("cycle").asLong());
        assertThat(recorded.steps().events(step)).anyMatch(event -> event.name().equals("finding"));
        assertThat(finding.path("missing").asString()).isNotEmpty();
    }

    @Test
    void a_recording_of_time_alone_has_no_bytes() {
        StepRecording steps = Steps.record(Steps.load("stale-l1-broken", null), StepBounds.ALL, true)
                .steps();

        assertThat(steps.parts()).noneMatch(part -> part.name().equals("truth"));
        assertThat(steps.stateAt(steps.stepCount() / 2).rows("l2[0]", "lines").values())
                .allMatch(line -> line.bytes("bytes").length == 0);
    }

    @Test
    void another_format_is_refused() {
        assertThatThrownBy(() -> StepRecording.of("{\"format\": \"sluice-steps/2\"}", new byte[0]))
                .hasMessage("a step recording of format 'sluice-steps/2', not 'sluice-steps/1'");
    }

    @Test
    void damaged_steps_are_refused() {
        RecordedSteps made = Steps.record(
                        Steps.load("stale-l1-broken", null), new StepBounds(NONE, NONE, List.of(), 50), false)
                .made();
        byte[] half = Arrays.copyOf(made.packed(), made.packed().length / 2);

        assertThatThrownBy(() -> StepRecording.of(made.head(), half))
                .hasMessage("the steps of a recording are damaged");
    }
}
