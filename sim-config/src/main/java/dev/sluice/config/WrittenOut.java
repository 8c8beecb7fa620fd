// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config;

import java.util.function.IntPredicate;

/**
 * Texts with their control characters written out ({@code \\u001b}), so that no terminal obeys what a file says: those of Unicode
 * that turn the direction of what follows, and that end lines, among them.
 */
public final class WrittenOut {
    private WrittenOut() {}

    /** A text without control characters, ends of lines and tabs among them. */
    public static String of(String text) {
        return of(text, c -> false);
    }

    /** A text without control characters but those that may stay. */
    public static String of(String text, IntPredicate kept) {
        int at = 0;
        while (at < text.length() && !written(text.charAt(at), kept)) {
            at++;
        }
        if (at == text.length()) {
            return text;
        }
        StringBuilder out = new StringBuilder(text.length() + 16).append(text, 0, at);
        for (; at < text.length(); at++) {
            append(out, text.charAt(at), kept);
        }
        return out.toString();
    }

    private static void append(StringBuilder out, char c, IntPredicate kept) {
        if (written(c, kept)) {
            out.append("\\u%04x".formatted((int) c));
        } else {
            out.append(c);
        }
    }

    private static boolean written(char c, IntPredicate kept) {
        return (Character.isISOControl(c) || turns(c) || c == '\u2028' || c == '\u2029') && !kept.test(c);
    }

    /** Whether Unicode has a character only to say in which direction others run (property Bidi_Control). */
    private static boolean turns(char c) {
        return c == '\u061c'
                || c == '\u200e'
                || c == '\u200f'
                || c >= '\u202a' && c <= '\u202e'
                || c >= '\u2066' && c <= '\u2069';
    }
}
