// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.source;

import dev.sluice.config.ConfigException;

/**
 * A place in a file.
 *
 * @param file the file's name as the user gave it
 * @param line the line, from 1
 * @param column the column, from 1, in characters
 */
public record Position(String file, int line, int column) {
    /** The place of what is made, not read. */
    public static final Position NOWHERE = new Position("", 1, 1);

    /** The fault {@code problem} at this place. */
    public ConfigException error(String problem) {
        return new ConfigException(file, line, column, problem);
    }

    @Override
    public String toString() {
        return file + ":" + line + ":" + column;
    }
}
