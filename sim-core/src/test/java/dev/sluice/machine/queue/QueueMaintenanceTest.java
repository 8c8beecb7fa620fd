// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.queue;

import static dev.sluice.machine.queue.Machine.barrier;
import static dev.sluice.machine.queue.Machine.binary;
import static dev.sluice.machine.queue.Machine.copy;
import static dev.sluice.machine.queue.Machine.dispatch;
import static dev.sluice.machine.queue.Machine.fill;
import static dev.sluice.machine.queue.Machine.submit;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.program.Barrier;
import dev.sluice.program.BufferRange;
import dev.sluice.program.ImageRange;
import dev.sluice.program.ImageTransition;
import dev.sluice.program.image.Aspect;
import dev.sluice.program.image.ImageLayout;
import dev.sluice.program.sync.Access;
import dev.sluice.program.sync.AddressRange;
import dev.sluice.program.sync.ImplicitPoint;
import dev.sluice.program.sync.Stage;
import dev.sluice.result.RunResult;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/**
 * What barriers, submissions and dispatches do to caches, and what it costs.
 *
 * <p>The front end reaches a submission's begin at cycle 0, the first command at 2, and one more command a
 * cycle.
 */
final class QueueMaintenanceTest {

    private static final long COMPUTE = Stage.COMPUTE_SHADER.mask();
    private static final long COPY = Stage.COPY.mask();
    private static final long CLEAR = Stage.CLEAR.mask();
    private static final long BOTTOM = Stage.BOTTOM_OF_PIPE.mask();

    private static Machine machine() {
        return Machine.with(Profiles.empty());
    }

    private static Machine twoQueues(Profiles profile) {
        return new Machine(profile.build(), "a", "b");
    }

    @Test
    void should_split_a_barriers_cost_into_drain_and_actions_exactly() {
        Machine machine = Machine.with(Profiles.empty()
                .src(Access.SHADER_STORAGE_WRITE, "flush:L2")
                .dst(Access.TRANSFER_READ, "invalidate:L1"));
        machine.caches.add("L2", 30, 40);
        machine.caches.add("L1", 7, 3);

        machine.run(
                dispatch(100),
                barrier(COMPUTE, Access.SHADER_STORAGE_WRITE.mask(), COPY, Access.TRANSFER_READ.mask()),
                copy(5));

        RunResult.BarrierResult cost = machine.cost("submit0.1");
        assertThat(cost.reachedCycle()).isEqualTo(3);
        assertThat(cost.drainCycles()).isEqualTo(99);
        assertThat(cost.actionCycles()).isEqualTo(47);
        assertThat(cost.stallCycles()).isEqualTo(146);
        assertThat(cost.releasedCycle()).isEqualTo(149);
        assertThat(machine.start("submit0.2")).isEqualTo(149);
        assertThat(machine.caches.begun).containsExactly("102 flush:L2", "142 invalidate:L1");
    }

    @Test
    void should_add_up_the_counters_of_an_actions_instances() {
        Machine machine = Machine.with(Profiles.empty().src(Access.SHADER_STORAGE_WRITE, "flush:L2"));
        machine.caches.add("L2", 30, 40);

        machine.run(barrier(COMPUTE, Access.SHADER_STORAGE_WRITE.mask(), COPY, 0));

        assertThat(machine.cost("submit0.0").actions())
                .containsExactly(
                        new RunResult.ActionResult("flush:L2", "l2", 2, 20, 4, 128, 6, 192, 2, 42, Map.of(), Map.of()));
    }

    @Test
    void should_charge_refills_and_idle_units_to_the_barrier() {
        Machine machine = machine();
        machine.idleUnits = 5;
        machine.later.after(50, () -> machine.idleUnits = 25);

        machine.run(dispatch(100), barrier(COMPUTE, COPY));

        RunResult.BarrierResult cost = machine.cost("submit0.1");
        int index = machine.barrierIds().indexOf("submit0.1");
        assertThat(cost.refillMisses()).isEqualTo(100 + index);
        assertThat(cost.refillBytes()).isEqualTo(1000 + index);
        assertThat(cost.idleUnitCycles()).isEqualTo(20);
    }

