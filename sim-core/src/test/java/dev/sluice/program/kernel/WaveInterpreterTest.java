// SPDX-License-Identifier: Apache-2.0
package dev.sluice.program.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.management.ManagementFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WaveInterpreterTest {

    @Test
    void a_reader_waits_for_its_load_and_others_do_not() {
        KernelProgram program =
                KernelTests.compile("v = load.u32 a[gid]\nw = load.u32 b[gid]\nx = gid + 1\ny = w\nz = v");
        WaveInterpreter wave = KernelTests.started(program, 4);
        int v = KernelTests.register(program, "v");
        int w = KernelTests.register(program, "w");
        assertThat(wave.next()).isEqualTo(WaveInterpreter.LOAD);
        assertThat(wave.destination()).isEqualTo(v);
        assertThat(wave.next()).isEqualTo(WaveInterpreter.LOAD);
        assertThat(wave.destination()).isEqualTo(w);
        assertThat(wave.outstanding()).isEqualTo(2);
        assertThat(wave.next()).isEqualTo(WaveInterpreter.WAIT);
        assertThat(wave.waitRegister()).isEqualTo(w);
        assertThat(wave.issueCycles()).isEqualTo(1);
        assertThat(wave.line()).isEqualTo(4);
        wave.complete(w);
        assertThat(wave.next()).isEqualTo(WaveInterpreter.WAIT);
        assertThat(wave.waitRegister()).isEqualTo(v);
        assertThat(wave.next()).isEqualTo(WaveInterpreter.WAIT);
        assertThat(wave.issueCycles()).isZero();
        for (int lane = 0; lane < 4; lane++) {
            wave.deliver(v, lane, 100 + lane);
        }
        wave.complete(v);
        assertThat(wave.next()).isEqualTo(WaveInterpreter.END);
        assertThat(wave.register(KernelTests.register(program, "z"), 3)).isEqualTo(103);
        assertThat(wave.register(KernelTests.register(program, "y"), 3)).isZero();
        assertThat(wave.outstanding()).isZero();
    }

    @Test
    void overwriting_a_pending_register_waits() {
        WaveInterpreter wave = KernelTests.started(KernelTests.compile("v = load.u32 a[gid]\nv = 1"), 4);
        wave.next();
        assertThat(wave.next()).isEqualTo(WaveInterpreter.WAIT);
        wave.complete(1);
        assertThat(wave.next()).isEqualTo(WaveInterpreter.END);
        assertThat(wave.register(1, 2)).isEqualTo(1);
    }

    @Test
    void a_second_load_into_a_pending_register_waits() {
        WaveInterpreter wave = KernelTests.started(KernelTests.compile("v = load.u32 a[0]\nv = load.u32 a[1]"), 4);
        wave.next();
        assertThat(wave.next()).isEqualTo(WaveInterpreter.WAIT);
        wave.complete(1);
        assertThat(wave.next()).isEqualTo(WaveInterpreter.LOAD);
    }

    @Test
    void components_of_a_vector_wait_until_all_of_it_is_there() {
        KernelProgram program =
                KernelTests.compile("v = load.i32x4 a[gid]\nw = v.z + 1\nv.y = 7\nstore.i32x4 b[gid] = v");
        WaveInterpreter wave = KernelTests.started(program, 2);
        assertThat(wave.next()).isEqualTo(WaveInterpreter.LOAD);
        assertThat(wave.offsets()).startsWith(0, 16);
        assertThat(wave.elementBytes()).isEqualTo(16);
        int vector = wave.destination();
        assertThat(program.registerName(vector)).isEqualTo("v.x");
        assertThat(wave.next()).isEqualTo(WaveInterpreter.WAIT);
        assertThat(wave.waitRegister()).isEqualTo(vector);
        for (int i = 0; i < 4; i++) {
            wave.deliver(vector, i, 0, 10 + i);
            wave.deliver(vector, i, 1, -1);
        }
        assertThat(wave.next()).isEqualTo(WaveInterpreter.WAIT);
        wave.complete(vector);
        assertThat(wave.outstanding()).isZero();
        assertThat(wave.next()).isEqualTo(WaveInterpreter.STORE);
        assertThat(wave.issueCycles()).isEqualTo(2);
        assertThat(wave.register(KernelTests.register(program, "w"), 0)).isEqualTo(13);
        assertThat(wave.values(0)).startsWith(10, 0xffff_ffffL);
        assertThat(wave.values(1)).startsWith(7, 7);
        assertThat(wave.values(3)).startsWith(13, 0xffff_ffffL);
    }

    @Test
    void write_to_a_component_waits_for_the_vector_that_is_loaded() {
        KernelProgram program = KernelTests.compile("v = load.u32x2 a[gid]\nv.w = 3");
        WaveInterpreter wave = KernelTests.started(program, 2);
        wave.next();
        assertThat(wave.next()).isEqualTo(WaveInterpreter.WAIT);
    }

    @Test
    void vector_occupies_as_many_registers_as_it_has_components_that_are_used() {
        assertThat(KernelTests.compile("v = load.u32x2 a[0]").registersPerLane())
                .isEqualTo(2);
        assertThat(KernelTests.compile("v = load.u32x4 a[0]").registersPerLane())
                .isEqualTo(4);
        assertThat(KernelTests.compile("v.w = lid").registersPerLane()).isEqualTo(1);
    }

    @Test
    void storing_a_pending_register_or_branching_on_it_waits() {
        for (String use : new String[] {"store.u32 b[0] = v", "if v { alu 1 }", "v2 = any v", "while v { alu 1 }"}) {
            WaveInterpreter wave = KernelTests.started(KernelTests.compile("v = load.u32 a[gid]\n" + use), 4);
            wave.next();
            assertThat(wave.next()).as(use).isEqualTo(WaveInterpreter.WAIT);
        }
    }

    @Test
    void an_unused_load_does_not_hold_the_end() {
        WaveInterpreter wave = KernelTests.started(KernelTests.compile("v = load.u32 a[gid]"), 4);
        wave.next();
        assertThat(wave.next()).isEqualTo(WaveInterpreter.END);
        assertThat(wave.outstanding()).isEqualTo(1);
        assertThat(wave.next()).isEqualTo(WaveInterpreter.END);
    }

    @Test
    void delivering_to_a_register_that_is_not_pending_is_refused() {
        WaveInterpreter wave = KernelTests.started(KernelTests.compile("v = 1"), 4);
        assertThatThrownBy(() -> wave.deliver(1, 0, 1)).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> wave.complete(1)).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void an_atomic_without_a_register_has_no_destination() {
        WaveInterpreter wave = KernelTests.started(KernelTests.compile("atomic.max.i32 i[3], 0 - 5 @ streaming"), 4);
        assertThat(wave.next()).isEqualTo(WaveInterpreter.ATOMIC);
        assertThat(wave.destination()).isEqualTo(-1);
        assertThat(wave.atomicOp()).isEqualTo(AtomicOp.MAX);
        assertThat(wave.elementType()).isEqualTo(ElementType.I32);
        assertThat(wave.values()[0]).isEqualTo(0xffff_fffbL);
        assertThat(wave.offsets()[0]).isEqualTo(12);
        assertThat(wave.qualifiers().streaming()).isTrue();
        wave.deliver(-1, 0, 9);
        wave.complete(-1);
        assertThat(wave.outstanding()).isZero();
        assertThat(wave.next()).isEqualTo(WaveInterpreter.END);
    }

    @ParameterizedTest
    @CsvSource({"u8, 255", "u16, 65535", "u32, 4294967295", "u64, -1", "i32, -1", "f32, 4294967295"})
    void loads_extend_and_stores_truncate_by_type(String type, long loaded) {
        KernelProgram program =
                KernelTests.compile("v = load." + type + " a[gid]\nstore." + type + " b[gid] = 0 - 1\nw = v");
        WaveInterpreter wave = KernelTests.started(program, 2);
        wave.next();
        wave.deliver(1, 0, -1);
        wave.complete(1);
        assertThat(wave.next()).isEqualTo(WaveInterpreter.STORE);
        assertThat(wave.values()[0]).isEqualTo("i32".equals(type) ? 0xffff_ffffL : loaded);
        assertThat(wave.next()).isEqualTo(WaveInterpreter.END);
        assertThat(wave.register(1, 0)).isEqualTo(loaded);
        assertThat(wave.register(1, 1)).isZero();
    }

    @Test
    void offsets_that_overflow_stay_out_of_range() {
        KernelProgram program =
                KernelTests.compile("v = load.u64 a[1 << 61]\nw = load.u32 a[0 - (1 << 62)]\nx = load.u16 a[0 - 3]");
        WaveInterpreter wave = KernelTests.started(program, 1);
        wave.next();
        assertThat(wave.offsets()[0]).isEqualTo(Long.MAX_VALUE);
        assertThat(wave.index(0)).isEqualTo(1L << 61);
        wave.next();
        assertThat(wave.offsets()[0]).isEqualTo(Long.MIN_VALUE);
        assertThat(wave.line()).isEqualTo(2);
        wave.next();
        assertThat(wave.offsets()[0]).isEqualTo(-6);
    }

    @Test
    void arithmetic_costs_one_cycle_an_instruction_and_alu_its_cycles() {
        WaveInterpreter wave =
                KernelTests.started(KernelTests.compile("v = gid * 2 + 1\nalu 40\nw = v\nstore.u32 a[w + 1] = 1"), 4);
        assertThat(wave.next()).isEqualTo(WaveInterpreter.ALU);
        assertThat(wave.issueCycles()).isEqualTo(2);
        assertThat(wave.cycles()).isEqualTo(40);
        assertThat(wave.next()).isEqualTo(WaveInterpreter.STORE);
        assertThat(wave.issueCycles()).isEqualTo(2);
        assertThat(wave.cycles()).isZero();
        assertThat(wave.instructionsExecuted()).isEqualTo(6);
    }

    @Test
    void an_endless_loop_returns_to_the_machine_again_and_again() {
        WaveInterpreter wave = KernelTests.started(KernelTests.compile("while 1 { }"), 4);
        for (int i = 0; i < 10; i++) {
            assertThat(wave.next()).isEqualTo(WaveInterpreter.ALU);
            assertThat(wave.cycles()).isBetween((long) WaveInterpreter.SLICE, WaveInterpreter.SLICE + 1L);
            assertThat(wave.issueCycles()).isZero();
        }
        assertThat(wave.instructionsExecuted()).isGreaterThan(10 * WaveInterpreter.SLICE - 1);
    }

    @Test
    void a_range_that_ends_at_the_largest_integer_ends() {
        KernelProgram program =
                KernelTests.compile("c = 0\nfor i in 9223372036854775805..9223372036854775807 step 4 { c = c + 1 }");
        WaveInterpreter wave = KernelTests.started(program, 4);
        assertThat(wave.next()).isEqualTo(WaveInterpreter.END);
        assertThat(wave.register(1, 0)).isEqualTo(1);
    }

    @Test
    void bounds_are_read_once_and_the_counter_ends_past_the_range() {
        KernelProgram program =
                KernelTests.compile("n = 3\ni = 1\nc = 0\nfor i in i..n * 2 step i { n = 100\nc = c + i }");
        WaveInterpreter wave = KernelTests.started(program, 4);
        assertThat(wave.next()).isEqualTo(WaveInterpreter.END);
        assertThat(wave.register(KernelTests.register(program, "c"), 0)).isEqualTo(1 + 2 + 3 + 4 + 5);
        assertThat(wave.register(KernelTests.register(program, "i"), 0)).isEqualTo(6);
    }

    @Test
    void a_step_of_zero_at_run_time_runs_nothing() {
        KernelProgram program = KernelTests.compile("c = 0\nfor i in 0..9 step n { c = 1 }", "n");
        WaveInterpreter wave = KernelTests.started(program, 4, 0);
        assertThat(wave.next()).isEqualTo(WaveInterpreter.END);
        assertThat(wave.register(1, 0)).isZero();
    }

    @Test
    void lanes_vote_and_exchange_values_among_the_active() {
        KernelProgram program = KernelTests.compile("""
                b = ballot lane >= 2
                s = shuffle lane * 10, lane ^ 1
                o = shuffle lane, 99 - lane
                y = any lane == 5
                z = all lane < 6
                if lane < 3 {
                    p = ballot 1
                    q = shuffle lane + 1, lane + 1
                    r = all lane < 3
                    s = shuffle s, 0
                }
                """);
        WaveInterpreter wave = KernelTests.started(program, 8);
        assertThat(wave.next()).isEqualTo(WaveInterpreter.END);
        assertThat(values(program, wave, "b", 8)).containsOnly(0xfc);
        assertThat(values(program, wave, "s", 8)).containsExactly(10, 10, 10, 20, 50, 40, 70, 60);
        assertThat(values(program, wave, "o", 8)).containsOnly(0);
        assertThat(values(program, wave, "y", 8)).containsOnly(1);
        assertThat(values(program, wave, "z", 8)).containsOnly(0);
        assertThat(values(program, wave, "p", 8)).containsExactly(7, 7, 7, 0, 0, 0, 0, 0);
        assertThat(values(program, wave, "q", 8)).containsExactly(2, 3, 0, 0, 0, 0, 0, 0);
        assertThat(values(program, wave, "r", 8)).containsExactly(1, 1, 1, 0, 0, 0, 0, 0);
    }

    @Test
    void a_wave_within_a_row_of_its_group_has_regular_offsets() {
        LocalSize size = new LocalSize(32, 3, 2);
        KernelProgram program = KernelCompiler.compile(KernelTests.source(
                "store.u32 a[((gidZ * 9 + gidY) * 64 + gidX) * 100 + lidZ * 10 + lidY + lidX] = 1", size));
        WaveInterpreter wave = new WaveInterpreter();
        wave.bind(program);
        wave.start(1, 2, 3, 4, 5, 6, 9, 16, new long[0]); // the second half of row 4, which is row 1 of plane 1
        assertThat(wave.next()).isEqualTo(WaveInterpreter.STORE);
        assertThat(wave.regular()).isTrue();
        assertThat(wave.index(0)).isEqualTo(((7 * 9 + 7) * 64 + 48) * 100 + 10 + 1 + 16);
        assertThat(wave.offsetStride()).isEqualTo(101 * 4);
    }

    @Test
    void builtins_of_a_three_dimensional_group_with_a_partial_last_wave() {
        String code = "a0 = gid\na1 = lid\na2 = wg\na3 = lane\na4 = gidX\na5 = gidY\na6 = gidZ\na7 = lidX\na8 = lidY\n"
                + "a9 = lidZ\nb0 = wgX\nb1 = wgY\nb2 = wgZ\nstore.u32 a[gid] = 1";
        LocalSize size = new LocalSize(3, 5, 2);
        KernelProgram program = KernelCompiler.compile(KernelTests.source(code, size));
        assertThat(program.wavesPerGroup(16)).isEqualTo(2);
        WaveInterpreter wave = new WaveInterpreter();
        wave.bind(program);
        wave.start(1, 2, 3, 4, 5, 6, 1, 16, new long[0]);
        assertThat(wave.next()).isEqualTo(WaveInterpreter.STORE);
        assertThat(wave.activeMask()).isEqualTo((1L << 14) - 1);
        for (int lane = 0; lane < 14; lane++) {
            int local = 16 + lane;
            int x = local % 3;
            int y = local / 3 % 5;
            int z = local / 15;
            long group = 1 + 2 * 4 + 3 * 20;
            long[] expected = {group * 30 + local, local, group, lane, 3 + x, 2 * 5 + y, 3 * 2 + z, x, y, z, 1, 2, 3};
            for (int i = 0; i < expected.length; i++) {
                assertThat(wave.register(i + 1, lane))
                        .as(program.registerName(i + 1))
                        .isEqualTo(expected[i]);
            }
        }
    }

    @Test
    void a_wave_of_64_lanes_has_them_all_active() {
        WaveInterpreter wave = KernelTests.started(KernelTests.compile("v = ballot 1\nstore.u64 a[lane] = v"), 64);
        assertThat(wave.next()).isEqualTo(WaveInterpreter.STORE);
        assertThat(wave.activeMask()).isEqualTo(-1L);
        assertThat(wave.values()[63]).isEqualTo(-1L);
    }

    @Test
    void a_wave_beyond_the_group_ends_at_once() {
        WaveInterpreter wave = new WaveInterpreter();
        wave.bind(KernelTests.compile("store.u32 a[0] = 1"));
        wave.start(0, 0, 0, 1, 1, 1, 2, 32, new long[0]);
        assertThat(wave.next()).isEqualTo(WaveInterpreter.END);
    }

    @Test
    void starting_again_forgets_the_wave_before() {
        KernelProgram program = KernelTests.compile("if n { v = 7 }\nw = load.u32 a[0]\nstore.u32 b[0] = v", "n");
        WaveInterpreter wave = KernelTests.started(program, 4, 1);
        assertThat(wave.next()).isEqualTo(WaveInterpreter.LOAD);
        wave.start(0, 0, 0, 1, 1, 1, 0, 4, new long[] {0});
        assertThat(wave.outstanding()).isZero();
        assertThat(wave.next()).isEqualTo(WaveInterpreter.LOAD);
        assertThat(wave.next()).isEqualTo(WaveInterpreter.STORE);
        assertThat(wave.values()[0]).isZero();
    }

    @Test
    void barriers_carry_scope_and_semantics() {
        WaveInterpreter wave = KernelTests.started(
                KernelTests.compile(
                        "controlBarrier workgroup\ncontrolBarrier subgroup acqrel shared makeAvailable makeVisible\n"
                                + "memoryBarrier queueFamily acquire"),
                4);
        assertThat(wave.next()).isEqualTo(WaveInterpreter.CONTROL_BARRIER);
        assertThat(wave.scope()).isEqualTo(Scope.WORKGROUP);
        assertThat(wave.semantics()).isZero();
        assertThat(wave.next()).isEqualTo(WaveInterpreter.CONTROL_BARRIER);
        assertThat(wave.scope()).isEqualTo(Scope.SUBGROUP);
        assertThat(wave.semantics())
                .isEqualTo(Semantics.ACQUIRE
                        | Semantics.RELEASE
                        | Semantics.SHARED
                        | Semantics.MAKE_AVAILABLE
                        | Semantics.MAKE_VISIBLE);
        assertThat(wave.next()).isEqualTo(WaveInterpreter.MEMORY_BARRIER);
        assertThat(wave.scope()).isEqualTo(Scope.QUEUE_FAMILY);
        assertThat(wave.semantics()).isEqualTo(Semantics.ACQUIRE | Semantics.ALL_CLASSES);
    }

    @Test
    void qualifiers_come_as_written_and_imply_nonprivate() {
        WaveInterpreter wave = KernelTests.started(
                KernelTests.compile(
                        "v = load.u32 a[0] @ visible workgroup, bypass\nstore.u32 a[0] = 1 @ available device"
                                + "\nstore.u32 a[0] = 1 @ coherent\nstore.u32 a[0] = 1 @ nonprivate\nstore.u32 a[0] = 1"),
                4);
        wave.next();
        assertThat(wave.qualifiers()).isEqualTo(new Qualifiers(false, true, null, Scope.WORKGROUP, false, true));
        wave.next();
        assertThat(wave.qualifiers()).isEqualTo(new Qualifiers(false, true, Scope.DEVICE, null, false, false));
        wave.next();
        assertThat(wave.qualifiers()).isEqualTo(new Qualifiers(true, true, null, null, false, false));
        wave.next();
        assertThat(wave.qualifiers()).isEqualTo(new Qualifiers(false, true, null, null, false, false));
        wave.next();
        assertThat(wave.qualifiers()).isEqualTo(Qualifiers.NONE);
    }

    @Test
    void shared_accesses_have_byte_offsets_and_no_binding() {
        WaveInterpreter wave = KernelTests.started(
                KernelTests.compile("shared.store.u16 [lid * 2] = lid\nv = shared.load.u16 [lid]\nw = v"), 4);
        assertThat(wave.next()).isEqualTo(WaveInterpreter.SHARED_STORE);
        assertThat(wave.binding()).isEqualTo(-1);
        assertThat(wave.offsets()[3]).isEqualTo(12);
        assertThat(wave.next()).isEqualTo(WaveInterpreter.SHARED_LOAD);
        assertThat(wave.offsets()[3]).isEqualTo(6);
        assertThat(wave.next()).isEqualTo(WaveInterpreter.WAIT);
    }

    @Test
    void registers_per_lane_are_declared_or_counted() {
        assertThat(KernelTests.compile("v = gid\nw = (v + 1) * (v + 2)").registersPerLane())
                .isEqualTo(4);
        KernelSource declared = new KernelSource(
                "k", "v = 1", new LocalSize(1, 1, 1), KernelTests.bindings(), java.util.Set.of(), 0, 24);
        assertThat(KernelCompiler.compile(declared).registersPerLane()).isEqualTo(24);
    }

    @Test
    void running_a_wave_allocates_nothing_once_warm() {
        KernelProgram program = KernelTests.compile(
                "s = 0\nfor i in 0..n {\nv = load.u32 a[gid + i]\nif v & 1 { s = s + v } else { s = s ^ hash(v) }\n"
                        + "t = shuffle s, lane + 1\nt = f32add(t, 1f)\n}\nstore.u32 b[gid] = s + t",
                "n");
        WaveInterpreter wave = new WaveInterpreter();
        wave.bind(program);
        long[] parameters = {20};
        com.sun.management.ThreadMXBean threads = (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
        long id = Thread.currentThread().getId();
        long least = Long.MAX_VALUE;
        for (int round = 0; round < 5; round++) {
            long before = threads.getThreadAllocatedBytes(id);
            for (int i = 0; i < 200; i++) {
                drain(wave, parameters);
            }
            least = Math.min(least, threads.getThreadAllocatedBytes(id) - before);
        }
        // the measurement itself may cost a few hundred bytes, one object a wave would cost thousands
        assertThat(least).isLessThan(1000);
    }

    private static void drain(WaveInterpreter wave, long[] parameters) {
        wave.start(0, 0, 0, 1, 1, 1, 0, 32, parameters);
        int kind = wave.next();
        while (kind != WaveInterpreter.END) {
            if (kind == WaveInterpreter.LOAD) {
                for (int lane = 0; lane < 32; lane++) {
                    wave.deliver(wave.destination(), lane, wave.offsets()[lane] >> 2);
                }
                wave.complete(wave.destination());
            }
            kind = wave.next();
        }
    }

    private static long[] values(KernelProgram program, WaveInterpreter wave, String register, int lanes) {
        long[] values = new long[lanes];
        for (int lane = 0; lane < lanes; lane++) {
            values[lane] = wave.register(KernelTests.register(program, register), lane);
        }
        return values;
    }
}
