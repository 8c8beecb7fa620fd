// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.transfer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.machine.request.Request;
import dev.sluice.machine.testing.MockMemory;
import dev.sluice.program.image.Format;
import dev.sluice.program.image.Surface;
import dev.sluice.program.image.Tiling;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

final class ImageBlitTest {

    private static TransferJob blit(
            Surface source, Surface destination, boolean linear, ImageBlit.Box from, ImageBlit.Box to) {
        return TransferJob.blit(
                new ImageBlit(source, destination, linear, List.of(new ImageBlit.Region(from, to))), 0, TexelRig.AGENT);
    }

    private static ImageBlit.Box box(int x, int y, int width, int height) {
        return new ImageBlit.Box(0, 0, x, y, width, height, 1);
    }

    /** Visits every texel between two corners. */
    private interface Visitor {
        void visit(int x, int y, int z);
    }

    private static void each(ImageBlit.Box box, Visitor visitor) {
        for (int z = Math.min(box.slice(), box.slice() + box.depth());
                z < Math.max(box.slice(), box.slice() + box.depth());
                z++) {
            for (int y = Math.min(box.y(), box.y() + box.height());
                    y < Math.max(box.y(), box.y() + box.height());
                    y++) {
                for (int x = Math.min(box.x(), box.x() + box.width());
                        x < Math.max(box.x(), box.x() + box.width());
                        x++) {
                    visitor.visit(x, y, z);
                }
            }
        }
    }

    private static double scale(int at, int to, int toExtent, int from, int fromExtent) {
        return (at + 0.5 - to) * ((double) fromExtent / toExtent) + from;
    }

    private static int clamp(double value, int limit) {
        return (int) Math.max(0, Math.min(limit - 1, value));
    }

    /** The nearest texel: bytes are copied. */
    private static void expectNearest(
            TexelRig rig, Surface source, Surface destination, ImageBlit.Box from, ImageBlit.Box to) {
        int bytes = source.spec().format().texelBytes();
        each(to, (x, y, z) -> {
            int u = clamp(
                    Math.floor(scale(x, to.x(), to.width(), from.x(), from.width())),
                    source.spec().width());
            int v = clamp(
                    Math.floor(scale(y, to.y(), to.height(), from.y(), from.height())),
                    source.spec().height());
            rig.expectCopy(
                    source.address(from.level(), from.slice(), u, v, 0),
                    destination.address(to.level(), z, x, y, 0),
                    bytes);
        });
    }

    /** A tent over all texels of the source, those beyond the edge repeating it. */
    private static double[] filtered(TexelRig rig, Surface source, int level, double u, double v, double w) {
        int width = source.spec().width(level);
        int height = source.spec().height(level);
        int depth = source.spec().depth(level);
        double[] sum = new double[4];
        for (int k = -1; k <= depth; k++) {
            for (int j = -1; j <= height; j++) {
                for (int i = -1; i <= width; i++) {
                    double weight = tent(u - 0.5 - i) * tent(v - 0.5 - j) * tent(w - 0.5 - k);
                    if (weight > 0) {
                        double[] rgba = rig.decode(
                                source.spec().format(),
                                source.address(level, clamp(k, depth), clamp(i, width), clamp(j, height), 0));
                        for (int c = 0; c < 4; c++) {
                            sum[c] += weight * rgba[c];
                        }
                    }
                }
            }
        }
        return sum;
    }

    private static double tent(double distance) {
        return Math.max(0, 1 - Math.abs(distance));
    }

    private static void acceptLinear(
            TexelRig rig, Surface source, Surface destination, ImageBlit.Box from, ImageBlit.Box to, double tolerance) {
        each(to, (x, y, z) -> {
            double u = scale(x, to.x(), to.width(), from.x(), from.width());
            double v = scale(y, to.y(), to.height(), from.y(), from.height());
            double w = scale(z, to.slice(), to.depth(), from.slice(), from.depth());
            rig.acceptTexel(
                    destination.spec().format(),
                    destination.address(to.level(), z, x, y, 0),
                    filtered(rig, source, from.level(), u, v, w),
                    tolerance);
        });
    }

