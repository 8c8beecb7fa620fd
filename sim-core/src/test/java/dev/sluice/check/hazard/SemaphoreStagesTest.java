// SPDX-License-Identifier: Apache-2.0
package dev.sluice.check.hazard;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.program.HostOperation;
import dev.sluice.program.Origin;
import dev.sluice.program.SemaphoreOperation;
import dev.sluice.program.edit.Cure;
import dev.sluice.program.sync.Stage;
import dev.sluice.program.sync.Stages;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Semaphores between queues whose stages miss one of two accesses. */
final class SemaphoreStagesTest {

    /** A copy out of {@code a}, and one into it on another queue. */
    private static Streams copies(String signal, String wait) {
        return new Streams()
                .buffers("a", "b", "c")
                .copy("a", "b")
                .signals("s", signal)
                .submit()
                .queue("universal.1")
                .waits("s", wait)
                .copy("c", "a");
    }

    @Test
    void should_be_content_with_a_wait_that_covers_the_use() {
        assertThat(copies("ALL_COMMANDS", "COPY").kinds()).isEmpty();
    }

    @Test
    void should_ask_for_the_stages_of_the_use_in_a_wait_that_lacks_them() {
        Hazard hazard =
                copies("ALL_COMMANDS", "BOTTOM_OF_PIPE").check().hazards().get(0);

        assertThat(hazard.kind()).isEqualTo(HazardKind.WRITE_AFTER_READ);
        assertThat(hazard.missing()).isEqualTo(MissingHalf.WAIT_STAGES);
        assertThat(hazard.cure())
                .isEqualTo(new Cure.WidenSemaphore(
                        Cure.WidenSemaphore.Operation.WAIT,
                        "s",
                        Stages.of(Stage.BOTTOM_OF_PIPE, Stage.COPY),
                        "submit1"));
        assertThat(copies("ALL_COMMANDS", "BOTTOM_OF_PIPE|COPY").kinds()).isEmpty();
    }

    @Test
    void should_ask_for_the_stages_of_the_first_in_a_signal_that_lacks_them() {
        Hazard hazard =
                copies("FRAGMENT_SHADER", "ALL_COMMANDS").check().hazards().get(0);

        assertThat(hazard.kind()).isEqualTo(HazardKind.WRITE_AFTER_READ);
        assertThat(hazard.missing()).isEqualTo(MissingHalf.SIGNAL_STAGES);
        assertThat(hazard.cure())
                .isEqualTo(new Cure.WidenSemaphore(
                        Cure.WidenSemaphore.Operation.SIGNAL, "s", Stage.COPY.mask(), "submit1"));
        assertThat(copies("FRAGMENT_SHADER|COPY", "ALL_COMMANDS").kinds()).isEmpty();
    }

    @Test
    void should_ask_for_a_semaphore_where_none_is_waited_for() {
        Streams stream = new Streams()
                .buffers("a", "b", "c")
                .copy("a", "b")
                .submit()
                .queue("universal.1")
                .copy("c", "a");

        assertThat(stream.kinds()).containsExactly(HazardKind.WRITE_RACING_READ);
        assertThat(stream.missing()).containsExactly(MissingHalf.SEMAPHORE);
    }

    @Test
    void should_ask_for_a_semaphore_behind_a_signal_that_came_before_the_first() {
        Streams stream = new Streams()
                .buffers("a", "b", "c")
                .signals("s", "ALL_COMMANDS")
                .submit()
                .copy("a", "b")
                .submit()
                .queue("universal.1")
                .waits("s", "ALL_COMMANDS")
                .copy("c", "a");

        assertThat(stream.missing()).containsExactly(MissingHalf.SEMAPHORE);
    }

    @Test
    void should_remember_a_wait_of_an_earlier_submission() {
        Streams stream = new Streams()
                .buffers("a", "b", "c")
                .fill("a")
                .signals("s", "ALL_COMMANDS")
                .submit()
                .queue("universal.1")
                .waits("s", "VERTEX_SHADER")
                .submit()
                .copy("a", "b");

        assertThat(stream.kinds()).containsExactly(HazardKind.READ_AFTER_WRITE);
        assertThat(stream.missing()).containsExactly(MissingHalf.WAIT_STAGES);
    }

