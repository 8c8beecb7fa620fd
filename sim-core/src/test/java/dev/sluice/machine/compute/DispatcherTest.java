// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.compute;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.machine.fault.OccupancyException;
import dev.sluice.machine.observe.ObservedRequest;
import dev.sluice.machine.observe.SimObserver;
import dev.sluice.machine.usage.UnitCycles;
import dev.sluice.machine.usage.UsageMeter;
import dev.sluice.program.kernel.KernelProgram;
import dev.sluice.result.Limits;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class DispatcherTest {

    private final Machine.Builder with = new Machine.Builder();
    private final List<String> placed = new ArrayList<>();

    /** Notes the unit of each workgroup by its store, whose element is the workgroup. */
    private Machine machine() {
        with.observer = new SimObserver() {
            @Override
            public void issue(long cycle, String client, ObservedRequest request) {
                placed.add(client + "@" + cycle);
            }
        };
        return with.build();
    }

    private static KernelProgram busy(int localSize, int shared, int registers) {
        return Machine.kernel("store.u32 a[0] = 1\nalu 98", localSize, shared, registers, "a");
    }

    @Test
    void workgroups_go_round_robin_from_unit_0() {
        with.units = 3;
        Machine machine = machine();
        machine.start(busy(4, 0, 0), 5);
        machine.finish();
        // one a cycle; the units' issue slots are busy with the first ones until 100
        assertThat(placed.subList(0, 3)).containsExactly("cu[0]@0", "cu[1]@1", "cu[2]@2");
        assertThat(placed.subList(3, 5)).containsExactly("cu[0]@100", "cu[1]@101");
    }

    @Test
    void each_dispatch_begins_at_unit_0() {
        with.units = 3;
        Machine machine = machine();
        machine.start(busy(4, 0, 0), 2);
        machine.finish();
        machine.start(busy(4, 0, 0), 1);
        machine.finish();
        assertThat(placed).containsExactly("cu[0]@0", "cu[1]@1", "cu[0]@100");
    }

    @Test
    void several_workgroups_are_placed_a_cycle_where_the_device_can() {
        with.units = 3;
        with.groupsPerCycle = 2;
        Machine machine = machine();
        machine.start(busy(4, 0, 0), 3);
        machine.finish();
        assertThat(placed).containsExactly("cu[0]@0", "cu[1]@0", "cu[2]@1");
    }

    @Test
    void the_dispatcher_places_no_workgroup_before_its_cycles_are_over() {
        with.units = 3;
        with.dispatcherGroupCycles = 7;
        Machine machine = machine();
        machine.start(busy(4, 0, 0), 3);
        machine.finish();
        assertThat(placed).containsExactly("cu[0]@0", "cu[1]@7", "cu[2]@14");
    }

    @Test
    void its_cycles_begin_with_the_first_of_several_workgroups() {
        with.units = 5;
        with.groupsPerCycle = 2;
        with.dispatcherGroupCycles = 7;
        Machine machine = machine();
        machine.start(busy(4, 0, 0), 5);
        machine.finish();
        assertThat(placed).containsExactly("cu[0]@0", "cu[1]@0", "cu[2]@7", "cu[3]@7", "cu[4]@14");
    }

    @Test
    void cycles_in_which_no_unit_had_room_count_for_nothing() {
        with.waves = 1;
        with.issue = 8;
        with.dispatcherGroupCycles = 70;
        Machine machine = machine();
        machine.start(busy(4, 0, 0), 3);
        machine.finish();
        assertThat(placed).containsExactly("cu[0]@0", "cu[0]@99", "cu[0]@198");
    }

    @Test
    void a_unit_begins_no_workgroup_before_its_cycles_are_over() {
        with.units = 2;
        with.issue = 8;
        with.unitGroupCycles = 30;
        Machine machine = machine();
        machine.start(busy(4, 0, 0), 5);
        machine.finish();
        assertThat(placed).containsExactly("cu[0]@0", "cu[1]@1", "cu[0]@30", "cu[1]@31", "cu[0]@60");
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 63, 64, 300})
    void a_workgroup_issues_when_its_cycles_to_begin_are_over(int cycles) {
        with.issue = 8;
        with.groupStartCycles = cycles;
        Machine machine = machine();
        machine.start(busy(4, 0, 0), 3);
        machine.finish();
        assertThat(placed).containsExactly("cu[0]@" + cycles, "cu[0]@" + (cycles + 1), "cu[0]@" + (cycles + 2));
    }

    @Test
    void the_first_wave_issues_after_the_launch_cycles() {
        with.launch = 50;
        Machine machine = machine();
        machine.start(busy(4, 0, 0), 1);
        machine.finish();
        assertThat(placed).containsExactly("cu[0]@50");
    }

    @Test
    void occupancy_is_limited_by_waves() {
        with.waves = 2;
        with.issue = 8;
        Machine machine = machine();
        machine.start(busy(4, 0, 0), 3);
        machine.finish();
        // store 0, alu 1 to 98, end 99: the third is placed when the first has ended
        assertThat(placed).containsExactly("cu[0]@0", "cu[0]@1", "cu[0]@99");
    }

    @Test
    void occupancy_is_limited_by_shared_memory() {
        with.shared = 1000;
        with.issue = 8;
        Machine machine = machine();
        machine.start(busy(4, 500, 0), 3);
        machine.finish();
        assertThat(placed).containsExactly("cu[0]@0", "cu[0]@1", "cu[0]@99");
    }

    @Test
    void occupancy_is_limited_by_registers() {
        with.registers = 2 * 4 * 10;
        with.issue = 8;
        Machine machine = machine();
        machine.start(busy(4, 0, 10), 3);
        machine.finish();
        assertThat(placed).containsExactly("cu[0]@0", "cu[0]@1", "cu[0]@99");
    }

    @Test
    void shared_memory_is_kept_until_the_last_wave_of_the_workgroup_has_ended() {
        with.shared = 1000;
        with.issue = 8;
        Machine machine = machine();
        machine.start(Machine.kernel("store.u32 a[0] = 1\nif lid >= 4 { alu 60 }", 8, 600, 0, "a"), 2);
        machine.finish();
        // the second wave: store 0, comparison and branch 1 and 2, alu 3 to 62, end 63
        assertThat(placed.subList(0, 2)).containsExactly("cu[0]@0", "cu[0]@0");
        assertThat(placed.get(2)).isEqualTo("cu[0]@63");
    }

    @Test
    void a_workgroup_goes_to_the_first_unit_with_room() {
        with.units = 3;
        with.waves = 1;
        Machine machine = machine();
        machine.start(Machine.kernel("store.u32 a[0] = 1\nif wg != 1 { alu 100 }", 4, "a"), 4);
        machine.finish();
        assertThat(placed.get(3)).startsWith("cu[1]@");
    }

    @Test
    void a_workgroup_that_no_unit_can_hold_is_refused() {
        with.registers = 100;
        Machine machine = machine();
        assertThatThrownBy(() -> machine.start(busy(64, 0, 0), 1))
                .isInstanceOf(OccupancyException.class)
                .hasMessage("kernel k: a workgroup needs 16 waves, but a compute unit has 8");
        assertThatThrownBy(() -> machine.start(busy(4, 5000, 0), 1))
                .hasMessageContaining("5000 bytes of shared memory");
        assertThatThrownBy(() -> machine.start(busy(4, 0, 26), 1)).hasMessageContaining("104 registers");
    }

    @Test
    void a_dispatch_of_no_workgroups_completes_at_once() {
        with.launch = 50;
        Machine machine = machine();
        machine.start(busy(4, 0, 0), 0);
        machine.finish();
        assertThat(machine.end(0)).isZero();
    }

    @Test
    void dispatches_overlap_and_the_older_ones_workgroups_are_placed_first() {
        with.units = 2;
        with.waves = 2;
        with.issue = 4;
        Machine machine = machine();
        machine.start(Machine.kernel("store.u32 a[0] = 1\nalu 98", 4, "a"), 5);
        machine.start(Machine.kernel("store.u32 a[64] = 1\nalu 98", 4, "a"), 3);
        machine.finish();
        // addresses tell the dispatches apart: four of the first fill the units, its fifth comes before the second's
        // first
        assertThat(machine.addresses()).containsExactly(0, 0, 0, 0, 0, 256, 256, 256);
        assertThat(machine.cycles()[5]).isLessThan(machine.end(0));
    }

    @Test
    void idle_unit_cycles_count_units_without_a_wave_up_to_now() {
        with.units = 4;
        Machine machine = machine();
        machine.start(busy(4, 0, 0), 1);
        machine.engine.runUntil(50);
        assertThat(machine.dispatcher.idleUnitCycles()).isEqualTo(3 * 50);
        machine.finish();
        assertThat(machine.engine.now()).isEqualTo(99);
        assertThat(machine.dispatcher.idleUnitCycles()).isEqualTo(3 * 99);
        machine.start(busy(4, 0, 0), 0);
        machine.engine.runUntil(109);
        assertThat(machine.dispatcher.idleUnitCycles()).isEqualTo(3 * 99 + 4 * (machine.engine.now() - 99));
    }

    @Test
    void requests_and_sectors_are_summed_over_units_and_dispatches() {
        with.units = 2;
        with.waveSize = 8;
        Machine machine = with.build();
        DispatchJob job = machine.start(Machine.kernel("v = load.u32 a[gid]\nw = load.u32 a[gid * 32]", 8, "a"), 3);
        machine.finish();
        assertThat(machine.dispatcher.requests()).isEqualTo(3 * 9);
        assertThat(machine.dispatcher.sectors()).isEqualTo(3 * 9);
        assertThat(job.requests()).isEqualTo(3 * 9);
        assertThat(job.sectors()).isEqualTo(3 * 9);
        assertThat(machine.dispatcher.running()).isZero();
    }

    @Test
    void groups_are_numbered_in_three_dimensions() {
        Machine machine = with.build();
        KernelProgram program = Machine.kernel("store.u32 a[wg] = wgX + wgY * 10 + wgZ * 100", 1, "a");
        machine.dispatcher.start(new DispatchJob(
                program, 2, 3, 4, new long[] {0}, new long[] {96}, new long[] {1}, -1, 1, "d", machine.sink, 0, 9));
        machine.finish();
        for (int z = 0; z < 4; z++) {
            for (int y = 0; y < 3; y++) {
                for (int x = 0; x < 2; x++) {
                    assertThat(machine.peek(4L * (x + 2 * (y + 3 * z)), 4)).isEqualTo(x + 10 * y + 100 * z);
                }
            }
        }
    }

    @Test
    void a_job_that_does_not_fit_its_kernel_is_refused() {
        Machine machine = with.build();
        KernelProgram program = busy(4, 0, 0);
        assertThatThrownBy(() -> machine.start(program, 1, new long[2], new long[2]))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("has 1 bindings, not 2");
        assertThatThrownBy(() -> machine.start(program, -1)).hasMessageContaining("must not be negative");
    }

    @Test
    void a_steady_run_allocates_nothing() {
        with.units = 2;
        with.waveSize = 32;
        with.waves = 16;
        with.latency = 100;
        Machine machine = with.build();
        machine.memory.recording = false;
        KernelProgram program = Machine.kernel(
                "v = load.u32 a[hash(gid) & 65535]\nw = load.u32 a[gid & 65535]\nstore.u32 b[gid & 4095] = v + w\n"
                        + "o = atomic.add.u32 b[gid & 1023], 1\nshared.store.u32 [lid] = v\n"
                        + "controlBarrier workgroup\nx = shared.load.u32 [lid ^ 1]",
                64,
                256,
                0,
                "a",
                "b");
        machine.start(program, 3000); // grows pools and tables to what the run needs
        machine.finish();
        var threads = (com.sun.management.ThreadMXBean) java.lang.management.ManagementFactory.getThreadMXBean();
        machine.start(program, 3000);
        machine.engine.runUntil(machine.engine.now() + 20_000);
        long requests = machine.dispatcher.requests();
        long before = threads.getCurrentThreadAllocatedBytes();
        machine.engine.runUntil(machine.engine.now() + 20_000);
        long bytes = threads.getCurrentThreadAllocatedBytes() - before;
        long served = machine.dispatcher.requests() - requests;
        assertThat(served).isGreaterThan(10_000);
        assertThat((double) bytes / served).isLessThan(0.1);
        machine.finish();
    }

    private static Limits limitsAt(Machine machine, long cycle) {
        UsageMeter meter = new UsageMeter(new UnitCycles(1));
        machine.dispatcher.gauges(meter);
        machine.engine.runUntil(cycle);
        return meter.total(cycle, cycle);
    }

    @Test
    void the_dispatcher_is_busy_while_it_sets_workgroups_up() {
        with.units = 3;
        with.dispatcherGroupCycles = 7;
        Machine machine = machine();
        machine.start(busy(4, 0, 0), 3);

        assertThat(limitsAt(machine, 18).utilisation())
                .containsExactly(new Limits.Use("workgroups", "dispatcher", "dispatcher", 1, 18, 1, 1));
    }

    @Test
    void a_dispatcher_that_places_fewer_workgroups_than_it_could_is_less_busy() {
        with.units = 3;
        with.groupsPerCycle = 4;
        with.dispatcherGroupCycles = 8;
        Machine machine = machine();
        machine.start(busy(4, 0, 0), 3);

        assertThat(limitsAt(machine, 16).utilisation())
                .containsExactly(new Limits.Use("workgroups", "dispatcher", "dispatcher", 1, 6, 0.375, 0.375));
    }

    @Test
    void a_unit_is_busy_while_it_begins_a_workgroup() {
        with.units = 2;
        with.issue = 8;
        with.unitGroupCycles = 30;
        Machine machine = machine();
        machine.start(busy(4, 0, 0), 3);

        assertThat(limitsAt(machine, 40).utilisation())
                .contains(new Limits.Use("workgroups", "cu", "cu[0]", 2, 40, 1, 0.875));
    }
}
