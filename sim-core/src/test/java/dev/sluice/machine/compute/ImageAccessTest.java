// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.compute;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.sluice.machine.fault.OutOfRangeAccessException;
import dev.sluice.machine.request.Request;
import dev.sluice.program.image.Format;
import dev.sluice.program.image.ImageView;
import dev.sluice.program.image.Tiling;
import dev.sluice.program.kernel.BindingKind;
import dev.sluice.program.kernel.KernelProgram;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Images bound to kernels: {@code t} sampled, {@code i} storage image, {@code b} a buffer. */
final class ImageAccessTest {

    private static final long IMAGE = 1 << 20;

    private final Machine machine;

    ImageAccessTest() {
        Machine.Builder with = new Machine.Builder();
        with.waveSize = 32;
        machine = with.build();
    }

    private static KernelProgram kernel(String code, int localSize) {
        Map<String, BindingKind> kinds = new LinkedHashMap<>();
        kinds.put("t", BindingKind.SAMPLED);
        kinds.put("i", BindingKind.STORAGE_IMAGE);
        kinds.put("b", BindingKind.STORAGE);
        return Machine.kernel(code, localSize, 0, 0, kinds);
    }

    private DispatchJob start(KernelProgram program, int groups, TestImage image) {
        @Nullable ImageView[] views = {image.view, image.view, null};
        return machine.start(program, groups, new long[3], new long[] {0, 0, IMAGE}, views);
    }

    @ParameterizedTest
    @CsvSource({
        "R8_UNORM, OPTIMAL, u8",
        "R8_UNORM, LINEAR, u8",
        "R16_UNORM, OPTIMAL, u16",
        "R8G8B8A8_UNORM, OPTIMAL, u32",
        "R8G8B8A8_UNORM, LINEAR, u32",
        "R8G8B8A8_UNORM, OPTIMAL, u8",
        "R16G16B16A16_UNORM, OPTIMAL, u64",
        "R16G16B16A16_UNORM, LINEAR, u64",
        "R32G32B32A32_SFLOAT, OPTIMAL, u64",
        "R32G32B32A32_SFLOAT, LINEAR, u64",
        "R32G32B32A32_SFLOAT, OPTIMAL, u32",
    })
    void loads_by_coordinates_and_by_index_find_every_texel_of_every_level_and_layer(
            Format format, Tiling tiling, String type) {
        TestImage image = new TestImage(format, 23, 18, 3, 3, tiling, IMAGE);
        image.fill(machine.sampled, 5, false);
        int bytes = Integer.parseInt(type.substring(1)) / 8;
        int elements = format.texelBytes() / bytes;
        String load = "w = (t.width >> %1$d) * " + elements + "\nh = t.height >> %1$d\n"
                + "if gid < w * h * t.layers {\n"
                + "v = load." + type + " t[gid %% w, gid / w %% h, gid / (w * h), %1$d]\n"
                + "store.u64 b[base + gid] = v\nv = load." + type + " t[base + gid]\n"
                + "store.u64 b[65536 + base + gid] = v\nbase = base + w * h * t.layers\n}\n";
        StringBuilder code = new StringBuilder("base = 0\n");
        for (int level = 0; level < 3; level++) {
            code.append(String.format(java.util.Locale.ROOT, load, level).replace("base = base", "skip = base"));
            code.append("base = base + w * h * t.layers\n");
        }
        int most = 23 * 18 * 3 * elements;
        start(kernel(code.toString(), 128), (most + 127) / 128, image);
        machine.finish();
        int index = 0;
        for (int level = 0; level < 3; level++) {
            for (int layer = 0; layer < 3; layer++) {
                for (int y = 0; y < image.height(level); y++) {
                    for (int x = 0; x < image.width(level) * elements; x++) {
                        int part = x % elements * bytes;
                        long expected = image.texels[level][layer][y][x / elements][part / 8] >>> part % 8 * 8;
                        expected &= -1L >>> 64 - 8 * bytes;
                        assertThat(machine.peek(8L * index, 8)).isEqualTo(expected);
                        assertThat(machine.peek(8L * (65536 + index), 8)).isEqualTo(expected);
                        index++;
                    }
                }
            }
        }
    }

    @Test
    void stores_and_atomics_by_coordinates_change_the_texel() {
        TestImage image = new TestImage(Format.R32_UINT, 20, 20, 1, 1, Tiling.OPTIMAL, IMAGE);
        start(
                kernel("store.u32 i[gid % 20, gid / 20] = gid\no = atomic.add.u32 i[gid % 20, gid / 20], 1000", 100),
                4,
                image);
        machine.finish();
        for (int n = 0; n < 400; n++) {
            assertThat(machine.peek(image.surface.address(0, 0, n % 20, n / 20, 0), 4))
                    .isEqualTo(n + 1000);
        }
    }

