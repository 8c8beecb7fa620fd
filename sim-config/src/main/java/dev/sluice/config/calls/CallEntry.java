// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.calls;

import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * A line of the table of calls.
 *
 * @param call the call's name, or that of a line that the capture tool itself writes
 * @param origin the version of Vulkan or the extension that first has it
 * @param standing what an import makes of it
 * @param change what leaving it out can change; null where that is nothing
 * @param harmlessIf the argument and the value with which it changes nothing after all; null for none
 * @param reason why, as few words; empty for what is imported
 */
public record CallEntry(
        String call,
        String origin,
        Standing standing,
        @Nullable Change change,
        @Nullable Argument harmlessIf,
        String reason) {

    /** What an import makes of a call. */
    public enum Standing {
        /** It is taken over. */
        IMPORTED("imported"),
        /** It is left out, and nothing changes by that. */
        HARMLESS("harmless"),
        /** It is left out, and something may change by that. */
        NOT_UNDERSTOOD("not understood");

        private final String words;

        Standing(String words) {
            this.words = words;
        }

        /** How tables spell it. */
        public String words() {
            return words;
        }
    }

    /**
     * An argument with a value, such as the one that switches something off.
     *
     * @param name the parameter's name, of a number, a handle or an array of them
     * @param value the number, or each number of the array
     */
    public record Argument(String name, long value) {
        private boolean in(JsonNode arguments) {
            JsonNode given = arguments.path(name);
            if (!given.isArray()) {
                return is(given);
            }
            for (JsonNode element : given) {
                if (!is(element)) {
                    return false;
                }
            }
            return !given.isEmpty();
        }

        private boolean is(JsonNode given) {
            // captures spell the handle of nothing by its name
            if (given.isNull() || given.isString() && given.stringValue().equals("VK_NULL_HANDLE")) {
                return value == 0;
            }
            return given.isBoolean()
                    ? given.booleanValue() == (value != 0)
                    : given.isIntegralNumber() && given.bigIntegerValue().longValue() == value;
        }

        @Override
        public String toString() {
            return name + "=" + value;
        }
    }

    /** Whether leaving out a call with these arguments may change something. */
    public boolean matters(JsonNode arguments) {
        return standing == Standing.NOT_UNDERSTOOD && (harmlessIf == null || !harmlessIf.in(arguments));
    }
}
