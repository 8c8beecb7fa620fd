// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.queue;

import static dev.sluice.machine.queue.Machine.barrier;
import static dev.sluice.machine.queue.Machine.copy;
import static dev.sluice.machine.queue.Machine.dispatch;
import static dev.sluice.machine.queue.Machine.fill;
import static dev.sluice.machine.queue.Machine.submit;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.program.Command;
import dev.sluice.program.HostOperation;
import dev.sluice.program.sync.Access;
import dev.sluice.program.sync.AddressRange;
import dev.sluice.program.sync.ImplicitPoint;
import dev.sluice.program.sync.Stage;
import dev.sluice.result.RunResult;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Shaders write through L2, transfers past it. The front end reaches a submission's begin at cycle 0, the first command at 2,
 * and one more command a cycle; a flush of L2 takes 10 cycles.
 */
final class OverwritesTest {

    private static final long COMPUTE = Stage.COMPUTE_SHADER.mask();
    private static final long COPY = Stage.COPY.mask();
    private static final long CLEAR = Stage.CLEAR.mask();
    private static final long SHADER_WRITE = Access.SHADER_STORAGE_WRITE.mask();
    private static final long SHADER_READ = Access.SHADER_STORAGE_READ.mask();
    private static final long TRANSFER_WRITE = Access.TRANSFER_WRITE.mask();

    private static Machine machine() {
        return machine(Profiles.empty().implicit(ImplicitPoint.OVERWRITE_BEGIN, "flush:L2"));
    }

    private static Machine machine(Profiles profile) {
        Machine machine = Machine.with(profile.src(Access.SHADER_STORAGE_WRITE)
                .src(Access.TRANSFER_WRITE)
                .dst(Access.SHADER_STORAGE_WRITE)
                .dst(Access.TRANSFER_WRITE, "flush:L2"));
        machine.caches.add("L2", 10);
        return machine;
    }

    @Test
    void should_flush_bytes_made_available_before_a_transfer_overwrites_them() {
        Machine machine = machine();

        machine.run(dispatch(100), barrier(COMPUTE, SHADER_WRITE, CLEAR, 0), fill(5));

        assertThat(machine.caches.begun).containsExactly("102 flush:L2");
        assertThat(machine.caches.lastRanges).containsExactly(new AddressRange(4096, 4));
        assertThat(machine.caches.lastExact).isTrue();
        assertThat(machine.start("submit0.2")).isEqualTo(112);
    }

    @Test
    void should_report_the_flush_as_an_implicit_barrier_that_held_the_command_back() {
        Machine machine = machine();

        machine.run(dispatch(100), barrier(COMPUTE, SHADER_WRITE, CLEAR, 0), fill(5));

        RunResult.BarrierResult cost = machine.cost("submit0.2.write");
        assertThat(cost.implicit()).isTrue();
        assertThat(cost.actionCycles()).isEqualTo(10);
        assertThat(cost.heldBack()).singleElement().satisfies(held -> {
            assertThat(held.command()).isEqualTo("submit0.2");
            assertThat(held.cycles()).isEqualTo(10);
        });
    }

    @Test
    void should_flush_nothing_for_kernels_that_write_no_memory() {
        Machine machine = machine();
        machine.kernelsWrite = false;

        machine.run(dispatch(100), barrier(COMPUTE, SHADER_WRITE, CLEAR, 0), fill(5));

        assertThat(machine.caches.begun).isEmpty();
    }

    @Test
    void should_flush_nothing_without_a_first_half() {
        Machine machine = machine();

        machine.run(dispatch(100), barrier(COMPUTE, 0, CLEAR, 0), fill(5));

        assertThat(machine.caches.begun).isEmpty();
    }

    @Test
    void should_flush_nothing_where_the_profile_does_not_say_so() {
        Machine machine = machine(Profiles.empty());

        machine.run(dispatch(100), barrier(COMPUTE, SHADER_WRITE, CLEAR, 0), fill(5));

        assertThat(machine.caches.begun).isEmpty();
    }

    @Test
    void should_flush_nothing_for_writes_that_went_past_the_cache_themselves() {
        Machine machine = machine();

        machine.run(fill(5), barrier(CLEAR, TRANSFER_WRITE, CLEAR, 0), fill(5));

        assertThat(machine.caches.begun).isEmpty();
    }

    @Test
    void should_flush_nothing_before_writes_that_go_through_the_cache() {
        Machine machine = machine();

        machine.run(dispatch(100), barrier(COMPUTE, SHADER_WRITE, COMPUTE, 0), dispatch(5));

        assertThat(machine.caches.begun).isEmpty();
    }

