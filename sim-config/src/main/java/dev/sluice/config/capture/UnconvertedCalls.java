// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.capture;

import dev.sluice.config.calls.Change;
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

    /** The pointer to the structure stands behind the command buffer. */
    private static final int STRUCTURE = 8;
    /** Behind the pointer's attributes and address, and the structure's type, what is chained to it: attributes alone for nothing. */
    private static final int CHAIN = STRUCTURE + 4 + 8 + 4;

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
        ByteBuffer body = binary.body(index, 0, HEADER + Templates.BEFORE_DATA_IN_STRUCTURE);
        int id = body == null || body.remaining() < HEADER ? 0 : body.getInt(0);
        String name = NAMES.get(id);
        if (body == null || name == null) {
            dropped.unconverted("call 0x" + Integer.toHexString(id), index);
            return null;
        }
        ObjectNode args = id == PUSH_WITH_TEMPLATE ? push(body) : push2(body);
        Call call = new Call(file, line, index, name, "", args == null ? NullNode.instance : args);
        if (args == null) {
            dropped.call(call, Change.RESOURCES, "the descriptors that it pushes are not where they are looked for");
            return null;
        }
        return call;
    }

    private static @Nullable ObjectNode push(ByteBuffer body) {
        if (body.remaining() < HEADER + Templates.BEFORE_DATA) {
            return null;
        }
        ObjectNode args = JsonNodeFactory.instance.objectNode();
        args.put("commandBuffer", body.getLong(HEADER));
        template(args, body, HEADER + 8);
        return args;
    }

    /** The form that takes a structure; null if something is chained to it, after which the rest would be elsewhere. */
    private static @Nullable ObjectNode push2(ByteBuffer body) {
        if (body.remaining() < HEADER + Templates.BEFORE_DATA_IN_STRUCTURE
                || (body.getInt(HEADER + STRUCTURE) & CaptureBytes.HAS_ADDRESS) == 0
                || (body.getInt(HEADER + CHAIN) & CaptureBytes.HAS_ADDRESS) != 0) {
            return null;
        }
        ObjectNode args = JsonNodeFactory.instance.objectNode();
        args.put("commandBuffer", body.getLong(HEADER));
        template(args.putObject("pPushDescriptorSetWithTemplateInfo"), body, HEADER + CHAIN + 4);
        return args;
    }

    private static void template(ObjectNode to, ByteBuffer body, int at) {
        to.put("descriptorUpdateTemplate", body.getLong(at));
        to.put("layout", body.getLong(at + 8));
        to.put("set", body.getInt(at + 16));
    }
}
