// SPDX-License-Identifier: Apache-2.0
package dev.sluice.program.image;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

final class SurfaceLayoutTest {

    private static ImageSpec image(
            Format format, int width, int height, int depth, int layers, int levels, int samples, Tiling tiling) {
        return new ImageSpec("image", format, width, height, depth, layers, levels, samples, tiling, Set.of("SAMPLED"));
    }

    private static ImageSpec flat(Format format, int width, int height, Tiling tiling) {
        return image(format, width, height, 1, 1, 1, 1, tiling);
    }

    static Stream<ImageSpec> images() {
        List<ImageSpec> list = new ArrayList<>();
        for (Format format : List.of(
                Format.R8_UNORM,
                Format.R16_SFLOAT,
                Format.R8G8B8A8_UNORM,
                Format.D32_SFLOAT_S8_UINT,
                Format.R32G32B32A32_SFLOAT)) {
            for (Tiling tiling : Tiling.values()) {
                list.add(image(format, 37, 21, 1, 3, 6, 1, tiling));
                list.add(image(format, 19, 9, 5, 1, 5, 1, tiling));
                list.add(image(format, 1, 1, 1, 1, 1, 1, tiling));
            }
            for (int samples = 2; samples <= 8; samples *= 2) {
                list.add(image(format, 21, 13, 1, 2, 1, samples, Tiling.OPTIMAL));
            }
        }
        return list.stream();
    }

    @ParameterizedTest
    @MethodSource("images")
    void should_give_every_texel_bytes_of_its_own(ImageSpec spec) {
        SurfaceLayout layout = new SurfaceLayout(spec, 256);
        BitSet used = new BitSet();
        int texelBytes = spec.format().texelBytes();
        for (int level = 0; level < spec.levels(); level++) {
            for (int slice = 0; slice < spec.layers() * spec.depth(level); slice++) {
                for (int y = 0; y < spec.height(level); y++) {
                    for (int x = 0; x < spec.width(level); x++) {
                        for (int sample = 0; sample < spec.samples(); sample++) {
                            int offset = Math.toIntExact(layout.offset(level, slice, x, y, sample));
                            assertThat(offset % texelBytes).isZero();
                            int end = offset + texelBytes;
                            if (end > layout.size() || used.nextSetBit(offset) >= 0 && used.nextSetBit(offset) < end) {
                                throw new AssertionError("level " + level + " slice " + slice + " (" + x + ", " + y
                                        + ") sample " + sample + " lies at " + offset);
                            }
                            used.set(offset, end);
                        }
                    }
                }
            }
        }
        assertThat(layout.size() % layout.alignment()).isZero();
    }

    @ParameterizedTest
    @MethodSource("images")
    void should_keep_a_tile_within_its_bytes(ImageSpec spec) {
        SurfaceLayout layout = new SurfaceLayout(spec, 256);
        if (spec.tiling() == Tiling.LINEAR) {
            return;
        }
        TileShape tile = layout.tile();
        assertThat(tile.width() * tile.height() * spec.texelBytes()).isEqualTo(256);
        for (int level = 0; level < spec.levels(); level++) {
            assertThat(layout.tilesAcross(level) % 2).isZero();
            for (int y = 0; y < spec.height(level); y++) {
                for (int x = 0; x < spec.width(level); x++) {
                    long start = layout.tileOffset(level, 0, x, y);
                    long expected = layout.sliceOffset(level, 0)
                            + 256L * (y / tile.height() * layout.tilesAcross(level) + x / tile.width());
                    assertThat(start).isEqualTo(expected);
                    long last = layout.offset(level, 0, x, y, spec.samples() - 1);
                    assertThat(last - start).isBetween(0L, 256L - spec.format().texelBytes());
                }
            }
            assertThat(layout.sliceBytes(level)).isEqualTo(256L * layout.tilesAcross(level) * layout.tilesDown(level));
        }
    }

    @ParameterizedTest
    @CsvSource({
        "256, 1, 16, 16",
        "256, 2, 16, 8",
        "256, 4, 8, 8",
        "256, 8, 8, 4",
        "256, 16, 4, 4",
        "256, 32, 4, 2",
        "256, 128, 2, 1",
        "128, 4, 8, 4",
        "64, 4, 4, 4",
        "64, 64, 1, 1"
    })
    void shouldShapeTilesByTheBytesOfATexel(int tileBytes, int texelBytes, int width, int height) {
        assertThat(TileShape.of(tileBytes, texelBytes)).isEqualTo(new TileShape(width, height, tileBytes));
    }