    @ParameterizedTest
    @CsvSource({
        "0, 0, 20, 16, 0, 0, 20, 16",
        "0, 0, 20, 16, 0, 0, 40, 32",
        "0, 0, 20, 16, 3, 1, 10, 8",
        "2, 3, 15, 11, 5, 2, 23, 29",
        "20, 0, -20, 16, 0, 0, 20, 16",
        "0, 0, 20, 16, 30, 31, -25, -31",
        "0, 0, 20, 16, 7, 9, 1, 1"
    })
    void shouldTakeTheNearestTexel(int sx, int sy, int sw, int sh, int dx, int dy, int dw, int dh) {
        for (Tiling tiling : Tiling.values()) {
            TexelRig rig = new TexelRig(64).random(1);
            Surface source = rig.image(0, Format.R16G16_UNORM, 20, 16, Tiling.OPTIMAL);
            Surface destination = rig.image(32_768, Format.R16G16_UNORM, 40, 32, tiling);
            expectNearest(rig, source, destination, box(sx, sy, sw, sh), box(dx, dy, dw, dh));
            rig.run(blit(source, destination, false, box(sx, sy, sw, sh), box(dx, dy, dw, dh)));
        }
    }

    @ParameterizedTest
    @CsvSource({
        "0, 0, 20, 16, 0, 0, 40, 32",
        "0, 0, 20, 16, 3, 1, 10, 8",
        "2, 3, 15, 11, 5, 2, 23, 29",
        "20, 16, -20, -16, 1, 0, 33, 17",
        "0, 0, 20, 16, 0, 0, 3, 2"
    })
    void shouldWeighTheNearestTexels(int sx, int sy, int sw, int sh, int dx, int dy, int dw, int dh) {
        for (Tiling tiling : Tiling.values()) {
            TexelRig rig = new TexelRig(128).random(2);
            Surface source = rig.image(0, Format.R8G8B8A8_UNORM, 20, 16, tiling);
            Surface destination = rig.image(32_768, Format.B8G8R8A8_UNORM, 40, 32, Tiling.OPTIMAL);
            ImageBlit.Box from = box(sx, sy, sw, sh);
            ImageBlit.Box to = box(dx, dy, dw, dh);
            rig.runOnly(blit(source, destination, true, from, to));
            acceptLinear(rig, source, destination, from, to, 0.501 / 255);
            rig.compare();
        }
    }

    @Test
    void should_scale_in_three_dimensions() {
        TexelRig rig = new TexelRig(256).random(3);
        Surface source = rig.image(0, Format.R8_UNORM, 9, 7, 5, 1, 2, 1, Tiling.OPTIMAL);
        Surface destination = rig.image(32_768, Format.R16_UNORM, 12, 8, 9, 1, 2, 1, Tiling.OPTIMAL);
        ImageBlit.Box from = new ImageBlit.Box(0, 0, 0, 0, 9, 7, 5);
        ImageBlit.Box to = new ImageBlit.Box(1, 4, 0, 0, 6, 4, -4);
        rig.runOnly(blit(source, destination, true, from, to));
        acceptLinear(rig, source, destination, from, to, 0.501 / 65_535);
        rig.compare();
    }

    @Test
    void should_make_a_level_of_the_one_above_it() {
        TexelRig rig = new TexelRig(256).random(4);
        Surface image = rig.image(0, Format.R8G8B8A8_UNORM, 32, 32, 1, 2, 3, 1, Tiling.OPTIMAL);
        ImageBlit.Box from = new ImageBlit.Box(0, 0, 0, 0, 32, 32, 1);
        ImageBlit.Box to = new ImageBlit.Box(1, 0, 0, 0, 16, 16, 1);
        TransferJob job = blit(image, image, true, from, to);
        rig.runOnly(job);
        acceptLinear(rig, image, image, from, to, 0.501 / 255);
        rig.compare();
        assertThat(job.bytesRead()).isEqualTo(32 * 32 * 4); // every texel once
        assertThat(job.bytesWritten()).isEqualTo(16 * 16 * 4);
        assertThat(rig.transfer.result().reads()).isEqualTo(16);
        assertThat(rig.transfer.result().writes()).isEqualTo(4);
    }

