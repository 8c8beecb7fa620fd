// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.compute;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.program.kernel.KernelProgram;
import org.junit.jupiter.api.Test;

final class ComputeUnitTimingTest {

    private final Machine.Builder with = new Machine.Builder();

    private Machine run(String code, int localSize, int groups, String... bindings) {
        Machine machine = with.build();
        machine.start(Machine.kernel(code, localSize, bindings), groups);
        machine.finish();
        return machine;
    }

    @Test
    void a_wave_issues_one_instruction_a_cycle() {
        Machine machine =
                run("store.u32 a[gid] = 1\nstore.u32 a[gid + 100] = 2\nstore.u32 a[gid + 200] = 3", 4, 1, "a");
        // the additions that make the second and the third address take a cycle each
        assertThat(machine.cycles()).containsExactly(0, 2, 4);
    }

    @Test
    void the_oldest_wave_issues_until_it_cannot() {
        Machine machine = run("v = load.u32 a[gid * 64]\nw = load.u32 a[gid * 64 + 32]\nalu 1", 1, 2, "a");
        assertThat(machine.addresses()).containsExactly(0, 128, 256, 384);
    }

    @Test
    void a_younger_wave_issues_while_an_older_one_waits_for_its_load() {
        with.waveSize = 1;
        Machine machine = run("v = load.u32 a[gid * 64]\nstore.u32 b[gid * 64] = v", 2, 1, "a", "b");
        // wave 0 multiplies in 0, loads in 1 and multiplies again in 2; then its store waits for v until 21
        // wave 1 does so in 3, 4 and 5, and waits until 24
        assertThat(machine.memory.seen).extracting(s -> s.kind()).containsExactly(0, 0, 1, 1);
        assertThat(machine.cycles()).containsExactly(1, 4, 21, 24);
    }

    @Test
    void loads_of_a_wave_overlap_until_a_register_is_used() {
        Machine machine = run(
                "u = load.u32 a[gid]\nv = load.u32 a[gid + 64]\nw = load.u32 a[gid + 128]\nstore.u32 b[gid] = u + w",
                4,
                1,
                "a",
                "b");
        // loads at 0, 2, 4; w is back at 24, the addition takes 24 and the store 25
        assertThat(machine.cycles()).containsExactly(0, 2, 4, 25);
    }

    @Test
    void a_register_is_blocked_at_the_cycle_before_its_load_is_back_and_ready_at_it() {
        for (int latency = 5; latency < 8; latency++) {
            with.latency = latency;
            Machine machine = run("v = load.u32 a[gid]\nstore.u32 b[gid] = v", 4, 1, "a", "b");
            assertThat(machine.cycles()).containsExactly(0, latency);
        }
    }

    @Test
    void overwriting_an_outstanding_register_waits_for_it() {
        Machine machine = run("v = load.u32 a[0]\nv = 1\nstore.u32 b[0] = v", 1, 1, "a", "b");
        assertThat(machine.cycles()).containsExactly(0, 21);
    }

    @Test
    void arithmetic_occupies_an_issue_slot_for_its_cycles() {
        Machine machine = run("alu 10\nstore.u32 a[gid * 32] = 1", 1, 2, "a");
        // wave 0: alu 0-9, multiply 10, store 11, end 12; the dispatcher places wave 1 at 1, it computes 13-22
        assertThat(machine.cycles()).containsExactly(11, 24);
        with.issue = 2;
        assertThat(run("alu 10\nstore.u32 a[gid * 32] = 1", 1, 2, "a").cycles()).containsExactly(11, 12);
    }

    @Test
    void alu_zero_costs_nothing() {
        assertThat(run("alu 0\nstore.u32 a[0] = 1", 1, 1, "a").cycles()).containsExactly(0);
    }

