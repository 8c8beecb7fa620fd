// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.steps;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.cli.input.LoadedRun;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a recording shows at a step equals the state of the simulator run to it. */
class StepEqualityTest {

    private static final int SAMPLES = 20;
    private static final int STRETCH = 25;
    private static final StepBounds MOST = new StepBounds(StepBounds.Mark.NONE, StepBounds.Mark.NONE, List.of(), 6_000);

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
        "render-then-sample, , false",
        "depth-write-sampled-read-broken, , false",
    })
    void a_recorded_state_is_that_of_the_simulator(String stream, String device, boolean timingOnly) {
        compare(stream, Steps.load(stream, device), timingOnly);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "caches.l2.inclusive=true caches.l1.replacement=srrip",
                "caches.l2.writeBuffer.entries=8 caches.l2.replacement=plru",
                "caches.l1.prefetch=nextLine caches.l2.replacement=fifo",
                "caches.l2.prefetch=stream caches.l1.replacement=lfu",
                "caches.l1.compression=bdi caches.l2.compression=bdi",
                "caches.l1.victim.lines=3 caches.l1.size=512 caches.l2.exclusive=true",
                "caches.l1.victim.lines=9 caches.l1.size=512 caches.l1.replacement=srrip",
            })
    void structure_and_policies_are_recorded_as_they_are(String sets) {
        LoadedRun loaded = Steps.load("stale-l1-broken", null, sets.split(" "));
        compare("stale-l1-broken", loaded, false);
        compare("stale-l1-broken", loaded, true);
    }

    private static void compare(String stream, LoadedRun loaded, boolean timingOnly) {
        StepRecording steps = Steps.record(loaded, MOST, timingOnly).steps();
        Random random = new Random(stream.hashCode());
        NavigableMap<Long, Integer> wanted = new TreeMap<>();
        for (int i = 0; i < SAMPLES; i++) {
            add(wanted, steps, random.nextInt(steps.stepCount()));
        }
        // a change that nobody told of shows at once, but may be told of later: so all steps of some stretch
        int from = random.nextInt(Math.max(1, steps.stepCount() - STRETCH));
        for (int step = from; step < Math.min(from + STRETCH, steps.stepCount()); step++) {
            add(wanted, steps, step);
        }
        List<Long> seen = new ArrayList<>();

        Steps.look(loaded, timingOnly, wanted.navigableKeySet(), (event, state) -> {
            seen.add(event);
            int step = wanted.get(event);
            assertThat(Steps.differences(Steps.whole(steps, step), state))
                    .as(stream + " step " + step)
                    .isEmpty();
        });

        assertThat(seen).containsExactlyElementsOf(wanted.keySet());
    }

    private static void add(NavigableMap<Long, Integer> wanted, StepRecording steps, int step) {
        wanted.put(steps.engineEvent(step), step);
    }
}
