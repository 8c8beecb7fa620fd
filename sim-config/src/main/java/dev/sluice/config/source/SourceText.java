// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.source;

import dev.sluice.config.ConfigException;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** A file's characters, decoded strictly from UTF-8 (a byte order mark is skipped). */
public final class SourceText {
    private final String file;
    private final String text;
    private long cursorPoint;
    private int cursorIndex;

    private SourceText(String file, String text) {
        this.file = file;
        this.text = text;
    }

    /**
     * Decodes a file.
     *
     * @throws dev.sluice.config.ConfigException when it is not UTF-8
     */
    public static SourceText decode(String file, byte[] bytes) {
        CharsetDecoder decoder = StandardCharsets.UTF_8
                .newDecoder()
                .onMalformedInput(CodingErrorAction.REPORT)
                .onUnmappableCharacter(CodingErrorAction.REPORT);
        ByteBuffer in = ByteBuffer.wrap(bytes);
        CharBuffer out = CharBuffer.allocate(bytes.length);
        CoderResult result = decoder.decode(in, out, true);
        out.flip();
        if (result.isError()) {
            SourceText good = new SourceText(file, out.toString());
            Position at = good.positionOf(good.text.length());
            throw at.error(String.format(
                    "not UTF-8: byte 0x%02x at offset %d; save the file as UTF-8",
                    bytes[in.position()] & 0xff, in.position()));
        }
        String text = out.toString();
        return new SourceText(file, text.startsWith("\ufeff") ? text.substring(1) : text);
    }

    String file() {
        return file;
    }

    /** All characters. */
    public String text() {
        return text;
    }

    /** The place of the character at {@code index}. */
    Position positionOf(int index) {
        int line = 1;
        int start = 0;
        int end = Math.min(index, text.length());
        for (int i = 0; i < end; i++) {
            if (text.charAt(i) == '\n' || (text.charAt(i) == '\r' && (i + 1 >= end || text.charAt(i + 1) != '\n'))) {
                line++;
                start = i + 1;
            }
        }
        return new Position(file, line, text.codePointCount(start, end) + 1);
    }

    /** The index of the {@code codePoint}-th character, quick when asked in rising order. */
    int index(long codePoint) {
        if (codePoint < cursorPoint) {
            cursorPoint = 0;
            cursorIndex = 0;
        }
        while (cursorPoint < codePoint && cursorIndex < text.length()) {
            cursorIndex += Character.charCount(text.codePointAt(cursorIndex));
            cursorPoint++;
        }
        return cursorIndex;
    }

    /** The index at which the line after the one of {@code index} starts; the text's length after the last one. */
    int nextLine(int index) {
        for (int i = index; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '\n') {
                return i + 1;
            }
            if (c == '\r') {
                return i + 1 < text.length() && text.charAt(i + 1) == '\n' ? i + 2 : i + 1;
            }
        }
        return text.length();
    }

    /** The characters of a line, counted from 1, without its end; none after the last one. */
    String line(int number) {
        int start = 0;
        for (int line = 1; line < number && start < text.length(); line++) {
            start = nextLine(start);
        }
        return text.substring(start, nextLine(start)).stripTrailing();
    }

    /** The first character in the indentation of the first {@code lines} lines that only looks like a space; null if there is none. */
    @Nullable
    Position strangeIndentation(int lines) {
        int start = 0;
        for (int line = 1; line <= lines && start < text.length(); line++) {
            for (int at = start; at < text.length() && Character.isSpaceChar(text.charAt(at)); at++) {
                if (text.charAt(at) != ' ') {
                    return new Position(file, line, at - start + 1);
                }
            }
            start = nextLine(start);
        }
        return null;
    }

    /** Characters of the longest line. */
    int longestLine() {
        int longest = 0;
        for (int at = 0; at < text.length(); ) {
            int next = nextLine(at);
            longest = Math.max(longest, next - at);
            at = next;
        }
        return longest;
    }

    /** Refuses a file that says nothing: empty, blank, or only comments. */
    void requireContent(boolean commentsAllowed) {
        boolean comment = false;
        for (String line : (Iterable<String>) text.lines()::iterator) {
            String rest = line.strip();
            if (commentsAllowed && rest.startsWith("#")) {
                comment = true;
            } else if (!rest.isEmpty()) {
                return;
            }
        }
        throw new ConfigException(file, comment ? "the file holds only comments" : "the file is empty");
    }
}