    @Test
    void a_wave_issues_at_most_one_instruction_a_cycle_whatever_the_slots() {
        with.issue = 4;
        Machine machine = run("u = load.u32 a[0]\nv = load.u32 a[64]\nw = load.u32 a[128]", 1, 1, "a");
        assertThat(machine.cycles()).containsExactly(0, 1, 2);
    }

    @Test
    void requests_leave_one_a_cycle_and_the_queue_holds_up_only_accesses() {
        with.queue = 2;
        with.waveSize = 8;
        Machine machine = run("v = load.u32 a[gid * 32]\nalu 1\nw = load.u32 a[gid * 32 + 512]", 8, 1, "a");
        // multiply 0, first access 1: its 8 requests leave at 1..8; the second is taken when fewer than 2 wait,
        // which is so from cycle 8 on (one left at 8 of the last two)
        assertThat(machine.cycles()).containsExactly(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16);
        assertThat(machine.addresses()[8]).isEqualTo(512 * 4);
    }

    @Test
    void several_requests_leave_a_cycle_where_the_device_can() {
        with.requestsPerCycle = 4;
        with.waveSize = 8;
        Machine machine = run("v = load.u32 a[gid * 32]", 8, 1, "a");
        assertThat(machine.cycles()).containsExactly(1, 1, 1, 1, 2, 2, 2, 2);
    }

    @Test
    void a_full_memory_holds_up_requests_in_order_and_loses_none() {
        with.credits = 2;
        with.waveSize = 8;
        Machine machine = with.build();
        machine.memory.pause();
        machine.start(Machine.kernel("v = load.u32 a[gid * 32]", 8, "a"), 1);
        machine.engine.run();
        assertThat(machine.memory.heldCount()).isEqualTo(2);
        machine.memory.resume();
        machine.finish();
        assertThat(machine.addresses()).containsExactly(0, 128, 256, 384, 512, 640, 768, 896);
    }

    @Test
    void a_full_path_does_not_hold_up_another() {
        with.credits = 1;
        Machine machine = with.build();
        machine.memory.pause();
        machine.start(
                Machine.kernel(
                        "u = load.u32 a[0]\nv = load.u32 a[64]\nw = load.u32 t[0]",
                        1,
                        0,
                        0,
                        java.util.Map.of(
                                "a", dev.sluice.program.kernel.BindingKind.STORAGE,
                                "t", dev.sluice.program.kernel.BindingKind.SAMPLED)),
                1);
        machine.engine.run();
        assertThat(machine.memory.heldCount()).isEqualTo(1);
        assertThat(machine.sampled.seen).hasSize(1);
        machine.memory.resume();
        machine.finish();
    }

    @Test
    void a_dispatch_is_complete_when_its_last_store_is_acknowledged() {
        Machine machine = run("store.u32 a[gid] = 1", 4, 1, "a");
        assertThat(machine.end(0)).isEqualTo(20);
    }

    @Test
    void a_dispatch_is_complete_once_where_an_atomic_comes_back_before_a_store_behind_it() {
        Machine machine = run("o = atomic.add.u32 a[0], 1\nstore.u32 b[gid] = 1", 1, 1, "a", "b");
        assertThat(machine.end(0)).isEqualTo(21); // the atomic 0 to 20, which ends the wave, the store 1 to 21
    }

    @Test
    void a_dispatch_is_complete_when_its_last_wave_has_ended() {
        Machine machine = run("store.u32 a[gid] = 1\nalu 100", 4, 1, "a");
        assertThat(machine.end(0)).isEqualTo(101); // store 0, alu 1 to 100, end 101
    }

    @Test
    void a_wave_keeps_its_place_until_loads_that_nobody_reads_are_back() {
        with.waves = 1;
        Machine machine = run("v = load.u32 a[gid]", 4, 2, "a");
        assertThat(machine.cycles()).containsExactly(0, 20);
    }

    @Test
    void a_wave_gives_up_its_place_before_its_stores_are_acknowledged() {
        with.waves = 1;
        Machine machine = run("store.u32 a[gid] = 1", 4, 2, "a");
        assertThat(machine.cycles()).containsExactly(0, 2); // end at 1, the next wave is placed at 1
    }

