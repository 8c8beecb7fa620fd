// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.compute;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.program.image.Format;
import dev.sluice.program.image.ImageView;
import dev.sluice.program.image.Tiling;
import dev.sluice.program.kernel.BindingKind;
import dev.sluice.program.kernel.KernelProgram;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Samples by kernels against sums of texels that are taken one by one. */
final class SamplingTest {

    private static final long IMAGE = 1 << 20;
    private static final long IN = 1 << 22;
    private static final long OUT = 1 << 23;
    private static final int COUNT = 256;

    private final Machine machine;
    private final Random random = new Random(11);

    SamplingTest() {
        Machine.Builder with = new Machine.Builder();
        with.waveSize = 32;
        machine = with.build();
    }

    private static KernelProgram kernel(String code, int localSize) {
        Map<String, BindingKind> kinds = new LinkedHashMap<>();
        kinds.put("t", BindingKind.SAMPLED);
        kinds.put("in", BindingKind.STORAGE);
        kinds.put("o", BindingKind.STORAGE);
        return Machine.kernel(code, localSize, 0, 0, kinds);
    }

    private DispatchJob start(KernelProgram program, int groups, TestImage image) {
        @Nullable ImageView[] views = {image.view, null, null};
        return machine.start(program, groups, new long[] {0, IN, OUT}, new long[] {0, 1 << 20, 1 << 20}, views);
    }

    @ParameterizedTest
    @CsvSource({
        "R8_UNORM, u8, 19, 13, OPTIMAL",
        "R16_UNORM, u16, 16, 16, OPTIMAL",
        "R8G8B8A8_UNORM, u32, 32, 16, OPTIMAL",
        "R8G8B8A8_UNORM, u32, 31, 15, LINEAR",
        "R16G16B16A16_UNORM, u64, 21, 9, OPTIMAL",
        "R32_SFLOAT, f32, 17, 40, OPTIMAL",
    })
    void every_kind_of_sample_is_the_sum_of_its_texels(
            Format format, String type, int width, int height, Tiling tiling) {
        TestImage image = new TestImage(format, width, height, 1, 4, tiling, IMAGE);
        image.fill(machine.sampled, 3, type.equals("f32"));
        int[] u = new int[COUNT];
        int[] v = new int[COUNT];
        int[] lod = new int[COUNT];
        for (int i = 0; i < COUNT; i++) {
            u[i] = random.nextInt((width + 8) * 256) - 4 * 256;
            v[i] = random.nextInt((height + 8) * 256) - 4 * 256;
            lod[i] = random.nextInt(5 * 256) - 256;
            machine.poke(IN + 12L * i, 4, u[i]);
            machine.poke(IN + 12L * i + 4, 4, v[i]);
            machine.poke(IN + 12L * i + 8, 4, lod[i]);
        }
        String code = """
                u = load.i32 in[3 * gid]
                v = load.i32 in[3 * gid + 1]
                l = load.i32 in[3 * gid + 2]
                a = sample.nearest.T t[u, v]
                b = sample.bilinear.T t[u, v]
                c = sample.nearest.T t[u, v, l]
                d = sample.bilinear.T t[u, v, l]
                e = sample.trilinear.T t[u, v, l]
                store.u64 o[gid] = a
                store.u64 o[256 + gid] = b
                store.u64 o[512 + gid] = c
                store.u64 o[768 + gid] = d
                store.u64 o[1024 + gid] = e
                """;
        start(kernel(code.replace(".T ", "." + type + " "), 32), COUNT / 32, image);
        machine.finish();
        for (int i = 0; i < COUNT; i++) {
            int clamped = Math.max(0, Math.min(lod[i], 3 * 256));
            int near = (clamped + 128) / 256;
            int fine = clamped / 256;
            int coarse = Math.min(3, fine + 1);
            String which = String.format(Locale.ROOT, "u %d v %d lod %d", u[i], v[i], lod[i]);
            assertThat(result(0, i)).as(which).isEqualTo(nearest(image, 0, u[i], v[i]));
            assertThat(result(256, i)).as(which).isEqualTo(bilinear(image, type, 0, u[i], v[i]));
            assertThat(result(512, i)).as(which).isEqualTo(nearest(image, near, u[i], v[i]));
            assertThat(result(768, i)).as(which).isEqualTo(bilinear(image, type, near, u[i], v[i]));
            long one = bilinear(image, type, fine, u[i], v[i]);
            long two = bilinear(image, type, coarse, u[i], v[i]);
            assertThat(result(1024, i)).as(which).isEqualTo(mixed(type, one, two, clamped % 256));
        }
    }

