// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.log;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** Writes one JSON object after the other, a line each, into a buffer of its own. */
final class JsonLine {
    private static final int BUFFER = 1 << 16;
    private static final byte[] HEX = "0123456789abcdef".getBytes(StandardCharsets.US_ASCII);

    private final OutputStream out;
    private final byte[] digits = new byte[20];
    private byte[] line = new byte[BUFFER];
    private int length;
    private boolean first;
    private long lines;

    JsonLine(OutputStream out) {
        this.out = out;
    }

    /** Lines written. */
    long lines() {
        return lines;
    }

    JsonLine begin() {
        put('{');
        first = true;
        return this;
    }

    void end() {
        put('}');
        put('\n');
        lines++;
        if (length > BUFFER - (1 << 12)) {
            flush();
        }
    }

    JsonLine field(String key, long value) {
        key(key);
        number(value);
        return this;
    }

    JsonLine field(String key, boolean value) {
        key(key);
        ascii(value ? "true" : "false");
        return this;
    }

    JsonLine hex(String key, long value) {
        key(key);
        put('"');
        put('0');
        put('x');
        int shift = 60;
        while (shift > 0 && (value >>> shift & 15) == 0) {
            shift -= 4;
        }
        for (; shift >= 0; shift -= 4) {
            put(HEX[(int) (value >>> shift & 15)]);
        }
        put('"');
        return this;
    }

    JsonLine field(String key, String value) {
        key(key);
        text(value);
        return this;
    }

    void flush() {
        try {
            out.write(line, 0, length);
            length = 0;
            out.flush();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void key(String key) {
        if (!first) {
            put(',');
        }
        first = false;
        text(key);
        put(':');
    }

    private void text(String text) {
        put('"');
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '"' || c == '\\') {
                put('\\');
                put(c);
            } else if (c >= ' ' && c < 0x7F) {
                put(c);
            } else {
                put('\\');
                put('u');
                for (int shift = 12; shift >= 0; shift -= 4) {
                    put(HEX[c >>> shift & 15]);
                }
            }
        }
        put('"');
    }

    private void number(long value) {
        if (value < 0) {
            ascii(Long.toString(value));
            return;
        }
        int n = 0;
        long rest = value;
        do {
            digits[n++] = (byte) ('0' + rest % 10);
            rest /= 10;
        } while (rest != 0);
        while (n > 0) {
            put(digits[--n]);
        }
    }

    private void ascii(String text) {
        for (int i = 0; i < text.length(); i++) {
            put(text.charAt(i));
        }
    }

    private void put(int c) {
        if (length == line.length) {
            line = java.util.Arrays.copyOf(line, length * 2);
        }
        line[length++] = (byte) c;
    }
}
