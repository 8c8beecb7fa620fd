// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.queue;

import static dev.sluice.machine.queue.Machine.barrier;
import static dev.sluice.machine.queue.Machine.copy;
import static dev.sluice.machine.queue.Machine.dispatch;
import static dev.sluice.machine.queue.Machine.fill;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.program.Command;
import dev.sluice.program.sync.Access;
import dev.sluice.program.sync.QueueCapabilities;
import dev.sluice.program.sync.Stage;
import dev.sluice.program.sync.Stages;
import dev.sluice.result.RunResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What comes first on a queue: few things are awaited, and all are counted, named and come after. */
final class PredecessorsTest {

    private static final long COMPUTE = Stage.COMPUTE_SHADER.mask();
    private static final long COPY = Stage.COPY.mask();
    private static final long CLEAR = Stage.CLEAR.mask();
    private static final long ALL = Stage.ALL_COMMANDS.mask();
    private static final long[] SCOPES = {COMPUTE, COPY, CLEAR, COMPUTE | COPY, COPY | CLEAR, ALL};

    private static Gate gate(long stages) {
        return new Gate("g", stages);
    }

    /** A gate of a barrier that a scoreboard reaches now. */
    private static Gate barrierGate(StageScoreboard scoreboard, long src, long dst) {
        Gate gate = gate(dst);
        new BarrierScope(scoreboard, src, dst, 0, 0).cover(gate);
        scoreboard.close(gate);
        return gate;
    }

    @Test
    void a_gate_that_opens_after_another_stands_for_it() {
        StageScoreboard scoreboard = new StageScoreboard(() -> 0, () -> true);
        scoreboard.close(gate(COMPUTE));

        Gate second = barrierGate(scoreboard, COMPUTE, COMPUTE);

        assertThat(new Predecessors(scoreboard, COMPUTE, COMPUTE).front()).containsExactly(second);
        assertThat(new Predecessors(scoreboard, COMPUTE, COMPUTE).count()).isEqualTo(2);
    }

    @Test
    void a_gate_that_opens_independently_stands_for_itself_only() {
        StageScoreboard scoreboard = new StageScoreboard(() -> 0, () -> true);
        Gate first = gate(COMPUTE);
        scoreboard.close(first);

        Gate second = barrierGate(scoreboard, COPY, COMPUTE);

        assertThat(new Predecessors(scoreboard, 0, COMPUTE).front()).containsExactly(first, second);
    }

    /** As the gates with which submissions begin do: many stand in front of every stage, and none covers another. */
    @Test
    void a_gate_in_front_of_several_stages_is_awaited_once() {
        StageScoreboard scoreboard = new StageScoreboard(() -> 0, () -> true);
        Gate copies = gate(COPY);
        Gate both = gate(COPY | COMPUTE);
        Gate computes = gate(COMPUTE);
        scoreboard.close(copies);
        scoreboard.close(both);
        scoreboard.close(computes);

        List<Awaited> computeFirst = List.of(both, computes, copies);
        List<Awaited> copyFirst = List.of(copies, both, computes);
        assertThat(new Predecessors(scoreboard, 0, COPY | COMPUTE).front())
                .isEqualTo(Long.compareUnsigned(COPY, COMPUTE) < 0 ? copyFirst : computeFirst)
                .isEqualTo(new Predecessors(scoreboard, 0, COPY | COMPUTE).front());
    }

    @Test
    void a_gate_stands_for_another_through_gates_of_other_stages() {
        StageScoreboard scoreboard = new StageScoreboard(() -> 0, () -> true);
        Gate first = barrierGate(scoreboard, CLEAR, COMPUTE);
        Gate other = barrierGate(scoreboard, COMPUTE, COPY);

        Gate second = barrierGate(scoreboard, COPY, COMPUTE);

        assertThat(new Predecessors(scoreboard, 0, COMPUTE).front()).containsExactly(second);
        assertThat(new Predecessors(scoreboard, 0, COMPUTE | COPY).open()).containsExactly(first, other, second);
    }

    @Test
    void a_gate_is_known_by_what_stands_for_it_once_open() {
        StageScoreboard scoreboard = new StageScoreboard(() -> 0, () -> true);
        Gate first = gate(COMPUTE);
        scoreboard.close(first);
        BarrierScope scope = new BarrierScope(scoreboard, COMPUTE, COMPUTE, 0, 0);
        Gate second = gate(COMPUTE);
        scope.cover(second);
        scoreboard.close(second);
        Knowledge coming = scoreboard.coming(COMPUTE);
        first.pass(COMPUTE, Clock.ZERO.with(3, 7));
        scoreboard.open(first, 10);
        scope.pass(scope.clock(), second, false);
        scoreboard.open(second, 20);

        assertThat(coming).isNotNull();
        assertThat(coming.clock().at(3)).isEqualTo(7);
        assertThat(scoreboard.coming(COMPUTE)).isNull();
    }

    @Test
    void a_chain_of_barriers_leaves_one_gate_to_wait_for() {
        StageScoreboard scoreboard = new StageScoreboard(() -> 0, () -> true);
        Gate last = gate(COMPUTE);
        for (int i = 0; i < 100; i++) {
            last = barrierGate(scoreboard, COMPUTE, COMPUTE);
        }

        assertThat(new Predecessors(scoreboard, 0, COMPUTE).front()).containsExactly(last);
        assertThat(new Predecessors(scoreboard, 0, COMPUTE).count()).isEqualTo(100);
    }

