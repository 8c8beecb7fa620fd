// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.queue;

import static dev.sluice.machine.queue.Machine.HERE;
import static dev.sluice.machine.queue.Machine.barrier;
import static dev.sluice.machine.queue.Machine.copy;
import static dev.sluice.machine.queue.Machine.dispatch;
import static dev.sluice.machine.queue.Machine.fill;
import static dev.sluice.machine.queue.Machine.submit;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.sluice.machine.fault.DeadlockException;
import dev.sluice.program.Barrier;
import dev.sluice.program.Command;
import dev.sluice.program.HostOperation;
import dev.sluice.program.sync.Access;
import dev.sluice.program.sync.Stage;
import dev.sluice.result.RunFinding;
import dev.sluice.result.RunResult;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The front end reaches the first command at cycle 2, and one more a cycle. */
final class EventCommandsTest {

    private static final long COMPUTE = Stage.COMPUTE_SHADER.mask();
    private static final long COPY = Stage.COPY.mask();
    private static final long CLEAR = Stage.CLEAR.mask();
    private static final long HOST = Stage.HOST.mask();

    private static Machine machine() {
        return Machine.with(Profiles.empty());
    }

    private static Barrier dependency(long src, long dst) {
        return new Barrier(src, 0, dst, 0, null, null, null);
    }

    private static Barrier storageToTransfer() {
        return new Barrier(
                COMPUTE, Access.SHADER_STORAGE_WRITE.mask(), COPY, Access.TRANSFER_READ.mask(), null, null, null);
    }

    private static Command set(String event, Barrier... barriers) {
        return new Command.SetEvent(HERE, event, List.of(barriers), false);
    }

    private static Command legacySet(String event, long stages) {
        return new Command.SetEvent(HERE, event, List.of(dependency(stages, 0)), true);
    }

    private static Command reset(String event, long stages) {
        return new Command.ResetEvent(HERE, event, stages);
    }

    private static Command await(String event, Barrier... barriers) {
        return new Command.WaitEvents(
                HERE, List.of(new Command.WaitEvents.Wait(List.of(event), List.of(barriers))), false);
    }

    private static Command legacyWait(List<String> events, Barrier... barriers) {
        return new Command.WaitEvents(HERE, List.of(new Command.WaitEvents.Wait(events, List.of(barriers))), true);
    }

    private static boolean before(Machine machine, String first, long ofFirst, String second, long ofSecond) {
        return machine.run.order().before(machine.agent(first, ofFirst), machine.agent(second, ofSecond));
    }

    @Test
    void should_hold_the_second_scope_back_from_the_wait_on() {
        Machine machine = machine();

        machine.run(
                dispatch(100),
                set("e", dependency(COMPUTE, COPY)),
                copy(10),
                await("e", dependency(COMPUTE, COPY)),
                copy(10));

        assertThat(machine.start("submit0.2")).as("between set and wait").isEqualTo(4);
        assertThat(machine.start("submit0.4")).as("after the wait").isEqualTo(102);
    }

    @Test
    void should_order_only_what_comes_before_the_set() {
        Machine machine = machine();

        machine.run(
                dispatch(100),
                set("e", dependency(COMPUTE, COPY)),
                dispatch(1000),
                await("e", dependency(COMPUTE, COPY)),
                copy(10));

        assertThat(machine.start("submit0.4")).isEqualTo(102);
        assertThat(before(machine, "submit0.0", COMPUTE, "submit0.4", COPY)).isTrue();
        assertThat(before(machine, "submit0.2", COMPUTE, "submit0.4", COPY)).isFalse();
    }

    @Test
    void should_make_available_with_the_set_and_visible_with_the_wait() {
        Machine machine = Machine.with(Profiles.empty()
                .src(Access.SHADER_STORAGE_WRITE, "flush:L2")
                .dst(Access.TRANSFER_READ, "invalidate:L1"));
        machine.caches.add("L2", 40);
        machine.caches.add("L1", 5);

        machine.run(dispatch(100), set("e", storageToTransfer()), fill(500), await("e", storageToTransfer()), copy(10));

        assertThat(machine.caches.begun).containsExactly("102 flush:L2", "142 invalidate:L1");
        assertThat(machine.cost("submit0.1").actions())
                .extracting(RunResult.ActionResult::kind)
                .containsExactly("flush:L2");
        assertThat(machine.cost("submit0.3").stallCycles()).isEqualTo(147 - 5);
        assertThat(machine.start("submit0.4")).isEqualTo(147);
    }

