// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.compute;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.machine.fault.OutOfRangeAccessException;
import dev.sluice.program.image.Format;
import dev.sluice.program.image.ImageView;
import dev.sluice.program.image.Tiling;
import dev.sluice.program.kernel.BindingKind;
import dev.sluice.program.kernel.KernelProgram;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Accesses of vectors are compared with kernels that access their components one by one. */
final class VectorAccessTest {
    private static final int KERNELS = 60;
    private static final int GROUPS = 3;
    private static final int BYTES = 1 << 15;
    private static final int SHARED = 1024;
    private static final long B = 1 << 20;
    private static final FunctionalCaches NO_CACHES = new FunctionalCaches() {
        @Override
        public void flush(int unit) {
            // there are none
        }

        @Override
        public void invalidate(int unit) {
            // there are none
        }
    };
    private static final String COMPONENTS = "xyzw";
    private static final String[] TYPES = {
        "u8x2", "u8x4", "u16x2", "u16x4", "u32x2", "u32x4", "i32x2", "i32x4", "f32x2", "f32x4", "u64x2"
    };

    /** A kernel, once with vectors and once without. */
    private static final class Pair {
        final StringBuilder vectors = new StringBuilder();
        final StringBuilder elements = new StringBuilder();
        private final Random random;

        Pair(Random random) {
            this.random = random;
            for (int v = 0; v < 3; v++) {
                for (int k = 0; k < 4; k++) {
                    both(component(v, k) + " = hash(gid + " + (7 * v + k) + ")");
                }
            }
            for (int i = 0; i < 9; i++) {
                boolean guarded = random.nextInt(4) == 0;
                if (guarded) {
                    both(random.nextBoolean() ? "if gid % 3 == 1 {" : "if n > 2 {");
                }
                statement();
                if (guarded) {
                    both("}");
                }
            }
            for (int v = 0; v < 3; v++) {
                for (int k = 0; k < 4; k++) {
                    both("store.u64 b[1024 + 12 * gid + " + (4 * v + k) + "] = " + component(v, k));
                }
            }
        }

        private static String component(int vector, int component) {
            return "v" + vector + "." + COMPONENTS.charAt(component);
        }

        private void both(String line) {
            vectors.append(line).append('\n');
            elements.append(line.replace('.', '_').replaceAll("(store|load)_", "$1."))
                    .append('\n');
        }

        private void statement() {
            String type = TYPES[random.nextInt(TYPES.length)];
            String element = type.substring(0, type.indexOf('x'));
            int width = type.charAt(type.length() - 1) - '0';
            int bytes = Integer.parseInt(element.substring(1)) / 8 * width;
            int v = random.nextInt(3);
            switch (random.nextInt(6)) {
                case 0, 1 -> {
                    String from = random.nextBoolean() ? " a[" : " b[";
                    access("v" + v + " = ", "load." + type + from, "", "load." + element + from, width, v, index());
                }
                case 2 -> access("", "store." + type + " b[", "v", "store." + element + " b[", width, v, index());
                case 3 -> {
                    String at = "(" + index() + ") % " + SHARED / bytes;
                    access(
                            "v" + v + " = ",
                            "shared.load." + type + " [",
                            "",
                            "shared.load." + element + " [",
                            width,
                            v,
                            at);
                }
                case 4 -> {
                    String at = "(" + index() + ") % " + SHARED / bytes;
                    access("", "shared.store." + type + " [", "v", "shared.store." + element + " [", width, v, at);
                }
                default ->
                    both(component(v, random.nextInt(4)) + " = " + component(random.nextInt(3), random.nextInt(4))
                            + " + " + component(random.nextInt(3), random.nextInt(4)) + " * 3");
            }
        }

        /** A load into vector {@code v}, or a store of it if {@code stores} is not empty. */
        private void access(
                String target, String vector, String stores, String element, int width, int v, String index) {
            boolean isStore = !stores.isEmpty();
            vectors.append(target)
                    .append(vector)
                    .append(index)
                    .append(isStore ? "] = v" + v : "]")
                    .append('\n');
            for (int k = 0; k < width; k++) {
                String register = component(v, k).replace('.', '_');
                String at = "(" + index + ") * " + width + " + " + k + "]";
                elements.append(isStore ? element + at + " = " + register : register + " = " + element + at)
                        .append('\n');
            }
        }

