// SPDX-License-Identifier: Apache-2.0
package dev.sluice.program.image;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class ImageViewTest {

    private static Surface surface(
            Format format, int width, int height, int depth, int layers, int levels, int samples, Tiling tiling) {
        return new Surface(
                1,
                new SurfaceLayout(
                        new ImageSpec("image", format, width, height, depth, layers, levels, samples, tiling, Set.of()),
                        256),
                1 << 20,
                Surface.NONE);
    }

    /** Walks the view in its documented order. */
    private static void check(ImageView view) {
        SurfaceLayout layout = view.surface().layout();
        ImageSpec spec = layout.spec();
        int texelBytes = spec.format().texelBytes();
        long at = 0;
        for (int level = view.baseLevel(); level < view.baseLevel() + view.levels(); level++) {
            int first = spec.depth() > 1 ? 0 : view.baseLayer();
            int slices = spec.depth() > 1 ? spec.depth(level) : view.layers();
            for (int slice = first; slice < first + slices; slice++) {
                for (int sample = 0; sample < spec.samples(); sample++) {
                    for (int y = 0; y < spec.height(level); y++) {
                        for (int x = 0; x < spec.width(level); x++) {
                            long offset = layout.offset(level, slice, x, y, sample);
                            for (int b = 0; b < texelBytes; b++) {
                                assertThat(view.offset(at++)).isEqualTo(offset + b);
                            }
                        }
                    }
                }
            }
        }
        assertThat(view.size()).isEqualTo(at);
    }

    @ParameterizedTest
    @EnumSource(Tiling.class)
    void should_follow_levels_then_layers_then_rows(Tiling tiling) {
        check(new ImageView(surface(Format.R8G8B8A8_UNORM, 13, 7, 1, 3, 3, 1, tiling), 0, 3, 0, 3));
        check(new ImageView(surface(Format.R16_UNORM, 13, 7, 1, 3, 3, 1, tiling), 1, 2, 1, 2));
    }

    @ParameterizedTest
    @EnumSource(Tiling.class)
    void should_follow_the_slices_of_a_three_dimensional_image(Tiling tiling) {
        check(new ImageView(surface(Format.R8_UNORM, 9, 5, 6, 1, 3, 1, tiling), 0, 3, 0, 1));
    }

    @Test
    void should_put_samples_where_further_layers_would_be() {
        check(new ImageView(surface(Format.R32G32_SFLOAT, 5, 6, 1, 2, 1, 4, Tiling.OPTIMAL), 0, 1, 1, 1));
    }

    @Test
    void should_tell_the_extent_of_its_first_level() {
        ImageView view = new ImageView(surface(Format.R8_UNORM, 13, 7, 1, 3, 3, 1, Tiling.OPTIMAL), 1, 2, 0, 3);
        assertThat(view.width()).isEqualTo(6);
        assertThat(view.height()).isEqualTo(3);
    }

    @Test
    void should_refuse_levels_and_layers_that_the_image_lacks() {
        Surface surface = surface(Format.R8_UNORM, 13, 7, 1, 3, 3, 1, Tiling.OPTIMAL);
        assertThatThrownBy(() -> new ImageView(surface, 1, 3, 0, 3)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new ImageView(surface, 0, 1, 3, 1)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new ImageView(surface, 0, 0, 0, 1)).isInstanceOf(IllegalArgumentException.class);
    }
}
