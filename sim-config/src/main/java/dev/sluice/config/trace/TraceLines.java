// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.trace;

import dev.sluice.config.ConfigException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** A trace's lines of text, one at a time, and the words of the current one. */
final class TraceLines {

    /** No line of a trace is longer. */
    private static final int LONGEST = 1 << 20;

    private static final int SHOWN = 40;

    private final TraceInput in;
    private byte[] bytes = new byte[256];
    private int length;
    private long number;
    private int at;

    TraceLines(TraceInput in) {
        this.in = in;
        ForeignArchive.refuse(in);
        WideText.refuse(in);
        in.skipByteOrderMark();
    }

    /** Goes to the next line; false if there is none. */
    boolean next() {
        length = 0;
        at = 0;
        int value = in.next();
        if (value < 0) {
            return false;
        }
        number++;
        while (value >= 0 && value != '\n') {
            if (length == bytes.length) {
                if (length == LONGEST) {
                    throw fault(1, "the line is longer than " + LONGEST + " characters: this is no trace of lines");
                }
                bytes = Arrays.copyOf(bytes, length * 2);
            }
            bytes[length++] = (byte) value;
            value = in.next();
        }
        if (length > 0 && bytes[length - 1] == '\r') {
            length--;
        }
        return true;
    }

    /** The file's name, for people. */
    String file() {
        return in.file();
    }

    /** The number of the line, from 1. */
    long number() {
        return number;
    }

    /** Whether only blanks are left. */
    boolean atEnd() {
        skipBlanks();
        return at >= length;
    }

    /** The byte at the current place, or -1 at the end. */
    int peek() {
        return at < length ? bytes[at] & 0xFF : -1;
    }

    /** Goes past a byte, if it comes next. */
    boolean take(char wanted) {
        if (peek() != wanted) {
            return false;
        }
        at++;
        return true;
    }

    /** Goes past blanks. */
    void skipBlanks() {
        while (at < length && (bytes[at] == ' ' || bytes[at] == '\t')) {
            at++;
        }
    }

    /** The column of the current place, from 1. */
    int column() {
        return at + 1;
    }

    int length() {
        return length;
    }

    byte at(int index) {
        return bytes[index];
    }

    /** Goes to a place of the line, from 0. */
    void go(int index) {
        at = index;
    }

    int position() {
        return at;
    }

    /** The text from one place to another. */
    String text(int from, int to) {
        return new String(bytes, from, to - from, StandardCharsets.UTF_8);
    }

    /** The whole line. */
    String text() {
        return text(0, length);
    }

    /** Whether the line begins with a text. */
    boolean begins(String start) {
        return length >= start.length() && text(0, start.length()).equals(start);
    }

    /** The next word; empty at the end of the line. */
    String word() {
        skipBlanks();
        int from = at;
        while (at < length && bytes[at] != ' ' && bytes[at] != '\t') {
            at++;
        }
        return text(from, at);
    }

    /** The next word as a decimal number, perhaps negative, of 63 bits and a sign. */
    long decimal(String what) {
        skipBlanks();
        int from = at;
        boolean negative = take('-');
        long value = digits(10, from, what);
        if (value < 0) {
            throw fault(from + 1, what + " does not fit 63 bits");
        }
        return negative ? -value : value;
    }

    /** The next word as a hexadecimal number, with or without 0x. */
    long hexadecimal(String what) {
        skipBlanks();
        int from = at;
        if (at + 1 < length && bytes[at] == '0' && (bytes[at + 1] | ' ') == 'x') {
            at += 2;
        }
        return digits(16, from, what);
    }

    /** The digits from the current place on, as an unsigned number. */
    private long digits(int base, int from, String what) {
        int first = at;
        long value = 0;
        while (at < length) {
            int digit = Character.digit(bytes[at], base);
            if (digit < 0) {
                break;
            }
            if (base == 16 ? value >>> 60 != 0 : Long.compareUnsigned(value, (-1L - digit >>> 1) / 5) > 0) {
                throw fault(from + 1, what + " does not fit 64 bits");
            }
            value = value * base + digit;
            at++;
        }
        if (at == first) {
            int end = from;
            while (end < length && bytes[end] != ' ' && bytes[end] != ',' && bytes[end] != '\t') {
                end++;
            }
            String found = text(from, Math.min(end, from + SHOWN));
            throw fault(
                    from + 1,
                    (found.isEmpty() ? "here is nothing" : "'" + found + "' is no number") + "; " + what
                            + " was expected" + (base == 16 ? ", in hexadecimal digits" : ""));
        }
        return value;
    }

    /** A number of either base between two places: decimal, or hexadecimal after 0x. */
    long number(int from, int to, String what) {
        at = from;
        boolean hex = to - from > 2 && bytes[from] == '0' && (bytes[from + 1] | ' ') == 'x';
        long value = hex ? hexadecimal(what) : digits(10, from, what);
        if (at != to) {
            throw fault(
                    from + 1,
                    "'" + text(from, Math.min(to, from + SHOWN)) + "' is no number; " + what
                            + " was expected, decimal or in hexadecimal digits after 0x");
        }
        return value;
    }

    /** The current line's place. */
    String where() {
        return in.file() + ":" + number + ":1";
    }

    /** A fault of the current line. */
    ConfigException fault(int column, String problem) {
        return new ConfigException(in.file(), (int) Math.min(Integer.MAX_VALUE, number), column, problem);
    }
}
