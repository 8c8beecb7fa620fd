// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.capture;

import dev.sluice.config.ConfigException;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * One line of a capture: a Vulkan call, or a meta command.
 *
 * @param file the file's name, for errors
 * @param line its line, from 1
 * @param index its position in the capture
 * @param name the function, for example {@code vkCmdDispatch}
 * @param result the returned {@code VkResult} or number, or an empty text
 * @param json the arguments
 */
record Call(String file, int line, long index, String name, String result, JsonNode json) {

    /** The arguments. */
    Struct args() {
        return new Struct(this, json, "");
    }

    /** What reports call the place of this call. */
    String source() {
        return "index " + Long.toUnsignedString(index);
    }

    /** The returned number, unsigned, as the {@code long} of the same bits; null if there is none. */
    @Nullable
    Long returned() {
        try {
            return result.startsWith("0x")
                    ? Long.parseUnsignedLong(result.substring(2), 16)
                    : Long.parseUnsignedLong(result);
        } catch (NumberFormatException e) {
            return null;
        }
    }

    /** Whether the call failed, so that it did nothing. */
    boolean failed() {
        return result.startsWith("VK_ERROR_");
    }

    ConfigException error(String problem) {
        return new ConfigException(file, line, 1, name + " (" + source() + "): " + problem);
    }
}
