// SPDX-License-Identifier: Apache-2.0
package dev.sluice.program.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The worked examples of docs/kernel-language.md, on a memory of one array of elements a binding. */
class KernelExamplesTest {
    private final Map<String, long[]> memory = new LinkedHashMap<>();

    @Test
    void pointer_chase_follows_the_list() {
        memory.put("next", new long[] {3, 4, 1, 2, 0});
        memory.put("out", new long[1]);
        String code = """
                p = 0
                for i in 0..n {
                  p = load.u32 next[p]
                }
                store.u32 out[gid] = p
                """;
        KernelProgram program = compile(code, new LocalSize(1, 1, 1), "n");
        assertThat(program.timingDependence()).isEqualTo(new TimingDependence(3, "the index of this load"));
        run(program, 1, 32, 4);
        assertThat(memory.get("out")).containsExactly(4);
    }

    @Test
    void gather_reads_through_the_index_and_masks_the_tail() {
        memory.put("index", new long[] {2, 0, 1, 2, 1, 0});
        memory.put("table", new long[] {bits(1.5f), bits(-2f), bits(4f)});
        memory.put("out", new long[6]);
        String code = """
                if gid < n {
                  j = load.u32 index[gid]
                  v = load.f32 table[j]
                  store.f32 out[gid] = f32mul(v, 2f)
                }
                """;
        run(compile(code, new LocalSize(4, 1, 1), "n"), 2, 4, 6);
        assertThat(memory.get("out")).containsExactly(bits(8f), bits(3f), bits(-4f), bits(8f), bits(-4f), bits(3f));
    }

    @Test
    void sparse_matrix_by_vector_sums_each_row() {
        memory.put("rowStart", new long[] {0, 2, 2, 5});
        memory.put("column", new long[] {0, 2, 0, 1, 2});
        memory.put("value", new long[] {bits(1f), bits(2f), bits(3f), bits(4f), bits(5f)});
        memory.put("vec", new long[] {bits(10f), bits(20f), bits(30f)});
        memory.put("result", new long[] {-1, -1, -1});
        String code = """
                if gid < rows {
                  begin = load.u32 rowStart[gid]
                  end = load.u32 rowStart[gid + 1]
                  sum = 0f
                  for k in begin..end {
                    c = load.u32 column[k]
                    a = load.f32 value[k]
                    b = load.f32 vec[c]
                    sum = f32fma(a, b, sum)
                  }
                  store.f32 result[gid] = sum
                }
                """;
        run(compile(code, new LocalSize(8, 1, 1), "rows"), 1, 8, 3);
        assertThat(memory.get("result")).containsExactly(bits(70f), 0, bits(30f + 80f + 150f));
    }

    @Test
    void vector_is_loaded_changed_and_stored_at_once() {
        memory.put("src", new long[] {1, 2, 3, 4, 5, 6, 7, 8});
        memory.put("dst", new long[8]);
        String code = """
                v = load.u32x4 src[gid]
                v.x = v.x + v.w
                store.u32x4 dst[gid] = v
                """;
        run(compile(code, new LocalSize(2, 1, 1), "n"), 1, 2, 0);
        assertThat(memory.get("dst")).containsExactly(5, 2, 3, 4, 13, 6, 7, 8);
    }

    private KernelProgram compile(String code, LocalSize size, String... parameters) {
        Map<String, BindingKind> bindings = new LinkedHashMap<>();
        memory.keySet().forEach(name -> bindings.put(name, BindingKind.STORAGE));
        return KernelCompiler.compile(
                new KernelSource("example", code, size, bindings, new LinkedHashSet<>(List.of(parameters)), 0, 0));
    }

    private void run(KernelProgram program, int groups, int waveSize, long parameter) {
        WaveInterpreter wave = new WaveInterpreter();
        wave.bind(program);
        for (int group = 0; group < groups; group++) {
            wave.start(group, 0, 0, groups, 1, 1, 0, waveSize, new long[] {parameter});
            int kind = wave.next();
            while (kind != WaveInterpreter.END) {
                assertThat(kind).isIn(WaveInterpreter.LOAD, WaveInterpreter.STORE);
                access(program, wave, kind == WaveInterpreter.STORE, waveSize);
                kind = wave.next();
            }
        }
    }

    private void access(KernelProgram program, WaveInterpreter wave, boolean store, int waveSize) {
        long[] elements = memory.get(program.bindings().get(wave.binding()).name());
        for (int lane = 0; lane < waveSize; lane++) {
            if ((wave.activeMask() >>> lane & 1) != 0) {
                int element = (int) (wave.offsets()[lane] / 4);
                for (int i = 0; i < wave.width(); i++) {
                    if (store) {
                        elements[element + i] = wave.values(i)[lane];
                    } else {
                        wave.deliver(wave.destination(), i, lane, elements[element + i]);
                    }
                }
            }
        }
        if (!store) {
            wave.complete(wave.destination());
        }
    }

    private static long bits(float value) {
        return Float.floatToIntBits(value) & 0xffff_ffffL;
    }
}
