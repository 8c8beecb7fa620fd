// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.capture;

import dev.sluice.config.stream.ColorBlendResolver;
import dev.sluice.config.stream.PassStep;
import dev.sluice.program.BlendEquation;
import dev.sluice.program.ColorBlend;
import dev.sluice.program.LogicOp;
import dev.sluice.program.image.Format;
import dev.sluice.program.image.TexelBits;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a draw does to the colours of a pass, as streams say it: once, where all attachments have the same, and not at all where it goes
 * without saying.
 */
record DrawColors(
        List<PassStep.Blend> blend,
        List<Double> constants,
        List<String> writeMasks,
        @Nullable LogicOp logicOp) {
    private static final List<PassStep.Blend> REPLACED = List.of(PassStep.Blend.of(null));
    private static final List<String> WHOLE = List.of(ColorBlendResolver.text(ColorBlend.ALL_CHANNELS));

    static DrawColors of(Pass pass, CapturedPipeline pipeline, GraphicsState state) {
        ColorBlendState colors = pipeline.colors();
        List<PassStep.Blend> blends = new ArrayList<>();
        List<String> masks = new ArrayList<>();
        boolean constants = false;
        for (int i = 0; i < pass.colors().size(); i++) {
            int number = pass.numbers().get(i);
            BlendEquation equation = colors.equation(pipeline, state, number);
            constants |= equation != null && equation.usesConstants();
            blends.add(PassStep.Blend.of(equation));
            int mask = colors.writeMask(pipeline, state, number);
            masks.add(
                    ColorBlendResolver.text(whole(pass.colors().get(i).format, mask) ? ColorBlend.ALL_CHANNELS : mask));
        }
        return new DrawColors(
                once(blends, REPLACED),
                constants ? colors.constants(pipeline, state) : List.of(),
                once(masks, WHOLE),
                colors.logicOp(pass, pipeline, state));
    }

    /** Whether a mask lets all channels through that a format has, or none, of which the fragment kernel writes none anyway. */
    private static boolean whole(Format format, int mask) {
        return mask == 0 || TexelBits.of(format, mask).equals(TexelBits.of(format, ColorBlend.ALL_CHANNELS));
    }

    private static <T> List<T> once(List<T> each, List<T> usual) {
        List<T> distinct = each.stream().distinct().toList();
        return distinct.equals(usual) ? List.of() : distinct.size() == 1 ? distinct : each;
    }
}
