// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.rop;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.program.DrawState;
import dev.sluice.program.DrawState.Compare;
import dev.sluice.program.image.Format;
import dev.sluice.program.image.TexelCodec;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

final class DepthFunctionTest {

    private static DrawState draw(Compare compare, boolean write, double depth, int stencil) {
        return new DrawState(false, compare, write, depth, stencil);
    }

    private static long stored(Format format, double depth, int stencil) {
        long[] bits = new long[2];
        TexelCodec.encode(format, new double[] {depth, stencil, 0, 0}, bits);
        return bits[0];
    }

    private static boolean passes(Format format, Compare compare, double fragment, double stored) {
        DepthFunction function = new DepthFunction(format, draw(compare, true, fragment, -1));
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
        DepthFunction function = new DepthFunction(Format.D16_UNORM, draw(Compare.LESS, true, 0, -1));
        PixelBatch batch = new PixelBatch();
        batch.pixelDepth = true;
        batch.depth[5] = Float.floatToIntBits(1);
        assertThat(function.fragment(batch, 5)).isEqualTo(0xFFFF);
    }

    @ParameterizedTest
    @CsvSource({
        "D16_UNORM, true, -1, 0, 2, 0, 2",
        "X8_D24_UNORM_PACK32, true, 9, 0, 3, 0, 4",
        "D24_UNORM_S8_UINT, true, -1, 0, 3, 0, 3",
        "D24_UNORM_S8_UINT, true, 9, 0, 3, 0, 4",
        "D24_UNORM_S8_UINT, false, 9, 0, 3, 3, 1",
        "D32_SFLOAT, true, -1, 0, 4, 0, 4",
        "D32_SFLOAT_S8_UINT, true, -1, 0, 4, 0, 4",
        "D32_SFLOAT_S8_UINT, false, 9, 0, 4, 4, 4",
        "D32_SFLOAT_S8_UINT, true, 9, 0, 4, 0, 8",
        "D32_SFLOAT, false, 9, 0, 4, 0, 0",
        "S8_UINT, true, 9, 0, 0, 0, 1"
    })
    void namesTheBytesThatAreReadAndWritten(
            Format format, boolean depthWrite, int stencil, int readFirst, int read, int writeFirst, int write) {
        DepthFunction function = new DepthFunction(format, draw(Compare.LESS, depthWrite, 0.5, stencil));
        assertThat(function.read()).isEqualTo(new TexelBytes(readFirst, read));
        assertThat(function.written()).isEqualTo(new TexelBytes(write == 0 ? 0 : writeFirst, write));
    }

    @Test
    void passing_samples_write_depth_and_stencil_into_one_texel() {
        DepthFunction function = new DepthFunction(Format.D24_UNORM_S8_UINT, draw(Compare.LESS, true, 1, 0x5A));
        assertThat(function.texel(function.fragment(new PixelBatch(), 0))).isEqualTo(0x5AFFFFFFL);
    }

    @Test
    void always_and_never_read_nothing() {
        assertThat(new DepthFunction(Format.D16_UNORM, draw(Compare.ALWAYS, true, 1, -1))
                        .read()
                        .count())
                .isZero();
        assertThat(new DepthFunction(Format.D16_UNORM, draw(Compare.NEVER, true, 1, -1))
                        .read()
                        .count())
                .isZero();
        assertThat(new DepthFunction(Format.D16_UNORM, draw(Compare.NEVER, true, 1, -1)).never())
                .isTrue();
    }
}
