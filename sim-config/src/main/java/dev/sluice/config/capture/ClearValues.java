// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.capture;

import dev.sluice.config.source.ListNode;
import dev.sluice.config.source.MapNode;
import dev.sluice.config.source.Node;
import dev.sluice.config.source.ScalarNode;
import dev.sluice.program.image.Format;
import dev.sluice.program.image.Numeric;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Clear values as a stream writes them. */
final class ClearValues {
    private ClearValues() {}

    /** A {@code VkClearValue} for an attachment of a format. */
    static Node of(Struct value, Format format) {
        return format.color() ? color(value.struct("color"), format) : depth(value.struct("depthStencil"));
    }

    /** A {@code VkClearColorValue}: four numbers. */
    static Node color(Struct color, Format format) {
        Numeric numeric = format.channels().get(0).numeric();
        List<Node> four = new ArrayList<>();
        if (numeric == Numeric.UINT || numeric == Numeric.SINT) {
            color.numbers(numeric == Numeric.UINT ? "uint32" : "int32")
                    .forEach(number -> four.add(ScalarNode.of((long) number)));
        } else {
            color.reals("float32").forEach(number -> four.add(ScalarNode.of((double) number)));
        }
        while (four.size() < 4) {
            four.add(ScalarNode.of(0));
        }
        return ListNode.of(four);
    }

    /** A {@code VkClearDepthStencilValue}. */
    static Node depth(Struct value) {
        return depth(ScalarNode.of(value.real("depth", 0)), value.number("stencil", 0));
    }

    /** A value that is never used. */
    static Node none(Format format) {
        ScalarNode zero = ScalarNode.of(0);
        return format.color() ? ListNode.of(List.of(zero, zero, zero, zero)) : depth(zero, 0);
    }

    private static Node depth(ScalarNode depth, long stencil) {
        Map<String, Node> entries = new LinkedHashMap<>();
        entries.put("depth", depth);
        entries.put("stencil", ScalarNode.of(stencil));
        return MapNode.of(entries);
    }
}
