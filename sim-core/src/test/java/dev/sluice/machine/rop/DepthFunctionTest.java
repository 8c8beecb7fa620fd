// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.rop;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.program.ColorBlend;
import dev.sluice.program.DrawState;
import dev.sluice.program.DrawState.Compare;
import dev.sluice.program.StencilTest;
import dev.sluice.program.image.Format;
import dev.sluice.program.image.TexelCodec;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

final class DepthFunctionTest {

    private static long stored(Format format, double depth, int stencil) {
        long[] bits = new long[2];
        TexelCodec.encode(format, new double[] {depth, stencil, 0, 0}, bits);
        return bits[0];
    }

    private static boolean passes(Format format, Compare compare, double fragment, double stored) {
        DepthFunction function = new DepthFunction(format, new DrawState(ColorBlend.NONE, compare, true, fragment));
        PixelBatch batch = new PixelBatch();
        return function.passes(function.fragment(batch, 0), stored(format, stored, 0xA5));
    }

    @ParameterizedTest
    @CsvSource({
        "NEVER, false, false, false",
        "LESS, true, false, false",
        "EQUAL, false, true, false",
        "LESS_OR_EQUAL, true, true, false",
        "GREATER, false, false, true",
        "NOT_EQUAL, true, false, true",
        "GREATER_OR_EQUAL, false, true, true",
        "ALWAYS, true, true, true"
    })
    void comparesFragmentWithStoredInEveryFormat(Compare compare, boolean below, boolean equal, boolean above) {
        for (Format format : new Format[] {
            Format.D16_UNORM,
            Format.X8_D24_UNORM_PACK32,
            Format.D24_UNORM_S8_UINT,
            Format.D32_SFLOAT,
            Format.D32_SFLOAT_S8_UINT
        }) {
            assertThat(passes(format, compare, 0.25, 0.5))
                    .as("%s below", format)
                    .isEqualTo(below);
            assertThat(passes(format, compare, 0.5, 0.5)).as("%s equal", format).isEqualTo(equal);
            assertThat(passes(format, compare, 0.75, 0.5))
                    .as("%s above", format)
                    .isEqualTo(above);
        }
    }

    @Test
    void fragments_are_rounded_to_the_format_before_they_are_compared() {
        assertThat(passes(Format.D16_UNORM, Compare.EQUAL, 0.5, 0.500004)).isTrue();
        assertThat(passes(Format.D32_SFLOAT, Compare.EQUAL, 0.5, 0.500004)).isFalse();
    }

    @ParameterizedTest
    @EnumSource(
            value = Format.class,
            names = {"D16_UNORM", "D24_UNORM_S8_UINT", "D32_SFLOAT"})
    void depth_is_cut_to_zero_to_one(Format format) {
        assertThat(passes(format, Compare.EQUAL, 3, 1)).isTrue();
        assertThat(passes(format, Compare.EQUAL, -3, 0)).isTrue();
        assertThat(passes(format, Compare.EQUAL, Double.NaN, 0)).isTrue();
    }

    @Test
    void pixel_depth_takes_the_place_of_the_constant() {
        DepthFunction function =
                new DepthFunction(Format.D16_UNORM, new DrawState(ColorBlend.NONE, Compare.LESS, true, 0));
        PixelBatch batch = new PixelBatch();
        batch.pixelDepth = true;
        batch.depth[5] = Float.floatToIntBits(1);
        assertThat(function.fragment(batch, 5)).isEqualTo(0xFFFF);
    }

    @ParameterizedTest
    @EnumSource(
            value = Format.class,
            names = {"D16_UNORM", "D24_UNORM_S8_UINT", "D32_SFLOAT"})
    void stored_depth_within_its_bounds_passes_ends_included(Format format) {
        DrawState state = new DrawState(
                ColorBlend.NONE, Compare.ALWAYS, false, 0, new DrawState.DepthBounds(0.25, 1), StencilTest.NONE);
        DepthFunction function = new DepthFunction(format, state);
        assertThat(function.bounded()).isTrue();
        assertThat(function.within(stored(format, 0.24, 0xA5))).isFalse();
        assertThat(function.within(stored(format, 0.2501, 0xA5))).isTrue();
        assertThat(function.within(stored(format, 1, 0xA5))).isTrue();
    }
}
