// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.queue;

import static dev.sluice.machine.queue.Machine.HERE;
import static dev.sluice.machine.queue.Machine.barrier;
import static dev.sluice.machine.queue.Machine.copy;
import static dev.sluice.machine.queue.Machine.dispatch;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.program.Barrier;
import dev.sluice.program.Command;
import dev.sluice.program.sync.Access;
import dev.sluice.program.sync.ActionColumn;
import dev.sluice.program.sync.BarrierCosts;
import dev.sluice.program.sync.CacheAction;
import dev.sluice.program.sync.CostRows;
import dev.sluice.program.sync.Stage;
import dev.sluice.result.RunResult;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What a profile charges beside the work of the caches. The front end reaches the first command at cycle 2. */
final class BarrierCostsTest {

    private static final long COMPUTE = Stage.COMPUTE_SHADER.mask();
    private static final long COPY = Stage.COPY.mask();
    private static final long WRITE = Access.SHADER_STORAGE_WRITE.mask();
    private static final long READ = Access.TRANSFER_READ.mask();

    private static BarrierCosts frontEnd(long command, long set, long reset, long wait) {
        return new BarrierCosts("guess", command, set, reset, wait, Map.of(), CostRows.EMPTY);
    }

    private static BarrierCosts actions(String action, long cycles) {
        return new BarrierCosts("guess", 0, 0, 0, 0, Map.of(CacheAction.parse(action), cycles), CostRows.EMPTY);
    }

    private static Profiles flushing() {
        return Profiles.empty().src(Access.SHADER_STORAGE_WRITE, "flush:L2");
    }

    private static Machine machine(Profiles profile) {
        Machine machine = Machine.with(profile);
        machine.caches.add("L2", 40);
        return machine;
    }

    private static List<String> kinds(RunResult.BarrierResult barrier) {
        return barrier.actions().stream()
                .map(action -> action.kind() + " " + action.startCycle() + ".." + action.endCycle())
                .toList();
    }

    @Test
    void should_keep_the_front_end_from_later_commands_that_the_barrier_does_not_concern() {
        Machine machine = machine(Profiles.empty().costs(frontEnd(500, 0, 0, 0)));

        machine.run(barrier(COMPUTE, 0, COMPUTE, 0), copy(5));

        assertThat(machine.start("submit0.1")).isEqualTo(503);
        assertThat(machine.cost("submit0.0").stallCycles()).isEqualTo(500);
        assertThat(kinds(machine.cost("submit0.0"))).containsExactly("cost:command 2..502");
    }

    @Test
    void should_hide_the_front_ends_time_behind_the_drain() {
        Machine machine = machine(flushing().costs(frontEnd(50, 0, 0, 0)));

        machine.run(dispatch(100), barrier(COMPUTE, WRITE, COPY, READ), copy(5));

        assertThat(kinds(machine.cost("submit0.1"))).containsExactly("flush:L2 102..142");
    }

    @Test
    void should_add_the_cost_of_an_action_to_the_caches_time() {
        Machine machine = machine(flushing().costs(actions("flush:L2", 1000)));

        machine.run(dispatch(100), barrier(COMPUTE, WRITE, COPY, READ), copy(5));

        assertThat(kinds(machine.cost("submit0.1"))).containsExactly("flush:L2 102..1142");
        assertThat(machine.start("submit0.2")).isEqualTo(1142);
    }

    @Test
    void should_charge_no_action_of_a_cache_that_the_device_lacks() {
        Machine machine = Machine.with(flushing().costs(actions("flush:L2", 1000)));

        machine.run(dispatch(100), barrier(COMPUTE, WRITE, COPY, READ), copy(5));

        assertThat(machine.start("submit0.2")).isEqualTo(102);
    }

    @Test
    void should_charge_the_waits_that_the_profiles_rules_choose() {
        Machine machine = machine(Profiles.empty().waits(COMPUTE, "wait:CP").costs(actions("wait:CP", 70)));

        machine.run(dispatch(100), barrier(COMPUTE, 0, COPY, 0), copy(5));

        assertThat(kinds(machine.cost("submit0.1"))).containsExactly("cost:wait:CP 102..172");
    }

    @Test
    void should_charge_an_access_of_the_second_half_once_for_each_command() {
        CostRows rows = new CostRows(
                Map.of(Access.TRANSFER_READ, List.of(new CostRows.Cell(ActionColumn.of("TRANSFER"), 300))), List.of());
        Machine machine = machine(Profiles.empty().costs(new BarrierCosts("guess", 0, 0, 0, 0, Map.of(), rows)));
        Barrier one = new Barrier(COMPUTE, WRITE, COPY, READ, null, null, null);
        Barrier other = new Barrier(COMPUTE, 0, COPY, READ, null, null, null);

        machine.run(dispatch(100), new Command.PipelineBarrier(HERE, List.of(one, other), false), copy(5));

        assertThat(kinds(machine.cost("submit0.1"))).containsExactly("cost:TRANSFER_READ 102..402");
    }

    @Test
    void should_charge_a_half_without_accesses_by_its_own_row() {
        CostRows rows =
                new CostRows(Map.of(), List.of(new CostRows.Cell(ActionColumn.ofExecution("BOTTOM_OF_PIPE"), 9)));
        Machine machine = machine(Profiles.empty().costs(new BarrierCosts("guess", 0, 0, 0, 0, Map.of(), rows)));

        machine.run(barrier(COMPUTE, 0, Stage.BOTTOM_OF_PIPE.mask(), 0), barrier(COMPUTE, 0, COPY, 0));

        assertThat(kinds(machine.cost("submit0.0"))).containsExactly("cost:NONE 2..11");
        assertThat(machine.cost("submit0.1").actions()).isEmpty();
    }

    @Test
    void should_charge_the_front_end_for_each_command_of_an_event() {
        Machine machine = machine(Profiles.empty().costs(frontEnd(0, 100, 10, 1000)));
        Barrier dependency = new Barrier(COMPUTE, 0, COMPUTE, 0, null, null, null);

        machine.run(
                new Command.SetEvent(HERE, "e", List.of(dependency), false),
                new Command.WaitEvents(
                        HERE, List.of(new Command.WaitEvents.Wait(List.of("e"), List.of(dependency))), false),
                new Command.ResetEvent(HERE, "e", COMPUTE),
                copy(5));

        assertThat(machine.cost("submit0.0").stallCycles()).isEqualTo(100);
        assertThat(machine.cost("submit0.1").reachedCycle()).isEqualTo(103);
        assertThat(machine.cost("submit0.1").stallCycles()).isEqualTo(1000);
        assertThat(machine.start("submit0.3")).isEqualTo(2 + 101 + 1001 + 11);
    }
}