    @Test
    void should_cost_less_than_a_barrier_where_work_lies_between() {
        Machine split = machine();
        Machine whole = machine();

        split.run(
                dispatch(100),
                set("e", dependency(COMPUTE, COPY | COMPUTE)),
                dispatch(1000),
                await("e", dependency(COMPUTE, COPY | COMPUTE)),
                copy(10));
        whole.run(dispatch(100), dispatch(1000), barrier(COMPUTE, COPY | COMPUTE), copy(10));

        assertThat(split.end("submit0.4")).isLessThan(whole.start("submit0.3"));
    }

    @Test
    void should_open_each_barrier_of_a_wait_for_what_its_own_first_half_covers() {
        Machine machine = machine();
        Barrier[] both = {dependency(COMPUTE, COPY), dependency(COPY, CLEAR)};

        machine.run(dispatch(100), copy(50), set("e", both), await("e", both), copy(10), fill(10));

        assertThat(before(machine, "submit0.0", COMPUTE, "submit0.4", COPY)).isTrue();
        assertThat(before(machine, "submit0.1", COPY, "submit0.4", COPY)).isFalse();
        assertThat(before(machine, "submit0.1", COPY, "submit0.5", CLEAR)).isTrue();
        assertThat(before(machine, "submit0.0", COMPUTE, "submit0.5", CLEAR)).isFalse();
    }

    @Test
    void should_wait_for_all_events() {
        Machine machine = machine();

        machine.run(
                dispatch(100),
                set("e", dependency(COMPUTE, COPY)),
                fill(300),
                set("f", dependency(CLEAR, COPY)),
                new Command.WaitEvents(
                        HERE,
                        List.of(
                                new Command.WaitEvents.Wait(List.of("e"), List.of(dependency(COMPUTE, COPY))),
                                new Command.WaitEvents.Wait(List.of("f"), List.of(dependency(CLEAR, COPY)))),
                        false),
                copy(10));

        assertThat(machine.start("submit0.5")).isEqualTo(304);
        assertThat(before(machine, "submit0.0", COMPUTE, "submit0.5", COPY)).isTrue();
        assertThat(before(machine, "submit0.2", CLEAR, "submit0.5", COPY)).isTrue();
    }

    @Test
    void should_do_both_halves_of_the_accesses_in_a_legacy_wait() {
        Machine machine = Machine.with(Profiles.empty()
                .src(Access.SHADER_STORAGE_WRITE, "flush:L2")
                .dst(Access.TRANSFER_READ, "invalidate:L1"));
        machine.caches.add("L2", 40);
        machine.caches.add("L1", 5);

        machine.run(dispatch(100), legacySet("e", COMPUTE), legacyWait(List.of("e"), storageToTransfer()), copy(10));

        assertThat(machine.cost("submit0.1").actions()).isEmpty();
        assertThat(machine.caches.begun).containsExactly("102 flush:L2", "142 invalidate:L1");
        assertThat(machine.start("submit0.3")).isEqualTo(147);
        assertThat(before(machine, "submit0.0", COMPUTE, "submit0.3", COPY)).isTrue();
    }

    @Test
    void should_leave_out_a_legacy_set_whose_stages_the_wait_does_not_name() {
        Machine machine = machine();

        machine.run(
                dispatch(100), legacySet("e", COMPUTE), legacyWait(List.of("e"), dependency(CLEAR, COPY)), copy(10));

        assertThat(machine.start("submit0.3")).isEqualTo(102);
        assertThat(before(machine, "submit0.0", COMPUTE, "submit0.3", COPY)).isFalse();
    }

    @Test
    void should_wait_for_the_next_set_after_a_reset() {
        Machine machine = machine();

        machine.run(
                dispatch(100),
                set("e", dependency(COMPUTE, COPY)),
                await("e", dependency(COMPUTE, COPY | COMPUTE)),
                reset("e", COMPUTE | COPY),
                dispatch(200),
                set("e", dependency(COMPUTE, COPY)),
                await("e", dependency(COMPUTE, COPY)),
                copy(10));

        assertThat(machine.start("submit0.4")).isEqualTo(102);
        assertThat(machine.start("submit0.7")).isEqualTo(302);
    }

