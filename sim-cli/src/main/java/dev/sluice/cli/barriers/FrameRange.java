// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.barriers;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Frames that a person asked for, both ends included.
 *
 * @param text as it was said
 * @param last {@link Integer#MAX_VALUE} for all that follow
 */
public record FrameRange(String text, int first, int last) {
    /** Every frame, with what comes before the first and after the last. */
    public static final FrameRange ALL = new FrameRange("", 0, Integer.MAX_VALUE);

    private static final Pattern RANGE = Pattern.compile("(\\d{1,9})(-(\\d{1,9})?)?");

    /**
     * Reads {@code 3}, {@code 2-4} or {@code 5-}.
     *
     * @throws IllegalArgumentException when it is none of these, or ends before it begins
     */
    public static FrameRange of(String text) {
        Matcher matcher = RANGE.matcher(text);
        if (!matcher.matches()) {
            throw new IllegalArgumentException("'" + text + "' names no frames; say 3, 2-4 or 5-");
        }
        int first = Integer.parseInt(matcher.group(1));
        String end = matcher.group(3);
        int open = matcher.group(2) == null ? first : Integer.MAX_VALUE;
        int last = end == null ? open : Integer.parseInt(end);
        if (first == 0) {
            throw new IllegalArgumentException("'" + text + "': frames are counted from 1");
        }
        if (last < first) {
            throw new IllegalArgumentException("'" + text + "' ends before it begins");
        }
        return new FrameRange(text, first, last);
    }

    /**
     * Checks that a program has such frames.
     *
     * @throws IllegalArgumentException when it does not reach as far
     */
    public void check(int frames) {
        if (first > frames || last > frames && last != Integer.MAX_VALUE) {
            throw new IllegalArgumentException(
                    "'" + text + "' goes past the last frame: there " + (frames == 1 ? "is 1" : "are " + frames));
        }
    }

    /** Whether everything is shown, set-up and rest as well. */
    public boolean all() {
        return first == 0;
    }

    boolean has(int frame) {
        return frame >= first && frame <= last;
    }
}