        private String index() {
            return switch (random.nextInt(8)) {
                case 0 -> "gid * 2";
                case 1 -> "hash(gid) % 200";
                case 2 -> "" + random.nextInt(40);
                case 3 -> "gid + " + random.nextInt(40);
                case 4 -> "200 - gid";
                case 5 -> "(gid + 64) % 100";
                default -> "gid";
            };
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void components_hold_and_memory_gets_what_single_elements_do(boolean atOnce) {
        for (int seed = 0; seed < KERNELS; seed++) {
            Random random = new Random(seed);
            Pair pair = new Pair(random);
            int waveSize = 4 << random.nextInt(5);
            int localSize = random.nextBoolean() ? waveSize : waveSize - 1;
            long offset = List.of(0L, 16L, 4L, 1L).get(random.nextInt(4));
            assertThat(run(pair.vectors, waveSize, localSize, offset, atOnce))
                    .as("seed " + seed + "\n" + pair.vectors)
                    .isEqualTo(run(pair.elements, waveSize, localSize, offset, false));
        }
    }

    /** What both buffers hold afterwards, of which the first byte lies {@code offset} bytes behind the beginning of a line. */
    private static List<Byte> run(CharSequence code, int waveSize, int localSize, long offset, boolean atOnce) {
        Machine.Builder with = new Machine.Builder();
        with.units = 2;
        with.waveSize = waveSize;
        Machine machine = with.build();
        for (int i = 0; i < BYTES; i++) {
            machine.memory.store.set(i, (byte) (i * 37 + (i >> 5)), 1);
            machine.memory.store.set(B + i, (byte) (i * 91), 1);
        }
        KernelProgram program = Machine.kernel(code.toString(), localSize, SHARED, 0, "a", "b");
        long[] addresses = {offset, B + offset};
        long[] sizes = {BYTES, BYTES};
        if (atOnce) {
            DispatchJob job = new DispatchJob(
                    program, 1, 1, 1, addresses, sizes, new long[] {GROUPS}, 3, 7, "dispatch", machine.sink, 0, 0);
            FunctionalDispatcher dispatcher =
                    new FunctionalDispatcher(machine.array, machine.units, NO_CACHES, () -> false, true);
            assertThat(dispatcher.run(job)).isEqualTo(FunctionalDispatcher.End.DONE);
        } else {
            machine.start(program, 1, addresses, sizes, GROUPS);
            machine.finish();
        }
        List<Byte> bytes = new ArrayList<>();
        for (int i = 0; i < BYTES; i++) {
            bytes.add(machine.memory.store.data(B + i));
        }
        return bytes;
    }

    private static Machine machine() {
        Machine.Builder with = new Machine.Builder();
        with.waveSize = 32;
        with.banks = 32;
        return with.build();
    }

    @ParameterizedTest
    @CsvSource({"u32, 1", "u32x2, 2", "u32x4, 4", "u8x4, 1", "u64x2, 4"})
    void wave_takes_a_request_a_line(String type, int requests) {
        Machine machine = machine();
        DispatchJob job = machine.start(Machine.kernel("v = load." + type + " a[gid]", 32, "a"), 1);
        machine.finish();
        assertThat(job.requests()).isEqualTo(requests);
        assertThat(job.bytesRead()).isEqualTo(128L * requests);
    }

    @ParameterizedTest
    @CsvSource({"lid, 3", "0, 0", "lid % 2, 0", "lid * 2, 7"})
    void banks_serve_a_word_a_cycle(String index, long conflicts) {
        Machine machine = machine();
        machine.start(Machine.kernel("v = shared.load.u32x4 [" + index + "]", 32, SHARED, 0, "a"), 1);
        machine.finish();
        assertThat(machine.units.get(0).sharedConflictCycles()).isEqualTo(conflicts);
    }

    @Test
    void vector_of_which_a_component_lies_outside_is_outside() {
        Machine machine = machine();
        KernelProgram program = Machine.kernel("v = load.u32x4 a[gid]", 32, "a");
        assertThatThrownBy(() -> {
                    machine.start(program, 1, new long[] {0}, new long[] {508});
                    machine.finish();
                })
                .isInstanceOf(OutOfRangeAccessException.class)
                .hasMessageContaining("element 31 of 'a', which is bound to 508 bytes (31 elements of 16)");
    }

    @ParameterizedTest
    @CsvSource({"OPTIMAL", "LINEAR"})
    void texel_of_sixteen_bytes_is_one_element(Tiling tiling) {
        TestImage image = new TestImage(Format.R32G32B32A32_SFLOAT, 24, 18, 1, 1, tiling, B);
        Machine machine = machine();
        image.fill(machine.memory, 5, false);
        Map<String, BindingKind> kinds = new LinkedHashMap<>();
        kinds.put("i", BindingKind.STORAGE_IMAGE);
        kinds.put("b", BindingKind.STORAGE);
        String code = "v = load.u32x4 i[gid % 24, gid / 24]\nstore.u32x4 b[gid] = v\n"
                + "v.x = v.w\nstore.u32x4 i[gid % 24, gid / 24] = v";
        KernelProgram program = Machine.kernel(code, 24, 0, 0, kinds);
        @Nullable ImageView[] views = {image.view, null};
        machine.start(program, 18, new long[2], new long[] {0, B}, views);
        machine.finish();
        for (int y = 0; y < 18; y++) {
            for (int x = 0; x < 24; x++) {
                long[] texel = image.texels[0][0][y][x];
                long at = 16L * (24 * y + x);
                assertThat(machine.peek(at, 8)).isEqualTo(texel[0]);
                assertThat(machine.peek(at + 8, 8)).isEqualTo(texel[1]);
                assertThat(machine.peek(image.surface.address(0, 0, x, y, 0), 4))
                        .isEqualTo(texel[1] >>> 32);
                assertThat(machine.peek(image.surface.address(0, 0, x, y, 0) + 8, 8))
                        .isEqualTo(texel[1]);
            }
        }
    }

    @Test
    void texel_that_is_smaller_takes_no_vector() {
        TestImage image = new TestImage(Format.R8G8B8A8_UNORM, 8, 8, 1, 1, Tiling.OPTIMAL, B);
        Map<String, BindingKind> kinds = new LinkedHashMap<>();
        kinds.put("t", BindingKind.SAMPLED);
        KernelProgram program = Machine.kernel("v = load.u32x4 t[gid]", 8, 0, 0, kinds);
        assertThat(program.misfit(0, image.view))
                .contains("is accessed by elements of 16 bytes, but the texels of image")
                .contains("have only 4");
    }
}
