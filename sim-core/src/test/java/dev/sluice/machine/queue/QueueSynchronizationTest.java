// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.queue;

import static dev.sluice.machine.queue.Machine.binary;
import static dev.sluice.machine.queue.Machine.copy;
import static dev.sluice.machine.queue.Machine.dispatch;
import static dev.sluice.machine.queue.Machine.submit;
import static dev.sluice.machine.queue.Machine.timeline;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.sluice.machine.fault.DeadlockException;
import dev.sluice.program.HostOperation;
import dev.sluice.program.SemaphoreOperation;
import dev.sluice.program.sync.ImplicitPoint;
import dev.sluice.program.sync.Stage;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Several queues and the host: semaphores, fences, idle queues, and what a deadlock is told as.
 *
 * <p>The front end reaches a submission's begin at cycle 0, the first command at 2, and one more command a
 * cycle.
 */
final class QueueSynchronizationTest {

    private static final long COMPUTE = Stage.COMPUTE_SHADER.mask();
    private static final long COPY = Stage.COPY.mask();
    private static final long HOST = Stage.HOST.mask();

    private static Machine machine() {
        return Machine.with(Profiles.empty());
    }

    private static Machine twoQueues(Profiles profile) {
        return new Machine(profile.build(), "a", "b");
    }

    @Test
    void should_signal_a_fence_after_everything() {
        Machine machine = Machine.with(Profiles.empty().implicit(ImplicitPoint.FENCE_SIGNAL, "flush:L2"));
        machine.caches.add("L2", 20);
        machine.program(
                submit("universal.0", null, dispatch(300)),
                submit("universal.0", "f", copy(10)),
                new HostOperation.WaitForFences(Machine.HERE, List.of("f"), true),
                new HostOperation.Busy(Machine.HERE, 1000));

        machine.engine.run();

        assertThat(machine.cost("submit1.end").releasedCycle()).isEqualTo(322);
        assertThat(machine.engine.now()).isEqualTo(1322);
        assertThat(machine.before("submit0.0", COMPUTE, "host.3", HOST)).isTrue();
    }

    @Test
    void should_tell_the_host_of_a_fence_by_an_interrupt() {
        Machine machine = machine();
        machine.host.interruptCycles = 500;
        machine.program(
                submit("universal.0", "f", dispatch(100)),
                new HostOperation.WaitForFences(Machine.HERE, List.of("f"), true));

        machine.engine.run();

        assertThat(machine.engine.now()).isEqualTo(602);
    }

    @Test
    void should_run_queues_at_the_same_time() {
        Machine machine = twoQueues(Profiles.empty());

        machine.program(submit("a", null, dispatch(100)), submit("b", null, dispatch(100)));
        machine.engine.run();

        assertThat(machine.start("submit0.0")).isEqualTo(2);
        assertThat(machine.start("submit1.0")).isLessThan(10);
    }

    @Test
    void should_wait_for_a_binary_semaphore_of_another_queue() {
        Machine machine = twoQueues(Profiles.empty());

        machine.program(
                submit("a", List.of(), List.of(binary("s")), null, dispatch(100)),
                submit("b", List.of(binary("s")), List.of(), null, copy(1)));
        machine.engine.run();

        assertThat(machine.start("submit1.0")).isEqualTo(102);
        assertThat(machine.before("submit0.0", COMPUTE, "submit1.0", COPY)).isTrue();
    }

    @Test
    void should_take_a_wait_before_its_timeline_signal() {
        Machine machine = twoQueues(Profiles.empty());

        machine.program(
                submit("b", List.of(timeline("t", 4)), List.of(), null, copy(1)),
                submit("a", List.of(), List.of(timeline("t", 4)), null, dispatch(100)));
        machine.engine.run();

        assertThat(machine.start("submit0.0")).isEqualTo(machine.end("submit1.0"));
        assertThat(machine.before("submit1.0", COMPUTE, "submit0.0", COPY)).isTrue();
    }

    @Test
    void should_hold_only_the_stages_of_a_semaphore_wait_back() {
        Machine machine = twoQueues(Profiles.empty());

        machine.program(
                submit("a", List.of(), List.of(binary("s")), null, dispatch(100)),
                submit(
                        "b",
                        List.of(new SemaphoreOperation("s", 0, false, COPY)),
                        List.of(),
                        null,
                        copy(1),
                        dispatch(1)));
        machine.engine.run();

        assertThat(machine.start("submit1.0")).isEqualTo(102);
        assertThat(machine.start("submit1.1")).isLessThan(20);
    }

