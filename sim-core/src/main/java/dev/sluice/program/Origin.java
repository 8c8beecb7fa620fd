// SPDX-License-Identifier: Apache-2.0
package dev.sluice.program;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Where an operation or command comes from, and what a person calls it.
 *
 * @param where a place in the input, for example {@code stream.yaml:41:9} or {@code capture index 36}
 * @param label the label given in the stream or the capture's debug labels; null for none
 * @param approximate whether its accesses are an approximation (a dispatch of a capture)
 * @param site the place part by part, with what a capture says of it
 */
public record Origin(String where, @Nullable String label, boolean approximate, CodeSite site) {
    /** Of what is proposed and stands nowhere. */
    public static final Origin NOWHERE = at("");

    private static final Pattern IN_FILE = Pattern.compile(":(\\d+):\\d+$|\\b(index \\d+)$");

    /** A place without its file: {@code line 41}, or {@code index 36} of a capture; all of it where it is something else. */
    public static String within(String where) {
        Matcher place = IN_FILE.matcher(where);
        return !place.find() ? where : place.group(1) == null ? place.group(2) : "line " + place.group(1);
    }

    /** A place without a label. */
    public static Origin at(String where) {
        return new Origin(where, null, false, CodeSite.NOWHERE);
    }

    /** The same place with a label. */
    public Origin labelled(@Nullable String text) {
        return new Origin(where, text, approximate, site);
    }
}