    @Test
    void should_skip_actions_on_roles_that_the_device_lacks() {
        Machine machine = Machine.with(Profiles.empty().src(Access.SHADER_STORAGE_WRITE, "flush:L2"));

        machine.run(dispatch(10), barrier(COMPUTE, Access.SHADER_STORAGE_WRITE.mask(), COPY, 0), copy(1));

        assertThat(machine.cost("submit0.1").actions()).isEmpty();
        assertThat(machine.start("submit0.2")).isEqualTo(12);
    }

    @Test
    void should_do_the_actions_of_a_barrier_without_destination() {
        Machine machine = Machine.with(Profiles.empty().src(Access.SHADER_STORAGE_WRITE, "flush:L2"));
        machine.caches.add("L2", 30);

        machine.run(dispatch(10), barrier(COMPUTE, Access.SHADER_STORAGE_WRITE.mask(), BOTTOM, 0));

        assertThat(machine.caches.begun).containsExactly("12 flush:L2");
    }

    @Test
    void should_hand_on_the_ranges_of_buffer_barriers() {
        Machine machine = Machine.with(Profiles.empty().src(Access.SHADER_STORAGE_WRITE, "flush:L2"));
        machine.caches.add("L2", 1);

        machine.run(barrier(new Barrier(
                COMPUTE, Access.SHADER_STORAGE_WRITE.mask(), COPY, 0, new BufferRange("b", 64, 128), null, null)));

        assertThat(machine.caches.lastRanges).containsExactly(new AddressRange(4160, 128));
    }

    @Test
    void should_drain_the_stages_of_a_profiles_waits_as_well() {
        Machine machine = Machine.with(Profiles.empty().waits(CLEAR, "wait:COMPUTE"));

        machine.run(dispatch(100), fill(10), barrier(CLEAR, COPY), copy(1));

        assertThat(machine.start("submit0.3")).isEqualTo(102);
        assertThat(machine.before("submit0.0", COMPUTE, "submit0.3", COPY)).isFalse();
    }

    @Test
    void should_leave_a_profiles_waits_out_before_stages_that_it_skips() {
        Machine machine =
                Machine.with(Profiles.empty().waits(CLEAR, "wait:COMPUTE").skips(BOTTOM));

        machine.run(fill(10), dispatch(100), barrier(CLEAR, BOTTOM), copy(1));

        assertThat(machine.cost("submit0.2").drainCycles()).isLessThan(100);
    }

    @Test
    void should_keep_a_profiles_waits_where_a_barrier_of_the_command_names_an_image() {
        Machine machine =
                Machine.with(Profiles.empty().waits(CLEAR, "wait:COMPUTE").skips(BOTTOM));
        machine.run.images(List.of(GraphicsCommandsTest.image("i")));
        ImageTransition general = new ImageTransition(
                new ImageRange("i", Set.of(Aspect.COLOR), 0, 1, 0, 1), ImageLayout.UNDEFINED, ImageLayout.GENERAL);
        Barrier image = new Barrier(CLEAR, 0, BOTTOM, 0, null, general, null, null);

        machine.run(fill(10), dispatch(100), barrier(image), copy(1));

        assertThat(machine.cost("submit0.2").drainCycles()).isGreaterThanOrEqualTo(99);
    }

    @Test
    void should_maintain_caches_at_a_submissions_begin_before_its_commands() {
        Machine machine = Machine.with(Profiles.empty().implicit(ImplicitPoint.SUBMIT_BEGIN, "invalidate:L1"));
        machine.caches.add("L1", 20);

        machine.run(dispatch(10));

        assertThat(machine.start("submit0.0")).isEqualTo(20);
        assertThat(machine.cost("submit0.begin").actionCycles()).isEqualTo(20);
        assertThat(machine.cost("submit0.begin").implicit()).isTrue();
    }

    @Test
    void should_maintain_caches_at_a_submissions_end_after_its_commands() {
        Machine machine = Machine.with(Profiles.empty().implicit(ImplicitPoint.SUBMIT_END, "flush:L2"));
        machine.caches.add("L2", 20);

        machine.run(dispatch(50), copy(10));

        assertThat(machine.caches.begun).containsExactly("52 flush:L2");
        assertThat(machine.cost("submit0.end").releasedCycle()).isEqualTo(72);
    }

