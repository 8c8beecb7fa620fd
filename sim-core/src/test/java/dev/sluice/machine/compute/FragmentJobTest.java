// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.compute;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.sluice.machine.fault.MisalignedAtomicException;
import dev.sluice.machine.fault.OutOfRangeAccessException;
import dev.sluice.program.image.Format;
import dev.sluice.program.image.ImageView;
import dev.sluice.program.image.Tiling;
import dev.sluice.program.kernel.BindingKind;
import dev.sluice.program.kernel.KernelProgram;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Waves of fragments on compute units, with {@code t} sampled and {@code b} a storage buffer. */
final class FragmentJobTest {

    private static final long IMAGE = 1 << 20;

    private final Machine.Builder with = new Machine.Builder();
    private final List<FragmentWave> shaded = new ArrayList<>();
    private final List<Long> cycles = new ArrayList<>();

    FragmentJobTest() {
        with.waveSize = 32;
    }

    private static KernelProgram kernel(String code) {
        Map<String, BindingKind> kinds = new LinkedHashMap<>();
        kinds.put("t", BindingKind.SAMPLED);
        kinds.put("b", BindingKind.STORAGE);
        return Machine.kernel(code, 1, 0, 0, kinds);
    }

    /** Blocks of 8 x 4 pixels from left to right, all of whose pixels are fragments. */
    private static FragmentWave[] waves(int count) {
        FragmentWave[] waves = new FragmentWave[count];
        for (int w = 0; w < count; w++) {
            waves[w] = new FragmentWave();
            waves[w].tag = w;
            waves[w].mask = 0xFFFF_FFFFL;
            for (int lane = 0; lane < 32; lane++) {
                waves[w].x[lane] = 8 * w + lane % 8;
                waves[w].y[lane] = lane / 8;
            }
        }
        return waves;
    }

    private DispatchJob shade(Machine machine, KernelProgram program, FragmentWave[] waves, @Nullable ImageView view) {
        return machine.shade(
                program, new long[2], new long[] {0, 1 << 20}, new ImageView[] {view, null}, waves, wave -> {
                    shaded.add(wave);
                    cycles.add(machine.engine.now());
                });
    }

    @Test
    void outputs_are_there_when_a_wave_is_shaded_and_what_no_lane_wrote_is_not_written() {
        Machine machine = with.build();
        FragmentWave[] waves = waves(3);
        for (FragmentWave wave : waves) {
            wave.written = 0xFFFF;
            Arrays.fill(wave.color[2], 99);
            Arrays.fill(wave.depth, 99);
        }
        waves[1].mask = 0x0000_FF0FL;
        DispatchJob job = shade(
                machine,
                kernel("out.color2 = x * 100 + y, 7\nif y == 2 { out.depth = 1f }\nif x > 1000 { out.color3 = 1 }"),
                waves,
                null);
        machine.finish();
        assertThat(shaded).containsExactly(waves);
        assertThat(job.done()).isTrue();
        assertThat(job.waves()).isEqualTo(3);
        for (int w = 0; w < 3; w++) {
            FragmentWave wave = waves[w];
            boolean depth = (wave.mask >>> 16 & 0xFF) != 0;
            assertThat(wave.written).isEqualTo(1 << 2 | (depth ? FragmentWave.DEPTH_BIT : 0));
            for (int lane = 0; lane < 32; lane++) {
                boolean active = (wave.mask >>> lane & 1) != 0;
                assertThat(wave.color[2][lane]).isEqualTo(active ? (8 * w + lane % 8) * 100 + lane / 8 : 0);
                assertThat(wave.colorHigh[2][lane]).isEqualTo(active ? 7 : 0);
                if (depth) {
                    assertThat(wave.depth[lane]).isEqualTo(lane / 8 == 2 ? 0x3f80_0000L : 0);
                }
            }
        }
    }

    @Test
    void a_lane_writes_an_output_again_and_the_last_value_counts() {
        Machine machine = with.build();
        FragmentWave[] waves = waves(1);
        shade(machine, kernel("out.color0 = 1, 2\nif x & 1 { out.color0 = 3 }"), waves, null);
        machine.finish();
        assertThat(waves[0].color[0]).startsWith(1, 3, 1, 3);
        assertThat(waves[0].colorHigh[0]).startsWith(2, 0, 2, 0);
    }

