// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.capture;

import dev.sluice.program.LogicOp;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a graphics pipeline does to colours ({@code VkPipelineColorBlendStateCreateInfo}), by the location of their attachment.
 *
 * @param blends whether each is blended
 * @param masks which channels of each are written
 * @param writes whether each is written at all ({@code VkPipelineColorWriteCreateInfoEXT}); all are beyond the end
 * @param logicOpEnable whether {@code logicOp} combines colours in the place of blending
 */
record ColorBlendState(
        List<Boolean> blends, List<Long> masks, List<Boolean> writes, boolean logicOpEnable, LogicOp logicOp) {
    private static final long ALL_CHANNELS = 15;

    /** Of a pipeline without. */
    static final ColorBlendState NONE = new ColorBlendState(List.of(), List.of(), List.of(), false, LogicOp.COPY);

    ColorBlendState {
        blends = List.copyOf(blends);
        masks = List.copyOf(masks);
        writes = List.copyOf(writes);
    }

    static ColorBlendState of(@Nullable Struct state) {
        if (state == null) {
            return NONE;
        }
        List<Boolean> blends = new ArrayList<>();
        List<Long> masks = new ArrayList<>();
        for (Struct attachment : state.structs("pAttachments")) {
            blends.add(attachment.number("blendEnable", 0) != 0);
            masks.add(attachment.number("colorWriteMask", ALL_CHANNELS));
        }
        Struct enables = state.chained("VK_STRUCTURE_TYPE_PIPELINE_COLOR_WRITE_CREATE_INFO_EXT");
        return new ColorBlendState(
                blends,
                masks,
                enables == null ? List.of() : writes(enables),
                state.number("logicOpEnable", 0) != 0,
                logicOp(state));
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

    /** Whether draws write the attachment of a location. */
    boolean writes(CapturedPipeline pipeline, GraphicsState state, int location) {
        List<Boolean> written = pipeline.isDynamic("COLOR_WRITE_ENABLE") ? state.colorWrites : writes;
        if (location < written.size() && !written.get(location)) {
            return false;
        }
        if (pipeline.isDynamic("COLOR_WRITE_MASK")) {
            return state.writeMasks.getOrDefault(location, ALL_CHANNELS) != 0;
        }
        return location >= masks.size() || masks.get(location) != 0;
    }

    /** Whether draws blend any of the attachments. */
    boolean blends(Pass pass, CapturedPipeline pipeline, GraphicsState state) {
        boolean any = false;
        for (int location : pass.locations()) {
            boolean own = location < blends.size() && blends.get(location);
            any |= pipeline.isDynamic("COLOR_BLEND_ENABLE") ? state.blends.getOrDefault(location, own) : own;
        }
        return any;
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
