// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.inspect;

import java.util.Collection;

/** Cuts what a person writes of bytes, {@code x:64:4}, at its colons, of which a name may have some itself. */
public final class NameParts {

    private NameParts() {}

    /** The name that a text begins with, the longest one if there are several, and the parts behind it; else all parts. */
    public static String[] of(String text, Collection<String> names) {
        String found = known(text, names);
        if (found.isEmpty()) {
            return text.split(":", -1);
        }
        String[] behind = text.substring(found.length()).split(":", -1);
        behind[0] = found;
        return behind;
    }

    /** Whether a text is about something of these names. */
    public static boolean named(String text, Collection<String> names) {
        return !known(text, names).isEmpty();
    }

    private static String known(String text, Collection<String> names) {
        String found = "";
        for (String name : names) {
            if (name.length() > found.length() && (text.equals(name) || text.startsWith(name + ":"))) {
                found = name;
            }
        }
        return found;
    }
}