    @Test
    void a_wave_is_shaded_when_its_loads_are_back_and_the_job_ends_when_its_stores_are() {
        with.latency = 50;
        Machine machine = with.build();
        FragmentWave[] waves = waves(1);
        shade(machine, kernel("v = load.u32 b[lane]\nout.color0 = v\nstore.u32 b[lane] = v"), waves, null);
        machine.finish();
        // the load at 0, its data at 50, the output at 50, the store at 51, the end at 52
        assertThat(cycles).containsExactly(52L);
        assertThat(machine.end(0)).isEqualTo(101);
    }

    @Test
    void a_wave_waits_for_loads_that_nobody_reads() {
        with.latency = 50;
        Machine machine = with.build();
        shade(machine, kernel("v = load.u32 b[lane]\nout.color0 = 1"), waves(1), null);
        machine.finish();
        assertThat(cycles).containsExactly(50L);
    }

    @Test
    void fragments_sample_images_at_their_pixel() {
        Machine machine = with.build();
        TestImage image = new TestImage(Format.R8G8B8A8_UNORM, 64, 32, 1, 1, Tiling.OPTIMAL, IMAGE);
        image.fill(machine.sampled, 4, false);
        FragmentWave[] waves = waves(8);
        DispatchJob job = shade(
                machine,
                kernel("v = sample.nearest.u32 t[x * 256 + 128, y * 256 + 128]\nout.color0 = v"),
                waves,
                image.view);
        machine.finish();
        for (FragmentWave wave : waves) {
            for (int lane = 0; lane < 32; lane++) {
                assertThat(wave.color[0][lane]).isEqualTo(image.texel(0, wave.x[lane], wave.y[lane]));
            }
        }
        assertThat(job.requests()).isEqualTo(8);
        assertThat(job.bytesRead()).isEqualTo(8 * 32 * 4);
    }

    @Test
    void waves_of_several_jobs_take_turns_on_the_units() {
        with.units = 4;
        with.waves = 1;
        Machine machine = with.build();
        for (int job = 0; job < 4; job++) {
            shade(machine, kernel("out.color0 = 1\nalu 99"), waves(1), null);
        }
        machine.finish();
        // one wave a unit and a unit a cycle; on one unit alone the fourth would end after 400 cycles
        assertThat(cycles).containsExactly(100L, 101L, 102L, 103L);
        assertThat(shaded).extracting(w -> w.tag).containsOnly(0);
    }

    @Test
    void fragments_start_at_once_and_do_not_wait_for_the_launch_of_a_dispatch() {
        with.launch = 500;
        Machine machine = with.build();
        machine.start(Machine.kernel("alu 10", 32, "b"), 2);
        shade(machine, kernel("out.color0 = 1"), waves(2), null);
        machine.finish();
        // the second wave is placed at 1, when the first one's end takes the issue slot
        assertThat(cycles).containsExactly(1L, 3L);
        assertThat(machine.end(0)).isEqualTo(521);
    }

    @Test
    void fragments_wait_for_places_of_a_dispatch_that_was_ready_before() {
        with.waves = 1;
        Machine machine = with.build();
        machine.start(Machine.kernel("alu 10", 32, "b"), 3);
        shade(machine, kernel("out.color0 = 1"), waves(1), null);
        machine.finish();
        assertThat(cycles.get(0)).isGreaterThan(machine.end(0));
    }

    @Test
    void a_wave_takes_one_place_and_registers_as_any_other() {
        with.waves = 2;
        Machine machine = with.build();
        shade(machine, kernel("alu 100\nout.color0 = 1"), waves(4), null);
        machine.finish();
        assertThat(shaded).extracting(w -> w.tag).containsExactly(0, 1, 2, 3);
        assertThat(cycles.get(3)).isGreaterThanOrEqualTo(400);
    }

