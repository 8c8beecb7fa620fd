// SPDX-License-Identifier: Apache-2.0
package dev.sluice.program.kernel;

import dev.sluice.program.image.ImageView;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What a kernel can ask of an image that is bound to it; it becomes a parameter {@code NAME.WHAT} of the program. */
enum ImageParameter {
    WIDTH("width"),
    HEIGHT("height"),
    LEVELS("levels"),
    LAYERS("layers"),
    /** All of them in one number, for index arithmetic; has no name in kernel text. */
    SHAPE("shape");

    private static final Map<String, ImageParameter> NAMED = new LinkedHashMap<>();

    static {
        for (ImageParameter parameter : values()) {
            if (parameter != SHAPE) {
                NAMED.put(parameter.text, parameter);
            }
        }
    }

    private final String text;

    ImageParameter(String text) {
        this.text = text;
    }

    static Iterable<String> names() {
        return NAMED.keySet();
    }

    /** The parameter of a name in kernel text; null if there is none. */
    static @Nullable ImageParameter of(String text) {
        return NAMED.get(text);
    }

    /** The name of the program's parameter for a binding. */
    String parameter(String binding) {
        return binding + "." + text;
    }

    long value(ImageView view) {
        return switch (this) {
            case WIDTH -> view.width();
            case HEIGHT -> view.height();
            case LEVELS -> view.levels();
            case LAYERS -> view.planes();
            case SHAPE -> view.shape();
        };
    }
}
