package dev.sluice.core.command.run;

import static dev.sluice.core.command.run.Machine.barrier;
import static dev.sluice.core.command.run.Machine.binary;
import static dev.sluice.core.command.run.Machine.copy;
import static dev.sluice.core.command.run.Machine.dispatch;
import static dev.sluice.core.command.run.Machine.fill;
import static dev.sluice.core.command.run.Machine.indirect;
import static dev.sluice.core.command.run.Machine.submit;
import static dev.sluice.core.command.run.Machine.timeline;
import static dev.sluice.core.command.run.Machine.timestamp;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.sluice.core.barrier.Access;
import dev.sluice.core.barrier.ImplicitPoint;
import dev.sluice.core.barrier.Stage;
import dev.sluice.core.command.Barrier;
import dev.sluice.core.command.BufferRange;
import dev.sluice.core.command.HostOperation;
import dev.sluice.core.command.SemaphoreOperation;
import dev.sluice.core.engine.DeadlockException;
import dev.sluice.core.stats.RunResult;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The front end reaches a submission's begin at cycle 0, the first command at 2, and one more command a cycle. */
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
    void shouldOverlapCommandsWithoutBarriers() {
        Machine machine = machine();

        machine.run(dispatch(100), copy(100), fill(100));

        assertThat(machine.start("submit0.0")).isEqualTo(2);
        assertThat(machine.start("submit0.1")).isEqualTo(3);
        assertThat(machine.start("submit0.2")).isEqualTo(4);
        assertThat(machine.end("submit0.0")).isEqualTo(102);
        assertThat(machine.command("submit0.1").overlapCycles()).isEqualTo(100);
    }

    @Test
    void shouldHoldTheDestinationStageBackUntilTheSourceStageIsDone() {
        Machine machine = machine();

        machine.run(dispatch(100), barrier(COMPUTE, COPY), copy(10));

        assertThat(machine.start("submit0.2")).isEqualTo(102);
    }

    @Test
    void shouldOrderOnlyTheNamedStages() {
        Machine machine = machine();

        machine.run(dispatch(100), fill(50), barrier(CLEAR, COPY), copy(10), dispatch(10));

        assertThat(machine.start("submit0.3")).isEqualTo(53);
        assertThat(machine.start("submit0.4")).isEqualTo(6);
    }

    @Test
    void shouldWaitForNothingAfterTopOfPipe() {
        Machine machine = machine();

        machine.run(dispatch(100), barrier(TOP, COPY), copy(10));

        assertThat(machine.start("submit0.2")).isEqualTo(4);
    }

    @Test
    void shouldHoldNothingBackBeforeBottomOfPipe() {
        Machine machine = machine();

        machine.run(dispatch(100), barrier(COMPUTE, BOTTOM), copy(10), dispatch(10));

        assertThat(machine.start("submit0.2")).isEqualTo(4);
        assertThat(machine.start("submit0.3")).isEqualTo(5);
    }

    @Test
    void shouldWaitForEverythingFromBottomOfPipeToTopOfPipe() {
        Machine machine = machine();

        machine.run(dispatch(100), copy(60), barrier(BOTTOM, TOP), fill(1), dispatch(1));

        assertThat(machine.start("submit0.3")).isEqualTo(102);
        assertThat(machine.start("submit0.4")).isEqualTo(102);
    }

    @Test
    void shouldWaitForLogicallyEarlierStagesOfTheSource() {
        Machine machine = machine();
        machine.fetchedGroups[0] = 3;

        machine.run(indirect(80), barrier(COMPUTE, COPY), copy(1));

        RunResult.CommandResult command = machine.command("submit0.0");
        assertThat(command.stages().get("DRAW_INDIRECT")).isEqualTo(new RunResult.StageTime(82, 82));
        assertThat(command.stages().get("COMPUTE_SHADER")).isEqualTo(new RunResult.StageTime(82, 85));
        assertThat(machine.start("submit0.2")).isEqualTo(85);
    }

    @Test
    void shouldHoldLogicallyLaterStagesOfTheDestinationBack() {
        Machine machine = machine();

        machine.run(fill(100), barrier(CLEAR, Stage.DRAW_INDIRECT.mask()), dispatch(1), copy(1));

        assertThat(machine.start("submit0.2")).isEqualTo(102);
        assertThat(machine.start("submit0.3")).isEqualTo(5);
    }

    @Test
    void shouldChainTwoBarriersThroughACommonStage() {
        Machine machine = machine();

        machine.run(fill(100), barrier(CLEAR, COMPUTE), barrier(COMPUTE, COPY), copy(1));

        assertThat(machine.start("submit0.3")).isEqualTo(102);
        assertThat(before(machine, "submit0.0", CLEAR, "submit0.3", COPY)).isTrue();
    }

    @Test
    void shouldNotChainTwoBarriersWithoutACommonStage() {
        Machine machine = machine();

        machine.run(fill(100), barrier(CLEAR, COMPUTE), barrier(COPY, COPY), copy(1));

        assertThat(machine.start("submit0.3")).isEqualTo(5);
        assertThat(before(machine, "submit0.0", CLEAR, "submit0.3", COPY)).isFalse();
    }

    @Test
    void shouldKeepTheScopesOfOneCommandsBarriersApartInTheOrder() {
        Machine machine = machine();

        machine.run(
                fill(30),
                copy(40),
                barrier(
                        new Barrier(CLEAR, 0, COMPUTE, 0, null, null, null),
                        new Barrier(COPY, 0, COPY, 0, null, null, null)),
                dispatch(1),
                copy(1));

        assertThat(before(machine, "submit0.0", CLEAR, "submit0.3", COMPUTE)).isTrue();
        assertThat(before(machine, "submit0.1", COPY, "submit0.3", COMPUTE)).isFalse();
        assertThat(before(machine, "submit0.1", COPY, "submit0.4", COPY)).isTrue();
    }

    private static boolean before(Machine machine, String first, long firstStage, String second, long secondStage) {
        return machine.run.order().before(machine.agent(first, firstStage), machine.agent(second, secondStage));
    }

    @Test
    void shouldSplitABarriersCostIntoDrainAndActionsExactly() {
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
    void shouldAddUpTheCountersOfAnActionsInstances() {
        Machine machine = Machine.with(Profiles.empty().src(Access.SHADER_STORAGE_WRITE, "flush:L2"));
        machine.caches.add("L2", 30, 40);

        machine.run(barrier(COMPUTE, Access.SHADER_STORAGE_WRITE.mask(), COPY, 0));

        assertThat(machine.cost("submit0.0").actions())
                .containsExactly(
                        new RunResult.ActionResult("flush:L2", "l2", 2, 20, 4, 128, 6, 2, 42, Map.of(), Map.of()));
    }

    @Test
    void shouldChargeRefillsAndIdleUnitsToTheBarrier() {
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
    void shouldSkipActionsOnRolesThatTheDeviceLacks() {
        Machine machine = Machine.with(Profiles.empty().src(Access.SHADER_STORAGE_WRITE, "flush:L2"));

        machine.run(dispatch(10), barrier(COMPUTE, Access.SHADER_STORAGE_WRITE.mask(), COPY, 0), copy(1));

        assertThat(machine.cost("submit0.1").actions()).isEmpty();
        assertThat(machine.start("submit0.2")).isEqualTo(12);
    }

    @Test
    void shouldDoTheActionsOfABarrierWithoutDestination() {
        Machine machine = Machine.with(Profiles.empty().src(Access.SHADER_STORAGE_WRITE, "flush:L2"));
        machine.caches.add("L2", 30);

        machine.run(dispatch(10), barrier(COMPUTE, Access.SHADER_STORAGE_WRITE.mask(), BOTTOM, 0));

        assertThat(machine.caches.begun).containsExactly("12 flush:L2");
    }

    @Test
    void shouldHandOnTheRangesOfBufferBarriers() {
        Machine machine = Machine.with(Profiles.empty().src(Access.SHADER_STORAGE_WRITE, "flush:L2"));
        machine.caches.add("L2", 1);

        machine.run(barrier(new Barrier(
                COMPUTE, Access.SHADER_STORAGE_WRITE.mask(), COPY, 0, new BufferRange("b", 64, 128), null, null)));

        assertThat(machine.caches.lastRanges).containsExactly(new dev.sluice.core.barrier.AddressRange(4160, 128));
    }

    @Test
    void shouldDrainTheStagesOfAProfilesWaitsAsWell() {
        Machine machine = Machine.with(Profiles.empty().waits(CLEAR, "wait:COMPUTE"));

        machine.run(dispatch(100), fill(10), barrier(CLEAR, COPY), copy(1));

        assertThat(machine.start("submit0.3")).isEqualTo(102);
        assertThat(before(machine, "submit0.0", COMPUTE, "submit0.3", COPY)).isFalse();
    }

    @Test
    void shouldMaintainCachesAtASubmissionsBeginBeforeItsCommands() {
        Machine machine = Machine.with(Profiles.empty().implicit(ImplicitPoint.SUBMIT_BEGIN, "invalidate:L1"));
        machine.caches.add("L1", 20);

        machine.run(dispatch(10));

        assertThat(machine.start("submit0.0")).isEqualTo(20);
        assertThat(machine.cost("submit0.begin").actionCycles()).isEqualTo(20);
        assertThat(machine.cost("submit0.begin").implicit()).isTrue();
    }

    @Test
    void shouldMaintainCachesAtASubmissionsEndAfterItsCommands() {
        Machine machine = Machine.with(Profiles.empty().implicit(ImplicitPoint.SUBMIT_END, "flush:L2"));
        machine.caches.add("L2", 20);

        machine.run(dispatch(50), copy(10));

        assertThat(machine.caches.begun).containsExactly("52 flush:L2");
        assertThat(machine.cost("submit0.end").releasedCycle()).isEqualTo(72);
    }

    @Test
    void shouldAssumeInvalidationAndFlushWhereImplicitActionsWereNotExtracted() {
        Machine machine = Machine.with(Profiles.empty().notExtracted());
        machine.caches.add("L1", 2);
        machine.caches.add("L2", 3);

        machine.run(dispatch(50));

        assertThat(machine.caches.begun).containsExactly("0 invalidate:L2", "3 invalidate:L1", "55 flush:L2");
    }

    @Test
    void shouldSignalAFenceAfterEverything() {
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
        assertThat(machine.run
                        .order()
                        .before(machine.agent("submit0.0", COMPUTE), machine.agent("host.3", hostStage())))
                .isTrue();
    }

    private static long hostStage() {
        return Stage.HOST.mask();
    }

    @Test
    void shouldTellTheHostOfAFenceByAnInterrupt() {
        Machine machine = machine();
        machine.host.interruptCycles = 500;
        machine.program(
                submit("universal.0", "f", dispatch(100)),
                new HostOperation.WaitForFences(Machine.HERE, List.of("f"), true));

        machine.engine.run();

        assertThat(machine.engine.now()).isEqualTo(602);
    }

    @Test
    void shouldMaintainCachesAtADispatchsBegin() {
        Machine machine = Machine.with(Profiles.empty().implicit(ImplicitPoint.DISPATCH_BEGIN, "invalidate:L1"));
        machine.caches.add("L1", 20);

        machine.run(dispatch(10), copy(10));

        assertThat(machine.start("submit0.0")).isEqualTo(22);
        assertThat(machine.start("submit0.1")).isEqualTo(3);
        assertThat(machine.cost("submit0.0.begin").actionCycles()).isEqualTo(20);
    }

    @Test
    void shouldDeferAPendingFlushUntilSomethingAsksForIt() {
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
    void shouldRunPendingFlushesAtTheEndOfACommandBuffer() {
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
    void shouldNoteATimestampWhenTheStageOfEarlierCommandsIsDone() {
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
    void shouldReportWhatCommandsMoved() {
        Machine machine = machine();

        machine.run(dispatch(7));

        RunResult.CommandResult command = machine.command("submit0.0");
        assertThat(command.bytesRead()).isEqualTo(16);
        assertThat(command.bytesWritten()).isEqualTo(32);
        assertThat(command.waves()).isEqualTo(7);
        assertThat(command.kind()).isEqualTo("dispatch");
        assertThat(command.queue()).isEqualTo("universal.0");
    }

    private static Machine twoQueues(Profiles profile) {
        return new Machine(profile.build(), "a", "b");
    }

    @Test
    void shouldRunQueuesAtTheSameTime() {
        Machine machine = twoQueues(Profiles.empty());

        machine.program(submit("a", null, dispatch(100)), submit("b", null, dispatch(100)));
        machine.engine.run();

        assertThat(machine.start("submit0.0")).isEqualTo(2);
        assertThat(machine.start("submit1.0")).isLessThan(10);
    }

    @Test
    void shouldWaitForABinarySemaphoreOfAnotherQueue() {
        Machine machine = twoQueues(Profiles.empty());

        machine.program(
                submit("a", List.of(), List.of(binary("s")), null, dispatch(100)),
                submit("b", List.of(binary("s")), List.of(), null, copy(1)));
        machine.engine.run();

        assertThat(machine.start("submit1.0")).isEqualTo(102);
        assertThat(before(machine, "submit0.0", COMPUTE, "submit1.0", COPY)).isTrue();
    }

    @Test
    void shouldTakeAWaitBeforeItsTimelineSignal() {
        Machine machine = twoQueues(Profiles.empty());

        machine.program(
                submit("b", List.of(timeline("t", 4)), List.of(), null, copy(1)),
                submit("a", List.of(), List.of(timeline("t", 4)), null, dispatch(100)));
        machine.engine.run();

        assertThat(machine.start("submit0.0")).isEqualTo(machine.end("submit1.0"));
        assertThat(before(machine, "submit1.0", COMPUTE, "submit0.0", COPY)).isTrue();
    }

    @Test
    void shouldHoldOnlyTheStagesOfASemaphoreWaitBack() {
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
    void shouldSignalASemaphoreWhenItsStagesAreDone() {
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
        assertThat(before(machine, "submit0.0", COMPUTE, "submit1.0", COPY)).isFalse();
    }

    @Test
    void shouldSignalALaterBatchsSemaphoreAfterThoseOfEarlierBatches() {
        Machine machine = new Machine(Profiles.empty().build(), "a", "b", "c");

        machine.program(
                submit("a", List.of(), List.of(binary("s")), null, dispatch(500)),
                submit("a", List.of(), List.of(new SemaphoreOperation("t", 0, false, COPY)), null, copy(1)),
                submit("b", List.of(binary("t")), List.of(), null, copy(1)));
        machine.engine.run();

        assertThat(machine.start("submit2.0")).isEqualTo(machine.end("submit0.0"));
        assertThat(before(machine, "submit0.0", COMPUTE, "submit2.0", COPY)).isTrue();
    }

    @Test
    void shouldMaintainCachesAroundASemaphoreAsTheProfileSays() {
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
    void shouldMaintainCachesAroundASemaphoreAsAtSubmissionsWhereTheProfileListsNone() {
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

    @Test
    void shouldMakeEarlierHostOperationsKnownToASubmission() {
        Machine machine = machine();
        machine.program(
                new HostOperation.StoreFence(Machine.HERE),
                submit("universal.0", null, dispatch(1)),
                new HostOperation.StoreFence(Machine.HERE));

        machine.engine.run();

        int task = machine.agent("submit0.0", COMPUTE);
        assertThat(machine.run.order().before(machine.agent("host.0", hostStage()), task))
                .isTrue();
        assertThat(machine.run.order().before(machine.agent("host.2", hostStage()), task))
                .isFalse();
    }

    @Test
    void shouldWaitUntilAQueueIsIdle() {
        Machine machine = machine();
        machine.program(
                submit("universal.0", null, dispatch(100)),
                new HostOperation.QueueWaitIdle(Machine.HERE, "universal.0"),
                new HostOperation.StoreFence(Machine.HERE));

        machine.engine.run();

        assertThat(machine.host.calls).containsExactly("102 host.2 storeFence");
        assertThat(machine.barrierIds()).contains("host.1.idle");
        assertThat(machine.run
                        .order()
                        .before(machine.agent("submit0.0", COMPUTE), machine.agent("host.2", hostStage())))
                .isTrue();
    }

    @Test
    void shouldWaitUntilTheDeviceIsIdle() {
        Machine machine = twoQueues(Profiles.empty());
        machine.program(
                submit("a", null, dispatch(100)),
                submit("b", null, dispatch(300)),
                new HostOperation.DeviceWaitIdle(Machine.HERE),
                new HostOperation.StoreFence(Machine.HERE));

        machine.engine.run();

        assertThat(machine.host.calls).containsExactly("302 host.3 storeFence");
    }

    @Test
    void shouldEndWithNothingHeld() {
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

    @Test
    void shouldNameTheChainThroughASemaphoreThatNobodySignals() {
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
    void shouldCloseTheCircleOfTwoQueuesThatWaitForEachOther() {
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
    void shouldSignalTheFenceOfAnEmptySubmission() {
        Machine machine = machine();

        machine.run();

        assertThat(machine.barrierIds()).containsExactly("submit0.begin", "submit0.end");
        assertThat(machine.run.synchronization.fence("f").signalled()).isTrue();
    }
}