    @Test
    void who_waits_is_told_when_the_last_has_come_about_in_whatever_order() {
        StageScoreboard scoreboard = new StageScoreboard(() -> 0, () -> false);
        Gate first = barrierGate(scoreboard, COPY, COMPUTE);
        Gate second = barrierGate(scoreboard, CLEAR, COMPUTE);
        Gate third = gate(COPY);
        scoreboard.close(third);
        List<String> told = new ArrayList<>();
        new Predecessors(scoreboard, 0, COMPUTE | COPY).await(0, () -> told.add("both"));
        Gate later = barrierGate(scoreboard, CLEAR, COMPUTE);

        scoreboard.open(third, 1);
        scoreboard.open(first, 2);
        assertThat(told).isEmpty();
        scoreboard.open(second, 3);

        assertThat(told).containsExactly("both");
        assertThat(later.done()).isFalse();
    }

    @Test
    void those_who_wait_for_one_thing_after_the_other_keep_their_turn() {
        StageScoreboard scoreboard = new StageScoreboard(() -> 0, () -> false);
        Gate first = gate(COMPUTE);
        Gate second = gate(COPY);
        scoreboard.close(first);
        scoreboard.close(second);
        List<String> told = new ArrayList<>();
        new Predecessors(scoreboard, 0, COMPUTE | COPY).await(1, () -> told.add("both"));
        new Predecessors(scoreboard, 0, COMPUTE).await(2, () -> told.add("compute"));

        scoreboard.open(second, 1);
        scoreboard.open(first, 2);

        assertThat(told).containsExactly("both", "compute");
    }

    @Test
    void with_nothing_under_way_nobody_waits() {
        List<String> told = new ArrayList<>();

        new Predecessors(new StageScoreboard(() -> 0, () -> false), ALL, ALL).await(0, () -> told.add("at once"));

        assertThat(told).containsExactly("at once");
    }

    /** Any program against the definition, from its own results: who comes first, and when the last of them came about. */
    @ParameterizedTest
    @ValueSource(ints = {0, 100, 200, 300})
    void everything_begins_when_the_last_of_what_comes_first_has_come_about(int firstSeed) {
        for (int seed = firstSeed; seed < firstSeed + 50; seed++) {
            check(seed);
        }
    }

    /** Something that comes about on the queue, and what it comes after. */
    private record Item(String id, long after, long before, boolean barrier) {}

    private static void check(int seed) {
        Random random = new Random(seed);
        List<Command> commands = new ArrayList<>();
        List<Item> items = new ArrayList<>();
        int count = 20 + random.nextInt(60);
        for (int i = 0; i < count; i++) {
            String id = "submit0." + i;
            int cycles = random.nextInt(3) == 0 ? 0 : random.nextInt(120);
            switch (random.nextInt(6)) {
                case 0 -> {
                    commands.add(dispatch(cycles));
                    items.add(new Item(id, COMPUTE, COMPUTE, false));
                }
                case 1 -> {
                    commands.add(copy(cycles));
                    items.add(new Item(id, COPY, COPY, false));
                }
                case 2 -> {
                    commands.add(fill(cycles));
                    items.add(new Item(id, CLEAR, CLEAR, false));
                }
                default -> {
                    long src = SCOPES[random.nextInt(SCOPES.length)];
                    long dst = SCOPES[random.nextInt(SCOPES.length)];
                    boolean flushes = random.nextInt(3) == 0;
                    commands.add(barrier(src, flushes ? Access.MEMORY_WRITE.mask() : 0, dst, 0));
                    items.add(new Item(
                            id,
                            Stages.syncScopeSrc(src, QueueCapabilities.UNIVERSAL),
                            Stages.syncScopeDst(dst, QueueCapabilities.UNIVERSAL),
                            true));
                }
            }
        }
        Machine machine = Machine.with(Profiles.empty().src(Access.MEMORY_WRITE, "flush:L2"));
        machine.caches.add("L2", random.nextInt(40));
        machine.run(commands.toArray(Command[]::new));
        machine.engine.auditAtEnd();
        for (int i = 0; i < items.size(); i++) {
            check(machine, items, i, "seed " + seed + ", " + items.get(i));
        }
    }

    private static void check(Machine machine, List<Item> items, int index, String what) {
        Item item = items.get(index);
        RunResult.CommandResult command = machine.command(item.id());
        List<Long> cameAbout = new ArrayList<>();
        long reached = item.barrier() ? machine.cost(item.id()).reachedCycle() : command.submitCycle();
        long begins = reached;
        int mayBeDone = 0;
        for (Item earlier : items.subList(0, index)) {
            boolean first = earlier.barrier() ? (earlier.before() & item.after()) != 0 : comesFirst(earlier, item);
            if (first) {
                long at = earlier.barrier()
                        ? machine.cost(earlier.id()).releasedCycle()
                        : machine.command(earlier.id()).endCycle();
                begins = Math.max(begins, at);
                if (at > reached) {
                    cameAbout.add(at);
                } else if (at == reached) {
                    mayBeDone++;
                }
            }
        }
        if (!item.barrier()) {
            assertThat(command.startCycle()).as(what).isEqualTo(begins);
            return;
        }
        RunResult.BarrierResult cost = machine.cost(item.id());
        assertThat(cost.reachedCycle() + cost.drainCycles()).as(what).isEqualTo(begins);
        assertThat(cost.waits()).as(what).isBetween((long) cameAbout.size(), (long) cameAbout.size() + mayBeDone);
        cameAbout.sort(null);
        List<Long> last = cameAbout.subList(Math.max(0, cameAbout.size() - 16), cameAbout.size());
        assertThat(cost.waitedFor().stream()
                        .map(RunResult.Milestone::until)
                        .filter(until -> until > reached)
                        .toList())
                .as(what)
                .isEqualTo(last);
    }

    /** Whether a task is among what an item waits for: a task itself waits for gates only. */
    private static boolean comesFirst(Item task, Item item) {
        return item.barrier() && (task.before() & item.after()) != 0;
    }
}