    @Test
    void should_signal_a_semaphore_when_its_stages_are_done() {
        Machine machine = twoQueues(Profiles.empty());

        machine.program(
                submit(
                        "a",
                        List.of(),
                        List.of(new SemaphoreOperation("s", 0, false, COPY)),
                        null,
                        dispatch(500),
                        copy(100)),
                submit("b", List.of(binary("s")), List.of(), null, copy(1)));
        machine.engine.run();

        assertThat(machine.start("submit1.0")).isEqualTo(machine.end("submit0.1"));
        assertThat(machine.before("submit0.0", COMPUTE, "submit1.0", COPY)).isFalse();
    }

    @Test
    void should_signal_a_later_batchs_semaphore_after_those_of_earlier_batches() {
        Machine machine = new Machine(Profiles.empty().build(), "a", "b", "c");

        machine.program(
                submit("a", List.of(), List.of(binary("s")), null, dispatch(500)),
                submit("a", List.of(), List.of(new SemaphoreOperation("t", 0, false, COPY)), null, copy(1)),
                submit("b", List.of(binary("t")), List.of(), null, copy(1)));
        machine.engine.run();

        assertThat(machine.start("submit2.0")).isEqualTo(machine.end("submit0.0"));
        assertThat(machine.before("submit0.0", COMPUTE, "submit2.0", COPY)).isTrue();
    }

    @Test
    void should_make_earlier_host_operations_known_to_a_submission() {
        Machine machine = machine();
        machine.program(
                new HostOperation.StoreFence(Machine.HERE),
                submit("universal.0", null, dispatch(1)),
                new HostOperation.StoreFence(Machine.HERE));

        machine.engine.run();

        assertThat(machine.before("host.0", HOST, "submit0.0", COMPUTE)).isTrue();
        assertThat(machine.before("host.2", HOST, "submit0.0", COMPUTE)).isFalse();
    }

    @Test
    void should_wait_until_a_queue_is_idle() {
        Machine machine = machine();
        machine.program(
                submit("universal.0", null, dispatch(100)),
                new HostOperation.QueueWaitIdle(Machine.HERE, "universal.0"),
                new HostOperation.StoreFence(Machine.HERE));

        machine.engine.run();

        assertThat(machine.host.calls).containsExactly("102 host.2 storeFence");
        assertThat(machine.barrierIds()).contains("host.1.idle");
        assertThat(machine.before("submit0.0", COMPUTE, "host.2", HOST)).isTrue();
    }

    @Test
    void should_wait_until_the_device_is_idle() {
        Machine machine = twoQueues(Profiles.empty());
        machine.program(
                submit("a", null, dispatch(100)),
                submit("b", null, dispatch(300)),
                new HostOperation.DeviceWaitIdle(Machine.HERE),
                new HostOperation.StoreFence(Machine.HERE));

        machine.engine.run();

        assertThat(machine.host.calls).containsExactly("302 host.3 storeFence");
        assertThat(machine.barrierIds())
                .as("a name for the wait on each queue")
                .contains("host.2.idle", "host.2.idle1");
    }

    @Test
    void should_name_the_chain_through_a_semaphore_that_nobody_signals() {
        Machine machine = machine();
        machine.program(
                submit("universal.0", List.of(binary("never")), List.of(), "f", dispatch(1)),
                new HostOperation.WaitForFences(Machine.HERE, List.of("f"), true));
        machine.engine.run();

        DeadlockException thrown = catchThrowableOfType(DeadlockException.class, machine.engine::auditAtEnd);

        assertThat(thrown.chain()).containsExactly("submit0.wait0 waits for semaphore never: value 1");
        assertThat(thrown.complaints()).anyMatch(c -> c.contains("waitForFences"));
    }

    @Test
    void should_close_the_circle_of_two_queues_that_wait_for_each_other() {
        Machine machine = twoQueues(Profiles.empty());
        machine.program(
                submit("a", List.of(binary("s")), List.of(binary("t")), null, dispatch(1)),
                submit("b", List.of(binary("t")), List.of(binary("s")), null, dispatch(1)));
        machine.engine.run();

        DeadlockException thrown = catchThrowableOfType(DeadlockException.class, machine.engine::auditAtEnd);

        assertThat(thrown.chain())
                .containsSubsequence(
                        "submit0.wait0 waits for semaphore s: value 1",
                        "semaphore s waits for submit1.signal0: its signal",
                        "submit1.wait0 waits for semaphore t: value 1",
                        "semaphore t waits for submit0.signal0: its signal");
        assertThat(thrown.chain().get(thrown.chain().size() - 1)).endsWith("closes the circle");
    }

    @Test
    void should_signal_the_fence_of_an_empty_submission() {
        Machine machine = machine();

        machine.run();

        assertThat(machine.barrierIds()).containsExactly("submit0.begin", "submit0.end");
        assertThat(machine.run.synchronization.fence("f").signalled()).isTrue();
    }
}
