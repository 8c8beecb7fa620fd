// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.config.ConfigException;
import dev.sluice.machine.trace.GridTrace;
import dev.sluice.machine.trace.TraceBlock;
import dev.sluice.machine.trace.TraceKind;
import dev.sluice.machine.trace.TraceRecord;
import java.nio.file.Path;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class AccelSimTraceTest {

    @TempDir
    private Path folder;

    private Path file(String name, String text) {
        return Traces.file(folder, name, TraceBytes.text(text));
    }

    @Test
    void a_kernel_has_blocks_of_warps_with_accesses_in_each_form_of_address() {
        try (TraceFile open = TraceFile.open(file("kernel-1.traceg", TraceBytes.KERNEL), null)) {
            GridTrace trace = (GridTrace) open.trace();
            GridTrace.Kernel kernel = Objects.requireNonNull(trace.nextKernel());
            TraceBlock block = Objects.requireNonNull(trace.nextBlock());

            assertThat(kernel).isEqualTo(new GridTrace.Kernel("scale", 1, 2, 16, 0));
            TraceBlock.Cursor first = block.cursor(0);
            assertThat(first.advance()).isTrue();
            assertThat(first.lanes()).isEqualTo(32);
            assertThat(first.address(31)).isEqualTo(0x7e000000007cL);
            assertThat(first.site()).isEqualTo(0x10);
            assertThat(first.gap()).isEqualTo(1);
            assertThat(first.advance()).isTrue();
            assertThat(first.width()).isEqualTo(8);
            assertThat(first.address(3)).isEqualTo(0x7e0000001300L);
            assertThat(first.after()).isZero();
            assertThat(first.advance()).isTrue();
            assertThat(first.kind()).isEqualTo(TraceKind.WRITE);
            assertThat(first.after())
                    .as("R4 is made of R2, which the first access loads")
                    .isEqualTo(1);
            assertThat(first.advance()).isFalse();
            TraceBlock.Cursor second = block.cursor(1);
            assertThat(second.advance()).isTrue();
            assertThat(second.address(1)).isEqualTo(0x7e0000000100L);
            assertThat(second.address(2)).isEqualTo(0x7e00000000c0L);
            assertThat(second.advance()).as("of shared memory is no access").isTrue();
            assertThat(second.kind()).isEqualTo(TraceKind.ATOMIC);
            assertThat(second.flags()).isEqualTo(TraceRecord.COHERENT);
            assertThat(second.gap()).isEqualTo(1);
            assertThat(trace.nextBlock()).isNull();
            assertThat(trace.nextKernel()).isNull();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"-accelsim tracer version = 2\n", ""})
    void instructions_of_before_version_3_begin_with_their_block_and_warp(String version) {
        String text = TraceBytes.KERNEL
                .replace("-accelsim tracer version = 4\n", version)
                .replaceAll("(?m)^([0-9a-f]{4} )", "0 0 0 1 $1");

        try (TraceFile open = TraceFile.open(file("kernel-1.traceg", text), null)) {
            GridTrace trace = (GridTrace) open.trace();
            trace.nextKernel();
            TraceBlock.Cursor first = Objects.requireNonNull(trace.nextBlock()).cursor(0);

            assertThat(first.advance()).isTrue();
            assertThat(first.lanes()).isEqualTo(32);
            assertThat(first.address(31)).isEqualTo(0x7e000000007cL);
            assertThat(first.site()).isEqualTo(0x10);
        }
    }

    @Test
    void copies_to_shared_memory_that_bypass_the_first_level_are_served_below_it() {
        String text = TraceBytes.KERNEL.replace(
                "0010 ffffffff 1 R2 LDG.E.SYS 1 R1 4 1", "0010 ffffffff 0 LDGSTS.E.BYPASS.128 2 R1 R2 16 1");

        try (TraceFile open = TraceFile.open(file("kernel-1.traceg", text), null)) {
            GridTrace trace = (GridTrace) open.trace();
            trace.nextKernel();
            TraceBlock.Cursor first = Objects.requireNonNull(trace.nextBlock()).cursor(0);

            assertThat(first.advance()).isTrue();
            assertThat(first.kind()).isEqualTo(TraceKind.READ);
            assertThat(first.flags()).isEqualTo(TraceRecord.COHERENT);
        }
    }

    @Test
    void the_immediate_of_version_5_is_none_of_the_addresses() {
        String deltas = "0010 00000007 1 R2 LDG.E.SYS 1 R1 4 2 0x7e0000000080 128 -64 4096";
        String text = TraceBytes.KERNEL
                .replace("tracer version = 4", "tracer version = 5")
                .replace("0010 00000007 1 R2 LDG.E.SYS 1 R1 4 2 0x7e0000000080 128 -64 0", deltas);

        try (TraceFile open = TraceFile.open(file("kernel-1.traceg", text), null)) {
            GridTrace trace = (GridTrace) open.trace();
            trace.nextKernel();
            TraceBlock.Cursor second = Objects.requireNonNull(trace.nextBlock()).cursor(1);

            assertThat(second.advance()).isTrue();
            assertThat(second.lanes()).isEqualTo(3);
            assertThat(second.address(2)).isEqualTo(0x7e00000000c0L);
        }
    }

    @Test
    void reductions_of_later_architectures_are_atomics_and_other_opcodes_are_noted() {
        String text = TraceBytes.KERNEL
                .replace("0 RED.E.ADD.STRONG.GPU", "0 REDG.E.ADD.STRONG.GPU")
                .replace("0 STG.E.SYS", "0 STNEW.E.SYS");

        try (TraceFile open = TraceFile.open(file("kernel-1.traceg", text), null)) {
            GridTrace trace = (GridTrace) open.trace();
            trace.nextKernel();
            TraceBlock block = Objects.requireNonNull(trace.nextBlock());

            TraceBlock.Cursor first = block.cursor(0);
            assertThat(first.advance()).isTrue();
            assertThat(first.advance()).isTrue();
            assertThat(first.advance()).isFalse();
            TraceBlock.Cursor second = block.cursor(1);
            assertThat(second.advance()).isTrue();
            assertThat(second.advance()).isTrue();
            assertThat(second.kind()).isEqualTo(TraceKind.ATOMIC);
            assertThat(trace.notes())
                    .contains(
                            "1 instruction with addresses is left out, because its opcode (STNEW) is not known as an access");
        }
    }

    @Test
    void a_grid_may_be_as_long_as_it_can_be() {
        String text = TraceBytes.KERNEL.replace("grid dim = (1,1,1)", "grid dim = (2147483647,1,1)");

        try (TraceFile open = TraceFile.open(file("kernel-1.traceg", text), null)) {
            assertThat(Objects.requireNonNull(((GridTrace) open.trace()).nextKernel())
                            .blocks())
                    .isEqualTo(2147483647L);
        }
        Path large = file("kernel-2.traceg", text.replace("7,1,1)", "7,9999999999,1)"));
        assertThatThrownBy(() -> Traces.drain(large, null))
                .hasMessageContaining("kernel-2.traceg:3:12: the product of these numbers does not fit 63 bits");
    }

    @Test
    void a_list_names_kernels_which_may_be_packed_since() {
        Traces.file(folder, "kernel-1.traceg.xz", TraceBytes.packed("k.xz", TraceBytes.text(TraceBytes.KERNEL)));
        file("kernel-2.traceg", TraceBytes.KERNEL);
        Path list = file("kernelslist.g", "MemcpyHtoD,0x00007e0000000000,4096\nkernel-1.traceg\nkernel-2.traceg\n");

        try (TraceFile open = TraceFile.open(list, null)) {
            GridTrace trace = (GridTrace) open.trace();
            int kernels = 0;
            while (trace.nextKernel() != null) {
                kernels++;
                assertThat(trace.nextBlock()).isNotNull();
                assertThat(trace.nextBlock()).isNull();
            }
            assertThat(kernels).isEqualTo(2);
            assertThat(open.read()).isEqualTo(open.size());
            assertThat(open.files()).hasSize(3);
            assertThat(trace.notes()).contains("1 copy to the device is left out");
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "insts = 5 | insts = 6 | 26:1: 1 more instruction of warp 0 was announced",
                "insts = 5 | insts = 4 | 24:1: an instruction that no line 'insts = N' announces",
                "warp = 1 | warp = 2 | 26:8: warp is between 0 and 1, not 2",
                "warp = 1 | warp = 0 | 26:1: warp 0 comes twice in its block",
                "#END_TB | '' | the file ends within a block; #END_TB was expected",
                "insts = 5 | insts = -18446744073709551611 | 19:9: a number does not fit 63 bits",
                "128 -64 0 | 128 18446744073709551552 0 | 28:58: the difference to lane 2 of 3 does not fit 63 bits",
                "(64,1,1) | (64,1) | 4:13: three numbers in parentheses were expected",
                "0010 ffffffff | xx10 ffffffff | 21:1: 'xx10' is no number; the address of the instruction was expected",
                "0010 ffffffff | 0010 1ffffffff | 21:6: the mask has lanes past the 32 of a warp",
                "0020 0000000f | insts = 3 | 22:1: 'insts = N' comes twice for warp 0",
                "version = 4 | version = 6 | 10:28: traces of tracer version 6 are not known, only those up to 5",
                "grid dim = (1,1,1) | grid dim = (0,1,1) | 14:1: block 1 of a grid that has 0;",
                "1 R1 4 1 0x7e0000000000 | 1 R1 4 7 0x7e0000000000 | 21:37: addresses have the form 0 (a list)",
                "0x7e0000001300 0 | zz | 22:87: 'zz' is no number; the address of lane 3 of 4",
                "1 R1 MOV | 1 Q1 MOV | 20:17: a register was expected, such as R12"
            })
    void a_bad_line_is_named(String what, String instead, String problem) {
        Path file =
                file("kernel-1.traceg", TraceBytes.KERNEL.replaceFirst(java.util.regex.Pattern.quote(what), instead));

        assertThatThrownBy(() -> Traces.drain(file, null))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("kernel-1.traceg:")
                .hasMessageContaining(problem);
    }

    @Test
    void a_file_that_ends_within_the_lines_about_its_kernel_is_not_whole() {
        Path file = file("kernel-1.traceg", "-kernel name = scale\n-grid dim = (4,1,1)\n-block dim = (64,1,1)\n");

        assertThatThrownBy(() -> Traces.drain(file, null))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("kernel-1.traceg:3:1: the file ends within the lines about the kernel; a line"
                        + " '#traces format' and the blocks were expected");
    }

    @Test
    void a_kernel_with_more_blocks_than_its_grid_is_refused() {
        String block = TraceBytes.KERNEL.substring(TraceBytes.KERNEL.indexOf("#BEGIN_TB"));
        Path file = file("kernel-1.traceg", TraceBytes.KERNEL + block);

        assertThatThrownBy(() -> Traces.drain(file, null))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("kernel-1.traceg:33:1: block 2 of a grid that has 1; '-grid dim = (x,y,z)' says");
    }

    @Test
    void blocks_that_the_tracer_left_out_are_counted() {
        file("kernel-1.traceg", TraceBytes.KERNEL);
        file("kernel-2.traceg", TraceBytes.KERNEL.replace("grid dim = (1,1,1)", "grid dim = (2,2,1)"));
        file("kernel-3.traceg", TraceBytes.KERNEL.replace("grid dim = (1,1,1)", "grid dim = (2,1,1)"));
        Path list = file("kernelslist.g", "kernel-1.traceg\nkernel-2.traceg\nkernel-3.traceg\n");

        try (TraceFile open = TraceFile.open(list, null)) {
            Traces.drain((GridTrace) open.trace());

            assertThat(open.trace().notes())
                    .contains(
                            "4 blocks that grids announce are not in the trace (kernel-2.traceg has 1 of 4; 2 kernels lack"
                                    + " blocks): nothing of them was traced, or the file was cut off between blocks");
        }
    }

    @Test
    void a_kernel_that_is_not_there_is_named() {
        Path list = file("kernelslist.g", "kernel-7.traceg\n");

        assertThatThrownBy(() -> TraceFile.open(list, null))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("kernelslist.g:1:1: there is no file")
                .hasMessageContaining("kernel-7.traceg");
    }
}
