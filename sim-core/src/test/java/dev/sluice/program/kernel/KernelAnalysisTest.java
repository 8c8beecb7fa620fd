// SPDX-License-Identifier: Apache-2.0
package dev.sluice.program.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class KernelAnalysisTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "v = load.u32 a[gid]\nstore.u32 b[gid] = v * 2",
                "v = load.u32 a[gid]\nw = v > 3 ? 1 : 2\nshared.store.u32 [lid] = w",
                "v = load.u32 a[gid]\nv = gid\nw = load.u32 b[v]",
                "s = 0\nfor i in 0..n {\n v = load.u32 a[gid + i]\n s = s + v\n}\nstore.u32 b[gid] = s",
                "v = load.u32 a[gid]\nw = any v\nx = shuffle v, lane ^ 1\nstore.u32 b[lid] = w + x",
                "v = load.u32 a[gid]\natomic.add.u32 b[gid], v",
                "v = load.u32 a[gid]\nw = shuffle gid, v\nstore.u32 b[gid] = w",
            })
    void data_that_is_only_stored_does_not_count(String code) {
        KernelProgram program = KernelTests.compile(code, "n");
        assertThat(program.timingDependsOnLoads()).isFalse();
        assertThat(program.timingDependence()).isNull();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '§',
            value = {
                "w = load.u32 b[v] § 2 § the index of this load",
                "store.u32 b[v + 1] = 1 § 2 § the index of this store",
                "atomic.add.u32 b[v & 3], 1 § 2 § the index of this atomic",
                "w = shared.load.u32 [v] § 2 § the index of this shared load",
                "shared.store.u32 [v] = 1 § 2 § the index of this shared store",
                "if v > 2 { alu 1 } § 2 § the condition of this if",
                "while v > 2 { v = v - 1 } § 2 § the condition of this while",
                "for i in 0..v { alu 1 } § 2 § the range of this for",
                "w = any v ; if w { alu 2 } § 3 § the condition of this if",
                "w = shuffle v, 0 ; u = load.u32 a[w] § 3 § the index of this load",
                "w = 0 ; for i in 0..4 { ; u = load.u32 a[w] ; w = u ; } § 4 § the index of this load",
                "w = 0 ; if gid < 3 { w = v } ; u = load.u32 a[w] § 4 § the index of this load",
                "w = atomic.add.u32 b[0], 1 ; u = load.u32 a[w] § 3 § the index of this load",
                "w = load.u32 u[0] ; alu w § 3 § the number of cycles",
            })
    void an_index_or_branch_that_memory_decides_counts(String code, int line, String what) {
        String text = "v = load.u32 a[gid]\n" + code.replace(" ; ", "\n");
        TimingDependence dependence = KernelTests.compile(text).timingDependence();
        assertThat(dependence).isNotNull();
        assertThat(dependence.line()).isEqualTo(line);
        assertThat(dependence.what()).contains(what);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "for i in 0..n { controlBarrier workgroup }",
                "for i in 0..4 {\nshared.store.u32 [lid] = i\ncontrolBarrier workgroup acqrel shared\n}",
                "if wg < n { controlBarrier workgroup }",
                "i = 0\nwhile i < n {\ncontrolBarrier workgroup\ni = i + 1\n}",
                "v = load.u32 u[0]\nfor i in 0..v { controlBarrier workgroup }",
                "v = any gid > 3\nif v { controlBarrier subgroup }",
                "if gid < n { alu 1 }\ncontrolBarrier workgroup",
                "if lidY == 0 { controlBarrier workgroup }",
                "if gid < 3 { memoryBarrier device release }",
            })
    void barriers_are_allowed_where_all_invocations_come(String code) {
        assertThatCode(() -> KernelTests.compile(code, "n")).doesNotThrowAnyException();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "v = 0\nif gid < n { controlBarrier workgroup }",
                "v = 0\nif lane < n { controlBarrier subgroup }",
                "for i in 0..lid {\ncontrolBarrier workgroup }",
                "v = any gid > 3\nif v { controlBarrier workgroup }",
                "v = load.u32 a[0]\nif v { controlBarrier workgroup }",
                "i = lid\nwhile i < n { controlBarrier workgroup\n i = i + 1\n}",
                "i = 0\nwhile i < n { controlBarrier workgroup\n if gid { i = i + 1 }\n}",
                "v = 0\nif 1 { for i in 0..n { if lid { controlBarrier workgroup } } }",
            })
    void barriers_in_divergent_code_are_errors(String code) {
        KernelSyntaxException error =
                catchThrowableOfType(KernelSyntaxException.class, () -> KernelTests.compile(code, "n"));
        assertThat(error).hasMessageContaining("must be reached by all invocations of the");
        assertThat(error.line()).isEqualTo(2);
    }

    @Test
    void deeply_nested_loops_are_analysed_at_once() {
        StringBuilder code = new StringBuilder("v = 0\n");
        for (int i = 0; i < 64; i++) {
            code.append(String.format(Locale.ROOT, "r%d = 1\nwhile r%d > 0 {\n", i, i));
        }
        for (int i = 63; i >= 0; i--) {
            code.append(String.format(Locale.ROOT, "r%d = r%d - 1\n}\n", i, i));
        }
        assertThat(KernelTests.compile(code.toString()).timingDependsOnLoads()).isFalse();
    }
}
