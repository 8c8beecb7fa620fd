// SPDX-License-Identifier: Apache-2.0
package dev.sluice.program;

import dev.sluice.program.image.Format;
import dev.sluice.program.image.Numeric;
import dev.sluice.program.image.TexelBits;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What becomes of the colours of fragments (VkPipelineColorBlendStateCreateInfo).
 *
 * @param attachments by number of the colour attachment, or one for all
 * @param constants red, green, blue and alpha of the factors that name constants
 * @param logicOp combines the bits of colours in the place of blending, in formats that are neither sRGB nor floating-point
 *     (Vulkan specification, section Logical Operations); or null
 */
public record ColorBlend(
        List<Attachment> attachments,
        List<Double> constants,
        @Nullable LogicOp logicOp) {
    /** All channels, each a bit by its {@linkplain Format.Channel#place place}: red is the lowest, alpha the highest. */
    public static final int ALL_CHANNELS = 15;

    private static final int ALPHA = 8;
    private static final List<Double> ZERO = List.of(0.0, 0.0, 0.0, 0.0);

    /** Colours replace what is there. */
    public static final ColorBlend NONE = new ColorBlend(List.of(Attachment.PLAIN), ZERO, null);

    /** All attachments are blended by {@link BlendEquation#OVER}. */
    public static final ColorBlend OVER =
            new ColorBlend(List.of(new Attachment(BlendEquation.OVER, ALL_CHANNELS)), ZERO, null);

    /**
     * What becomes of one attachment.
     *
     * @param equation how it is blended, or null where it is not; integer formats never are
     * @param writeMask the channels that are written, bits of {@link #ALL_CHANNELS}
     */
    public record Attachment(@Nullable BlendEquation equation, int writeMask) {
        /** Is replaced. */
        public static final Attachment PLAIN = new Attachment(null, ALL_CHANNELS);
    }

    /** @throws IllegalArgumentException if there is no attachment, or there are not four constants */
    public ColorBlend {
        attachments = List.copyOf(attachments);
        constants = List.copyOf(constants);
        if (attachments.isEmpty() || constants.size() != ZERO.size()) {
            throw new IllegalArgumentException("colours are blended for an attachment or more, with four constants");
        }
    }

    private Attachment attachment(int index) {
        return attachments.get(attachments.size() == 1 ? 0 : index);
    }

    /** How an attachment of a format is blended, or null: integers never are, nor is anything where there is a logical operation. */
    public @Nullable BlendEquation equation(int index, Format format) {
        return logicOp != null
                        || !format.color()
                        || format.channels().get(0).numeric().integer()
                ? null
                : attachment(index).equation;
    }

    /** The logical operation on colours of a format; {@code COPY} where there is none. */
    public LogicOp logicOp(Format format) {
        Numeric numeric = format.channels().get(0).numeric();
        return logicOp == null || numeric == Numeric.SFLOAT || numeric == Numeric.SRGB ? LogicOp.COPY : logicOp;
    }

    /** The bits of a texel that are written. */
    public TexelBits written(int index, Format format) {
        return TexelBits.of(format, attachment(index).writeMask);
    }

    /** Whether an attachment of a format is written. */
    public boolean writes(int index, Format format) {
        return written(index, format).bytes() != 0;
    }

    /** Whether what is stored counts: it is blended with, or shares bytes with what is written. */
    public boolean reads(int index, Format format) {
        TexelBits written = written(index, format);
        if (written.bytes() == 0) {
            return false;
        }
        int mask = attachment(index).writeMask;
        BlendEquation equation = equation(index, format);
        return written.cutsBytes()
                || logicOp(format).reads()
                || equation != null && equation.reads(has(format, mask & ~ALPHA), has(format, mask & ALPHA));
    }

    private static boolean has(Format format, int channels) {
        return TexelBits.of(format, channels).bytes() != 0;
    }
}
