// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.trace;

import dev.sluice.config.ConfigException;

/** Text whose characters take two or four bytes each, as some spreadsheets and PowerShell write it: traces are UTF-8. */
final class WideText {

    private static final int LONGEST_CHARACTER = 4;
    private static final int MARK_BYTES = 2;
    private static final int ZEROS_BEFORE_A_MARK = 2;

    private WideText() {}

    /** Refuses a file of text that begins so: with its byte-order mark, or with a character of which some bytes are zero. */
    static void refuse(TraceInput in) {
        byte[] first = in.peek(LONGEST_CHARACTER);
        if (marked(first) || padded(first)) {
            throw fault(in);
        }
    }

    /** Refuses a file, of which nothing says that it is text, that begins with the byte-order mark of such text. */
    static void refuseMarked(TraceInput in) {
        if (marked(in.peek(LONGEST_CHARACTER))) {
            throw fault(in);
        }
    }

    private static boolean marked(byte[] first) {
        return markAt(first, 0) || padded(first) && markAt(first, ZEROS_BEFORE_A_MARK);
    }

    private static boolean markAt(byte[] first, int at) {
        if (first.length < at + MARK_BYTES) {
            return false;
        }
        int mark = (first[at] & 0xFF) << Byte.SIZE | first[at + 1] & 0xFF;
        return mark == 0xFEFF || mark == 0xFFFE;
    }

    private static boolean padded(byte[] first) {
        boolean zero = false;
        boolean other = false;
        for (byte value : first) {
            zero |= value == 0;
            other |= value != 0;
        }
        return zero && other;
    }

    private static ConfigException fault(TraceInput in) {
        return new ConfigException(in.file(), 1, 1, "UTF-16 or UTF-32, and not UTF-8; save the file as UTF-8");
    }
}
