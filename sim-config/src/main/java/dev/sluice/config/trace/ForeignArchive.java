// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.trace;

import dev.sluice.config.ConfigException;

/** Archives that are not unpacked: told by their names, where they would pass for text or for nothing. */
enum ForeignArchive {
    BZIP2("bzip2", 0, "BZh"),
    ZIP("zip", 0, "PK\3\4"),
    SEVEN_ZIP("7z", 0, "7z\u00BC\u00AF'\u001C"),
    LZ4("lz4", 0, "\4\"M\u0018"),
    TAR("tar", 257, "ustar");

    private static final int LONGEST = 262;

    private final String text;
    private final int at;

    /** A character for each byte. */
    private final String magic;

    ForeignArchive(String text, int at, String magic) {
        this.text = text;
        this.at = at;
        this.magic = magic;
    }

    /** Refuses a file that is one. */
    static void refuse(TraceInput in) {
        byte[] first = in.peek(LONGEST);
        for (ForeignArchive one : values()) {
            if (one.begins(first)) {
                throw new ConfigException(
                        in.file(),
                        "is an archive (" + one.text
                                + "), which is not unpacked here; a trace is packed with gzip, xz or"
                                + " zstd, each by itself");
            }
        }
    }

    private boolean begins(byte[] first) {
        if (first.length < at + magic.length()) {
            return false;
        }
        for (int i = 0; i < magic.length(); i++) {
            if ((first[at + i] & 0xFF) != magic.charAt(i)) {
                return false;
            }
        }
        return true;
    }
}
