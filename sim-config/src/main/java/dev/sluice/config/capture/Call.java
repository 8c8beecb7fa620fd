// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.capture;

import dev.sluice.config.ConfigException;
import tools.jackson.databind.JsonNode;

/**
 * One line of a capture: a Vulkan call, or a meta command.
 *
 * @param file the file's name, for errors
 * @param line its line, from 1
 * @param index its position in the capture
 * @param name the function, for example {@code vkCmdDispatch}
 * @param result the returned {@code VkResult}, or an empty text
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

    /** Whether the call failed, so that it did nothing. */
    boolean failed() {
        return result.startsWith("VK_ERROR_");
    }

    ConfigException error(String problem) {
        return new ConfigException(file, line, 1, name + " (" + source() + "): " + problem);
    }
}
