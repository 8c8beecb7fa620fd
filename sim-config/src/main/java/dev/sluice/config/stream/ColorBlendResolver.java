// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.stream;

import dev.sluice.program.ColorBlend;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Turns what a draw says of its colours into how these are blended and written. */
public final class ColorBlendResolver {
    private static final String CHANNELS = "RGBA";
    private static final String NONE = "NONE";

    private final StreamContext context;
    private final PassStep.Draw step;

    ColorBlendResolver(StreamContext context, PassStep.Draw step) {
        this.context = context;
        this.step = step;
    }

    /**
     * What becomes of the colours.
     *
     * @param colors colour attachments of the draw
     */
    ColorBlend resolve(int colors) {
        List<PassStep.Blend> blends = step.blend();
        List<String> masks = step.colorWriteMask();
        checkCount("blend", blends.size(), colors);
        checkCount("colorWriteMask", masks.size(), colors);
        List<ColorBlend.Attachment> attachments = new ArrayList<>();
        for (int i = 0; i < Math.max(1, Math.max(blends.size(), masks.size())); i++) {
            attachments.add(new ColorBlend.Attachment(
                    blends.isEmpty() ? null : one(blends, i).equation(),
                    masks.isEmpty() ? ColorBlend.ALL_CHANNELS : mask(one(masks, i))));
        }
        return new ColorBlend(attachments, constants(), step.logicOp());
    }

    private static <T> T one(List<T> list, int index) {
        return list.get(list.size() == 1 ? 0 : index);
    }

    private void checkCount(String key, int count, int colors) {
        if (count > 1 && count != colors) {
            throw context.where.error(
                    step,
                    key,
                    key + ": one for all colour attachments or one for each: there are " + colors + " of these, not "
                            + count);
        }
    }

    private List<Double> constants() {
        List<Double> given = step.blendConstants();
        if (given.isEmpty()) {
            return ColorBlend.NONE.constants();
        }
        if (given.size() != CHANNELS.length()) {
            throw context.where.error(
                    step,
                    "blendConstants",
                    "blendConstants: red, green, blue and alpha, not " + given.size() + " numbers");
        }
        return given;
    }

    private int mask(String text) {
        String letters = text.toUpperCase(Locale.ROOT);
        if (letters.equals(NONE)) {
            return 0;
        }
        int mask = 0;
        for (int i = 0; i < letters.length(); i++) {
            int channel = CHANNELS.indexOf(letters.charAt(i));
            if (channel < 0) {
                mask = 0;
                break;
            }
            mask |= 1 << channel;
        }
        if (mask == 0) {
            throw context.where.error(
                    step,
                    "colorWriteMask",
                    "colorWriteMask: '" + text + "' is neither letters of RGBA, such as RGB, nor NONE");
        }
        return mask;
    }

    /** What stands for channels, bits of {@link ColorBlend#ALL_CHANNELS}. */
    public static String text(int mask) {
        StringBuilder text = new StringBuilder();
        for (int channel = 0; channel < CHANNELS.length(); channel++) {
            if ((mask >>> channel & 1) != 0) {
                text.append(CHANNELS.charAt(channel));
            }
        }
        return mask == 0 ? NONE : text.toString();
    }
}
