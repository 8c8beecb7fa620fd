// SPDX-License-Identifier: Apache-2.0
package dev.sluice.program.image;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.math.BigDecimal;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

final class TexelCodecTest {

    private final double[] rgba = new double[4];
    private final long[] bits = new long[2];

    private long recode(Format format, long lo, long hi) {
        TexelCodec.decode(format, lo, hi, rgba);
        TexelCodec.encode(format, rgba, bits);
        return bits[0];
    }

    private long encode(Format format, double r, double g, double b, double a) {
        rgba[0] = r;
        rgba[1] = g;
        rgba[2] = b;
        rgba[3] = a;
        TexelCodec.encode(format, rgba, bits);
        return bits[0];
    }

    private double[] decode(Format format, long lo) {
        TexelCodec.decode(format, lo, 0, rgba);
        return rgba;
    }

    /** The value of a small float by its definition. */
    private static double reference(int raw, int fractionBits) {
        int fraction = raw & (1 << fractionBits) - 1;
        int exponent = raw >> fractionBits & 31;
        double magnitude = exponent == 31
                ? fraction == 0 ? Double.POSITIVE_INFINITY : Double.NaN
                : exponent == 0
                        ? fraction * Math.pow(2, -14 - fractionBits)
                        : (1 + fraction * Math.pow(2, -fractionBits)) * Math.pow(2, exponent - 15);
        return raw >> fractionBits + 5 != 0 ? -magnitude : magnitude;
    }

