package dev.sluice.config.rewrite;

import dev.sluice.config.source.Position;
import java.util.ArrayList;
import java.util.List;

/** The characters of a YAML or JSON file, with its lines and the ends of what is written in brackets and quotes. */
final class Text {
    private final String all;
    private final boolean json;
    private final List<Integer> lineStarts = new ArrayList<>();

    Text(String all, boolean json) {
        this.all = all;
        this.json = json;
        lineStarts.add(0);
        for (int i = 0; i < all.length(); i++) {
            char c = all.charAt(i);
            if (c == '\n' || (c == '\r' && (i + 1 == all.length() || all.charAt(i + 1) != '\n'))) {
                lineStarts.add(i + 1);
            }
        }
    }

    String all() {
        return all;
    }

    boolean json() {
        return json;
    }

    /** The characters from {@code start} to before {@code end}. */
    String slice(int start, int end) {
        return all.substring(start, end);
    }

    char at(int index) {
        return index < all.length() ? all.charAt(index) : '\0';
    }

    /** The index of a place; columns count characters, in YAML those beyond 16 bits as one. */
    int index(Position at) {
        int start = lineStarts.get(Math.min(at.line(), lineStarts.size()) - 1);
        int columns = at.column() - 1;
        if (json) {
            return Math.min(start + columns, all.length());
        }
        int left = all.codePointCount(start, all.length());
        return all.offsetByCodePoints(start, Math.min(columns, left));
    }

    int lines() {
        return lineStarts.size();
    }

    /** The index of a line's first character, from line 0; the text's length after the last line. */
    int lineStart(int line) {
        return line < lineStarts.size() ? lineStarts.get(line) : all.length();
    }

    /** The line of an index, from 0. */
    int lineOf(int index) {
        int low = 0;
        int high = lineStarts.size() - 1;
        while (low < high) {
            int middle = (low + high + 1) / 2;
            if (lineStarts.get(middle) <= index) {
                low = middle;
            } else {
                high = middle - 1;
            }
        }
        return low;
    }

    /** The index of the line break that ends a line, or of the end of the text. */
    int lineEnd(int line) {
        int end = lineStart(line + 1);
        while (end > lineStart(line) && (all.charAt(end - 1) == '\n' || all.charAt(end - 1) == '\r')) {
            end--;
        }
        return end;
    }

    /** How far a line is indented by spaces; -1 for a blank one. */
    int indent(int line) {
        int start = lineStart(line);
        int end = lineEnd(line);
        for (int i = start; i < end; i++) {
            if (all.charAt(i) != ' ') {
                return all.charAt(i) == '\t' ? -1 : i - start;
            }
        }
        return -1;
    }

    /** The line break that the text uses. */
    String lineBreak() {
        int first = all.indexOf('\n');
        return first > 0 && all.charAt(first - 1) == '\r' ? "\r\n" : "\n";
    }

    /** The index after what begins at {@code start}: a bracketed collection, a quoted text or a plain scalar in one line. */
    int endOf(int start) {
        char c = at(start);
        if (c == '[' || c == '{') {
            return endOfBrackets(start);
        }
        return c == '"' || c == '\'' ? endOfQuotes(start) : endOfPlain(start);
    }

    private int endOfBrackets(int start) {
        int depth = 0;
        for (int i = start; i < all.length(); i++) {
            char c = all.charAt(i);
            if (c == '[' || c == '{') {
                depth++;
            } else if (c == ']' || c == '}') {
                depth--;
                if (depth == 0) {
                    return i + 1;
                }
            } else if (opensQuotes(i)) {
                i = endOfQuotes(i) - 1;
            } else if (opensComment(i)) {
                i = lineEnd(lineOf(i)) - 1;
            }
        }
        return all.length();
    }

    /** Whether a quoted text begins here, and not a quote within a plain scalar. */
    private boolean opensQuotes(int i) {
        char c = all.charAt(i);
        if (c != '"' && c != '\'') {
            return false;
        }
        char before = i == 0 ? ' ' : all.charAt(i - 1);
        return before == ' ' || before == '[' || before == '{' || before == ',' || before == ':' || before <= ' ';
    }

    /** Whether a comment begins here. */
    boolean opensComment(int i) {
        return !json && all.charAt(i) == '#' && (i == 0 || all.charAt(i - 1) <= ' ');
    }

    private int endOfQuotes(int start) {
        char quote = all.charAt(start);
        for (int i = start + 1; i < all.length(); i++) {
            char c = all.charAt(i);
            if (quote == '"' && c == '\\') {
                i++;
            } else if (c == quote) {
                if (quote == '\'' && at(i + 1) == '\'') {
                    i++;
                } else {
                    return i + 1;
                }
            }
        }
        return all.length();
    }

    private int endOfPlain(int start) {
        int end = start;
        int stop = lineEnd(lineOf(start));
        while (end < stop && ",]}".indexOf(all.charAt(end)) < 0 && !opensComment(end)) {
            end++;
        }
        while (end > start && all.charAt(end - 1) == ' ') {
            end--;
        }
        return end;
    }
}
