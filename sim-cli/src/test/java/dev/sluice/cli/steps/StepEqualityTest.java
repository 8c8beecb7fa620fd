// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.steps;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.cli.input.LoadedRun;
import java.util.Map;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a recording shows at a step equals the state of the simulator run to it. */
class StepEqualityTest {

    private static final int SAMPLES = 40;

    @ParameterizedTest
    @CsvSource({
        "upload-scale-readback, tiny-1, false",
        "stale-l1-broken, , false",
        "line-dirty-lost-write-broken, , false",
        "host-cached-write-broken, , false",
        "atom-neighbours-broken, , false",
        "clean-atomics, rdna2-6900xt, false",
        "stale-uniform-alias-cured, nvidia-v100, true",
        "fast-clear-sample-cured, , false",
        "storage-image-write-blend-cured, , false",
        "compressed-copy-through-buffer-broken, , false",
        "write-after-read-broken, uma-apu, false",
    })
    void a_recorded_state_is_that_of_the_simulator(String stream, String device, boolean timingOnly) {
        LoadedRun loaded = Steps.load(stream, device);
        StepRecording steps = Steps.record(loaded, new StepBounds(
                        StepBounds.Mark.NONE, StepBounds.Mark.NONE, java.util.List.of(), 20_000), timingOnly)
                .steps();
        Random random = new Random(stream.hashCode());
        Map<Long, Integer> wanted = new TreeMap<>();
        for (int i = 0; i < SAMPLES; i++) {
            int step = random.nextInt(steps.stepCount());
            wanted.put(steps.engineEvent(step), step);
        }

        Map<Long, SortedMap<String, String>> seen =
                Steps.look(loaded, timingOnly, new TreeSet<>(wanted.keySet()));

        assertThat(seen.keySet()).isEqualTo(wanted.keySet());
        wanted.forEach((event, step) -> assertThat(Steps.whole(steps, step))
                .as(stream + " step " + step)
                .isEqualTo(seen.get(event)));
    }
}