    @Test
    void a_sink_may_start_the_next_job_from_within_and_waves_may_be_used_again() {
        Machine machine = with.build();
        FragmentWave[] waves = waves(1);
        KernelProgram program = kernel("out.color0 = x");
        int[] rounds = new int[1];
        FragmentSink[] again = new FragmentSink[1];
        again[0] = wave -> {
            assertThat(wave.color[0][0]).isEqualTo(rounds[0]);
            if (++rounds[0] < 5) {
                wave.x[0] = rounds[0];
                machine.shade(program, new long[2], new long[2], new ImageView[2], waves, again[0]);
            }
        };
        machine.shade(program, new long[2], new long[2], new ImageView[2], waves, again[0]);
        machine.finish();
        assertThat(rounds[0]).isEqualTo(5);
    }

    @Test
    void a_job_without_waves_is_done_at_once() {
        Machine machine = with.build();
        assertThat(shade(machine, kernel("out.color0 = 1"), new FragmentWave[0], null)
                        .done())
                .isTrue();
        machine.finish();
        assertThat(shaded).isEmpty();
    }

    @Test
    void a_wave_without_fragments_is_shaded_all_the_same() {
        Machine machine = with.build();
        FragmentWave[] waves = waves(1);
        waves[0].mask = 0;
        shade(machine, kernel("out.color0 = 1"), waves, null);
        machine.finish();
        assertThat(shaded).hasSize(1);
        assertThat(waves[0].written).isZero();
    }

    @Test
    void an_access_outside_names_the_pixel() {
        Machine machine = with.build();
        shade(machine, kernel("\nstore.u32 b[x + y * 100000] = 1"), waves(2), null);
        OutOfRangeAccessException fault =
                catchThrowableOfType(OutOfRangeAccessException.class, () -> machine.engine.run());
        assertThat(fault)
                .hasMessageStartingWith(
                        "draw 0: kernel k, line 2: lane 24 (pixel (0, 3)) accesses element 300000 of 'b'");
        assertThat(fault.invocation()).isEqualTo(-1);
    }

    @Test
    void a_misaligned_atomic_names_the_pixel() {
        Machine machine = with.build();
        machine.shade(
                kernel("atomic.add.u32 b[x], 1"),
                new long[] {0, 2},
                new long[] {0, 999},
                new ImageView[2],
                waves(1),
                w -> {});
        assertThat(catchThrowableOfType(MisalignedAtomicException.class, () -> machine.engine.run()))
                .hasMessageContaining("lane 0 (pixel (0, 0)) performs");
    }

    @Test
    void a_kernel_is_run_only_by_the_stage_whose_names_it_uses() {
        Machine machine = with.build();
        assertThatThrownBy(() -> machine.start(kernel("out.color0 = 1"), 1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(
                        "dispatch 0: kernel k is a fragment kernel, because it uses x, y or out, and cannot be dispatched");
        assertThatThrownBy(() -> shade(machine, kernel("v = gid"), waves(1), null))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("cannot shade fragments");
    }

    @Test
    void without_bytes_the_waves_take_the_same_time() {
        long[] ends = new long[2];
        for (int i = 0; i < 2; i++) {
            with.functional = i == 0;
            Machine machine = with.build();
            TestImage image = new TestImage(Format.R8G8B8A8_UNORM, 64, 32, 1, 1, Tiling.OPTIMAL, IMAGE);
            shade(machine, kernel("v = sample.bilinear.u32 t[x * 200, y * 200]\nout.color0 = v"), waves(8), image.view);
            machine.finish();
            ends[i] = machine.end(0);
        }
        assertThat(ends[0]).isEqualTo(ends[1]);
    }

    @Test
    void waves_allocate_nothing_once_warm() {
        Machine machine = with.build();
        machine.memory.recording = false;
        KernelProgram program = kernel("v = load.u32 b[x]\nout.color0 = v, v\nout.depth = y");
        FragmentWave[] waves = new FragmentWave[400];
        Arrays.fill(waves, waves(1)[0]);
        com.sun.management.ThreadMXBean threads = (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
        long id = Thread.currentThread().getId();
        long least = Long.MAX_VALUE;
        for (int round = 0; round < 8; round++) {
            machine.shade(program, new long[2], new long[] {0, 1 << 20}, new ImageView[2], waves, wave -> {});
            long before = threads.getThreadAllocatedBytes(id);
            machine.engine.run();
            least = Math.min(least, threads.getThreadAllocatedBytes(id) - before);
        }
        // the end of the job is put into the sink's map; one object a wave would be ten thousands
        assertThat(least).isLessThan(3000);
    }
}
