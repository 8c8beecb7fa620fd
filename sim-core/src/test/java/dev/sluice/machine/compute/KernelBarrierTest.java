// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.compute;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.machine.engine.Component;
import dev.sluice.machine.fault.DeadlockException;
import dev.sluice.program.kernel.BindingKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class KernelBarrierTest {

    /** Notes what is asked of the caches and answers after a while. */
    private static final class Caches implements UnitCacheControl {
        final List<String> calls = new ArrayList<>();

        @Override
        public void invalidate(int unit, Component replyTo, int kind, int argument) {
            calls.add("invalidate " + unit + " at " + replyTo.now());
            replyTo.engine().schedule(replyTo, 7, kind, argument);
        }

        @Override
        public void flush(int unit, Component replyTo, int kind, int argument) {
            calls.add("flush " + unit + " at " + replyTo.now());
            replyTo.engine().schedule(replyTo, 5, kind, argument);
        }
    }

    private final Machine.Builder with = new Machine.Builder();
    private final Caches caches = new Caches();

    private Machine run(String code, int localSize, int groups, int shared, String... bindings) {
        with.caches = caches;
        Machine machine = with.build();
        machine.start(Machine.kernel(code, localSize, shared, 0, bindings), groups);
        machine.finish();
        return machine;
    }

    @Test
    void no_wave_passes_a_control_barrier_before_the_last_has_arrived() {
        Machine machine = run("if lid >= 4 { alu 30 }\ncontrolBarrier workgroup\nstore.u32 a[gid] = 1", 8, 1, 0, "a");
        // wave 0: comparison and branch 0 and 1, barrier 2; wave 1: 3 and 4, alu 5 to 34, barrier 35; both go on at 36
        assertThat(machine.cycles()).containsExactly(36, 38);
    }

    @Test
    void a_wave_that_has_ended_is_not_waited_for() {
        // the value is the same for all invocations as far as the compiler can tell, but changes between two waves'
        // loads
        Machine machine = with.build();
        for (int i = 0; i < 4; i++) {
            machine.uniform.store.set(i, (byte) 0, 1);
        }
        machine.start(
                Machine.kernel(
                        "c = load.u32 u[0]\nif c == 0 { controlBarrier workgroup }\nalu 50",
                        8,
                        0,
                        0,
                        Map.of("u", BindingKind.UNIFORM)),
                1,
                new long[] {0},
                new long[] {4});
        machine.engine.runUntil(0);
        machine.uniform.store.set(0, (byte) 1, 1);
        machine.finish();
        // wave 1 computes 50 cycles after its load came back at 21, and only then wave 0 does
        assertThat(machine.end(0)).isBetween(120L, 130L);
    }

    @Test
    void a_subgroup_barrier_waits_for_nobody() {
        Machine machine = run("controlBarrier subgroup\nstore.u32 a[gid] = 1", 8, 1, 0, "a");
        assertThat(machine.cycles()).containsExactly(1, 4); // barrier 0, store 1, end 2; barrier 3, store 4
    }

    @Test
    void shared_memory_is_exchanged_between_waves_across_a_barrier() {
        with.waves = 16;
        Machine machine = run(
                "shared.store.u32 [lid] = gid * 3\ncontrolBarrier workgroup\nv = shared.load.u32 [31 - lid]\n"
                        + "store.u32 a[gid] = v",
                32,
                6,
                128,
                "a");
        for (int i = 0; i < 6 * 32; i++) {
            assertThat(machine.peek(4L * i, 4)).isEqualTo((i / 32 * 32 + 31 - i % 32) * 3);
        }
    }

    @Test
    void a_tree_reduction_in_shared_memory_sums_a_workgroup() {
        with.waves = 16;
        Machine machine = run("""
                shared.store.u32 [lid] = gid
                controlBarrier workgroup
                h = 16
                while h > 0 {
                  if lid < h {
                    x = shared.load.u32 [lid]
                    y = shared.load.u32 [lid + h]
                    shared.store.u32 [lid] = x + y
                  }
                  controlBarrier workgroup
                  h = h >> 1
                }
                if lid == 0 {
                  s = shared.load.u32 [0]
                  store.u32 a[wg] = s
                }
                """, 32, 5, 128, "a");
        for (int g = 0; g < 5; g++) {
            assertThat(machine.peek(4L * g, 4)).isEqualTo(32 * 32 * g + 31 * 16);
        }
    }

    @Test
    void a_device_release_waits_for_the_acknowledgement_of_stores_and_flushes() {
        Machine machine = run(
                "store.u32 a[gid] = 1\nmemoryBarrier device release makeAvailable\nstore.u32 a[gid + 64] = 2",
                4,
                1,
                0,
                "a");
        // store 0, acknowledged at 20, flushed at 25, addition 25, store 26
        assertThat(caches.calls).containsExactly("flush 0 at 20");
        assertThat(machine.cycles()).containsExactly(0, 26);
    }

    @Test
    void a_device_release_waits_for_the_last_answer_to_come_and_not_for_the_last_to_be_sent() {
        with.caches = caches;
        Machine machine = with.build();
        machine.memory.pause();
        machine.start(
                Machine.kernel("store.u32 a[gid] = 1\nstore.u32 a[gid + 64] = 2\nmemoryBarrier device release", 4, "a"),
                1);
        machine.engine.run();
        long now = machine.engine.now();
        answer(machine, 100);
        answer(machine, 10);
        machine.engine.run();

        assertThat(caches.calls).containsExactly("flush 0 at " + (now + 100));
    }

    @Test
    void a_device_release_after_stores_were_answered_waits_for_the_answers_to_come() {
        with.caches = caches;
        with.latency = 100;
        Machine machine = with.build();
        // the memory answers at once, so that the store is answered when the barrier is issued; the answer comes at 100
        machine.start(Machine.kernel("store.u32 a[gid] = 1\nalu 50\nmemoryBarrier device release", 4, "a"), 1);
        machine.finish();

        assertThat(caches.calls).containsExactly("flush 0 at 100");
    }

    @Test
    void a_dispatch_ends_when_the_last_answer_to_a_store_has_come_whichever_was_sent_last() {
        Machine machine = with.build();
        machine.memory.pause();
        machine.start(Machine.kernel("store.u32 a[gid] = 1\nstore.u32 a[gid + 64] = 2", 4, "a"), 1);
        machine.engine.run();
        long now = machine.engine.now();
        answer(machine, 100);
        answer(machine, 10);
        machine.engine.run();

        assertThat(machine.end(0)).isEqualTo(now + 100);
    }

    /** Has the memory send its oldest answer, which takes some cycles. */
    private static void answer(Machine machine, int cycles) {
        machine.memory.latency = cycles;
        machine.memory.serveOne();
    }

    @Test
    void a_device_release_waits_for_atomics_whose_result_nobody_wants() {
        Machine machine =
                run("o = atomic.add.u32 a[0], 1\nmemoryBarrier device release\nstore.u32 a[64] = 2", 1, 1, 0, "a");
        assertThat(machine.cycles()).containsExactly(0, 25);
    }

    @Test
    void a_device_acquire_waits_for_loads_and_invalidates_the_units_caches() {
        Machine machine =
                run("u = load.u32 a[gid]\nmemoryBarrier device acquire makeVisible\nv = load.u32 a[gid]", 4, 1, 0, "a");
        assertThat(caches.calls).containsExactly("invalidate 0 at 20");
        assertThat(machine.cycles()).containsExactly(0, 27);
    }

    @Test
    void acquire_and_release_in_one_barrier_happen_in_that_order() {
        run("store.u32 a[gid] = 1\nmemoryBarrier queueFamily acqrel makeAvailable makeVisible", 4, 1, 0, "a");
        assertThat(caches.calls).containsExactly("flush 0 at 20", "invalidate 0 at 25");
    }

    @Test
    void within_a_workgroup_a_memory_barrier_asks_nothing_of_the_caches() {
        Machine machine = run(
                "store.u32 a[gid] = 1\nmemoryBarrier workgroup acqrel makeAvailable makeVisible\nv = load.u32 a[gid]",
                4,
                1,
                0,
                "a");
        assertThat(caches.calls).isEmpty();
        assertThat(machine.cycles()).containsExactly(0, 2);
    }

    @Test
    void a_barrier_on_shared_memory_alone_asks_nothing_of_the_caches() {
        run("store.u32 a[gid] = 1\nmemoryBarrier device acqrel makeAvailable makeVisible shared", 4, 1, 0, "a");
        assertThat(caches.calls).isEmpty();
    }

    @Test
    void caches_that_never_answer_are_reported_as_a_wait_of_the_wave() {
        with.caches = (unit, replyTo, kind, argument) -> {};
        Machine machine = with.build();
        machine.start(Machine.kernel("memoryBarrier device acquire makeVisible", 4), 1);
        assertThatThrownBy(machine::finish)
                .isInstanceOf(DeadlockException.class)
                .hasMessageContaining(
                        "cu[0] wave 0 (kernel k, line 1) waits for cu[0]: the invalidation of the unit's caches");
    }
}
