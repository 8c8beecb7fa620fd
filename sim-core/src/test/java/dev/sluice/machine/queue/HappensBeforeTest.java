// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.queue;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.machine.truth.Agent;
import dev.sluice.program.Barrier;
import dev.sluice.program.Command;
import dev.sluice.program.HostOperation;
import dev.sluice.program.SemaphoreOperation;
import dev.sluice.program.sync.QueueCapabilities;
import dev.sluice.program.sync.Stage;
import dev.sluice.program.sync.Stages;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The order of a run against the transitive closure of explicitly built dependency edges. */
final class HappensBeforeTest {

    private static final List<String> QUEUES = List.of("a", "b");
    private static final long[] STAGES = {
        Stage.COMPUTE_SHADER.mask(),
        Stage.COPY.mask(),
        Stage.CLEAR.mask(),
        Stage.DRAW_INDIRECT.mask(),
        Stage.ALL_TRANSFER.mask(),
        Stage.ALL_COMMANDS.mask(),
        Stage.TOP_OF_PIPE.mask(),
        Stage.BOTTOM_OF_PIPE.mask(),
        Stage.HOST.mask(),
        Stage.COMPUTE_SHADER.mask() | Stage.COPY.mask()
    };
    private static final long ALL = Stages.supportedBy(QueueCapabilities.UNIVERSAL);

    @ParameterizedTest
    @ValueSource(ints = {0, 100, 200, 300, 400})
    void should_be_the_transitive_closure_of_the_declared_dependencies(int firstSeed) {
        for (int seed = firstSeed; seed < firstSeed + 60; seed++) {
            check(seed);
        }
    }

    private static void check(int seed) {
        Program program = new Program(new Random(seed));
        Machine machine = new Machine(Profiles.empty().build(), QUEUES.toArray(String[]::new));
        machine.host.doorbellCycles = seed % 4;
        machine.program(program.operations.toArray(HostOperation[]::new));

        machine.engine.run();
        machine.engine.auditAtEnd();

        BitSet[] reached = program.graph.closure();
        for (int i = 1; i < machine.run.agents.size(); i++) {
            for (int j = 1; j < machine.run.agents.size(); j++) {
                if (i != j) {
                    Agent first = machine.run.agents.get(i);
                    Agent second = machine.run.agents.get(j);
                    assertThat(machine.run.order().before(i, j))
                            .as("seed %d: %s before %s", seed, key(first), key(second))
                            .isEqualTo(reached[program.nodes.get(key(first))].get(program.nodes.get(key(second))));
                }
            }
        }
    }

    private static String key(Agent agent) {
        return key(agent.name(), agent.stages());
    }

    private static String key(String name, long stage) {
        return name + " " + Stages.text(stage);
    }

    private static final class Graph {
        private final List<BitSet> edges = new ArrayList<>();

        int node() {
            edges.add(new BitSet());
            return edges.size() - 1;
        }

        void edge(int from, int to) {
            edges.get(from).set(to);
        }

        BitSet[] closure() {
            int n = edges.size();
            BitSet[] reach = new BitSet[n];
            for (int i = 0; i < n; i++) {
                reach[i] = (BitSet) edges.get(i).clone();
            }
            for (int k = 0; k < n; k++) {
                for (int i = 0; i < n; i++) {
                    if (reach[i].get(k)) {
                        reach[i].or(reach[k]);
                    }
                }
            }
            return reach;
        }
    }

    /** Something on a queue: a task (src and dst are its stage), or a dependency from src stages to dst stages. */
    private record Item(int node, long src, long dst, boolean dependency) {}

    /** A random program of one host thread and two queues, with its dependency graph. */
    private static final class Program {
        final List<HostOperation> operations = new ArrayList<>();
        final Graph graph = new Graph();
        final Map<String, Integer> nodes = new LinkedHashMap<>();
        private final Random random;
        private final Map<String, List<Item>> items = new LinkedHashMap<>();
        private final Map<String, List<Integer>> signals = new LinkedHashMap<>();
        private final Map<String, Integer> unwaited = new LinkedHashMap<>();
        private int submissions;
        private int lastHost = -1;

        Program(Random random) {
            this.random = random;
            QUEUES.forEach(queue -> {
                items.put(queue, new ArrayList<>());
                signals.put(queue, new ArrayList<>());
            });
            for (int i = 0; i < 6; i++) {
                if (random.nextInt(4) == 0) {
                    host(new HostOperation.StoreFence(Machine.HERE));
                }
                submit(QUEUES.get(random.nextInt(2)));
            }
            host(new HostOperation.StoreFence(Machine.HERE));
        }

        /** Adds a host operation behind the others. */
        private int host(HostOperation operation) {
            int node = graph.node();
            nodes.put(key("host." + operations.size(), Stage.HOST.mask()), node);
            operations.add(operation);
            if (lastHost >= 0) {
                graph.edge(lastHost, node);
            }
            lastHost = node;
            return node;
        }