    private long result(int from, int i) {
        return machine.peek(OUT + 8L * (from + i), 8);
    }

    private static int scaled(TestImage image, int level, int at, boolean across) {
        long first = across ? image.width(0) : image.height(0);
        long edge = across ? image.width(level) : image.height(level);
        return (int) Math.floorDiv(at * edge, first);
    }

    private static long nearest(TestImage image, int level, int u, int v) {
        return image.texel(
                level,
                Math.floorDiv(scaled(image, level, u, true), 256),
                Math.floorDiv(scaled(image, level, v, false), 256));
    }

    private static long bilinear(TestImage image, String type, int level, int u, int v) {
        int across = scaled(image, level, u, true) - 128;
        int down = scaled(image, level, v, false) - 128;
        int x = Math.floorDiv(across, 256);
        int y = Math.floorDiv(down, 256);
        int fx = Math.floorMod(across, 256);
        int fy = Math.floorMod(down, 256);
        long[] texels = {
            image.texel(level, x, y), image.texel(level, x + 1, y),
            image.texel(level, x, y + 1), image.texel(level, x + 1, y + 1)
        };
        long[] weights = {(256L - fx) * (256 - fy), (long) fx * (256 - fy), (256L - fx) * fy, (long) fx * fy};
        if (type.equals("f32")) {
            double sum = 0;
            for (int i = 0; i < 4; i++) {
                sum += Float.intBitsToFloat((int) texels[i]) * (double) weights[i];
            }
            return Float.floatToIntBits((float) (sum / 65536)) & 0xFFFF_FFFFL;
        }
        long result = 0;
        int bits = bits(type);
        for (int at = 0; at < Long.SIZE; at += bits) {
            double sum = 0;
            for (int i = 0; i < 4; i++) {
                sum += (texels[i] >>> at & (1L << bits) - 1) * weights[i];
            }
            result |= (long) Math.floor(sum / 65536 + 0.5) << at;
        }
        return result;
    }

    private static long mixed(String type, long one, long two, int way) {
        if (type.equals("f32")) {
            double sum =
                    Float.intBitsToFloat((int) one) * (256.0 - way) + Float.intBitsToFloat((int) two) * (double) way;
            return Float.floatToIntBits((float) (sum / 256)) & 0xFFFF_FFFFL;
        }
        long result = 0;
        int bits = bits(type);
        for (int at = 0; at < Long.SIZE; at += bits) {
            long mask = (1L << bits) - 1;
            double sum = (one >>> at & mask) * (256.0 - way) + (two >>> at & mask) * (double) way;
            result |= (long) Math.floor(sum / 256 + 0.5) << at;
        }
        return result;
    }

    private static int bits(String type) {
        return type.equals("u8") || type.equals("u32") ? 8 : 16;
    }

    @ParameterizedTest
    @CsvSource({
        // lanes read 8 x 4 texels at (8, 8): half a tile, which is a line of 128 bytes
        "nearest, '', 1, 32",
        // texels around pixels' centres moved by half a texel: 9 x 5 texels, of which each of the four loads reads 8 x
        // 4
        "bilinear, '', 9, 128",
        // and at level 1 5 x 3 texels, whose fifth column lies in another tile
        "trilinear, ', 0', 15, 256",
    })
    void a_block_of_8_by_4_samples_asks_for_the_texels_that_it_covers(
            String kind, String lod, int requests, int texels) {
        TestImage image = new TestImage(Format.R8G8B8A8_UNORM, 64, 64, 1, 2, Tiling.OPTIMAL, IMAGE);
        int half = kind.equals("nearest") ? 0 : 128;
        String code = "v = sample." + kind + ".u32 t[(8 + lane % 8) * 256 + 128 + " + half
                + ", (8 + lane / 8) * 256 + 128 + " + half + lod + "]";
        DispatchJob job = start(kernel(code, 32), 1, image);
        machine.finish();
        assertThat(job.bytesRead()).isLessThanOrEqualTo(4L * texels);
        assertThat(job.requests()).isEqualTo(requests);
    }

    @Test
    void texels_at_the_edge_count_for_those_beyond() {
        TestImage image = new TestImage(Format.R8_UNORM, 2, 2, 1, 1, Tiling.LINEAR, IMAGE);
        image.fill(machine.sampled, 9, false);
        start(kernel("v = sample.bilinear.u8 t[-100000, 100000]\nstore.u8 o[0] = v", 1), 1, image);
        machine.finish();
        assertThat(machine.peek(OUT, 1)).isEqualTo(image.texel(0, 0, 1));
    }
}
