// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.capture;

import dev.sluice.program.BlendEquation;
import dev.sluice.program.ColorBlend;
import dev.sluice.program.LogicOp;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a graphics pipeline does to colours ({@code VkPipelineColorBlendStateCreateInfo}), by the number of their attachment.
 *
 * @param attachments how each is blended
 * @param constants of blend factors that name constants; empty for none
 * @param writes whether each is written at all ({@code VkPipelineColorWriteCreateInfoEXT}); all are beyond the end
 * @param logicOpEnable whether {@code logicOp} combines colours in the place of blending
 */
record ColorBlendState(
        List<Attachment> attachments,
        List<Double> constants,
        List<Boolean> writes,
        boolean logicOpEnable,
        LogicOp logicOp) {

    /** Of a pipeline without. */
    static final ColorBlendState NONE = new ColorBlendState(List.of(), List.of(), List.of(), false, LogicOp.COPY);

    /**
     * What a pipeline does to one attachment.
     *
     * @param equation how it is blended, if it is
     * @param writeMask channels that are written, bits of {@link ColorBlend#ALL_CHANNELS}
     */
    record Attachment(boolean blends, BlendEquation equation, int writeMask) {
        /** Beyond those that a pipeline names. */
        static final Attachment PLAIN = new Attachment(false, BlendEquation.OVER, ColorBlend.ALL_CHANNELS);
    }

    ColorBlendState {
        attachments = List.copyOf(attachments);
        constants = List.copyOf(constants);
        writes = List.copyOf(writes);
    }

    static ColorBlendState of(@Nullable Struct state) {
        if (state == null) {
            return NONE;
        }
        List<Attachment> attachments = new ArrayList<>();
        for (Struct attachment : state.structs("pAttachments")) {
            attachments.add(new Attachment(
                    attachment.number("blendEnable", 0) != 0,
                    CapturedBlend.equation(attachment),
                    channels(attachment.number("colorWriteMask", ColorBlend.ALL_CHANNELS))));
        }
        Struct enables = state.chained("VK_STRUCTURE_TYPE_PIPELINE_COLOR_WRITE_CREATE_INFO_EXT");
        return new ColorBlendState(
                attachments,
                constants(state),
                enables == null ? List.of() : writes(enables),
                state.number("logicOpEnable", 0) != 0,
                logicOp(state));
    }

    /** The four constants that a structure or call sets; empty where they are not known. */
    static List<Double> constants(Struct args) {
        List<Double> constants = args.reals("blendConstants");
        return constants.size() == ColorBlend.NONE.constants().size() ? constants : List.of();
    }

    /** The attachments that a structure or call has written. */
    static List<Boolean> writes(Struct args) {
        return args.numbers("pColorWriteEnables").stream()
                .map(enable -> enable != 0)
                .toList();
    }

    /** The operation that a structure or call names; colours are copied where that is not known. */
    static LogicOp logicOp(Struct args) {
        String text = args.text("logicOp");
        for (LogicOp op : LogicOp.values()) {
            if (text.equals("VK_LOGIC_OP_" + op.name())) {
                return op;
            }
        }
        return LogicOp.COPY;
    }

    /** The channels that a {@code VkColorComponentFlags} names. */
    static int channels(long mask) {
        return (int) mask & ColorBlend.ALL_CHANNELS;
    }

    private Attachment attachment(int number) {
        return number < attachments.size() ? attachments.get(number) : Attachment.PLAIN;
    }

    /** The channels that draws write of the attachment of a number. */
    int writeMask(CapturedPipeline pipeline, GraphicsState state, int number) {
        List<Boolean> written = pipeline.isDynamic("COLOR_WRITE_ENABLE") ? state.colorWrites : writes;
        if (number < written.size() && !written.get(number)) {
            return 0;
        }
        return pipeline.isDynamic("COLOR_WRITE_MASK")
                ? state.writeMasks.getOrDefault(number, ColorBlend.ALL_CHANNELS)
                : attachment(number).writeMask;
    }

    /** How draws blend the attachment of a number, or null. */
    @Nullable
    BlendEquation equation(CapturedPipeline pipeline, GraphicsState state, int number) {
        Attachment own = attachment(number);
        boolean blends =
                pipeline.isDynamic("COLOR_BLEND_ENABLE") ? state.blends.getOrDefault(number, own.blends) : own.blends;
        if (!blends) {
            return null;
        }
        boolean set = pipeline.isDynamic("COLOR_BLEND_EQUATION") || pipeline.isDynamic("COLOR_BLEND_ADVANCED");
        return set ? state.equations.getOrDefault(number, own.equation) : own.equation;
    }

    /** The constants of draws; empty for none. */
    List<Double> constants(CapturedPipeline pipeline, GraphicsState state) {
        return pipeline.isDynamic("BLEND_CONSTANTS") && !state.blendConstants.isEmpty()
                ? state.blendConstants
                : constants;
    }

    /** What combines the colours of draws, or null. */
    @Nullable
    LogicOp logicOp(Pass pass, CapturedPipeline pipeline, GraphicsState state) {
        if (pass.colors().isEmpty() || !pipeline.flag(state, "LOGIC_OP_ENABLE", "logicOpEnable", logicOpEnable)) {
            return null;
        }
        LogicOp set = state.logicOp;
        return pipeline.isDynamic("LOGIC_OP") && set != null ? set : logicOp;
    }
}