    @Test
    void should_do_nothing_for_a_second_set_without_a_reset() {
        Machine machine = machine();

        machine.run(
                set("e", dependency(COMPUTE, COPY)),
                dispatch(100),
                set("e", dependency(COMPUTE, COPY)),
                await("e", dependency(COMPUTE, COPY)),
                copy(10));

        assertThat(machine.start("submit0.4")).isEqualTo(6);
        assertThat(machine.run.notes()).anyMatch(note -> note.contains("submit0.2: event e is set already"));
    }

    @Test
    void should_note_a_second_half_that_is_not_that_of_its_set() {
        Machine machine = machine();

        machine.run(set("e", dependency(COMPUTE, COPY)), await("e", dependency(CLEAR, COPY)), copy(10));

        assertThat(machine.run.notes())
                .containsExactly("submit0.1: the dependency of event e is not the one that it was set with");
    }

    @Test
    void should_wait_for_the_host() {
        Machine machine = machine();
        machine.host.doorbellCycles = 7;

        machine.program(
                new HostOperation.HostWrite(HERE, new dev.sluice.program.HostTarget("b", 0, "m", 0), new byte[4]),
                submit("universal.0", null, await("e", dependency(HOST, COPY)), copy(10)),
                new HostOperation.Busy(HERE, 500),
                new HostOperation.SetEvent(HERE, "e"));
        machine.engine.run();

        assertThat(machine.start("submit0.1")).isEqualTo(508);
        assertThat(before(machine, "host.0", HOST, "submit0.1", COPY)).isTrue();
        assertThat(machine.run.order().before(machine.agent("host.2", HOST), machine.agent("submit0.1", COPY)))
                .isTrue();
    }

    @Test
    void should_leave_the_host_out_where_the_wait_does_not_name_it() {
        Machine machine = machine();

        machine.program(
                submit("universal.0", null, legacyWait(List.of("e"), dependency(COMPUTE, COPY)), copy(10)),
                new HostOperation.Busy(HERE, 500),
                new HostOperation.SetEvent(HERE, "e"));
        machine.engine.run();

        assertThat(machine.start("submit0.1")).isGreaterThanOrEqualTo(500);
        assertThat(machine.run.order().before(machine.agent("host.1", HOST), machine.agent("submit0.1", COPY)))
                .isFalse();
    }

    @Test
    void should_make_visible_what_the_host_wrote_before_it_set_the_event() {
        Machine machine = Machine.with(
                Profiles.empty().src(Access.HOST_WRITE, "flush:HOST").dst(Access.TRANSFER_READ, "invalidate:L1"));
        machine.caches.add("HOST", 3);
        machine.caches.add("L1", 5);
        Barrier hostToCopy =
                new Barrier(HOST, Access.HOST_WRITE.mask(), COPY, Access.TRANSFER_READ.mask(), null, null, null);

        machine.program(
                submit("universal.0", null, await("e", hostToCopy), copy(10)), new HostOperation.SetEvent(HERE, "e"));
        machine.engine.run();

        assertThat(machine.cost("submit0.0").actions())
                .extracting(RunResult.ActionResult::kind)
                .containsExactly("flush:HOST", "invalidate:L1");
    }

    @Test
    void should_tell_the_host_what_a_queue_did_once_it_can_know() {
        Machine machine = machine();
        machine.host.interruptCycles = 50;

        machine.program(
                new HostOperation.GetEventStatus(HERE, "e", false),
                submit("universal.0", null, dispatch(100), set("e", dependency(COMPUTE, 0))),
                new HostOperation.Busy(HERE, 120),
                new HostOperation.GetEventStatus(HERE, "e", false),
                new HostOperation.Busy(HERE, 100),
                new HostOperation.GetEventStatus(HERE, "e", true),
                new HostOperation.ResetEvent(HERE, "e"),
                new HostOperation.GetEventStatus(HERE, "e", true));
        machine.engine.run();

        assertThat(machine.checks.results()).extracting(RunFinding.Check::ok).containsExactly(true, true, true, false);
        assertThat(machine.checks.results().get(3).got()).isEqualTo("event e is RESET");
        assertThat(before(machine, "submit0.0", COMPUTE, "host.6", HOST)).isTrue();
        assertThat(before(machine, "submit0.0", COMPUTE, "host.3", HOST)).isFalse();
    }