    @Test
    void should_convert_formats() {
        TexelRig rig = new TexelRig(64);
        Surface source = rig.image(0, Format.R8G8B8A8_SRGB, 8, 8, Tiling.OPTIMAL);
        Surface destination = rig.image(32_768, Format.R16G16B16A16_SFLOAT, 8, 8, Tiling.LINEAR);
        rig.random(5);
        each(
                box(0, 0, 8, 8),
                (x, y, z) -> rig.expectTexel(
                        Format.R16G16B16A16_SFLOAT,
                        destination.address(0, 0, x, y, 0),
                        rig.decode(Format.R8G8B8A8_SRGB, source.address(0, 0, x, y, 0))));
        rig.run(blit(source, destination, true, box(0, 0, 8, 8), box(0, 0, 8, 8)));
    }

    @ParameterizedTest
    @EnumSource(
            value = Format.class,
            names = {"R32_UINT", "D32_SFLOAT", "R8G8B8A8_SINT", "S8_UINT"})
    void should_not_filter_what_is_no_colour(Format format) {
        TexelRig rig = new TexelRig(64).random(6);
        Surface source = rig.image(0, format, 20, 16, Tiling.OPTIMAL);
        Surface destination = rig.image(32_768, format, 40, 32, Tiling.OPTIMAL);
        expectNearest(rig, source, destination, box(1, 2, 17, 13), box(3, 0, 37, 30));
        rig.run(blit(source, destination, true, box(1, 2, 17, 13), box(3, 0, 37, 30)));
    }

    @ParameterizedTest
    @ValueSource(ints = {32, 256})
    void should_bound_the_reads_of_a_piece(int requestBytes) {
        TexelRig rig = new TexelRig(true, 64, requestBytes, 64).random(7);
        rig.memory.recording = true;
        Surface source = rig.image(0, Format.R8_UNORM, 200, 150, Tiling.LINEAR);
        Surface destination = rig.image(40_960, Format.R8_UNORM, 16, 16, Tiling.OPTIMAL);
        expectNearest(rig, source, destination, box(0, 0, 200, 150), box(0, 0, 16, 16));
        rig.run(blit(source, destination, false, box(0, 0, 200, 150), box(0, 0, 16, 16)));
        assertThat(rig.memory.seen.stream()
                        .filter(seen -> seen.kind() == Request.WRITE)
                        .count())
                .isGreaterThan(1);
        assertThat(rig.memory.seen).extracting(MockMemory.Seen::flags).containsOnly(Request.IMAGE);
        assertThat(rig.memory.seen.stream()
                        .filter(seen -> seen.kind() == Request.WRITE)
                        .mapToInt(MockMemory.Seen::bytes)
                        .sum())
                .isEqualTo(256);
    }

    @Test
    void should_agree_under_back_pressure_with_a_few_requests() {
        Random random = new Random(8);
        for (int i = 0; i < 5; i++) {
            TexelRig rig = new TexelRig(true, 1 + random.nextInt(5), 64, 2).random(i);
            Surface source = rig.image(0, Format.R8G8_UNORM, 30, 30, Tiling.OPTIMAL);
            Surface destination = rig.image(32_768, Format.R8G8_UNORM, 30, 30, Tiling.OPTIMAL);
            ImageBlit.Box from = box(0, 0, 1 + random.nextInt(30), 1 + random.nextInt(30));
            ImageBlit.Box to = box(30, 0, -1 - random.nextInt(30), 1 + random.nextInt(30));
            expectNearest(rig, source, destination, from, to);
            rig.run(blit(source, destination, false, from, to));
        }
    }

    @Test
    void should_refuse_what_is_not_within_the_images() {
        TexelRig rig = new TexelRig(64);
        Surface image = rig.image(0, Format.R8_UNORM, 16, 16, Tiling.OPTIMAL);
        Surface samples = rig.image(0, Format.R8_UNORM, 16, 16, 1, 1, 1, 2, Tiling.OPTIMAL);
        ImageBlit.Box whole = box(0, 0, 16, 16);
        assertThatThrownBy(() -> blit(image, image, false, box(1, 0, 16, 1), whole))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> blit(image, image, false, whole, box(3, 0, -4, 1)))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> blit(image, image, false, box(0, 0, 0, 1), whole))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> blit(samples, image, false, whole, whole))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
