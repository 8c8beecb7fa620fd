// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.queue;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.program.sync.AddressRange;
import dev.sluice.program.sync.CacheAction;
import dev.sluice.program.sync.Stage;
import dev.sluice.program.sync.Stages;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

final class GateTest {

    private static final long COMPUTE = Stage.COMPUTE_SHADER.mask();
    private static final long COPY = Stage.COPY.mask();

    private final StageScoreboard scoreboard = new StageScoreboard(() -> 0, () -> true);

    private static Gate gate(String name, long stages) {
        return new Gate(name, stages);
    }

    private List<Gate> closed(long stages) {
        return scoreboard.closed().first(stages, Integer.MAX_VALUE, Integer.MAX_VALUE);
    }

    @Test
    void should_pass_on_what_it_knows_to_the_stages_named_only() {
        Gate gate = gate("g", COMPUTE | COPY);

        gate.pass(COMPUTE, Clock.ZERO.with(1, 5));

        assertThat(gate.clockFor(COMPUTE).at(1)).isEqualTo(5);
        assertThat(gate.clockFor(COPY).at(1)).isZero();
    }

    @Test
    void should_join_several_passages() {
        Gate gate = gate("g", COMPUTE);

        gate.pass(COMPUTE, Clock.ZERO.with(1, 5));
        gate.pass(COMPUTE, Clock.ZERO.with(2, 6));

        assertThat(gate.clockFor(COMPUTE).at(1)).isEqualTo(5);
        assertThat(gate.clockFor(COMPUTE).at(2)).isEqualTo(6);
    }

    @Test
    void should_tell_its_waiters_in_order_when_it_opens() {
        Gate gate = gate("g", COMPUTE);
        List<String> told = new ArrayList<>();
        for (String name : List.of("a", "b")) {
            gate.addWaiter(() -> told.add(name));
        }
        scoreboard.close(gate);

        scoreboard.open(gate, 0);

        assertThat(told).containsExactly("a", "b");
        assertThat(gate.done()).isTrue();
    }

    @Test
    void should_list_closed_gates_of_a_stage_in_order_and_each_once() {
        Gate first = gate("1", COMPUTE | COPY);
        Gate second = gate("2", COMPUTE);
        scoreboard.close(first);
        scoreboard.close(second);

        assertThat(closed(COMPUTE | COPY)).containsExactly(first, second);
        assertThat(closed(COPY)).containsExactly(first);
        assertThat(closed(Stage.CLEAR.mask())).isEmpty();
    }

    @Test
    void should_forget_an_open_gate_and_keep_what_it_passed_on() {
        Gate gate = gate("1", COMPUTE);
        scoreboard.close(gate);
        gate.pass(COMPUTE, Clock.ZERO.with(3, 4));

        scoreboard.open(gate, 0);

        assertThat(closed(-1L)).isEmpty();
        assertThat(scoreboard.settled(COMPUTE).at(3)).isEqualTo(4);
        assertThat(scoreboard.settled(COPY).at(3)).isZero();
        assertThat(scoreboard.settled(COPY | COMPUTE).at(3)).isEqualTo(4);
    }

    @Test
    void should_cover_earlier_commands_of_the_source_stages() {
        BarrierScope scope = new BarrierScope(scoreboard, COMPUTE, COPY, 0, 12);

        assertThat(scope.clock().at(Stage.COMPUTE_SHADER.bit())).isEqualTo(12);
        assertThat(scope.clock().at(Stage.COPY.bit())).isZero();
    }

    @Test
    void should_chain_through_a_gate_that_was_closed_when_the_scope_was_made() {
        Gate earlier = gate("1", COMPUTE);
        scoreboard.close(earlier);
        BarrierScope scope = new BarrierScope(scoreboard, COMPUTE, COPY, 0, 12);

        earlier.pass(COMPUTE, Clock.ZERO.with(99, 3));

        assertThat(scope.clock().at(99)).isEqualTo(3);
    }

    @Test
    void should_not_chain_through_a_gate_of_other_stages() {
        Gate earlier = gate("1", COPY | COMPUTE);
        scoreboard.close(earlier);
        BarrierScope scope = new BarrierScope(scoreboard, COMPUTE, COPY, 0, 12);

        earlier.pass(COPY, Clock.ZERO.with(99, 3));

        assertThat(scope.clock().at(99)).isZero();
    }

    @Test
    void should_chain_through_what_was_settled_before() {
        Gate earlier = gate("1", COMPUTE);
        scoreboard.close(earlier);
        earlier.pass(COMPUTE, Clock.ZERO.with(99, 3));
        scoreboard.open(earlier, 0);

        BarrierScope scope = new BarrierScope(scoreboard, COMPUTE, COPY, 0, 12);

        assertThat(scope.clock().at(99)).isEqualTo(3);
    }

    @Test
    void should_pass_nothing_to_a_barrier_without_destination() {
        Gate gate = gate("1", COMPUTE);

        new BarrierScope(scoreboard, COMPUTE, 0, 0, 12)
                .pass(Clock.ZERO.with(Stage.COMPUTE_SHADER.bit(), 12), gate, false);

        assertThat(gate.clockFor(-1L).at(Stage.COMPUTE_SHADER.bit())).isZero();
    }

    @Test
    void should_know_the_stages_that_a_wait_drains() {
        List<CacheAction> actions = CacheAction.parseAll(List.of("wait:COMPUTE", "flush:L2", "wait:DMA"));

        assertThat(BarrierScope.waitStages(actions) & COMPUTE).isNotZero();
        assertThat(BarrierScope.waitStages(actions) & COPY).isNotZero();
        assertThat(BarrierScope.waitStages(actions) & Stage.FRAGMENT_SHADER.mask())
                .isZero();
        assertThat(BarrierScope.waitStages(CacheAction.parseAll(List.of("wait:IDLE"))))
                .isEqualTo(Stages.ALL_COMMANDS);
    }

    @Test
    void should_have_ranges_only_if_every_part_has_one() {
        AddressRange range = new AddressRange(0, 64);

        assertThat(BarrierScope.ranges(List.of(range, range))).containsExactly(range, range);
        assertThat(BarrierScope.ranges(Arrays.asList(range, null))).isNull();
        assertThat(BarrierScope.ranges(List.of())).isNull();
    }
}