    @Test
    void requests_of_images_say_so_and_those_of_buffers_do_not() {
        TestImage image = new TestImage(Format.R32_UINT, 20, 20, 1, 1, Tiling.OPTIMAL, IMAGE);
        start(kernel("store.u32 i[lane, 0] = 1\nstore.u32 b[lane] = 1\nv = load.u32 t[3] @ streaming", 1), 1, image);
        machine.finish();
        assertThat(machine.memory.seen).extracting(s -> s.flags()).containsExactly(Request.IMAGE, 0);
        assertThat(machine.sampled.seen).extracting(s -> s.flags()).containsExactly(Request.IMAGE | Request.STREAMING);
    }

    @ParameterizedTest
    @CsvSource({
        "R8_UNORM, u8, 0, 0, 1", // tiles of 16 x 16 texels
        "R8G8B8A8_UNORM, u32, 0, 0, 1", // half a tile of 8 x 8, a line
        "R8G8B8A8_UNORM, u32, 8, 4, 1",
        "R8G8B8A8_UNORM, u32, 4, 2, 4", // four tiles
        "R16G16B16A16_UNORM, u64, 0, 0, 2", // a tile of 8 x 4
    })
    void a_block_of_8_by_4_lanes_of_a_tiled_image_is_few_requests(
            Format format, String type, int x, int y, int requests) {
        TestImage image = new TestImage(format, 64, 64, 1, 1, Tiling.OPTIMAL, IMAGE);
        DispatchJob job =
                start(kernel("v = load." + type + " t[" + x + " + lane % 8, " + y + " + lane / 8]", 32), 1, image);
        machine.finish();
        assertThat(job.requests()).isEqualTo(requests);
        assertThat(job.bytesRead()).isEqualTo(32L * format.texelBytes());
    }

    @Test
    void a_coordinate_outside_is_a_fault_that_names_it() {
        TestImage image = new TestImage(Format.R32_UINT, 20, 10, 1, 2, Tiling.OPTIMAL, IMAGE);
        start(kernel("v = load.u32 t[gid, 3 - gid]", 8), 1, image);
        OutOfRangeAccessException fault =
                catchThrowableOfType(OutOfRangeAccessException.class, () -> machine.engine.run());
        assertThat(fault)
                .hasMessage(
                        "dispatch 0: kernel k, line 1: lane 4 (gid 4) accesses (4, -1) of 't', which is bound to 250 "
                                + "elements of 4 bytes of image image (20 x 10 texels, 1 layer, 2 levels)");
        assertThat(fault.lane()).isEqualTo(4);
    }

    @Test
    void an_index_past_the_view_is_a_fault() {
        TestImage image = new TestImage(Format.R32_UINT, 20, 10, 1, 1, Tiling.LINEAR, IMAGE);
        start(kernel("v = load.u32 t[199 + gid]", 8), 1, image);
        assertThat(catchThrowableOfType(OutOfRangeAccessException.class, () -> machine.engine.run()))
                .hasMessageContaining("lane 1 (gid 1) accesses element 200 of 't'");
    }

    @Test
    void what_does_not_fit_is_refused_when_bound() {
        TestImage bytes = new TestImage(Format.R8_UNORM, 20, 10, 1, 1, Tiling.LINEAR, IMAGE);
        assertThatThrownBy(() -> start(kernel("v = load.u32 t[0]", 8), 1, bytes))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("'t' is accessed by elements of 4 bytes")
                .hasMessageContaining("(R8_UNORM) have only 1");
        TestImage words = new TestImage(Format.R32_UINT, 20, 10, 1, 1, Tiling.LINEAR, IMAGE);
        assertThatThrownBy(() -> start(kernel("v = sample.nearest.u8 t[0, 0]", 8), 1, words))
                .hasMessageContaining("'t' is sampled by texels of 1 bytes");
        assertThatThrownBy(() ->
                        machine.start(kernel("v = load.u8 t[0, 0]", 8), 1, new long[3], new long[3], new ImageView[3]))
                .hasMessageContaining("'t' needs an image");
        assertThatThrownBy(() -> machine.start(
                        kernel("v = 1", 8), 1, new long[3], new long[3], new ImageView[] {null, null, words.view}))
                .hasMessageContaining("'b' needs a buffer");
    }
}
