// SPDX-License-Identifier: Apache-2.0
package dev.sluice.program.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FragmentKernelTest {
    private final int[] x = new int[64];
    private final int[] y = new int[64];

    FragmentKernelTest() {
        for (int lane = 0; lane < 64; lane++) {
            x[lane] = 100 + lane % 8;
            y[lane] = 200 + lane / 8;
        }
    }

    private WaveInterpreter started(KernelProgram program, long mask) {
        WaveInterpreter wave = new WaveInterpreter();
        wave.bind(program);
        wave.startFragments(x, y, mask, 32, new long[program.parameters().size()]);
        return wave;
    }

    @Test
    void a_kernel_tells_which_outputs_it_writes_and_whether_it_reads_the_pixel() {
        KernelProgram program =
                KernelTests.compile("if x { out.color0 = 1 } else { out.color5 = 2, 3 }\nout.depth = 0f");
        assertThat(program.colorOutputs()).isEqualTo(0b10_0001);
        assertThat(program.writesDepth()).isTrue();
        assertThat(program.usesPixel()).isTrue();
        assertThat(program.fragment()).isTrue();
        assertThat(program.usesInvocation()).isFalse();
    }

    @Test
    void a_kernel_of_both_stages_is_neither_fragment_nor_bound_to_workgroups() {
        KernelProgram program = KernelTests.compile("v = atomic.add.u32 a[lane], 1");
        assertThat(program.fragment()).isFalse();
        assertThat(program.usesInvocation()).isFalse();
        assertThat(program.colorOutputs()).isZero();
        assertThat(KernelTests.compile("v = gid").usesInvocation()).isTrue();
        assertThat(KernelTests.compile("out.depth = 0f").colorOutputs()).isZero();
        assertThat(KernelTests.compile("v = y").fragment()).isTrue();
    }

    @Test
    void x_and_y_are_free_names_for_registers_and_parameters() {
        assertThat(KernelTests.compile("x = gid\nv = x").fragment()).isFalse();
        assertThat(KernelTests.compile("v = y", "y").fragment()).isFalse();
    }

    @Test
    void lanes_find_their_pixel_and_helper_lanes_take_no_part() {
        KernelProgram program =
                KernelTests.compile("v = ballot 1\nw = shuffle lane + 1, lane + 1\nout.color0 = x * 1000 + y, w + v");
        WaveInterpreter wave = started(program, 0b1011);
        assertThat(wave.next()).isEqualTo(WaveInterpreter.EXPORT);
        assertThat(wave.output()).isZero();
        assertThat(wave.activeMask()).isEqualTo(0b1011);
        assertThat(wave.values()[3]).isEqualTo(103_200);
        assertThat(wave.compares()[0]).isEqualTo(11 + 2);
        assertThat(wave.compares()[1]).isEqualTo(11);
        assertThat(wave.next()).isEqualTo(WaveInterpreter.END);
    }

    @Test
    void only_active_lanes_write_an_output() {
        WaveInterpreter wave = started(KernelTests.compile("if x < 104 { out.depth = 0 - 1 }"), 0xff);
        assertThat(wave.next()).isEqualTo(WaveInterpreter.EXPORT);
        assertThat(wave.output()).isEqualTo(8);
        assertThat(wave.activeMask()).isEqualTo(0x0f);
        assertThat(wave.values()[0]).isEqualTo(0xffff_ffffL);
    }

    @Test
    void an_output_waits_for_the_data_that_it_writes() {
        WaveInterpreter wave = started(KernelTests.compile("v = load.u32 a[x]\nout.color1 = v"), 1);
        assertThat(wave.next()).isEqualTo(WaveInterpreter.LOAD);
        assertThat(wave.next()).isEqualTo(WaveInterpreter.WAIT);
        wave.complete(1);
        assertThat(wave.next()).isEqualTo(WaveInterpreter.EXPORT);
    }

    @Test
    void a_wave_without_fragments_ends_at_once() {
        assertThat(started(KernelTests.compile("out.color1 = 1"), 0).next()).isEqualTo(WaveInterpreter.END);
    }

    @Test
    void fragments_beyond_the_wave_and_built_ins_of_workgroups_are_refused() {
        assertThatThrownBy(() -> started(KernelTests.compile("out.color1 = 1"), 1L << 32))
                .hasMessageContaining("beyond the wave's 32");
        assertThatThrownBy(() -> started(KernelTests.compile("v = gid"), 1)).hasMessageContaining("gid");
    }

    @Test
    void a_loop_to_the_lane_is_not_the_same_in_all_fragments_whatever_the_local_size() {
        KernelProgram program = KernelCompiler.compile(
                KernelTests.source("s = 0\nfor i in 0..lane { s = s + 1 }\nout.color0 = s", new LocalSize(1, 1, 1)));
        WaveInterpreter wave = started(program, 0xff);
        assertThat(wave.next()).isEqualTo(WaveInterpreter.EXPORT);
        for (int lane = 0; lane < 8; lane++) {
            assertThat(wave.values()[lane]).isEqualTo(lane);
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '§',
            value = {
                "v = load.u32 a[x] ; out.color0 = v, v § 0 § ",
                "v = sample.bilinear.u32 s[x, y] ; out.color0 = v § 0 § ",
                "v = load.u32 a[x] ; out.depth = v § 2 § the depth of this fragment",
                "v = sample.bilinear.f32 s[x, y] ; out.depth = v § 2 § the depth of this fragment",
                "v = load.u32 a[x] ; if v { out.color0 = 1 } § 2 § the condition of this if",
                "v = load.u32 a[x] ; w = sample.nearest.u32 s[v, y] § 2 § the index of this load",
                "v = load.u32 a[x] ; w = sample.trilinear.u32 s[x, y, v] § 2 § the index of this load",
                "v = load.u32 a[x] ; w = load.u32 s[x, v] § 2 § the index of this load",
            })
    void loaded_data_decides_the_timing_where_it_is_a_depth_or_a_coordinate(String code, int line, String what) {
        TimingDependence dependence =
                KernelTests.compile(code.replace(" ; ", "\n")).timingDependence();
        if (line == 0) {
            assertThat(dependence).isNull();
        } else {
            assertThat(dependence).isNotNull();
            assertThat(dependence.line()).isEqualTo(line);
            assertThat(dependence.what()).isEqualTo(what);
        }
    }

    @Test
    void parameters_of_images_follow_those_of_the_dispatch_when_used() {
        KernelProgram program = KernelTests.compile("v = s.width + i.levels\nw = load.u32 p[x, y]", "n", "m");
        assertThat(program.parameters()).containsExactly("n", "m", "s.width", "i.levels", "p.shape");
        assertThat(program.declaredParameters()).containsExactly("n", "m");
        assertThat(program.parameterBinding(1)).isEqualTo(-1);
        assertThat(program.bindings().get(program.parameterBinding(4)).name()).isEqualTo("p");
        assertThat(KernelTests.compile("v = load.u32 s[gid]", "n").parameters()).containsExactly("n");
    }

    @Test
    void loads_of_samples_overlap_until_a_result_is_needed() {
        WaveInterpreter wave = started(
                KernelTests.compile(
                        "v = sample.bilinear.u32 s[x, y]\nw = sample.bilinear.u32 s[y, x]\nz = w + v\nout.color0 = z"),
                0xff);
        for (int i = 0; i < 8; i++) {
            assertThat(wave.next()).isEqualTo(WaveInterpreter.LOAD);
        }
        assertThat(wave.next()).isEqualTo(WaveInterpreter.WAIT);
        assertThat(wave.outstanding()).isEqualTo(8);
    }

    @Test
    void registers_of_filters_are_used_again() {
        String one = "v = sample.bilinear.u32 s[x, y]\nout.color0 = v\n";
        assertThat(KernelTests.compile(one.repeat(5)).registerCount())
                .isEqualTo(KernelTests.compile(one).registerCount());
        String open = "v0 = sample.bilinear.u32 s[x, y]\n";
        StringBuilder many = new StringBuilder();
        for (int i = 0; i < 9; i++) {
            many.append(open.replace("v0", "v" + i));
        }
        // nine results, the position, and four sets of a fraction and four texels
        assertThat(KernelTests.compile(many.toString()).registerCount()).isEqualTo(9 + 1 + 4 * 5);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '§',
            value = {
                "load.u32 s[x, y] § 3",
                "load.u32 s[x, y, 1, 2] § 3",
                "load.u32 s[x, y, x] § 4",
                "sample.nearest.u32 s[x, y] § 3",
                "sample.nearest.u32 s[x, y, 5] § 5",
                "sample.bilinear.u32 s[x, y] § 13",
                "sample.bilinear.f32 s[x, y, x] § 15",
                "sample.bilinear.u64 s[x, y] § 18",
                "sample.trilinear.u8 s[x, y, 0] § 31",
                "sample.trilinear.u64 s[x, y, x] § 41",
            })
    void accesses_to_images_cost_what_is_documented(String code, int expected) {
        WaveInterpreter wave = started(KernelTests.compile("v = " + code), 0xff);
        int cycles = 0;
        int operation;
        do {
            operation = wave.next();
            cycles += wave.issueCycles();
            if (operation == WaveInterpreter.LOAD) {
                cycles++;
                wave.complete(wave.destination());
            }
        } while (operation != WaveInterpreter.END);
        assertThat(cycles).isEqualTo(expected);
    }
}
