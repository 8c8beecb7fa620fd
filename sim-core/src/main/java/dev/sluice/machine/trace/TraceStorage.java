// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.trace;

import dev.sluice.device.LayoutCompression;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How the tiles of a layer of a level of an image may be stored from now on: {@code level=0 layer=0 CLEARED} in the column
 * {@code image} of a trace.
 */
public record TraceStorage(int level, int layer, LayoutCompression allowed) {

    private static final Pattern TEXT = Pattern.compile("level=([0-9]{1,9}) layer=([0-9]{1,9}) ([A-Z]+)");

    /**
     * Reads the text of the column.
     *
     * @throws IllegalArgumentException if it is not one
     */
    public static TraceStorage of(String text) {
        Matcher words = TEXT.matcher(text);
        if (!words.matches()) {
            throw new IllegalArgumentException("not of that shape");
        }
        return new TraceStorage(
                Integer.parseInt(words.group(1)),
                Integer.parseInt(words.group(2)),
                LayoutCompression.valueOf(words.group(3)));
    }

    /** Appends the text of the column. */
    public void appendTo(StringBuilder to) {
        to.append("level=")
                .append(level)
                .append(" layer=")
                .append(layer)
                .append(' ')
                .append(allowed);
    }
}