    @Test
    void should_let_the_host_go_on_once_it_has_learnt_of_a_set() {
        Machine machine = machine();
        machine.host.interruptCycles = 50;

        machine.program(
                submit("universal.0", null, dispatch(100), set("e", dependency(COMPUTE, 0)), reset("e", COMPUTE)),
                new HostOperation.AwaitEvent(HERE, "e"),
                new HostOperation.AwaitEvent(HERE, "e"),
                new HostOperation.Busy(HERE, 1));
        machine.engine.run();

        assertThat(before(machine, "submit0.0", COMPUTE, "host.3", HOST)).isTrue();
        assertThat(machine.engine.now()).isGreaterThan(150);
    }

    @Test
    void should_wait_anew_after_the_host_has_reset() {
        Machine machine = machine();

        machine.program(
                submit("universal.0", "f", set("e", dependency(COMPUTE, COPY)), await("e", dependency(COMPUTE, COPY))),
                new HostOperation.WaitForFences(HERE, List.of("f"), true),
                new HostOperation.ResetEvent(HERE, "e"),
                submit("universal.0", null, await("e", dependency(HOST, COPY)), copy(1)),
                new HostOperation.Busy(HERE, 1000),
                new HostOperation.SetEvent(HERE, "e"));
        machine.engine.run();

        assertThat(machine.start("submit1.1")).isGreaterThan(1000);
    }

    @Test
    void should_say_which_event_nobody_sets() {
        Machine machine = machine();
        machine.program(
                submit("universal.0", "f", await("never", dependency(HOST, COPY)), copy(1)),
                new HostOperation.WaitForFences(HERE, List.of("f"), true));
        machine.engine.run();

        DeadlockException thrown = catchThrowableOfType(DeadlockException.class, machine.engine::auditAtEnd);

        assertThat(thrown.chain()).contains("submit0.0 waits for event never: its signal");
    }

    @Test
    void should_follow_a_wait_to_a_set_that_cannot_happen() {
        Machine machine = new Machine(Profiles.empty().build(), "a", "b");
        machine.program(
                submit(
                        "a",
                        List.of(Machine.binary("s")),
                        List.of(),
                        null,
                        dispatch(1),
                        set("e", dependency(COMPUTE, COPY))),
                submit(
                        "b",
                        List.of(),
                        List.of(Machine.binary("s")),
                        null,
                        await("e", dependency(COMPUTE, COMPUTE)),
                        dispatch(1)));
        machine.engine.run();

        DeadlockException thrown = catchThrowableOfType(DeadlockException.class, machine.engine::auditAtEnd);

        assertThat(thrown.chain())
                .containsSubsequence(
                        "submit1.0 waits for event e: its signal", "event e waits for submit0.1: its signal");
    }

    @Test
    void should_run_a_layout_transition_once_with_the_wait() {
        Machine machine = machine();
        dev.sluice.program.ImageTransition transition = new dev.sluice.program.ImageTransition(
                new dev.sluice.program.ImageRange(
                        "i", java.util.Set.of(dev.sluice.program.image.Aspect.COLOR), 0, 1, 0, 1),
                dev.sluice.program.image.ImageLayout.UNDEFINED,
                dev.sluice.program.image.ImageLayout.GENERAL);
        machine.run.images(List.of(GraphicsCommandsTest.image("i")));
        Barrier barrier = new Barrier(COPY, 0, COPY, 0, null, transition, null, null);

        machine.run(copy(20), set("e", barrier), dispatch(5), await("e", barrier), copy(10));

        assertThat(machine.graphics.log)
                .filteredOn(line -> line.contains("transition"))
                .hasSize(1);
        assertThat(machine.cost("submit0.3").actions()).hasSize(1);
        assertThat(machine.cost("submit0.1").actions()).isEmpty();
    }
}
