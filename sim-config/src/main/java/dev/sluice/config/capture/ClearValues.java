package dev.sluice.config.capture;

import dev.sluice.core.image.Format;
import dev.sluice.core.image.Numeric;
import java.util.ArrayList;
import java.util.List;

/** Clear values as a stream writes them. */
final class ClearValues {
    private ClearValues() {}

    /** A {@code VkClearValue} for an attachment of a format. */
    static Object of(Struct value, Format format) {
        return format.color() ? color(value.struct("color"), format) : depth(value.struct("depthStencil"));
    }

    /** A {@code VkClearColorValue}: four numbers. */
    static List<Object> color(Struct color, Format format) {
        Numeric numeric = format.channels().get(0).numeric();
        List<Object> four = new ArrayList<>();
        if (numeric == Numeric.UINT || numeric == Numeric.SINT) {
            four.addAll(color.numbers(numeric == Numeric.UINT ? "uint32" : "int32"));
        } else {
            four.addAll(color.reals("float32"));
        }
        while (four.size() < 4) {
            four.add(0L);
        }
        return four;
    }

    /** A {@code VkClearDepthStencilValue}. */
    static Object depth(Struct value) {
        return Session.map("depth", value.real("depth", 0), "stencil", value.number("stencil", 0));
    }

    /** A value that is never used. */
    static Object none(Format format) {
        return format.color() ? List.of(0, 0, 0, 0) : Session.map("depth", 0, "stencil", 0);
    }
}
