// SPDX-License-Identifier: Apache-2.0
package dev.sluice.program.edit;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Where a cure goes, for a person: after and before which commands, and what else is to be said about it.
 *
 * @param remark the rest of the place in words, or empty
 */
public record Spot(@Nullable String after, @Nullable String before, String remark) {

    /** Somewhere before a command. */
    public static Spot before(String command) {
        return new Spot(null, command, "");
    }

    /** Somewhere after a command. */
    public static Spot after(String command) {
        return new Spot(command, null, "");
    }

    /** In the place of the command that is spoken of. */
    public static Spot here() {
        return saying("");
    }

    /** A place in words. */
    public static Spot saying(String remark) {
        return new Spot(null, null, remark);
    }

    /** The same place, before a command. */
    public Spot andBefore(String command) {
        return new Spot(after, command, remark);
    }

    /** The same place with a remark. */
    public Spot remarked(String words) {
        return new Spot(after, before, words);
    }

    /** The place in words; empty where nothing is to be said. */
    public String words() {
        List<String> parts = new ArrayList<>();
        if (after != null) {
            parts.add("after " + after);
        }
        if (before != null) {
            parts.add("before " + before);
        }
        if (!remark.isEmpty()) {
            parts.add(remark);
        }
        return String.join(", ", parts);
    }
}
