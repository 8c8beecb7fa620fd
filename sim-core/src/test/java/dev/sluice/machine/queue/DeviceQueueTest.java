// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.queue;

import static dev.sluice.machine.queue.Machine.barrier;
import static dev.sluice.machine.queue.Machine.copy;
import static dev.sluice.machine.queue.Machine.dispatch;
import static dev.sluice.machine.queue.Machine.fill;
import static dev.sluice.machine.queue.Machine.indirect;
import static dev.sluice.machine.queue.Machine.timestamp;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.program.Barrier;
import dev.sluice.program.sync.Access;
import dev.sluice.program.sync.Stage;
import dev.sluice.result.RunResult;
import org.junit.jupiter.api.Test;

/**
 * Commands of one queue, and what a barrier holds back.
 *
 * <p>The front end reaches a submission's begin at cycle 0, the first command at 2, and one more command a
 * cycle.
 */
final class DeviceQueueTest {

    private static final long COMPUTE = Stage.COMPUTE_SHADER.mask();
    private static final long COPY = Stage.COPY.mask();
    private static final long CLEAR = Stage.CLEAR.mask();
    private static final long TOP = Stage.TOP_OF_PIPE.mask();
    private static final long BOTTOM = Stage.BOTTOM_OF_PIPE.mask();

    private static Machine machine() {
        return Machine.with(Profiles.empty());
    }

    @Test
    void should_overlap_commands_without_barriers() {
        Machine machine = machine();

        machine.run(dispatch(100), copy(100), fill(100));

        assertThat(machine.start("submit0.0")).isEqualTo(2);
        assertThat(machine.start("submit0.1")).isEqualTo(3);
        assertThat(machine.start("submit0.2")).isEqualTo(4);
        assertThat(machine.end("submit0.0")).isEqualTo(102);
        assertThat(machine.command("submit0.1").overlapCycles()).isEqualTo(100);
    }

    @Test
    void should_hold_the_destination_stage_back_until_the_source_stage_is_done() {
        Machine machine = machine();

        machine.run(dispatch(100), barrier(COMPUTE, COPY), copy(10));

        assertThat(machine.start("submit0.2")).isEqualTo(102);
    }

    @Test
    void should_order_only_the_named_stages() {
        Machine machine = machine();

        machine.run(dispatch(100), fill(50), barrier(CLEAR, COPY), copy(10), dispatch(10));

        assertThat(machine.start("submit0.3")).isEqualTo(53);
        assertThat(machine.start("submit0.4")).isEqualTo(6);
    }

    @Test
    void should_wait_for_nothing_after_top_of_pipe() {
        Machine machine = machine();

        machine.run(dispatch(100), barrier(TOP, COPY), copy(10));

        assertThat(machine.start("submit0.2")).isEqualTo(4);
    }

    @Test
    void should_hold_nothing_back_before_bottom_of_pipe() {
        Machine machine = machine();

        machine.run(dispatch(100), barrier(COMPUTE, BOTTOM), copy(10), dispatch(10));

        assertThat(machine.start("submit0.2")).isEqualTo(4);
        assertThat(machine.start("submit0.3")).isEqualTo(5);
    }

    @Test
    void should_wait_for_everything_from_bottom_of_pipe_to_top_of_pipe() {
        Machine machine = machine();

        machine.run(dispatch(100), copy(60), barrier(BOTTOM, TOP), fill(1), dispatch(1));

        assertThat(machine.start("submit0.3")).isEqualTo(102);
        assertThat(machine.start("submit0.4")).isEqualTo(102);
    }

    @Test
    void should_wait_for_logically_earlier_stages_of_the_source() {
        Machine machine = machine();
        machine.fetchedGroups[0] = 3;

        machine.run(indirect(80), barrier(COMPUTE, COPY), copy(1));

        RunResult.CommandResult command = machine.command("submit0.0");
        assertThat(command.stages().get("DRAW_INDIRECT")).isEqualTo(new RunResult.StageTime(82, 82));
        assertThat(command.stages().get("COMPUTE_SHADER")).isEqualTo(new RunResult.StageTime(82, 85));
        assertThat(machine.start("submit0.2")).isEqualTo(85);
    }

    @Test
    void should_hold_logically_later_stages_of_the_destination_back() {
        Machine machine = machine();

        machine.run(fill(100), barrier(CLEAR, Stage.DRAW_INDIRECT.mask()), dispatch(1), copy(1));

        assertThat(machine.start("submit0.2")).isEqualTo(102);
        assertThat(machine.start("submit0.3")).isEqualTo(5);
    }

    @Test
    void should_chain_two_barriers_through_a_common_stage() {
        Machine machine = machine();

        machine.run(fill(100), barrier(CLEAR, COMPUTE), barrier(COMPUTE, COPY), copy(1));

        assertThat(machine.start("submit0.3")).isEqualTo(102);
        assertThat(machine.before("submit0.0", CLEAR, "submit0.3", COPY)).isTrue();
    }

    @Test
    void should_not_chain_two_barriers_without_a_common_stage() {
        Machine machine = machine();

        machine.run(fill(100), barrier(CLEAR, COMPUTE), barrier(COPY, COPY), copy(1));

        assertThat(machine.start("submit0.3")).isEqualTo(5);
        assertThat(machine.before("submit0.0", CLEAR, "submit0.3", COPY)).isFalse();
    }

    @Test
    void should_keep_the_scopes_of_one_commands_barriers_apart_in_the_order() {
        Machine machine = machine();

        machine.run(
                fill(30),
                copy(40),
                barrier(
                        new Barrier(CLEAR, 0, COMPUTE, 0, null, null, null),
                        new Barrier(COPY, 0, COPY, 0, null, null, null)),
                dispatch(1),
                copy(1));

        assertThat(machine.before("submit0.0", CLEAR, "submit0.3", COMPUTE)).isTrue();
        assertThat(machine.before("submit0.1", COPY, "submit0.3", COMPUTE)).isFalse();
        assertThat(machine.before("submit0.1", COPY, "submit0.4", COPY)).isTrue();
    }

    @Test
    void should_note_a_timestamp_when_the_stage_of_earlier_commands_is_done() {
        Machine machine = machine();

        machine.run(
                dispatch(100),
                copy(20),
                timestamp(COPY, "copied"),
                timestamp(BOTTOM, "all"),
                timestamp(TOP, "reached"),
                dispatch(500));

        assertThat(RunReport.timestamps(machine.run))
                .containsEntry("copied", 23L)
                .containsEntry("all", 102L)
                .containsEntry("reached", 6L);
    }

    @Test
    void should_report_what_commands_moved() {
        Machine machine = machine();

        machine.run(dispatch(7));

        RunResult.CommandResult command = machine.command("submit0.0");
        assertThat(command.bytesRead()).isEqualTo(16);
        assertThat(command.bytesWritten()).isEqualTo(32);
        assertThat(command.waves()).isEqualTo(7);
        assertThat(command.kind()).isEqualTo("dispatch");
        assertThat(command.queue()).isEqualTo("universal.0");
    }

    @Test
    void should_end_with_nothing_held() {
        Machine machine = Machine.with(Profiles.empty().src(Access.SHADER_STORAGE_WRITE, "flush:L2"));
        machine.caches.add("L2", 4);
        machine.run(
                dispatch(10),
                barrier(COMPUTE, Access.SHADER_STORAGE_WRITE.mask(), COPY, 0),
                copy(5),
                indirect(4),
                timestamp(BOTTOM, "t"));

        machine.engine.auditAtEnd();

        assertThat(machine.engine.runUntil(Long.MAX_VALUE)).isFalse();
    }
}
