// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.device;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Ways of a cache as they are written: numbers and ranges from 0 on, such as {@code 0-3,6}. */
final class WayList {
    private static final Pattern PART = Pattern.compile("\\s*(\\d{1,2})\\s*(?:-\\s*(\\d{1,2})\\s*)?");

    private WayList() {}

    /** The ways as a mask, bit 0 being way 0; 0 for what is no list of ways. */
    static long mask(String text) {
        long mask = 0;
        for (String part : text.split(",", -1)) {
            Matcher range = PART.matcher(part);
            if (!range.matches()) {
                return 0;
            }
            int from = Integer.parseInt(range.group(1));
            int to = range.group(2) == null ? from : Integer.parseInt(range.group(2));
            if (to < from || to >= Long.SIZE) {
                return 0;
            }
            for (int way = from; way <= to; way++) {
                mask |= 1L << way;
            }
        }
        return mask;
    }
}
