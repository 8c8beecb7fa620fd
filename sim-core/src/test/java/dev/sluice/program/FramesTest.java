// SPDX-License-Identifier: Apache-2.0
package dev.sluice.program;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Frames end with presentations. */
final class FramesTest {

    private static final Origin HERE = Origin.at("s.yaml:1:1");
    private static final HostOperation PRESENT = new HostOperation.QueuePresent(HERE, "q.0", List.of(), List.of("i"));
    private static final HostOperation ACQUIRE = new HostOperation.AcquireNextImage(HERE, "i", null, null);
    private static final HostOperation SUBMIT =
            new HostOperation.QueueSubmit(HERE, "q.0", List.of(), List.of(), List.of(), null);

    private static Frames of(HostOperation... operations) {
        return Frames.of(List.of(new HostThread("main", List.of(operations))));
    }

    @Test
    void a_program_that_presents_nothing_is_one_frame() {
        Frames frames = of(ACQUIRE, SUBMIT);

        assertThat(frames.count()).isEqualTo(1);
        assertThat(frames.presented()).isFalse();
        assertThat(frames.setUp()).isFalse();
    }

    @Test
    void each_presentation_ends_a_frame() {
        assertThat(of(SUBMIT, PRESENT, SUBMIT, PRESENT, SUBMIT).count()).isEqualTo(2);
    }

    @Test
    void presentations_with_nothing_between_them_end_the_same_frame() {
        assertThat(of(SUBMIT, PRESENT, PRESENT, SUBMIT, PRESENT).count()).isEqualTo(2);
    }

    @Test
    void what_comes_before_the_first_acquisition_is_set_up() {
        assertThat(of(SUBMIT, ACQUIRE, SUBMIT, PRESENT).setUp()).isTrue();
    }

    @Test
    void an_acquisition_after_the_first_presentation_makes_no_set_up() {
        assertThat(of(SUBMIT, PRESENT, ACQUIRE, SUBMIT, PRESENT).setUp()).isFalse();
    }

    @Test
    void the_frames_of_several_threads_are_counted_together() {
        Frames frames = Frames.of(List.of(
                new HostThread("main", List.of(SUBMIT, PRESENT)), new HostThread("other", List.of(SUBMIT, PRESENT))));

        assertThat(frames.count()).isEqualTo(2);
    }
}
