// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.device.MemoryProperty;
import dev.sluice.device.MemoryType;
import dev.sluice.machine.engine.Engine;
import dev.sluice.machine.request.RequestPool;
import dev.sluice.machine.testing.MockMemory;
import dev.sluice.machine.testing.MockRequester;
import java.util.EnumSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class LazyCommitmentTest {

    private static final long PAGE = 4096;
    private static final long BASE = 16 * PAGE;

    private final Engine engine = new Engine();
    private final RequestPool pool = new RequestPool(true);
    private final MockMemory memory = new MockMemory(engine, "memory", pool, 3, 1);
    private final LazyCommitment commitment = new LazyCommitment(PAGE);
    private final MockRequester unit = new MockRequester(engine, "unit", pool, commitment.watch(memory.path(128)));

    private static Allocation allocation(Set<MemoryProperty> properties) {
        return new Allocation("m", new MemoryType(0, properties), BASE, 3 * PAGE);
    }

    @Test
    void should_start_with_nothing_committed() {
        commitment.add(allocation(EnumSet.of(MemoryProperty.DEVICE_LOCAL, MemoryProperty.LAZILY_ALLOCATED)));

        assertThat(commitment.committed("m")).isZero();
    }

    @Test
    void should_commit_the_page_of_the_first_write_and_no_other() {
        commitment.add("m", BASE, 3 * PAGE);
        unit.write(0, BASE + PAGE + 100, (byte) 1);
        unit.write(0, BASE + PAGE + 200, (byte) 2);

        engine.run();

        assertThat(commitment.committed("m")).isEqualTo(PAGE);
    }

    @Test
    void should_commit_when_the_write_has_waited_for_a_credit() {
        commitment.add("m", BASE, 3 * PAGE);
        memory.pause();
        unit.read(0, 0, 4);
        unit.write(0, BASE, (byte) 1);
        engine.run();
        assertThat(commitment.committed("m")).isZero();

        memory.resume();
        engine.run();

        assertThat(commitment.committed("m")).isEqualTo(PAGE);
    }

    @Test
    void should_commit_nothing_for_reads_and_neighbours() {
        commitment.add("m", BASE, 3 * PAGE);
        unit.read(0, BASE, 4);
        unit.write(0, BASE - 1, (byte) 1);
        unit.write(0, BASE + 3 * PAGE, (byte) 1);

        engine.run();

        assertThat(commitment.committed("m")).isZero();
    }

    @Test
    void should_commit_for_atomics() {
        commitment.add("m", BASE, 3 * PAGE);
        unit.atomicAdd(0, BASE, 1);

        engine.run();

        assertThat(commitment.committed("m")).isEqualTo(PAGE);
    }

    @Test
    void should_never_commit_more_than_the_memory_has() {
        commitment.add("m", BASE, PAGE + 100);
        unit.write(0, BASE, (byte) 1);
        unit.write(0, BASE + PAGE, (byte) 1);

        engine.run();

        assertThat(commitment.committed("m")).isEqualTo(PAGE + 100);
    }

    @Test
    void should_tell_memories_apart() {
        commitment.add("a", BASE, PAGE);
        commitment.add("b", BASE + 2 * PAGE, PAGE);
        unit.write(0, BASE + 2 * PAGE, (byte) 1);

        engine.run();

        assertThat(commitment.committed("a")).isZero();
        assertThat(commitment.committed("b")).isEqualTo(PAGE);
    }

    @Test
    void should_not_watch_other_memories() {
        commitment.add(allocation(EnumSet.of(MemoryProperty.DEVICE_LOCAL)));

        assertThat(commitment.committed("m")).isEqualTo(-1);
    }

    @Test
    void should_refuse_pages_that_are_no_power_of_two() {
        assertThatThrownBy(() -> new LazyCommitment(100)).hasMessageContaining("power of two");
    }
}
