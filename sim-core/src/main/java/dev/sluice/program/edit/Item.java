// SPDX-License-Identifier: Apache-2.0
package dev.sluice.program.edit;

import dev.sluice.program.Command;
import org.jspecify.annotations.Nullable;

/**
 * A command in a list that is edited.
 *
 * @param site where it is written; commands that come from one line of text, however often they are carried out, share it
 * @param command the command; null where a text has a command that nothing carries out
 */
public record Item(String site, @Nullable Command command) {

    /** A command under the place that it comes from. */
    public static Item of(Command command) {
        return new Item(command.origin().where(), command);
    }

    Item with(Command other) {
        return new Item(site, other);
    }
}