    @Test
    void should_refuse_a_texel_that_no_tile_holds() {
        assertThatThrownBy(() -> TileShape.of(64, 128))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("128")
                .hasMessageContaining("64");
    }

    @Test
    void should_put_texels_of_a_tile_row_after_row() {
        SurfaceLayout layout = new SurfaceLayout(flat(Format.R8G8B8A8_UNORM, 100, 100, Tiling.OPTIMAL), 256);
        assertThat(layout.tilesAcross(0)).isEqualTo(14); // 13, and one so that pairs share a byte of metadata
        assertThat(layout.offset(0, 0, 0, 0, 0)).isZero();
        assertThat(layout.offset(0, 0, 7, 0, 0)).isEqualTo(28);
        assertThat(layout.offset(0, 0, 0, 1, 0)).isEqualTo(32);
        assertThat(layout.offset(0, 0, 8, 0, 0)).isEqualTo(256);
        assertThat(layout.offset(0, 0, 3, 8, 0)).isEqualTo(14 * 256 + 12);
        assertThat(layout.size()).isEqualTo(14 * 13 * 256);
        assertThat(layout.alignment()).isEqualTo(512);
    }

    @Test
    void should_keep_samples_in_planes_of_a_tile() {
        SurfaceLayout layout = new SurfaceLayout(image(Format.R8G8B8A8_UNORM, 16, 16, 1, 1, 1, 4, Tiling.OPTIMAL), 256);
        assertThat(layout.tile()).isEqualTo(new TileShape(4, 4, 256));
        assertThat(layout.offset(0, 0, 0, 0, 1)).isEqualTo(64);
        assertThat(layout.offset(0, 0, 3, 3, 3)).isEqualTo(252);
        assertThat(layout.offset(0, 0, 4, 0, 2)).isEqualTo(256 + 128);
    }

    @Test
    void should_align_linear_rows() {
        SurfaceLayout layout = new SurfaceLayout(image(Format.R8_UNORM, 33, 4, 1, 2, 2, 1, Tiling.LINEAR), 256);
        assertThat(layout.rowPitch(0)).isEqualTo(64);
        assertThat(layout.rowPitch(1)).isEqualTo(32);
        assertThat(layout.offset(0, 0, 5, 3, 0)).isEqualTo(3 * 64 + 5);
        assertThat(layout.offset(0, 1, 0, 0, 0)).isEqualTo(4 * 64);
        assertThat(layout.offset(1, 0, 0, 0, 0)).isEqualTo(2 * 4 * 64);
        assertThat(layout.offset(1, 1, 15, 1, 0)).isEqualTo(2 * 4 * 64 + 2 * 32 + 32 + 15);
        assertThat(layout.size()).isEqualTo(2 * 4 * 64 + 2 * 2 * 32);
        assertThat(layout.alignment()).isEqualTo(32);
    }

    @Test
    void should_halve_levels_down_to_one_texel() {
        ImageSpec spec = image(Format.R8_UNORM, 20, 5, 1, 1, 5, 1, Tiling.OPTIMAL);
        assertThat(List.of(spec.width(4), spec.height(1), spec.height(2), spec.height(4)))
                .containsExactly(1, 2, 1, 1);
        assertThatThrownBy(() -> image(Format.R8_UNORM, 20, 5, 1, 1, 6, 1, Tiling.OPTIMAL))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("at most 5");
    }

    @Test
    void should_refuse_what_vulkan_does_not_have() {
        assertThatThrownBy(() -> image(Format.R8_UNORM, 0, 5, 1, 1, 1, 1, Tiling.OPTIMAL))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> image(Format.R8_UNORM, 4, 4, 1, 1, 1, 3, Tiling.OPTIMAL))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> image(Format.R8_UNORM, 4, 4, 1, 1, 1, 4, Tiling.LINEAR))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> image(Format.R8_UNORM, 4, 4, 4, 2, 1, 1, Tiling.LINEAR))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void should_number_tiles_from_the_surfaces_first_byte() {
        SurfaceLayout layout = new SurfaceLayout(flat(Format.R8G8B8A8_UNORM, 64, 64, Tiling.OPTIMAL), 256);
        Surface surface = new Surface(1, layout, 4096, Surface.NONE);
        assertThat(surface.tileOf(surface.address(0, 0, 9, 8, 0))).isEqualTo(9);
        assertThat(surface.end()).isEqualTo(4096 + 64 * 64 * 4);
        assertThat(surface.compressible()).isFalse();
    }
}
