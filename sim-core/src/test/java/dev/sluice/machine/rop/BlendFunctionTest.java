// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.rop;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.program.DrawState;
import dev.sluice.program.DrawState.Compare;
import dev.sluice.program.LogicOp;
import dev.sluice.program.StencilTest;
import dev.sluice.program.image.Format;
import dev.sluice.program.image.TexelCodec;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

final class BlendFunctionTest {

    private static BlendFunction function(Format format, boolean blend) {
        return BlendFunction.of(format, new DrawState(blend, Compare.ALWAYS, false, 0));
    }

    private static BlendFunction function(Format format, LogicOp op) {
        return BlendFunction.of(format, new DrawState(true, Compare.ALWAYS, false, 0, null, StencilTest.NONE, op));
    }

    /** Source 1100, stored 1010: the results in the order of VkLogicOp, by its table. */
    @ParameterizedTest
    @CsvSource({
        "CLEAR, 0", "AND, 8", "AND_REVERSE, 4", "COPY, 12", "AND_INVERTED, 2", "NO_OP, 10", "XOR, 6", "OR, 14",
        "NOR, 1", "EQUIVALENT, 9", "INVERT, 5", "OR_REVERSE, 13", "COPY_INVERTED, 3", "OR_INVERTED, 11", "NAND, 7",
                "SET, 15"
    })
    void logicalOperationsCombineBits(LogicOp op, int result) {
        byte[] data = {(byte) 0xAA};
        BlendFunction function = function(Format.R8_UNORM, op);
        function.apply(data, 0, 0xCC, 0);
        assertThat(data[0]).isEqualTo((byte) (result << 4 | result));
        // it reads where another stored texel gives another result
        byte[] other = {0x55};
        function.apply(other, 0, 0xCC, 0);
        assertThat(function.reads()).isEqualTo(other[0] != data[0]);
    }

    @Test
    void logical_operations_reach_the_upper_half_of_wide_texels() {
        byte[] data = new byte[16];
        data[15] = (byte) 0xF0;
        function(Format.R32G32B32A32_UINT, LogicOp.XOR).apply(data, 0, 1, 0xFF00_0000_0000_0000L);
        assertThat(data[15]).isEqualTo((byte) 0x0F);
        assertThat(data[0]).isEqualTo((byte) 1);
    }

    @ParameterizedTest
    @EnumSource(
            value = Format.class,
            names = {"R8G8B8A8_SRGB", "R16G16B16A16_SFLOAT", "B10G11R11_UFLOAT_PACK32"})
    void colours_that_no_logical_operation_applies_to_are_replaced(Format format) {
        assertThat(function(format, LogicOp.XOR).reads()).isFalse();
    }

    private static long blend(Format format, boolean blend, long source, long destination) {
        byte[] data = new byte[16];
        TexelCodec.putTexel(data, 0, format.texelBytes(), destination, 0);
        function(format, blend).apply(data, 0, source, 0);
        return TexelCodec.texelLow(data, 0, format.texelBytes());
    }

    @Test
    void integers_blend_bytes_as_the_general_way_does_for_all_sources_alphas_and_destinations() {
        Format format = Format.R8G8B8A8_UNORM;
        BlendFunction fast = function(format, true);
        BlendFunction general = BlendFunction.general(format);
        byte[] a = new byte[4];
        byte[] b = new byte[4];
        int wrong = 0;
        for (int alpha = 0; alpha < 256; alpha++) {
            for (int destination = 0; destination < 256; destination++) {
                for (int source = 0; source < 256; source += 3) { // three at a time
                    int s = source | Math.min(255, source + 1) << 8 | Math.min(255, source + 2) << 16 | alpha << 24;
                    for (int c = 0; c < 4; c++) {
                        a[c] = (byte) destination;
                        b[c] = (byte) destination;
                    }
                    fast.apply(a, 0, s, 0);
                    general.apply(b, 0, s & 0xFFFF_FFFFL, 0);
                    wrong += a[0] == b[0] && a[1] == b[1] && a[2] == b[2] && a[3] == b[3] ? 0 : 1;
                }
            }
        }
        assertThat(wrong).isZero();
    }

