// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.log;

import java.util.Locale;

/** What constants of events are called in logs and recordings. */
public final class EventWords {

    private EventWords() {}

    /** A constant as JSON has it: {@code sectorMiss} for {@code SECTOR_MISS}. */
    public static String of(Enum<?> constant) {
        StringBuilder name = new StringBuilder();
        boolean capital = false;
        for (char c : constant.name().toLowerCase(Locale.ROOT).toCharArray()) {
            if (c != '_') {
                name.append(capital ? Character.toUpperCase(c) : c);
            }
            capital = c == '_';
        }
        return name.toString();
    }
}
