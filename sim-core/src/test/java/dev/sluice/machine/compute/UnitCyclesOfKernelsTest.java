// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.compute;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.machine.engine.Component;
import dev.sluice.machine.usage.UsageMeter;
import dev.sluice.result.Limits;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Where the cycles of units go while kernels run on them. */
final class UnitCyclesOfKernelsTest {

    private final Machine.Builder with = new Machine.Builder();

    private Limits run(String code, int localSize, int groups, int shared, String... bindings) {
        Machine machine = with.build();
        UsageMeter meter = new UsageMeter(machine.array.cycles());
        machine.array.gauges(meter);
        machine.start(Machine.kernel(code, localSize, shared, 0, bindings), groups);
        machine.finish();
        long end = machine.engine.now();
        Limits limits = meter.total(end, end);
        Limits.TopDown tree = limits.topDown();
        assertThat(tree.issued() + tree.waitedForMemory() + tree.waitedForOthers() + tree.idle())
                .isEqualTo(tree.unitCycles())
                .isEqualTo(machine.units.size() * end);
        assertThat(Math.abs(tree.idle() - machine.dispatcher.idleUnitCycles()))
                .as("the dispatcher counts the cycle of a last END as idle")
                .isLessThanOrEqualTo(groups);
        return limits;
    }

    @Test
    void arithmetic_keeps_issue_slots_busy() {
        Limits limits = run("alu 500", 4, 1, 0, "a");
        assertThat(limits.topDown().issued()).isGreaterThanOrEqualTo(500);
        assertThat(limits.limitedBy()).isNotNull();
        assertThat(limits.limitedBy().resource()).isEqualTo("issueSlots");
    }

    @Test
    void a_chain_of_loads_waits_for_memory() {
        with.latency = 100;
        Limits limits = run(
                "i = 0\nwhile i < 8 {\n v = load.u32 a[i * 64]\n i = i + 1 + v * 0\n}\nstore.u32 b[0] = i",
                1,
                1,
                0,
                "a",
                "b");
        assertThat(limits.topDown().waitedForMemory()).isBetween(700L, 800L);
        assertThat(limits.limitedBy()).isNull();
        assertThat(limits.summary()).endsWith("latency bound");
    }

    @Test
    void workgroup_memory_is_a_dependency() {
        with.sharedLatency = 50;
        Limits limits = run("v = shared.load.u32 [0]\nstore.u32 b[gid] = v", 1, 1, 64, "b");
        assertThat(limits.topDown().dependency().get("sharedMemory")).isBetween(45L, 50L);
    }

    @Test
    void a_release_waits_for_memory_until_stores_are_taken_over_and_then_for_the_flush() {
        with.latency = 100;
        with.caches = new UnitCacheControl() {
            @Override
            public void invalidate(int unit, Component replyTo, int kind, int argument) {
                throw new AssertionError("nothing is acquired");
            }

            @Override
            public void flush(int unit, Component replyTo, int kind, int argument) {
                replyTo.engine().schedule(replyTo, 7, kind, argument);
            }
        };
        Limits limits = run("store.u32 b[gid] = 1\nmemoryBarrier device release\nalu 1", 4, 1, 0, "b");
        assertThat(limits.topDown().waitedForMemory()).isBetween(98L, 101L);
        assertThat(limits.topDown().dependency()).isEqualTo(Map.of("maintenance", 7L));
    }

    @Test
    void sums_agree_on_several_units_with_many_waves() {
        with.units = 3;
        with.queue = 2;
        with.credits = 2;
        Limits limits = run("v = load.u32 a[gid * 32]\nstore.u32 b[gid * 32] = v + 1", 32, 40, 0, "a", "b");
        assertThat(limits.topDown().memory().get("queue")).isPositive();
    }
}
