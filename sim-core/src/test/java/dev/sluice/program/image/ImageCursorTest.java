// SPDX-License-Identifier: Apache-2.0
package dev.sluice.program.image;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The cursor and the shape against {@link ImageView#offset} and a count of texels one by one. */
class ImageCursorTest {
    private static final List<Format> FORMATS = List.of(
            Format.R8_UNORM,
            Format.R16_UNORM,
            Format.R8G8B8A8_UNORM,
            Format.R16G16B16A16_UNORM,
            Format.R32G32B32A32_SFLOAT);

    private static ImageView view(Random random) {
        boolean linear = random.nextInt(3) == 0;
        boolean volume = random.nextInt(4) == 0;
        int samples = linear || volume ? 1 : 1 << random.nextInt(3);
        int width = 1 + random.nextInt(40);
        int height = 1 + random.nextInt(30);
        int depth = volume ? 2 + random.nextInt(6) : 1;
        int most = Integer.SIZE - Integer.numberOfLeadingZeros(Math.max(width, Math.max(height, depth)));
        int levels = samples > 1 ? 1 : 1 + random.nextInt(most);
        int layers = volume ? 1 : 1 + random.nextInt(4);
        Format format = FORMATS.get(random.nextInt(FORMATS.size()));
        ImageSpec spec = new ImageSpec(
                "i",
                format,
                width,
                height,
                depth,
                layers,
                levels,
                samples,
                linear ? Tiling.LINEAR : Tiling.OPTIMAL,
                Set.of());
        Surface surface = new Surface(1, new SurfaceLayout(spec, 256), 4096, Surface.NONE);
        int baseLevel = random.nextInt(levels);
        int baseLayer = random.nextInt(layers);
        return new ImageView(
                surface,
                baseLevel,
                1 + random.nextInt(levels - baseLevel),
                baseLayer,
                1 + random.nextInt(layers - baseLayer));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void a_cursor_finds_what_the_view_computes(int seed) {
        Random random = new Random(seed);
        ImageCursor cursor = new ImageCursor();
        for (int round = 0; round < 100; round++) {
            ImageView view = view(random);
            cursor.begin(view);
            long at = 0;
            for (int i = 0; i < 500; i++) {
                at = random.nextInt(8) == 0
                        ? (long) (random.nextDouble() * view.size())
                        : (at + random.nextInt(40)) % view.size();
                assertThat(cursor.offset(at)).as("%s of %s", at, view.surface()).isEqualTo(view.offset(at));
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void a_shape_counts_the_elements_of_levels_layers_and_rows(int seed) {
        Random random = new Random(seed);
        for (int round = 0; round < 30; round++) {
            ImageView view = view(random);
            ImageSpec spec = view.surface().spec();
            long shape = view.shape();
            int texelShift = Integer.numberOfTrailingZeros(spec.format().texelBytes());
            int shift = random.nextInt(Math.min(3, texelShift) + 1);
            int elements = 1 << texelShift - shift;
            long index = 0;
            for (int level = 0; level < view.levels(); level++) {
                int width = spec.width(view.baseLevel() + level);
                int height = spec.height(view.baseLevel() + level);
                int planes = spec.depth() > 1 ? spec.depth(view.baseLevel() + level) : view.layers() * spec.samples();
                for (int plane = 0; plane < planes; plane++) {
                    for (int y = 0; y < height; y++) {
                        for (int x = 0; x < width * elements; x++) {
                            assertThat(at(shape, x, y, plane, level, shift)).isEqualTo(index++);
                        }
                    }
                }
                assertThat(ImageShape.isOutside(at(shape, width * elements, 0, 0, level, shift)))
                        .isTrue();
                assertThat(ImageShape.isOutside(at(shape, 0, height, 0, level, shift)))
                        .isTrue();
                assertThat(ImageShape.isOutside(at(shape, 0, 0, planes, level, shift)))
                        .isTrue();
            }
            assertThat(index << shift).isEqualTo(view.size());
            assertThat(ImageShape.isOutside(at(shape, 0, 0, 0, view.levels(), shift)))
                    .isTrue();
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {-1, -7, 1000, 1_000_000, 1L << 40, Long.MIN_VALUE, Long.MAX_VALUE})
    void what_is_outside_is_outside_however_far_and_keeps_its_coordinates(long far) {
        ImageView view = view(new Random(1));
        long index = at(view.shape(), far, 3, 0, 0, 0);
        assertThat(ImageShape.isOutside(index)).isTrue();
        assertThat((long) ImageShape.outsideX(index)).isEqualTo(Math.max(-(1 << 30) + 1, Math.min((1 << 30) - 1, far)));
        assertThat(ImageShape.outsideY(index)).isEqualTo(3);
        assertThat(ImageShape.isOutside(at(view.shape(), 0, far, 0, 0, 0))).isTrue();
        assertThat(ImageShape.isOutside(at(view.shape(), 0, 0, far, 0, 0))).isTrue();
        assertThat(ImageShape.isOutside(at(view.shape(), 0, 0, 0, far, 0))).isTrue();
    }

    private static long at(long shape, long x, long y, long layer, long level, int shift) {
        return ImageShape.index(shape, ImageShape.pixel(x, y), ImageShape.place(layer, level, shift));
    }
}
