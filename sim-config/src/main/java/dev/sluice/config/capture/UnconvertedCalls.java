// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.capture;

import java.nio.ByteBuffer;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.NullNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Calls that the binary capture has and the JSON lacks: {@code gfxrecon-convert} passes over some without a line, such as, in
 * 1.0.5, the pushes by template of Vulkan 1.4. The ids of calls are those of gfxreconstruct, {@code framework/format/api_call_id.h}.
 */
final class UnconvertedCalls {
    private static final int PUSH_WITH_TEMPLATE = 0x11305;
    private static final Map<Integer, String> NAMES = Map.of(
            PUSH_WITH_TEMPLATE,
            "vkCmdPushDescriptorSetWithTemplate",
            0x1130b,
            "vkCmdPushDescriptorSetWithTemplate2",
            0x112e2,
            "vkCmdPushDescriptorSetWithTemplate2KHR");
    /** The id of the call and the thread's number stand before its parameters. */
    private static final int HEADER = 12;

    private static final int PUSH_PARAMETERS = 28;

    private final GfxrFile binary;
    private final Dropped dropped;
    private final String file;

    UnconvertedCalls(GfxrFile binary, Dropped dropped, String file) {
        this.binary = binary;
        this.dropped = dropped;
        this.file = file;
    }

    /**
     * A call at an index that has no line; null if there is none, or if it is left out.
     *
     * @param line the line before which it would stand
     */
    @Nullable
    Call at(long index, int line) {
        if (index >= binary.count() || binary.type((int) index) != GfxrFile.CALL) {
            return null;
        }
        ByteBuffer body = binary.body(index, 0, HEADER + PUSH_PARAMETERS);
        int id = body == null || body.remaining() < HEADER ? 0 : body.getInt(0);
        String name = NAMES.get(id);
        if (body != null && id == PUSH_WITH_TEMPLATE && body.remaining() == HEADER + PUSH_PARAMETERS) {
            return new Call(file, line, index, NAMES.getOrDefault(id, ""), "", push(body));
        }
        if (name == null) {
            dropped.unconverted("call 0x" + Integer.toHexString(id), index);
        } else {
            dropped.call(name, NullNode.instance, index);
        }
        return null;
    }

    private static ObjectNode push(ByteBuffer body) {
        ObjectNode args = JsonNodeFactory.instance.objectNode();
        args.put("commandBuffer", body.getLong(HEADER));
        args.put("descriptorUpdateTemplate", body.getLong(HEADER + 8));
        args.put("layout", body.getLong(HEADER + 16));
        args.put("set", body.getInt(HEADER + 24));
        return args;
    }
}