    @ParameterizedTest
    @EnumSource(
            value = Format.class,
            names = {"R8G8B8A8_UNORM", "B8G8R8A8_SRGB", "A2B10G10R10_UNORM_PACK32", "R16G16B16A16_UNORM"})
    void opaque_source_replaces_and_transparent_source_keeps(Format format) {
        long bits = -1L >>> Long.SIZE - 8 * format.texelBytes();
        long opaque = 0xFFFF_1234_0000_0000L >>> Long.SIZE - 8 * format.texelBytes() | 0xFF00_0030L;
        long transparent = 0x0000_0000_0010_2030L & bits;
        assertThat(blend(format, true, opaque, 0x4050_6070_4050_6070L & bits)).isEqualTo(opaque);
        assertThat(blend(format, true, transparent, 0x4050_6070_4050_6070L & bits))
                .isEqualTo(0x4050_6070_4050_6070L & bits);
    }

    @Test
    void half_transparent_white_over_black_is_rounded_to_nearest() {
        // 255 * 128 / 255 = 128; alpha 128 + 0 * 127 / 255 = 128
        assertThat(blend(Format.B8G8R8A8_UNORM, true, 0x80FFFFFFL, 0)).isEqualTo(0x80808080L);
        // 10 * 77 + 200 * 178 = 36370; / 255 = 142.6
        assertThat(blend(Format.R8G8B8A8_UNORM, true, 0x4D00000AL, 0xC8L) & 0xFF)
                .isEqualTo(143);
    }

    @Test
    void srgb_blends_linear_values() {
        // 0.50196 of linear white over black is code 188, where encoded values would give 128
        assertThat(blend(Format.R8G8B8A8_SRGB, true, 0x80FFFFFFL, 0xFF000000L)).isEqualTo(0xFFBCBCBCL);
    }

    @Test
    void floats_blend_in_their_own_numbers() {
        // halves: source 2.0, alpha 0.5; destination 1.0, alpha 1.0
        long source = 0x3800_4000_4000_4000L;
        long destination = 0x3C00_3C00_3C00_3C00L;
        assertThat(blend(Format.R16G16B16A16_SFLOAT, true, source, destination)).isEqualTo(0x3C00_3E00_3E00_3E00L);
    }

    @Test
    void formats_without_alpha_are_replaced() {
        assertThat(blend(Format.R5G6B5_UNORM_PACK16, true, 0x1234, 0xFFFF)).isEqualTo(0x1234);
        assertThat(blend(Format.R32_SFLOAT, true, 0x3F000000L, 0x3F800000L)).isEqualTo(0x3F000000L);
    }

    @Test
    void two_bits_of_alpha_blend_ten_bits_of_colour() {
        // alpha 1/3: red 1023 / 3 + 0 = 341; destination alpha 0 gives 1/3
        assertThat(blend(Format.A2B10G10R10_UNORM_PACK32, true, 1L << 30 | 0x3FF, 0))
                .isEqualTo(1L << 30 | 341);
    }

    @Test
    void integer_formats_are_never_blended() {
        assertThat(function(Format.R8G8B8A8_UINT, true).reads()).isFalse();
        assertThat(function(Format.R32G32B32A32_SINT, true).reads()).isFalse();
        assertThat(blend(Format.R8G8B8A8_UINT, true, 0x01020304L, 0xFFFFFFFFL)).isEqualTo(0x01020304L);
    }

    @Test
    void nothing_is_read_without_blending() {
        assertThat(function(Format.R8G8B8A8_UNORM, false).reads()).isFalse();
        assertThat(function(Format.R8G8B8A8_UNORM, true).reads()).isTrue();
    }

    @Test
    void wide_texels_blend_all_four_channels() {
        byte[] data = new byte[16];
        long one = Float.floatToIntBits(1) & 0xFFFF_FFFFL;
        long half = Float.floatToIntBits(0.5F) & 0xFFFF_FFFFL;
        long two = Float.floatToIntBits(2) & 0xFFFF_FFFFL;
        TexelCodec.putTexel(data, 0, 16, one | one << 32, one | one << 32);
        function(Format.R32G32B32A32_SFLOAT, true).apply(data, 0, two | two << 32, two | half << 32);
        long average = Float.floatToIntBits(1.5F) & 0xFFFF_FFFFL;
        assertThat(TexelCodec.texelLow(data, 0, 16)).isEqualTo(average | average << 32);
        assertThat(TexelCodec.texelHigh(data, 0, 16)).isEqualTo(average | one << 32);
    }
}