        private void submit(String queue) {
            int number = submissions++;
            List<SemaphoreOperation> waits = new ArrayList<>();
            List<SemaphoreOperation> signalled = new ArrayList<>();
            List<Command> commands = new ArrayList<>();
            int reserved = graph.node();
            dependency(queue, List.of(reserved), 0, ALL);
            if (!unwaited.isEmpty() && random.nextInt(3) > 0) {
                String semaphore = unwaited.keySet().iterator().next();
                long stages = STAGES[random.nextInt(6)];
                waits.add(new SemaphoreOperation(semaphore, 0, false, stages));
                dependency(
                        queue,
                        List.of(unwaited.remove(semaphore)),
                        0,
                        Stages.syncScopeDst(stages, QueueCapabilities.UNIVERSAL));
            }
            int count = 2 + random.nextInt(8);
            for (int i = 0; i < count; i++) {
                command(queue, "submit" + number + "." + i, commands);
            }
            List<Integer> own = new ArrayList<>();
            List<Integer> earlier = new ArrayList<>(signals.get(queue));
            earlier.add(reserved);
            if (random.nextInt(2) == 0) {
                String semaphore = "s" + number;
                long stages = STAGES[random.nextInt(6)];
                signalled.add(new SemaphoreOperation(semaphore, 0, false, stages));
                int signal = signal(queue, earlier, Stages.syncScopeSrc(stages, QueueCapabilities.UNIVERSAL));
                own.add(signal);
                unwaited.put(semaphore, signal);
            }
            String fence = random.nextInt(2) == 0 ? "f" + number : null;
            int host = host(Machine.submit(queue, waits, signalled, fence, commands.toArray(Command[]::new)));
            graph.edge(host, reserved);
            if (fence != null) {
                earlier.addAll(own);
                int signal = signal(queue, earlier, ALL);
                own.add(signal);
                if (random.nextInt(2) == 0) {
                    host(new HostOperation.WaitForFences(Machine.HERE, List.of(fence), true));
                    int waited = graph.node();
                    graph.edge(lastHost, waited);
                    graph.edge(signal, waited);
                    lastHost = waited;
                }
            }
            if (!own.isEmpty()) {
                signals.put(queue, own);
            }
        }

        private int signal(String queue, List<Integer> earlier, long scope) {
            int node = graph.node();
            earlier.forEach(e -> graph.edge(e, node));
            connect(queue, node, scope);
            return node;
        }

        private void command(String queue, String id, List<Command> commands) {
            int cycles = random.nextInt(12);
            switch (random.nextInt(8)) {
                case 0, 1 -> {
                    commands.add(Machine.dispatch(cycles));
                    task(queue, id, Stage.COMPUTE_SHADER);
                }
                case 2 -> {
                    commands.add(Machine.copy(cycles));
                    task(queue, id, Stage.COPY);
                }
                case 3 -> {
                    commands.add(Machine.fill(cycles));
                    task(queue, id, Stage.CLEAR);
                }
                case 4 -> {
                    commands.add(Machine.indirect(cycles));
                    task(queue, id, Stage.DRAW_INDIRECT);
                    task(queue, id, Stage.COMPUTE_SHADER);
                }
                default -> barriers(queue, commands);
            }
        }

        private void barriers(String queue, List<Command> commands) {
            Barrier[] parts = new Barrier[1 + random.nextInt(2)];
            List<Item> made = new ArrayList<>();
            for (int i = 0; i < parts.length; i++) {
                long src = STAGES[random.nextInt(STAGES.length)];
                long dst = STAGES[random.nextInt(STAGES.length)];
                parts[i] = new Barrier(src, 0, dst, 0, null, null, null);
                int node = graph.node();
                long scope = Stages.syncScopeSrc(src, QueueCapabilities.UNIVERSAL);
                connect(queue, node, scope);
                made.add(new Item(node, scope, Stages.syncScopeDst(dst, QueueCapabilities.UNIVERSAL), true));
            }
            items.get(queue).addAll(made);
            commands.add(Machine.barrier(parts));
        }

        private void task(String queue, String id, Stage stage) {
            int node = graph.node();
            nodes.put(key(id, stage.mask()), node);
            for (Item item : items.get(queue)) {
                if (item.dependency() && (item.dst() & stage.mask()) != 0) {
                    graph.edge(item.node(), node);
                }
            }
            items.get(queue).add(new Item(node, stage.mask(), stage.mask(), false));
        }

        private void dependency(String queue, List<Integer> after, long src, long dst) {
            int node = graph.node();
            after.forEach(a -> graph.edge(a, node));
            items.get(queue).add(new Item(node, src, dst, true));
        }

        /** Puts everything of earlier items that a first scope holds before {@code node}. */
        private void connect(String queue, int node, long scope) {
            for (Item item : items.get(queue)) {
                if ((item.dst() & scope) != 0) {
                    graph.edge(item.node(), node);
                }
            }
        }
    }
}
