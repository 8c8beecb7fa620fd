// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.report;

import dev.sluice.config.WrittenOut;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntPredicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Text with ANSI escape sequences in it, which take no room. */
public final class Painted {
    /** Those that a {@link Style} makes: of all that a terminal obeys, colours alone. */
    private static final Pattern OURS = Pattern.compile("\u001b\\[(?:0|1|2|1;31|32|36)m");

    private static final Pattern ESCAPE = Pattern.compile("\u001b\\[[0-9;]*m");
    private static final Pattern PIECE = Pattern.compile("\u001b\\[[0-9;]*m| +|[^ \u001b]+");
    private static final String STEP = "  ";
    private static final String END = "\u001b[0m";

    private Painted() {}

    /**
     * A text with the control characters that it has beside the colours of a {@link Style} written out.
     *
     * @param kept those that stay
     */
    public static String written(String text, IntPredicate kept) {
        if (text.indexOf('\u001b') < 0) {
            return WrittenOut.of(text, kept);
        }
        StringBuilder written = new StringBuilder();
        int from = 0;
        Matcher ours = OURS.matcher(text);
        while (ours.find()) {
            written.append(WrittenOut.of(text.substring(from, ours.start()), kept));
            written.append(ours.group());
            from = ours.end();
        }
        return written.append(WrittenOut.of(text.substring(from), kept)).toString();
    }

    /** Columns that a text takes. */
    static int length(String text) {
        return plain(text).length();
    }

    /** The text without its escape sequences. */
    static String plain(String text) {
        return text.indexOf('\u001b') < 0 ? text : ESCAPE.matcher(text).replaceAll("");
    }

    /** A text broken between words into lines of at most {@code width} columns, further ones set in as it is and a step more. */
    public static List<String> broken(String text, int width) {
        String bare = text.stripLeading();
        String lead = text.substring(0, text.length() - bare.length());
        String others = lead.isEmpty() ? "" : lead + STEP;
        List<String> lines = new ArrayList<>();
        for (String part : wrap(bare, width - lead.length(), width - others.length())) {
            lines.add((lines.isEmpty() ? lead : others) + part);
        }
        return lines;
    }

    /**
     * A text broken between words. Spaces between words that stay on a line are kept; a word that fits no line has one of its
     * own. Colours end with a line and begin again on the next one.
     *
     * @param first columns of the first line
     * @param others columns of the others
     */
    static List<String> wrap(String text, int first, int others) {
        List<String> lines = new ArrayList<>();
        StringBuilder line = new StringBuilder();
        StringBuilder word = new StringBuilder();
        String paint = "";
        String gap = "";
        int used = 0;
        int width = first;
        Matcher pieces = PIECE.matcher(text);
        while (pieces.find()) {
            String piece = pieces.group();
            if (piece.charAt(0) == '\u001b') {
                word.append(piece);
                continue;
            }
            if (piece.charAt(0) == ' ') {
                gap = used == 0 && line.isEmpty() ? "" : piece;
                // what was said about colours before the gap belongs to the line so far
                line.append(word);
                paint = last(paint, word);
                word.setLength(0);
                continue;
            }
            if (used > 0 && used + gap.length() + piece.length() > width) {
                lines.add(line + (paint.isEmpty() ? "" : END));
                line.setLength(0);
                line.append(paint);
                used = 0;
                width = others;
                gap = "";
            }
            line.append(gap).append(word).append(piece);
            paint = last(paint, word);
            word.setLength(0);
            used += gap.length() + piece.length();
            gap = "";
        }
        lines.add(line.append(word).toString());
        return lines;
    }

    /** The colour after some escape sequences; nothing after an end. */
    private static String last(String before, CharSequence escapes) {
        StringBuilder paint = new StringBuilder(before);
        Matcher each = ESCAPE.matcher(escapes);
        while (each.find()) {
            if (each.group().equals(END)) {
                paint.setLength(0);
            } else {
                paint.append(each.group());
            }
        }
        return paint.toString();
    }
}
