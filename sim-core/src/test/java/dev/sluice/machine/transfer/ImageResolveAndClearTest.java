// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.transfer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.machine.request.Request;
import dev.sluice.program.image.Aspect;
import dev.sluice.program.image.ClearValue;
import dev.sluice.program.image.Format;
import dev.sluice.program.image.Surface;
import dev.sluice.program.image.Tiling;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class ImageResolveAndClearTest {

    private static TransferJob resolve(Surface source, Surface destination, int x, int y, int width, int height) {
        return TransferJob.resolve(
                new ImageMove(List.of(new TexelRegion(
                        TexelPlace.image(source, 0, 0, x, y),
                        TexelPlace.image(destination, 0, 0, 1, 2),
                        width,
                        height,
                        1))),
                0,
                TexelRig.AGENT);
    }

    @ParameterizedTest
    @CsvSource({"2, 32", "2, 256", "4, 64", "4, 256", "8, 32", "8, 128"})
    void should_average_samples(int samples, int requestBytes) {
        TexelRig rig = new TexelRig(requestBytes).random(samples);
        Surface source = rig.image(0, Format.R8G8B8A8_UNORM, 21, 18, 1, 1, 1, samples, Tiling.OPTIMAL);
        Surface destination = rig.image(32_768, Format.R8G8B8A8_UNORM, 24, 24, Tiling.OPTIMAL);
        TransferJob job = resolve(source, destination, 3, 0, 18, 17);
        rig.runOnly(job);
        for (int y = 0; y < 17; y++) {
            for (int x = 0; x < 18; x++) {
                double[] average = new double[4];
                for (int sample = 0; sample < samples; sample++) {
                    double[] rgba = rig.decode(Format.R8G8B8A8_UNORM, source.address(0, 0, 3 + x, y, sample));
                    for (int c = 0; c < 4; c++) {
                        average[c] += rgba[c];
                    }
                }
                for (int c = 0; c < 4; c++) {
                    average[c] /= samples;
                }
                rig.acceptTexel(
                        Format.R8G8B8A8_UNORM, destination.address(0, 0, 1 + x, 2 + y, 0), average, 0.501 / 255);
            }
        }
        rig.compare();
        assertThat(job.bytesWritten()).isEqualTo(18 * 17 * 4);
        assertThat(job.bytesRead()).isEqualTo(18L * 17 * 4 * samples);
    }

    @ParameterizedTest
    @ValueSource(strings = {"R32_UINT", "D32_SFLOAT", "D24_UNORM_S8_UINT"})
    void should_take_the_first_sample_of_what_has_no_average(String name) {
        Format format = Format.valueOf(name);
        TexelRig rig = new TexelRig(64).random(1);
        Surface source = rig.image(0, format, 21, 18, 1, 1, 1, 4, Tiling.OPTIMAL);
        Surface destination = rig.image(32_768, format, 24, 24, Tiling.LINEAR);
        for (int y = 0; y < 17; y++) {
            for (int x = 0; x < 18; x++) {
                rig.expectCopy(source.address(0, 0, 3 + x, y, 0), destination.address(0, 0, 1 + x, 2 + y, 0), 4);
            }
        }
        TransferJob job = rig.run(resolve(source, destination, 3, 0, 18, 17));
        assertThat(job.bytesRead()).isEqualTo(18 * 17 * 4);
    }

    @Test
    void should_resolve_from_several_samples_to_one_only() {
        TexelRig rig = new TexelRig(64);
        Surface one = rig.image(0, Format.R8_UNORM, 16, 16, Tiling.OPTIMAL);
        Surface two = rig.image(0, Format.R8_UNORM, 16, 16, 1, 1, 1, 2, Tiling.OPTIMAL);
        assertThatThrownBy(() -> resolve(one, one, 0, 0, 1, 1)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> resolve(two, two, 0, 0, 1, 1)).isInstanceOf(IllegalArgumentException.class);
    }

    private static TransferJob clear(ImageClear... clears) {
        return TransferJob.clear(List.of(clears), 0, TexelRig.AGENT);
    }

    /** Every texel of every tile that has a texel of the image. */
    private static void expectClear(
            TexelRig rig, Surface surface, int level, int slice, ClearValue value, int mask, byte[] texel) {
        int width = surface.spec().width(level);
        int height = surface.spec().height(level);
        if (surface.spec().tiling() == Tiling.OPTIMAL) {
            int columns = surface.layout().tile().width();
            int rows = surface.layout().tile().height();
            width = (width + columns - 1) / columns * columns;
            height = (height + rows - 1) / rows * rows;
        }
        assertThat(value.color()).isNotEmpty();
        for (int sample = 0; sample < surface.spec().samples(); sample++) {
            for (int y = 0; y < height; y++) {
                for (int x = 0; x < width; x++) {
                    long address = surface.address(level, slice, x, y, sample);
                    for (int b = 0; b < texel.length; b++) {
                        if ((mask >> b & 1) != 0) {
                            rig.expectByte(address + b, texel[b]);
                        }
                    }
                }
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"OPTIMAL, 256", "OPTIMAL, 32", "LINEAR, 64"})
    void should_write_every_texel_of_levels_and_layers(Tiling tiling, int requestBytes) {
        TexelRig rig = new TexelRig(requestBytes).random(2);
        Surface image = rig.image(512, Format.R8G8B8A8_UNORM, 37, 21, 1, 3, 4, 1, tiling);
        ClearValue value = new ClearValue(List.of(1.0, 0.0, 0.2, 0.6));
        byte[] texel = {(byte) 255, 0, 51, (byte) 153};
        for (int level = 1; level < 3; level++) {
            for (int layer = 1; layer < 3; layer++) {
                expectClear(rig, image, level, layer, value, 15, texel);
            }
        }
        expectClear(rig, image, 0, 0, value, 15, texel);
        TransferJob job = rig.run(clear(
                ImageClear.of(image, value, Set.of(Aspect.COLOR), 1, 2, 1, 2),
                ImageClear.of(image, value, Set.of(Aspect.COLOR), 0, 1, 0, 1)));
        assertThat(job.bytesRead()).isZero();
        assertThat(job.bytesWritten()).isEqualTo(rig.countWritten());
        assertThat(rig.checkedWrites).isEqualTo(rig.countWritten());
    }

    @Test
    void should_write_tiles_whole() {
        TexelRig rig = new TexelRig(256).random(3);
        rig.memory.recording = true;
        Surface image = rig.image(512, Format.R16_UNORM, 37, 21, Tiling.OPTIMAL);
        ClearValue value = new ClearValue(List.of(1.0));
        expectClear(rig, image, 0, 0, value, 3, new byte[] {-1, -1});
        rig.run(clear(ImageClear.of(image, value, Set.of(Aspect.COLOR), 0, 1, 0, 1)));
        assertThat(rig.memory.seen).hasSize(9).allMatch(seen -> seen.bytes() == 256 && seen.flags() == Request.IMAGE);
    }

    @Test
    void should_clear_all_samples_and_all_slices() {
        TexelRig rig = new TexelRig(128).random(4);
        Surface samples = rig.image(0, Format.R32_SFLOAT, 13, 9, 1, 1, 1, 4, Tiling.OPTIMAL);
        Surface volume = rig.image(32_768, Format.R16_UINT, 13, 9, 5, 1, 2, 1, Tiling.OPTIMAL);
        ClearValue value = new ClearValue(List.of(2.0, 0.0, 0.0, 0.0));
        expectClear(rig, samples, 0, 0, value, 15, new byte[] {0, 0, 0, 0x40});
        for (int slice = 0; slice < 5; slice++) {
            expectClear(rig, volume, 0, slice, value, 3, new byte[] {2, 0});
        }
        expectClear(rig, volume, 1, 0, value, 3, new byte[] {2, 0});
        expectClear(rig, volume, 1, 1, value, 3, new byte[] {2, 0});
        rig.run(clear(
                ImageClear.of(samples, value, Set.of(Aspect.COLOR), 0, 1, 0, 1),
                ImageClear.of(volume, value, Set.of(Aspect.COLOR), 0, 2, 0, 1)));
    }

    @Test
    void should_leave_the_other_aspect_alone() {
        for (Tiling tiling : Tiling.values()) {
            TexelRig rig = new TexelRig(64).random(5);
            Surface image = rig.image(0, Format.D24_UNORM_S8_UINT, 19, 9, tiling);
            ClearValue value = ClearValue.depthStencil(1.0, 0x5A);
            expectClear(rig, image, 0, 0, value, 0b1000, new byte[] {0, 0, 0, 0x5A});
            rig.run(clear(ImageClear.of(image, value, Set.of(Aspect.STENCIL), 0, 1, 0, 1)));
            expectClear(rig, image, 0, 0, value, 0b0111, new byte[] {-1, -1, -1, 0});
            rig.run(clear(ImageClear.of(image, value, Set.of(Aspect.DEPTH), 0, 1, 0, 1)));
        }
    }

    @Test
    void should_refuse_a_clear_of_what_is_not_there() {
        Surface image = new TexelRig(64).image(0, Format.D16_UNORM, 19, 9, Tiling.OPTIMAL);
        assertThatThrownBy(() -> ImageClear.of(image, ClearValue.ZERO, Set.of(Aspect.STENCIL), 0, 1, 0, 1))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> ImageClear.of(image, ClearValue.ZERO, Set.of(Aspect.DEPTH), 0, 2, 0, 1))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> clear()).isInstanceOf(IllegalArgumentException.class);
    }
}
