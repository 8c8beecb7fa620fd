// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.source;

import java.io.Reader;

/**
 * A text that is read in pieces of which none ends within a character: the YAML engine has no room for the second half of one
 * of two {@code char}s at the end of its buffer.
 */
final class WholeCharacters extends Reader {
    private final String text;
    private int at;

    WholeCharacters(String text) {
        this.text = text;
    }

    @Override
    public int read(char[] target, int offset, int length) {
        if (at == text.length()) {
            return -1;
        }
        int count = Math.min(length, text.length() - at);
        if (count > 1 && Character.isHighSurrogate(text.charAt(at + count - 1))) {
            count--;
        }
        text.getChars(at, at + count, target, offset);
        at += count;
        return count;
    }

    @Override
    public void close() {
        // nothing is open
    }
}