    @Test
    void should_assume_invalidation_and_flush_where_implicit_actions_were_not_extracted() {
        Machine machine = Machine.with(Profiles.empty().notExtracted());
        machine.caches.add("L1", 2);
        machine.caches.add("L2", 3);

        machine.run(dispatch(50));

        assertThat(machine.caches.begun).containsExactly("0 invalidate:L2", "3 invalidate:L1", "55 flush:L2");
    }

    @Test
    void should_maintain_caches_at_a_dispatchs_begin() {
        Machine machine = Machine.with(Profiles.empty().implicit(ImplicitPoint.DISPATCH_BEGIN, "invalidate:L1"));
        machine.caches.add("L1", 20);

        machine.run(dispatch(10), copy(10));

        assertThat(machine.start("submit0.0")).isEqualTo(22);
        assertThat(machine.start("submit0.1")).isEqualTo(3);
        assertThat(machine.cost("submit0.0.begin").actionCycles()).isEqualTo(20);
    }

    @Test
    void should_defer_a_pending_flush_until_something_asks_for_it() {
        Machine machine = Machine.with(Profiles.empty()
                .pending()
                .src(Access.TRANSFER_WRITE, "pend:flush:L2")
                .dst(Access.SHADER_STORAGE_READ, "if-pending:flush:L2"));
        machine.caches.add("L2", 20);

        machine.run(
                copy(10),
                barrier(COPY, Access.TRANSFER_WRITE.mask(), COPY, 0),
                copy(10),
                barrier(COPY, 0, COMPUTE, Access.SHADER_STORAGE_READ.mask()),
                dispatch(1));

        assertThat(machine.cost("submit0.1").actions()).isEmpty();
        assertThat(machine.cost("submit0.3").actions())
                .extracting(RunResult.ActionResult::kind)
                .containsExactly("flush:L2");
        assertThat(machine.barrierIds()).doesNotContain("submit0.pending");
    }

    @Test
    void should_run_pending_flushes_at_the_end_of_a_command_buffer() {
        Machine machine = Machine.with(Profiles.empty().pending().src(Access.TRANSFER_WRITE, "pend:flush:L2"));
        machine.caches.add("L2", 20);

        machine.run(copy(10), barrier(COPY, Access.TRANSFER_WRITE.mask(), COPY, 0));

        assertThat(machine.cost("submit0.pending").actions())
                .extracting(RunResult.ActionResult::kind)
                .containsExactly("flush:L2");
        assertThat(machine.cost("submit0.end").releasedCycle())
                .isEqualTo(machine.cost("submit0.pending").releasedCycle());
    }

    @Test
    void should_maintain_caches_around_a_semaphore_as_the_profile_says() {
        Machine machine = twoQueues(Profiles.empty()
                .implicit(ImplicitPoint.SEMAPHORE_SIGNAL, "flush:L2")
                .implicit(ImplicitPoint.SEMAPHORE_WAIT, "invalidate:L1"));
        machine.caches.add("L2", 20);
        machine.caches.add("L1", 10);

        machine.program(
                submit("a", List.of(), List.of(binary("s")), null, dispatch(100)),
                submit("b", List.of(binary("s")), List.of(), null, copy(1)));
        machine.engine.run();

        assertThat(machine.caches.begun).containsExactly("102 flush:L2", "122 invalidate:L1");
        assertThat(machine.start("submit1.0")).isEqualTo(132);
    }

    @Test
    void should_maintain_caches_around_a_semaphore_as_at_submissions_where_the_profile_lists_none() {
        Machine machine = twoQueues(Profiles.empty()
                .implicit(ImplicitPoint.SUBMIT_BEGIN, "invalidate:L1")
                .implicit(ImplicitPoint.SUBMIT_END, "flush:L2"));
        machine.caches.add("L2", 20);
        machine.caches.add("L1", 10);

        machine.program(
                submit("a", List.of(), List.of(binary("s")), null, dispatch(100)),
                submit("b", List.of(binary("s")), List.of(), null, copy(1)));
        machine.engine.run();

        assertThat(machine.cost("submit1.wait0").releasedCycle())
                .isEqualTo(machine.cost("submit0.signal0").releasedCycle() + 10);
        assertThat(machine.cost("submit0.signal0").actions())
                .extracting(RunResult.ActionResult::kind)
                .containsExactly("flush:L2");
        assertThat(machine.start("submit1.0"))
                .isEqualTo(machine.cost("submit1.wait0").releasedCycle());
    }
}
