// SPDX-License-Identifier: Apache-2.0
package dev.sluice.program.image;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class PictureTest {

    private static int pixel(Format format, double r, double g, double b, double a) {
        long[] bits = new long[2];
        TexelCodec.encode(format, new double[] {r, g, b, a}, bits);
        byte[] texel = new byte[16];
        TexelCodec.putTexel(texel, 0, format.texelBytes(), bits[0], bits[1]);
        return Picture.argb(format, texel, 1)[0];
    }

    @Test
    void should_show_codes_as_they_are() {
        byte[] texels = {1, 2, 3, 4, (byte) 250, (byte) 251, (byte) 252, (byte) 253};
        assertThat(Picture.argb(Format.R8G8B8A8_UNORM, texels, 2)).containsExactly(0x04010203, 0xFDFAFBFC);
        assertThat(Picture.argb(Format.R8G8B8A8_SRGB, texels, 2)).containsExactly(0x04010203, 0xFDFAFBFC);
        assertThat(Picture.argb(Format.B8G8R8A8_UNORM, texels, 2)).containsExactly(0x04030201, 0xFDFCFBFA);
    }

    @Test
    void should_clamp_floats() {
        assertThat(pixel(Format.R16G16B16A16_SFLOAT, 2, -1, 0.5, Double.NaN)).isEqualTo(0x00FF0080);
        assertThat(pixel(Format.R32G32_SFLOAT, 1, 0.2, 0, 0)).isEqualTo(0xFFFF3300);
    }

    @Test
    void should_show_the_low_bits_of_integers_and_no_alpha() {
        assertThat(pixel(Format.R8G8B8A8_UINT, 1, 2, 3, 4)).isEqualTo(0xFF010203);
        assertThat(pixel(Format.R32_UINT, 0x12345678, 0, 0, 0)).isEqualTo(0xFF787878);
        assertThat(pixel(Format.R8G8_SINT, -1, 1, 0, 0)).isEqualTo(0xFFFF0100);
    }

    @Test
    void should_show_depth_and_single_channels_as_grey() {
        assertThat(pixel(Format.D32_SFLOAT, 0.6, 0, 0, 0)).isEqualTo(0xFF999999);
        assertThat(pixel(Format.D24_UNORM_S8_UINT, 1, 3, 0, 0)).isEqualTo(0xFFFFFFFF);
        assertThat(pixel(Format.S8_UINT, 0, 7, 0, 0)).isEqualTo(0xFF070707);
        assertThat(pixel(Format.R8_UNORM, 0.2, 0, 0, 0)).isEqualTo(0xFF333333);
        assertThat(pixel(Format.R8_SNORM, -1, 0, 0, 0)).isEqualTo(0xFF000000);
    }
}
