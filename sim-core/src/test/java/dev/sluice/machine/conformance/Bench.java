// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.machine.engine.Component;
import dev.sluice.machine.engine.Engine;
import dev.sluice.machine.request.Downstream;
import dev.sluice.machine.request.RequestPool;
import dev.sluice.machine.testing.MockMemory;
import dev.sluice.machine.testing.MockRequester;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** An engine with a component under test: a mock requester at each of its ways in, mock memories below. */
final class Bench {

    /** Cycles that a mock memory takes. */
    static final int MEMORY_LATENCY = 50;

    /** The event of {@link #listener} when maintenance is over. */
    static final int MAINTAINED = 1;

    private static final int ACTION = 0;

    final Engine engine = new Engine();
    final RequestPool pool;
    final int memoryCredits;
    /** The memories below, in the order in which the component was given them; none where it is a memory itself. */
    final List<MockMemory> memories = new ArrayList<>();
    /** A requester for each way in. */
    final List<MockRequester> requesters = new ArrayList<>();
    /** Calls when maintenance that a subject ordered is over; nobody needs to know. */
    final Component listener;

    private final List<Downstream> ways;
    private final List<Runnable> actions = new ArrayList<>();

    Bench(Subject subject, boolean functional, int memoryCredits) {
        this.pool = new RequestPool(functional);
        this.memoryCredits = memoryCredits;
        this.listener = engine.add(new Component(engine, "listener") {
            @Override
            public void onEvent(int kind, int argument) {
                if (kind == ACTION) {
                    actions.get(argument).run();
                }
            }
        });
        this.ways = subject.wire(this);
        for (Downstream way : ways) {
            requesters.add(new MockRequester(engine, "requester" + requesters.size(), pool, way));
        }
    }

    /** A memory with the credits of this bench. */
    MockMemory memory(String name) {
        MockMemory memory = new MockMemory(engine, name, pool, MEMORY_LATENCY, memoryCredits);
        memory.recording = true;
        memories.add(memory);
        return memory;
    }

    /** The longest request that a way takes. */
    int longest(int way) {
        return ways.get(way).maxRequestBytes();
    }

    /** Does something at a cycle. */
    void at(long cycle, Runnable action) {
        actions.add(action);
        engine.scheduleAt(listener, cycle, ACTION, actions.size() - 1);
    }

    /** Lets the memories stop and go on at random cycles until {@code end}, when they go on for good. */
    void jam(Random random, long end) {
        for (MockMemory memory : memories) {
            for (long cycle = 0; cycle < end; cycle += 1 + random.nextInt(300)) {
                if (random.nextBoolean()) {
                    at(cycle, memory::pause);
                    at(cycle + 1 + random.nextInt(200), () -> serveOne(memory));
                } else {
                    at(cycle, memory::resume);
                }
            }
            at(end + 500, memory::resume);
        }
    }

    /** Lets a memory that stopped answer the first request that it holds, if there is one. */
    static void serveOne(MockMemory memory) {
        if (memory.heldCount() > 0) {
            memory.serveOne();
        }
    }

    /** Requests that are not answered yet. */
    long outstanding() {
        return requesters.stream().mapToLong(MockRequester::outstanding).sum();
    }

    /** Runs until nothing is left; every request was answered, and nobody holds anything. */
    void finish() {
        engine.run();
        assertThat(outstanding()).as("requests without an answer").isZero();
        engine.auditAtEnd();
        assertThat(pool.inUse()).as("requests never given back").isZero();
    }
}
