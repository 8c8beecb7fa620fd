// SPDX-License-Identifier: Apache-2.0
package dev.sluice.program;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.program.BlendEquation.Factor;
import dev.sluice.program.BlendEquation.Operation;
import dev.sluice.program.image.Format;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class ColorBlendTest {
    private static final int RGB = 7;
    private static final int ALPHA = 8;

    private static ColorBlend blend(BlendEquation equation, int writeMask) {
        return new ColorBlend(
                List.of(new ColorBlend.Attachment(equation, writeMask)), ColorBlend.NONE.constants(), null);
    }

    private static BlendEquation both(Factor src, Factor dst, Operation op) {
        return new BlendEquation(src, dst, op, src, dst, op);
    }

    @ParameterizedTest
    @CsvSource({
        "ONE, ZERO, ADD, false",
        "SRC_ALPHA, ZERO, SUBTRACT, false",
        "CONSTANT_COLOR, ZERO, ADD, false",
        "ONE, ONE, ADD, true",
        "ZERO, SRC_COLOR, REVERSE_SUBTRACT, true",
        "DST_COLOR, ZERO, ADD, true",
        "ONE_MINUS_DST_ALPHA, ZERO, ADD, true",
        "SRC_ALPHA_SATURATE, ZERO, ADD, true",
        "ZERO, ZERO, MIN, true",
        "ONE, ZERO, MAX, true"
    })
    void whatIsStoredIsReadIfTheResultDependsOnIt(Factor src, Factor dst, Operation op, boolean reads) {
        ColorBlend blend = blend(both(src, dst, op), ColorBlend.ALL_CHANNELS);
        assertThat(blend.reads(0, Format.R8G8B8A8_UNORM)).isEqualTo(reads);
        assertThat(blend.writes(0, Format.R8G8B8A8_UNORM)).isTrue();
    }

    @Test
    void only_channels_that_are_written_are_read_for() {
        BlendEquation alphaReads =
                new BlendEquation(Factor.ONE, Factor.ZERO, Operation.ADD, Factor.ONE, Factor.ONE, Operation.ADD);
        assertThat(blend(alphaReads, RGB).reads(0, Format.R8G8B8A8_UNORM)).isFalse();
        assertThat(blend(alphaReads, ALPHA).reads(0, Format.R8G8B8A8_UNORM)).isTrue();
        assertThat(blend(alphaReads, ColorBlend.ALL_CHANNELS).reads(0, Format.R8G8_UNORM))
                .as("a format without alpha")
                .isFalse();
        BlendEquation saturates = both(Factor.SRC_ALPHA_SATURATE, Factor.ZERO, Operation.ADD);
        assertThat(blend(saturates, ALPHA).reads(0, Format.R8G8B8A8_UNORM)).isFalse();
    }

    @Test
    void an_attachment_of_which_no_channel_is_written_is_not_accessed() {
        ColorBlend none = blend(BlendEquation.OVER, 0);
        assertThat(none.writes(0, Format.R8G8B8A8_UNORM)).isFalse();
        assertThat(none.reads(0, Format.R8G8B8A8_UNORM)).isFalse();
        assertThat(blend(null, ALPHA).writes(0, Format.R8_UNORM)).isFalse();
    }

    @Test
    void a_mask_of_all_channels_that_a_format_has_is_none() {
        assertThat(blend(null, RGB).reads(0, Format.B10G11R11_UFLOAT_PACK32)).isFalse();
        assertThat(blend(null, RGB).written(0, Format.B10G11R11_UFLOAT_PACK32).low())
                .isEqualTo(0xFFFF_FFFFL);
    }

    @Test
    void a_mask_that_leaves_bits_of_a_byte_reads_these() {
        assertThat(blend(null, RGB).reads(0, Format.A2B10G10R10_UNORM_PACK32)).isTrue();
        assertThat(blend(null, RGB).reads(0, Format.R16G16B16A16_SFLOAT)).isFalse();
    }

    @Test
    void attachments_differ_or_one_stands_for_all() {
        ColorBlend two = new ColorBlend(
                List.of(new ColorBlend.Attachment(BlendEquation.OVER, 15), ColorBlend.Attachment.PLAIN),
                ColorBlend.NONE.constants(),
                null);
        assertThat(two.reads(0, Format.R8G8B8A8_UNORM)).isTrue();
        assertThat(two.reads(1, Format.R8G8B8A8_UNORM)).isFalse();
        assertThat(ColorBlend.OVER.reads(3, Format.R8G8B8A8_UNORM)).isTrue();
    }

    @Test
    void there_are_four_constants() {
        assertThatThrownBy(() -> new ColorBlend(ColorBlend.NONE.attachments(), List.of(1.0), null))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