    @Test
    void should_flush_once_where_the_second_half_names_the_write() {
        Machine machine = machine();

        machine.run(dispatch(100), barrier(COMPUTE, SHADER_WRITE, CLEAR, TRANSFER_WRITE), fill(5));

        assertThat(machine.caches.begun).containsExactly("102 flush:L2");
        assertThat(machine.barrierIds()).doesNotContain("submit0.2.write");
    }

    @Test
    void should_still_owe_the_flush_to_stages_that_the_flushing_barrier_does_not_hold_back() {
        Machine machine = machine();

        machine.run(
                dispatch(100),
                barrier(COMPUTE, SHADER_WRITE, CLEAR, 0),
                barrier(COMPUTE, 0, COPY, TRANSFER_WRITE),
                fill(5));

        assertThat(machine.barrierIds()).contains("submit0.3.write");
    }

    @Test
    void should_still_owe_the_flush_where_the_flushing_barrier_did_not_wait_for_the_writer() {
        Machine machine = machine();

        machine.run(
                dispatch(100),
                barrier(COMPUTE, SHADER_WRITE, CLEAR, 0),
                copy(1),
                barrier(COPY, 0, CLEAR, TRANSFER_WRITE),
                fill(5));

        assertThat(machine.barrierIds()).contains("submit0.4.write");
    }

    @Test
    void should_owe_nothing_to_stages_that_come_after_the_flush_by_a_chain() {
        Machine machine = machine();

        machine.run(
                dispatch(100),
                barrier(COMPUTE, SHADER_WRITE, COPY, TRANSFER_WRITE),
                barrier(COPY, 0, CLEAR, 0),
                fill(5));

        assertThat(machine.barrierIds()).doesNotContain("submit0.3.write");
    }

    @Test
    void should_owe_the_flush_across_a_read_that_the_write_was_made_visible_to() {
        Machine machine = machine();

        machine.run(
                dispatch(100),
                barrier(COMPUTE, SHADER_WRITE, COMPUTE, SHADER_READ),
                dispatch(10),
                barrier(COMPUTE, CLEAR),
                fill(5));

        assertThat(machine.barrierIds()).contains("submit0.4.write");
    }

    @Test
    void should_flush_again_when_more_was_made_available() {
        Machine machine = machine();
        Command half = barrier(COMPUTE | CLEAR, SHADER_WRITE | TRANSFER_WRITE, COMPUTE | CLEAR, 0);

        machine.run(dispatch(10), half, fill(5), half, dispatch(10), half, fill(5));

        assertThat(machine.barrierIds()).contains("submit0.2.write", "submit0.6.write");
    }

    @Test
    void should_flush_once_for_commands_that_overwrite_the_same_bytes() {
        Machine machine = machine();

        machine.run(dispatch(100), barrier(COMPUTE, SHADER_WRITE, CLEAR, 0), fill(5), fill(5));

        assertThat(machine.caches.begun).containsExactly("102 flush:L2");
        assertThat(machine.start("submit0.3")).isEqualTo(112);
    }

    @Test
    void should_owe_nothing_after_a_submission_has_begun_with_a_flush_and_nothing_was_under_way() {
        Machine machine = machine(Profiles.empty()
                .implicit(ImplicitPoint.OVERWRITE_BEGIN, "flush:L2")
                .implicit(ImplicitPoint.SUBMIT_BEGIN, "flush:L2"));

        machine.program(
                submit("universal.0", "a", dispatch(100), barrier(COMPUTE, SHADER_WRITE, CLEAR, 0)),
                new HostOperation.WaitForFences(Machine.HERE, List.of("a"), true),
                submit("universal.0", "b", fill(5)));
        machine.engine.run();

        assertThat(machine.barrierIds()).doesNotContain("submit1.0.write");
    }

    @Test
    void should_owe_the_flush_to_a_later_submission_while_the_writer_is_under_way() {
        Machine machine = machine(Profiles.empty()
                .implicit(ImplicitPoint.OVERWRITE_BEGIN, "flush:L2")
                .implicit(ImplicitPoint.SUBMIT_BEGIN, "flush:L2"));

        machine.program(
                submit("universal.0", "a", dispatch(100), barrier(COMPUTE, SHADER_WRITE, CLEAR, 0)),
                submit("universal.0", "b", fill(5)));
        machine.engine.run();

        assertThat(machine.barrierIds()).contains("submit1.0.write");
    }
}
