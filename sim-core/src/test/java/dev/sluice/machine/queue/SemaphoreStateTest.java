package dev.sluice.machine.queue;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class SemaphoreStateTest {

    private final SemaphoreState semaphore = new SemaphoreState("s");

    @Test
    void shouldLetATimelineWaitThroughAtItsValueAndNotBefore() {
        SemaphoreState.Wait wait = semaphore.waitFor(3);

        semaphore.signal(2, Clock.ZERO);
        assertThat(wait.done()).isFalse();
        semaphore.signal(3, Clock.ZERO);

        assertThat(wait.done()).isTrue();
    }

    @Test
    void shouldLetATimelineWaitThroughAtAHigherValue() {
        semaphore.signal(9, Clock.ZERO);

        assertThat(semaphore.waitFor(3).done()).isTrue();
    }

    @Test
    void shouldLetOneBinaryWaitThroughPerSignal() {
        SemaphoreState.Wait first = semaphore.waitForBinary();
        SemaphoreState.Wait second = semaphore.waitForBinary();

        semaphore.signalBinary(Clock.ZERO);

        assertThat(first.done()).isTrue();
        assertThat(second.done()).isFalse();
    }

    @Test
    void shouldLetABinaryWaitThroughThatComesAfterItsSignal() {
        semaphore.signalBinary(Clock.ZERO);

        assertThat(semaphore.waitForBinary().done()).isTrue();
        assertThat(semaphore.waitForBinary().done()).isFalse();
    }

    @Test
    void shouldPassOnWhatHappensBeforeTheSignal() {
        SemaphoreState.Wait wait = semaphore.waitFor(1);

        semaphore.signal(1, Clock.ZERO.with(4, 7));

        assertThat(wait.clock().at(4)).isEqualTo(7);
    }
}
