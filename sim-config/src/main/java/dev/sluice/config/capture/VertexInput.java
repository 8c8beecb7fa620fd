// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.capture;

import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * Which bytes of vertex buffers the vertices of a draw fetch.
 *
 * @param bindings by number
 */
record VertexInput(NavigableMap<Integer, Binding> bindings) {
    static final VertexInput NONE = new VertexInput(new TreeMap<>());

    /**
     * What each vertex fetches from one buffer.
     *
     * @param stride bytes from one vertex to the next
     * @param instance whether it advances by instance
     * @param from first byte of a vertex that an attribute holds
     * @param to the byte after the last one
     */
    record Binding(long stride, boolean instance, long from, long to) {}

    /** The input of {@code VkVertexInputBindingDescription}s and {@code VkVertexInputAttributeDescription}s. */
    static VertexInput of(List<Struct> bindings, List<Struct> attributes) {
        NavigableMap<Integer, Binding> result = new TreeMap<>();
        for (Struct binding : bindings) {
            int number = DescriptorCalls.small(binding, "binding");
            long from = Long.MAX_VALUE;
            long to = 0;
            for (Struct attribute : attributes) {
                if (attribute.number("binding") == number) {
                    from = Math.min(from, attribute.size("offset"));
                    to = Math.max(to, attribute.size("offset") + Formats.bytes(attribute.text("format")));
                }
            }
            if (from < to) {
                result.put(
                        number,
                        new Binding(
                                binding.size("stride"),
                                binding.text("inputRate").endsWith("INSTANCE"),
                                from,
                                to));
            }
        }
        return new VertexInput(result);
    }
}
