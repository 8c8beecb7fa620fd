// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.rop;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.program.BlendEquation;
import dev.sluice.program.BlendEquation.Factor;
import dev.sluice.program.BlendEquation.Operation;
import dev.sluice.program.ColorBlend;
import dev.sluice.program.LogicOp;
import dev.sluice.program.image.Format;
import dev.sluice.program.image.TexelCodec;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

final class BlendFunctionTest {

    private static BlendFunction function(Format format, boolean blend) {
        return BlendFunction.of(blend ? ColorBlend.OVER : ColorBlend.NONE, 0, format);
    }

    private static BlendFunction function(Format format, LogicOp op) {
        return BlendFunction.of(
                new ColorBlend(ColorBlend.OVER.attachments(), ColorBlend.OVER.constants(), op), 0, format);
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
        BlendFunction general = BlendFunction.general(ColorBlend.OVER, format);
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

    private static BlendFunction function(Format format, BlendEquation equation, int writeMask) {
        return BlendFunction.of(
                new ColorBlend(
                        List.of(new ColorBlend.Attachment(equation, writeMask)), List.of(0.25, 0.5, 0.75, 2.0), null),
                0,
                format);
    }

    private static BlendEquation colors(Factor src, Factor dst, Operation op) {
        return new BlendEquation(src, dst, op, src, dst, op);
    }

    @Test
    void integers_blend_bytes_as_the_general_way_does_for_all_equations_without_constants() {
        Random random = new Random(5);
        for (Factor src : Factor.values()) {
            for (Factor dst : Factor.values()) {
                for (Operation op : Operation.values()) {
                    BlendEquation equation = colors(src, dst, op);
                    ColorBlend blend = new ColorBlend(
                            List.of(new ColorBlend.Attachment(equation, 15)), ColorBlend.OVER.constants(), null);
                    BlendFunction fast = BlendFunction.of(blend, 0, Format.B8G8R8A8_UNORM);
                    BlendFunction general = BlendFunction.general(blend, Format.B8G8R8A8_UNORM);
                    for (int i = 0; i < 200; i++) {
                        byte[] a = new byte[4];
                        random.nextBytes(a);
                        byte[] b = a.clone();
                        long source = random.nextInt() & 0xFFFF_FFFFL;
                        fast.apply(a, 0, source, 0);
                        general.apply(b, 0, source, 0);
                        assertThat(a).as("%s", equation).isEqualTo(b);
                    }
                }
            }
        }
    }

    /** Halves: source 0.5 with alpha 0.75, stored 0.25 with alpha 0.5; constants 0.25, 0.5, 0.75, 2. */
    @ParameterizedTest
    @CsvSource({
        "ZERO, ONE, ADD, 0.25, 0.5",
        "ONE, ONE, ADD, 0.75, 1.25",
        "ONE, ONE, SUBTRACT, 0.25, 0.25",
        "ONE, ONE, REVERSE_SUBTRACT, -0.25, -0.25",
        "ZERO, ZERO, MIN, 0.25, 0.5",
        "ZERO, ZERO, MAX, 0.5, 0.75",
        "SRC_COLOR, ZERO, ADD, 0.25, 0.5625",
        "ONE_MINUS_SRC_COLOR, ZERO, ADD, 0.25, 0.1875",
        "DST_COLOR, ZERO, ADD, 0.125, 0.375",
        "ONE_MINUS_DST_COLOR, ZERO, ADD, 0.375, 0.375",
        "SRC_ALPHA, ZERO, ADD, 0.375, 0.5625",
        "ONE_MINUS_SRC_ALPHA, ZERO, ADD, 0.125, 0.1875",
        "DST_ALPHA, ZERO, ADD, 0.25, 0.375",
        "ONE_MINUS_DST_ALPHA, ZERO, ADD, 0.25, 0.375",
        "CONSTANT_COLOR, ZERO, ADD, 0.125, 1.5",
        "ONE_MINUS_CONSTANT_COLOR, ZERO, ADD, 0.375, -0.75",
        "CONSTANT_ALPHA, ZERO, ADD, 1, 1.5",
        "ONE_MINUS_CONSTANT_ALPHA, ZERO, ADD, -0.5, -0.75",
        "SRC_ALPHA_SATURATE, ZERO, ADD, 0.25, 0.75",
        "ZERO, SRC_ALPHA_SATURATE, ADD, 0.125, 0.5"
    })
    void factorsAndOperationsAreThoseOfVulkan(Factor src, Factor dst, Operation op, double red, double alpha) {
        byte[] data = new byte[8];
        long[] bits = new long[2];
        Format format = Format.R16G16B16A16_SFLOAT;
        TexelCodec.encode(format, new double[] {0.25, 0.25, 0.25, 0.5}, bits);
        TexelCodec.putTexel(data, 0, 8, bits[0], 0);
        TexelCodec.encode(format, new double[] {0.5, 0.5, 0.5, 0.75}, bits);
        function(format, colors(src, dst, op), 15).apply(data, 0, bits[0], 0);
        double[] result = new double[4];
        TexelCodec.decode(format, TexelCodec.texelLow(data, 0, 8), 0, result);
        assertThat(result[0]).isEqualTo(red);
        assertThat(result[3]).isEqualTo(alpha);
    }

    @Test
    void factors_of_snorm_formats_are_kept_between_minus_one_and_one() {
        // source -127, so that 1 - source is 1, not 2: -1 * 1
        byte[] data = {0, 0, 0, 0};
        function(Format.R8G8B8A8_SNORM, colors(Factor.ONE_MINUS_SRC_COLOR, Factor.CONSTANT_ALPHA, Operation.ADD), 15)
                .apply(data, 0, 0x81818181L, 0);
        assertThat(data).containsOnly(-127);
        data = new byte[] {64, 64, 64, 64};
        function(Format.R8G8B8A8_SNORM, colors(Factor.ZERO, Factor.CONSTANT_ALPHA, Operation.ADD), 15)
                .apply(data, 0, 0, 0);
        assertThat(data).as("a constant of 2 counts 1").containsOnly(64);
    }

    @Test
    void what_counts_nothing_need_not_be_a_number() {
        byte[] data = new byte[8];
        TexelCodec.putTexel(data, 0, 8, 0x7E00_7E00_7E00_7E00L, 0);
        BlendFunction function =
                function(Format.R16G16B16A16_SFLOAT, colors(Factor.ONE, Factor.ZERO, Operation.ADD), 15);
        function.apply(data, 0, 0x3C00_3C00_3C00_3C00L, 0);
        assertThat(TexelCodec.texelLow(data, 0, 8)).isEqualTo(0x3C00_3C00_3C00_3C00L);
        assertThat(function.reads()).isFalse();
    }

    @ParameterizedTest
    @CsvSource({"1, 0xFF, 0x1", "7, 0xFFFFFF, 0x7", "5, 0xFF00FF, 0x5", "8, 0xFF000000, 0x8", "0, 0, 0"})
    void onlyChannelsOfTheWriteMaskAreWritten(int mask, long bits, int bytes) {
        byte[] data = new byte[4];
        BlendFunction function = function(Format.R8G8B8A8_UNORM, BlendEquation.OVER, mask);
        function.apply(data, 0, 0xFFFFFFFFL, 0);
        assertThat(TexelCodec.texelLow(data, 0, 4)).isEqualTo(bits);
        assertThat(function.written().mask()).isEqualTo(bytes);
    }

    @Test
    void a_mask_that_cuts_bytes_reads_what_is_stored() {
        byte[] data = {0, 0};
        BlendFunction green = BlendFunction.of(
                new ColorBlend(List.of(new ColorBlend.Attachment(null, 2)), ColorBlend.NONE.constants(), null),
                0,
                Format.R5G6B5_UNORM_PACK16);
        green.apply(data, 0, 0xFFFF, 0);
        assertThat(TexelCodec.texelLow(data, 0, 2)).isEqualTo(0x07E0);
        assertThat(green.reads()).isTrue();
        assertThat(green.written().mask()).isEqualTo(3);
    }

    @Test
    void masks_reach_the_upper_half_of_wide_texels() {
        byte[] data = new byte[16];
        BlendFunction blue = BlendFunction.of(
                new ColorBlend(List.of(new ColorBlend.Attachment(null, 5)), ColorBlend.NONE.constants(), null),
                0,
                Format.R32G32B32A32_UINT);
        blue.apply(data, 0, -1, -1);
        assertThat(TexelCodec.texelLow(data, 0, 16)).isEqualTo(0xFFFF_FFFFL);
        assertThat(TexelCodec.texelHigh(data, 0, 16)).isEqualTo(0xFFFF_FFFFL);
        assertThat(blue.written().mask()).isEqualTo(0x0F0F);
        assertThat(blue.reads()).isFalse();
    }
}
