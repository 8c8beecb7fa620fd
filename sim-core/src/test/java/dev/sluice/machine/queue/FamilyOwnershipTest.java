// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.queue;

import static dev.sluice.machine.queue.Machine.HERE;
import static dev.sluice.machine.queue.Machine.barrier;
import static dev.sluice.machine.queue.Machine.binary;
import static dev.sluice.machine.queue.Machine.copy;
import static dev.sluice.machine.queue.Machine.dispatch;
import static dev.sluice.machine.queue.Machine.submit;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.program.Barrier;
import dev.sluice.program.BufferRange;
import dev.sluice.program.Command;
import dev.sluice.program.HostOperation;
import dev.sluice.program.ImageRange;
import dev.sluice.program.ImageTransition;
import dev.sluice.program.image.Aspect;
import dev.sluice.program.image.ImageLayout;
import dev.sluice.program.sync.Access;
import dev.sluice.program.sync.Stage;
import dev.sluice.program.sync.Stages;
import dev.sluice.result.RunResult;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class FamilyOwnershipTest {

    private static final long COMPUTE = Stage.COMPUTE_SHADER.mask();
    private static final long COPY = Stage.COPY.mask();

    private static Machine machine(Profiles profiles) {
        Machine machine = new Machine(profiles.build(), "compute.0", "transfer.0");
        machine.run.images(List.of(GraphicsCommandsTest.image("i")));
        return machine;
    }

    private static Command transfer(long src, long srcAccess, long dst, long dstAccess, long size) {
        return barrier(
                new Barrier(src, srcAccess, dst, dstAccess, new BufferRange("b", 0, size), "compute", "transfer"));
    }

    private static Command image(long src, long dst, ImageLayout from) {
        ImageTransition transition = new ImageTransition(
                new ImageRange("i", Set.of(Aspect.COLOR), 0, 1, 0, 1), from, ImageLayout.TRANSFER_SRC_OPTIMAL);
        return barrier(new Barrier(src, 0, dst, 0, null, transition, "compute", "transfer"));
    }

    private static void twoQueues(Machine machine, List<Command> release, List<Command> acquire) {
        machine.program(
                submit("compute.0", List.of(), List.of(binary("s")), null, release.toArray(Command[]::new)),
                submit("transfer.0", List.of(binary("s")), List.of(), "f", acquire.toArray(Command[]::new)),
                new HostOperation.WaitForFences(HERE, List.of("f"), true));
        machine.engine.run();
        machine.engine.auditAtEnd();
    }

    @Test
    void should_make_available_with_the_release_and_visible_with_the_acquire() {
        Machine machine = machine(Profiles.empty()
                .src(Access.SHADER_STORAGE_WRITE, "flush:L2")
                .src(Access.TRANSFER_WRITE, "flush:COPY")
                .dst(Access.SHADER_STORAGE_READ, "invalidate:L1")
                .dst(Access.TRANSFER_READ, "invalidate:COPY"));
        for (String role : List.of("L1", "L2", "COPY")) {
            machine.caches.add(role, 5);
        }

        twoQueues(
                machine,
                List.of(
                        dispatch(100),
                        transfer(
                                COMPUTE,
                                Access.SHADER_STORAGE_WRITE.mask(),
                                COMPUTE,
                                Access.SHADER_STORAGE_READ.mask(),
                                64)),
                List.of(transfer(COPY, Access.TRANSFER_WRITE.mask(), COPY, Access.TRANSFER_READ.mask(), 64), copy(10)));

        assertThat(machine.cost("submit0.1").actions())
                .as("dstAccess of a release is ignored")
                .extracting(RunResult.ActionResult::kind)
                .containsExactly("flush:L2");
        assertThat(machine.cost("submit1.0").actions())
                .as("srcAccess of an acquire is ignored")
                .extracting(RunResult.ActionResult::kind)
                .containsExactly("invalidate:COPY");
        assertThat(machine.start("submit1.1")).isGreaterThan(machine.end("submit0.1"));
        assertThat(machine.run.ownership.acquires())
                .singleElement()
                .satisfies(a -> assertThat(a.transferred()).isTrue());
        assertThat(machine.run.notes()).isEmpty();
    }

    /** Its first scope is ignored: as after NONE, what orders the halves is the semaphore. */
    @Test
    void should_match_an_acquire_whose_first_stage_is_the_top_of_the_pipe() {
        Machine machine = machine(Profiles.empty());

        twoQueues(
                machine,
                List.of(dispatch(100), transfer(COMPUTE, Access.SHADER_STORAGE_WRITE.mask(), 0, 0, 64)),
                List.of(transfer(Stage.TOP_OF_PIPE.mask(), 0, COPY, Access.TRANSFER_READ.mask(), 64), copy(10)));

        assertThat(machine.start("submit1.1")).isGreaterThanOrEqualTo(machine.end("submit0.1"));
        assertThat(machine.run.ownership.acquires())
                .singleElement()
                .satisfies(a -> assertThat(a.transferred()).isTrue());
        assertThat(machine.run.notes()).isEmpty();
    }

    @Test
    void should_run_the_layout_transition_once_between_release_and_acquire() {
        Machine machine = machine(Profiles.empty());

        twoQueues(
                machine,
                List.of(dispatch(100), image(COMPUTE, 0, ImageLayout.GENERAL)),
                List.of(image(Stages.ALL_COMMANDS, COPY, ImageLayout.GENERAL), copy(10)));

        assertThat(machine.cost("submit0.1").actions()).isEmpty();
        assertThat(machine.cost("submit1.0").actions())
                .singleElement()
                .satisfies(action -> assertThat(action.startCycle()).isGreaterThanOrEqualTo(machine.end("submit0.0")));
        assertThat(machine.graphics.transitions)
                .extracting(ImageTransition::oldLayout)
                .containsExactly(ImageLayout.GENERAL);
        assertThat(machine.run.layouts().layouts("i")).containsExactly(ImageLayout.TRANSFER_SRC_OPTIMAL);
    }

    @Test
    void should_keep_no_contents_in_a_transition_without_a_release() {
        Machine machine = machine(Profiles.empty());

        twoQueues(
                machine,
                List.of(dispatch(100)),
                List.of(image(Stages.ALL_COMMANDS, COPY, ImageLayout.GENERAL), copy(10)));

        assertThat(machine.graphics.transitions)
                .extracting(ImageTransition::oldLayout)
                .containsExactly(ImageLayout.UNDEFINED);
        assertThat(machine.run.notes())
                .anyMatch(note -> note.startsWith("submit1.0: no release of the same range, families and layouts"));
    }

    @Test
    void should_take_the_first_acquire_of_a_stream_that_begins_midway_for_released() {
        Machine machine = machine(Profiles.empty());
        machine.run.midway(true);
        Command acquire = transfer(0, 0, COPY, Access.TRANSFER_READ.mask(), 64);

        twoQueues(machine, List.of(dispatch(100)), List.of(acquire, copy(10), acquire, copy(10)));

        assertThat(machine.run.ownership.acquires())
                .extracting(FamilyOwnership.Acquire::transferred)
                .containsExactly(true, false);
        assertThat(machine.run.notes()).hasSize(1);
    }

    @Test
    void should_not_match_halves_of_different_ranges() {
        Machine machine = machine(Profiles.empty());

        twoQueues(
                machine,
                List.of(dispatch(100), transfer(COMPUTE, 0, 0, 0, 64)),
                List.of(transfer(Stages.ALL_COMMANDS, 0, COPY, 0, 32), copy(10)));

        assertThat(machine.run.ownership.acquires().get(0).transferred()).isFalse();
    }

    @Test
    void should_not_match_a_release_that_nothing_orders_before_the_acquire() {
        Machine machine = machine(Profiles.empty());

        machine.program(
                submit("compute.0", null, transfer(COMPUTE, 0, 0, 0, 64)),
                new HostOperation.Busy(HERE, 1000),
                submit("transfer.0", null, transfer(Stages.ALL_COMMANDS, 0, COPY, 0, 64), copy(10)));
        machine.engine.run();

        assertThat(machine.run.ownership.acquires().get(0).transferred()).isFalse();
    }

    @Test
    void should_match_a_release_that_the_host_waited_for() {
        Machine machine = machine(Profiles.empty());

        machine.program(
                submit("compute.0", "f", transfer(COMPUTE, 0, 0, 0, 64)),
                new HostOperation.WaitForFences(HERE, List.of("f"), true),
                submit("transfer.0", null, transfer(0, 0, COPY, 0, 64), copy(10)));
        machine.engine.run();

        assertThat(machine.run.ownership.acquires().get(0).transferred()).isTrue();
    }

    @Test
    void should_note_a_transfer_on_a_queue_of_neither_family() {
        Machine machine = new Machine(Profiles.empty().build(), "other.0");

        machine.program(submit("other.0", null, transfer(COMPUTE, 0, COPY, 0, 64)));
        machine.engine.run();

        assertThat(machine.run.notes()).singleElement().asString().contains("does nothing on queue other.0");
    }
}
