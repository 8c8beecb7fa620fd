// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.source;

import dev.sluice.config.ConfigException;

/** A value of a YAML or JSON file together with the place where it is written. */
public sealed interface Node permits MapNode, ListNode, ScalarNode {
    /** The place of the value's first character. */
    Position position();

    /** What a person would call this value in an error: "a mapping", "a list", "the text 'x'". */
    String describe();

    /** The fault {@code problem} at this value. */
    default ConfigException error(String problem) {
        return position().error(problem);
    }
}