    /** A fill of {@code a}, a queue that waits for it, and a third that waits for that one and copies out of {@code a}. */
    private static Streams chain(String first, String middleWait, String middleSignal) {
        return new Streams()
                .buffers("a", "b", "c")
                .fill("a")
                .signals("s", first)
                .submit()
                .queue("universal.1")
                .waits("s", middleWait)
                .signals("t", middleSignal)
                .submit()
                .queue("transfer.0")
                .waits("t", "ALL_COMMANDS")
                .copy("a", "b");
    }

    private static Cure cure(Streams stream, MissingHalf missing) {
        List<Hazard> hazards = stream.check().hazards();
        assertThat(hazards).hasSize(1);
        assertThat(hazards.get(0).kind()).isEqualTo(HazardKind.READ_AFTER_WRITE);
        assertThat(hazards.get(0).missing()).isEqualTo(missing);
        return hazards.get(0).cure();
    }

    @Test
    void should_have_a_queue_between_the_two_hold_back_what_its_signal_comes_after() {
        assertThat(cure(chain("ALL_COMMANDS", "BOTTOM_OF_PIPE", "ALL_COMMANDS"), MissingHalf.SIGNAL_CHAIN))
                .isEqualTo(new Cure.WidenSemaphore(
                        Cure.WidenSemaphore.Operation.WAIT, "s", Stage.ALL_COMMANDS.mask(), "submit1"));
        assertThat(chain("ALL_COMMANDS", "ALL_COMMANDS", "ALL_COMMANDS").kinds())
                .isEmpty();
    }

    @Test
    void should_have_a_queue_between_the_two_signal_after_what_it_held_back() {
        assertThat(cure(chain("ALL_COMMANDS", "FRAGMENT_SHADER", "COPY"), MissingHalf.SIGNAL_CHAIN))
                .isEqualTo(new Cure.WidenSemaphore(
                        Cure.WidenSemaphore.Operation.SIGNAL, "t", Stage.FRAGMENT_SHADER.mask(), "submit2"));
        assertThat(chain("ALL_COMMANDS", "FRAGMENT_SHADER", "COPY|FRAGMENT_SHADER")
                        .kinds())
                .isEmpty();
    }

    @Test
    void should_ask_for_the_stages_of_the_first_in_the_signal_of_its_own_queue() {
        assertThat(cure(chain("FRAGMENT_SHADER", "ALL_COMMANDS", "ALL_COMMANDS"), MissingHalf.SIGNAL_STAGES))
                .isEqualTo(new Cure.WidenSemaphore(
                        Cure.WidenSemaphore.Operation.SIGNAL, "s", Stage.CLEAR.mask(), "submit1"));
        assertThat(chain("FRAGMENT_SHADER|CLEAR", "ALL_COMMANDS", "ALL_COMMANDS")
                        .kinds())
                .isEmpty();
    }

    @Test
    void should_cure_by_a_barrier_on_one_queue() {
        Streams stream = new Streams()
                .buffers("a", "b", "c")
                .fill("a")
                .signals("s", "ALL_COMMANDS")
                .submit()
                .waits("s", "VERTEX_SHADER")
                .copy("a", "b");

        assertThat(stream.missing()).containsExactly(MissingHalf.EXECUTION);
    }

    /** A fill that a barrier brings to the host, which waits for a signal of the fill's stage alone. */
    private static Streams told(String barrier) {
        Origin at = Origin.at("test");
        return new Streams()
                .buffer("x", "shared", 256)
                .fill("x")
                .barrier(barrier)
                .signalsTimeline("t", 1, "CLEAR")
                .submit()
                .host(new HostOperation.WaitSemaphores(at, List.of(new SemaphoreOperation("t", 1, true, 0))))
                .hostRead("x", 0, 256);
    }

    @Test
    void should_take_what_a_barrier_brought_to_the_host_along_with_any_signal() {
        assertThat(told("CLEAR/TRANSFER_WRITE>HOST/HOST_READ").missing()).isEmpty();
        assertThat(told("CLEAR/TRANSFER_WRITE>HOST/HOST_READ@x").missing()).isEmpty();
        assertThat(told("CLEAR/TRANSFER_WRITE>HOST/HOST_READ@x:0:128").missing())
                .containsExactly(MissingHalf.HOST_DOMAIN);
        assertThat(told("CLEAR/TRANSFER_WRITE>COPY/TRANSFER_READ@x").missing())
                .containsExactly(MissingHalf.HOST_DOMAIN);
    }
}
