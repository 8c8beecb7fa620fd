// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.queue;

import static dev.sluice.machine.queue.Machine.barrier;
import static dev.sluice.machine.queue.Machine.binary;
import static dev.sluice.machine.queue.Machine.copy;
import static dev.sluice.machine.queue.Machine.dispatch;
import static dev.sluice.machine.queue.Machine.fill;
import static dev.sluice.machine.queue.Machine.submit;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.program.Command;
import dev.sluice.program.sync.ImplicitPoint;
import dev.sluice.program.sync.Stage;
import dev.sluice.result.RunResult;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Who waited for whom. The front end reaches the first command at cycle 2, and one more command a cycle. */
final class MilestonesTest {

    private static final long COMPUTE = Stage.COMPUTE_SHADER.mask();
    private static final long COPY = Stage.COPY.mask();
    private static final long CLEAR = Stage.CLEAR.mask();

    private final Machine machine = Machine.with(Profiles.empty());

    private static RunResult.Milestone task(String command, String stage, long until) {
        return new RunResult.Milestone(command, stage, until);
    }

    private static RunResult.Milestone gate(String barrier, long until) {
        return new RunResult.Milestone(barrier, null, until);
    }

    @Test
    void should_list_what_a_barrier_waited_for_in_order_of_completion() {
        machine.run(dispatch(100), fill(50), barrier(COMPUTE | CLEAR, COPY), copy(10));

        RunResult.BarrierResult cost = machine.cost("submit0.2");
        assertThat(cost.waits()).isEqualTo(2);
        assertThat(cost.waitedFor())
                .containsExactly(task("submit0.1", "CLEAR", 53), task("submit0.0", "COMPUTE_SHADER", 102));
        assertThat(cost.reachedCycle() + cost.drainCycles()).isEqualTo(102);
    }

    @Test
    void should_list_nothing_that_was_done_before() {
        machine.run(fill(1), dispatch(5), barrier(CLEAR, COPY));

        assertThat(machine.cost("submit0.2").waits()).isZero();
        assertThat(machine.cost("submit0.2").waitedFor()).isEmpty();
    }

    @Test
    void should_name_the_barrier_whose_gate_was_awaited() {
        machine.run(fill(100), barrier(CLEAR, COMPUTE), dispatch(20), barrier(COMPUTE, COPY), copy(1));

        assertThat(machine.cost("submit0.3").waitedFor())
                .containsExactly(gate("submit0.1", 102), task("submit0.2", "COMPUTE_SHADER", 122));
    }

    @Test
    void should_keep_the_last_sixteen_and_count_all() {
        List<Command> commands = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            commands.add(dispatch(100 + i));
        }
        commands.add(barrier(COMPUTE, COPY));
        machine.run(commands.toArray(Command[]::new));

        RunResult.BarrierResult cost = machine.cost("submit0.20");
        assertThat(cost.waits()).isEqualTo(20);
        assertThat(cost.waitedFor()).hasSize(16);
        assertThat(cost.waitedFor().get(0).command()).isEqualTo("submit0.4");
        assertThat(cost.waitedFor().get(15)).isEqualTo(task("submit0.19", "COMPUTE_SHADER", 140));
    }

    @Test
    void should_say_who_waited_behind_it_and_for_how_long() {
        machine.run(fill(100), barrier(CLEAR, COPY), copy(10), dispatch(10));

        assertThat(machine.cost("submit0.1").heldBack())
                .containsExactly(new RunResult.HeldBack("submit0.2", "COPY", 98, 4, null));
    }

    @Test
    void should_charge_only_what_the_last_barrier_added() {
        machine.run(fill(40), dispatch(100), barrier(CLEAR, COPY), barrier(COMPUTE, COPY), copy(10));

        assertThat(machine.cost("submit0.2").heldBack()).isEmpty();
        assertThat(machine.cost("submit0.3").heldBack())
                .containsExactly(new RunResult.HeldBack("submit0.4", "COPY", 103 - 42, 42, gate("submit0.2", 42)));
    }

    @Test
    void should_count_a_barrier_that_waited_for_another() {
        machine.run(fill(100), barrier(CLEAR, COMPUTE), barrier(COMPUTE, COPY), copy(1));

        assertThat(machine.cost("submit0.1").heldBack())
                .contains(new RunResult.HeldBack("submit0.2", null, 98, 4, null));
    }

    @Test
    void should_name_the_semaphore_that_a_submission_waited_for() {
        Machine two = new Machine(Profiles.empty().build(), "universal.0", "compute.0");
        two.program(
                submit("universal.0", List.of(), List.of(binary("s")), null, fill(50)),
                submit("compute.0", List.of(binary("s")), List.of(), "f", dispatch(10)));
        two.engine.run();

        RunResult.BarrierResult wait = two.cost("submit1.wait0");
        assertThat(wait.waitedFor()).extracting(RunResult.Milestone::command).containsExactly("semaphore s");
        assertThat(wait.heldBack()).extracting(RunResult.HeldBack::command).contains("submit1.0");
    }

    @Test
    void should_charge_the_actions_of_a_dispatches_begin_to_the_dispatch() {
        Machine begin = Machine.with(Profiles.empty().implicit(ImplicitPoint.DISPATCH_BEGIN, "invalidate:L1"));
        begin.caches.add("L1", 7);
        begin.run(dispatch(10));

        assertThat(begin.cost("submit0.0.begin").heldBack())
                .containsExactly(new RunResult.HeldBack("submit0.0", "COMPUTE_SHADER", 7, 2, null));
    }

    @Test
    void should_not_name_a_barrier_twice_whose_gate_and_release_are_awaited() {
        machine.run(fill(100), barrier(CLEAR, COPY), copy(10));

        assertThat(machine.cost("submit0.end").waitedFor())
                .containsExactly(
                        task("submit0.0", "CLEAR", 102), gate("submit0.1", 102), task("submit0.2", "COPY", 112));
    }

    @Test
    void should_add_refills_up_by_resource() {
        machine.run(fill(1), barrier(CLEAR, COPY));

        RunResult.BarrierResult cost = machine.cost("submit0.1");
        assertThat(cost.refillMissesByResource().values().stream()
                        .mapToLong(Long::longValue)
                        .sum())
                .isEqualTo(cost.refillMisses());
        assertThat(cost.refillBytesByResource().values().stream()
                        .mapToLong(Long::longValue)
                        .sum())
                .isEqualTo(cost.refillBytes());
        assertThat(cost.refillMissesByResource()).containsOnlyKeys("x", "y");
    }
}