    @ParameterizedTest
    @EnumSource(
            value = Format.class,
            names = {"R8_UNORM", "R8_UINT", "R8_SINT", "R8_SRGB", "S8_UINT"})
    void should_keep_every_code_of_eight_bits(Format format) {
        for (int raw = 0; raw < 256; raw++) {
            assertThat(recode(format, raw, 0)).isEqualTo(raw);
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = Format.class,
            names = {"R16_UNORM", "R16_UINT", "R16_SINT", "D16_UNORM", "R8G8_UNORM", "R8G8_SINT", "R5G6B5_UNORM_PACK16"
            })
    void should_keep_every_code_of_sixteen_bits(Format format) {
        for (int raw = 0; raw < 1 << 16; raw++) {
            if (recode(format, raw, 0) != raw) {
                assertThat(recode(format, raw, 0)).isEqualTo(raw);
            }
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = Format.class,
            names = {"R8_SNORM", "R16_SNORM"})
    void should_keep_every_signed_code_except_the_second_minus_one(Format format) {
        int width = format.texelBytes() * 8;
        int lowest = 1 << width - 1;
        for (int raw = 0; raw < 1 << width; raw++) {
            assertThat(recode(format, raw, 0)).isEqualTo(raw == lowest ? lowest + 1 : raw);
        }
        assertThat(decode(format, lowest)[0]).isEqualTo(-1.0);
        assertThat(decode(format, lowest - 1L)[0]).isEqualTo(1.0);
    }

    @ParameterizedTest
    @EnumSource(Format.class)
    void should_keep_every_number_that_has_been_encoded_once(Format format) {
        Random random = new Random(format.name().hashCode());
        for (int i = 0; i < 500; i++) {
            double scale = Math.pow(2, random.nextInt(36) - 4);
            encode(
                    format,
                    random.nextGaussian() * scale,
                    random.nextGaussian() * scale,
                    random.nextDouble(),
                    random.nextDouble());
            long lo = bits[0];
            long hi = bits[1];
            assertThat(recode(format, lo, hi)).isEqualTo(lo);
            assertThat(bits[1]).isEqualTo(hi);
        }
    }

    @Test
    void should_decode_every_half_by_its_definition() {
        for (int raw = 0; raw < 1 << 16; raw++) {
            double expected = reference(raw, 10);
            double decoded = decode(Format.R16_SFLOAT, raw)[0];
            if (Double.doubleToLongBits(decoded) != Double.doubleToLongBits(expected)) {
                assertThat(decoded).as("%04x", raw).isEqualTo(expected);
            }
            if (!Double.isNaN(expected)) {
                long again = encode(Format.R16_SFLOAT, expected, 0, 0, 0);
                if (again != raw) {
                    assertThat(again).isEqualTo(raw);
                }
            }
        }
    }

    @Test
    void should_round_to_the_nearest_half_and_ties_to_even() {
        for (int raw = 0; raw < 0x7BFF; raw++) {
            double low = reference(raw, 10);
            double high = reference(raw + 1, 10);
            double middle = (low + high) / 2;
            int even = (raw & 1) == 0 ? raw : raw + 1;
            check(middle, even);
            check(-middle, even | 0x8000);
            check(Math.nextDown(middle), raw);
            check(Math.nextUp(middle), raw + 1);
        }
        check(65_519.999, 0x7BFF);
        check(65_520, 0x7C00);
        check(1e300, 0x7C00);
        check(Double.NEGATIVE_INFINITY, 0xFC00);
        check(Double.MIN_VALUE, 0);
        check(-0.0, 0x8000);
        assertThat(encode(Format.R16_SFLOAT, Double.NaN, 0, 0, 0) & 0x7C00).isEqualTo(0x7C00);
        assertThat(decode(Format.R16_SFLOAT, encode(Format.R16_SFLOAT, Double.NaN, 0, 0, 0))[0])
                .isNaN();
    }

    private void check(double value, long raw) {
        long encoded = encode(Format.R16_SFLOAT, value, 0, 0, 0);
        if (encoded != raw) {
            assertThat(encoded).as("half of %s", value).isEqualTo(raw);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {5, 6})
    void should_round_unsigned_floats_to_the_nearest_finite_number(int fractionBits) {
        Format format = Format.B10G11R11_UFLOAT_PACK32;
        int shift = fractionBits == 6 ? 0 : 22;
        long mask = (1L << fractionBits + 5) - 1;
        int largest = (31 << fractionBits) - 1;
        for (int raw = 0; raw <= largest; raw++) {
            double value = reference(raw, fractionBits);
            assertThat(encode(format, value, 0, value, 0) >>> shift & mask).isEqualTo(raw);
            double next = raw == largest ? 1e30 : (value + reference(raw + 1, fractionBits)) / 2;
            assertThat(encode(format, Math.nextDown(next), 0, Math.nextDown(next), 0) >>> shift & mask)
                    .isEqualTo(raw);
        }
        assertThat(encode(format, -3, -3, -3, 0)).isZero();
        assertThat(encode(format, Double.POSITIVE_INFINITY, 0, Double.POSITIVE_INFINITY, 0) >>> shift & mask)
                .isEqualTo(largest + 1L);
        double[] nan = decode(format, encode(format, Double.NaN, Double.NaN, Double.NaN, 0));
        assertThat(nan[0]).isNaN();
        assertThat(nan[1]).isNaN();
        assertThat(nan[2]).isNaN();
    }

    @Test
    void should_clamp_and_take_what_is_no_number_for_zero() {
        assertThat(encode(Format.R8G8B8A8_UNORM, -1, 2, Double.NaN, 0.5)).isEqualTo(0x8000FF00L);
        assertThat(encode(Format.R8G8B8A8_SNORM, -2, 2, Double.NaN, -0.5)).isEqualTo(0xC0007F81L);
        assertThat(encode(Format.R8G8B8A8_UINT, -1, 300, Double.NaN, 17)).isEqualTo(0x1100FF00L);
        assertThat(encode(Format.R8G8B8A8_SINT, -1, 300, -300, 17)).isEqualTo(0x11807FFFL);
        assertThat(encode(Format.R32_UINT, 1e20, 0, 0, 0)).isEqualTo(0xFFFFFFFFL);
        assertThat(encode(Format.R32_SINT, -1e20, 0, 0, 0)).isEqualTo(0x80000000L);
        assertThat(encode(Format.R8G8B8A8_SRGB, Double.NaN, 7, -7, 0)).isEqualTo(0x0000FF00L);
        assertThat(encode(Format.R32_SFLOAT, -2.5, 0, 0, 0)).isEqualTo(Float.floatToIntBits(-2.5f) & 0xFFFFFFFFL);
    }

    @Test
    void should_follow_the_transfer_function_of_srgb() {
        for (int code = 0; code < 256; code++) {
            double encoded = code / 255.0;
            double linear = encoded <= 0.04045 ? encoded / 12.92 : StrictMath.pow((encoded + 0.055) / 1.055, 2.4);
            assertThat(decode(Format.R8_SRGB, code)[0]).isEqualTo(linear);
        }
        Random random = new Random(7);
        for (int i = 0; i < 20_000; i++) {
            double linear = random.nextDouble();
            double encoded = linear <= 0.0031308 ? 12.92 * linear : 1.055 * StrictMath.pow(linear, 1 / 2.4) - 0.055;
            assertThat(encode(Format.R8_SRGB, linear, 0, 0, 0)).isEqualTo(Math.round(255 * encoded));
        }
        assertThat(decode(Format.R8G8B8A8_SRGB, 0x80808080L)[3]).isEqualTo(128 / 255.0);
        assertThat(decode(Format.R8G8B8A8_SRGB, 0x80808080L)[0]).isEqualTo(0.2158605, within(1e-7));
    }

    @Test
    void should_put_channels_where_the_format_has_them() {
        assertThat(decode(Format.B8G8R8A8_UNORM, 0x40FF8000L)).containsExactly(1.0, 128 / 255.0, 0, 64 / 255.0);
        assertThat(decode(Format.R5G6B5_UNORM_PACK16, 0xF800)).containsExactly(1, 0, 0, 1);
        assertThat(decode(Format.A2R10G10B10_UNORM_PACK32, 0x3FFL << 20 | 1L << 30))
                .containsExactly(1, 0, 0, 1 / 3.0);
        assertThat(decode(Format.A2B10G10R10_UINT_PACK32, 0x3FFL << 20 | 1L << 30))
                .containsExactly(0, 0, 1023, 1);
        assertThat(encode(Format.R16G16B16A16_UINT, 1, 2, 3, 4)).isEqualTo(0x0004_0003_0002_0001L);
    }

    @Test
    void should_fill_in_missing_channels() {
        assertThat(decode(Format.R8_UNORM, 0xFF)).containsExactly(1, 0, 0, 1);
        assertThat(decode(Format.R32G32_UINT, 5L << 32 | 4)).containsExactly(4, 5, 0, 1);
        assertThat(decode(Format.D32_SFLOAT, Float.floatToIntBits(0.25f))).containsExactly(0.25, 0, 0, 1);
        assertThat(decode(Format.S8_UINT, 9)).containsExactly(0, 9, 0, 1);
    }

    @Test
    void should_keep_depth_and_stencil_apart() {
        assertThat(encode(Format.D24_UNORM_S8_UINT, 1, 0x5A, 0, 0)).isEqualTo(0x5AFFFFFFL);
        assertThat(decode(Format.D24_UNORM_S8_UINT, 0x5A000000L)).containsExactly(0, 0x5A, 0, 1);
        assertThat(encode(Format.X8_D24_UNORM_PACK32, 1, 7, 0, 0)).isEqualTo(0x00FFFFFFL);
        assertThat(encode(Format.D32_SFLOAT_S8_UINT, 1, 255, 0, 0)).isEqualTo(0xFF_3F800000L);
        assertThat(recode(Format.D24_UNORM_S8_UINT, 0x12345678L, 0)).isEqualTo(0x12345678L);
    }

    @Test
    void should_reach_through_all_bits_of_the_widest_texel() {
        long lo = 0xFFFFFFFE_00000001L;
        long hi = 0x80000000_7FFFFFFFL;
        TexelCodec.decode(Format.R32G32B32A32_UINT, lo, hi, rgba);
        assertThat(rgba).containsExactly(1, 0xFFFFFFFEL, 0x7FFFFFFF, 0x80000000L);
        TexelCodec.decode(Format.R32G32B32A32_SINT, lo, hi, rgba);
        assertThat(rgba).containsExactly(1, -2, Integer.MAX_VALUE, Integer.MIN_VALUE);
        TexelCodec.encode(Format.R32G32B32A32_SINT, rgba, bits);
        assertThat(bits).containsExactly(lo, hi);
        assertThat(BigDecimal.valueOf(rgba[3])).isEqualByComparingTo("-2147483648");
    }

    @Test
    void should_read_and_write_texels_of_every_size() {
        byte[] data = new byte[40];
        for (int size = 1; size <= 16; size *= 2) {
            java.util.Arrays.fill(data, (byte) 0x77);
            TexelCodec.putTexel(data, 3, size, 0x8877665544332211L, 0x10FFEEDDCCBBAA99L);
            for (int i = 0; i < size; i++) {
                assertThat(data[3 + i]).isEqualTo((byte) (0x11 * (i + 1)));
            }
            assertThat(data[2]).isEqualTo((byte) 0x77);
            assertThat(data[3 + size]).isEqualTo((byte) 0x77);
            assertThat(TexelCodec.texelLow(data, 3, size))
                    .isEqualTo(size >= 8 ? 0x8877665544332211L : 0x8877665544332211L & (1L << 8 * size) - 1);
            assertThat(TexelCodec.texelHigh(data, 3, size)).isEqualTo(size == 16 ? 0x10FFEEDDCCBBAA99L : 0);
        }
    }
}