    @Test
    void a_shared_load_is_blocked_at_the_cycle_before_its_latency_and_ready_at_it() {
        KernelProgram program = Machine.kernel("v = shared.load.u32 [lid]\nstore.u32 a[gid] = v", 4, 64, 0, "a");
        for (int latency = 9; latency < 12; latency++) {
            with.sharedLatency = latency;
            Machine machine = with.build();
            machine.start(program, 1);
            machine.finish();
            assertThat(machine.cycles()).containsExactly(latency);
        }
    }

    @Test
    void bank_conflicts_delay_by_a_cycle_a_pass() {
        KernelProgram program = Machine.kernel("v = shared.load.u32 [lane * 4]\nstore.u32 a[gid] = v", 4, 64, 0, "a");
        Machine machine = with.build();
        machine.start(program, 1);
        machine.finish();
        assertThat(machine.cycles()).containsExactly(1 + 10 + 3);
        assertThat(machine.units.get(0).sharedConflictCycles()).isEqualTo(3);
    }

    @Test
    void a_wave_goes_on_while_its_access_waits_for_the_banks() {
        KernelProgram program = Machine.kernel(
                "i = lane * 4\nu = shared.load.u32 [i]\nv = shared.load.u32 [lane]\nstore.u32 a[gid] = lid\n"
                        + "store.u32 a[gid] = v",
                4,
                64,
                0,
                "a");
        for (int queue = 0; queue < 3; queue++) {
            with.sharedQueue = queue;
            Machine machine = with.build();
            machine.start(program, 1);
            machine.finish();
            // multiply 0, first access 1 to 4, second at 5: issued then, or at 2
            assertThat(machine.cycles()).containsExactly(queue == 0 ? 6 : 3, 15);
        }
    }

    @Test
    void a_shared_access_waits_until_the_banks_are_free() {
        KernelProgram program = Machine.kernel(
                "i = lane * 4\nu = shared.load.u32 [i]\nv = shared.load.u32 [lane]\nstore.u32 a[gid] = v",
                4,
                64,
                0,
                "a");
        Machine machine = with.build();
        machine.start(program, 1);
        machine.finish();
        // multiply 0, first access 1 to 4, second at 5: ready at 15
        assertThat(machine.cycles()).containsExactly(15);
    }

    @Test
    void timing_is_the_same_without_bytes() {
        String code =
                "s = 0\nfor i in 0..6 { v = load.u32 a[gid * 7 + i]\ns = s + v\nshared.store.u32 [lid * 3] = s }\n"
                        + "controlBarrier workgroup\nw = shared.load.u32 [lid]\nx = atomic.add.u32 b[0], 1\n"
                        + "store.u32 c[gid] = s + w + x";
        long[] ends = new long[2];
        long[][] arrivals = new long[2][];
        for (int i = 0; i < 2; i++) {
            with.functional = i == 0;
            with.units = 2;
            with.queue = 3;
            with.credits = 5;
            Machine machine = with.build();
            machine.start(Machine.kernel(code, 16, 256, 0, "a", "b", "c"), 9);
            machine.finish();
            ends[i] = machine.end(0);
            arrivals[i] = machine.cycles();
        }
        assertThat(ends[1]).isEqualTo(ends[0]);
        assertThat(arrivals[1]).isEqualTo(arrivals[0]);
    }

    @Test
    void a_second_run_is_equal_to_the_first() {
        long[][] arrivals = new long[2][];
        for (int i = 0; i < 2; i++) {
            with.units = 3;
            Machine machine = run("v = load.u32 a[hash(gid) & 1023]\nstore.u32 b[gid] = v", 16, 20, "a", "b");
            arrivals[i] = machine.addresses();
        }
        assertThat(arrivals[1]).isEqualTo(arrivals[0]);
    }
}
