// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.compact;

import dev.sluice.config.ConfigException;
import dev.sluice.config.bind.Nearest;
import dev.sluice.config.source.Position;
import dev.sluice.config.source.ScalarNode;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The lines of a compact stream that say something.
 *
 * @param file the file's name as the user gave it
 * @param comment the comment that the file begins with, as one line
 */
record Script(String file, String comment, List<Line> lines) {
    Script {
        lines = List.copyOf(lines);
    }

    /** Cuts a text into lines of words. */
    static Script of(String file, String text) {
        List<String> rows = text.lines().toList();
        List<Line> lines = new ArrayList<>();
        for (int i = 0; i < rows.size(); i++) {
            List<Word> words = words(file, i, rows.get(i));
            if (words.isEmpty()) {
                continue;
            }
            Word first = words.get(0);
            Keyword keyword = Keyword.of(first.text());
            if (keyword == null) {
                throw first.error(
                        "no line begins with '" + first.text() + "'" + Nearest.hint(first.text(), Keyword.words()));
            }
            ScalarNode block = null;
            if (keyword == Keyword.KERNEL) {
                int end = end(file, rows, i + 1);
                if (end < 0) {
                    throw first.error("kernel: its text does not end; a line 'end' is missing");
                }
                block = block(first.at(), rows, i + 1, end);
                i = end;
            }
            lines.add(new Line(keyword, words, block));
        }
        if (lines.isEmpty()) {
            throw new ConfigException(file, rows.isEmpty() ? "the file is empty" : "no line of the file says anything");
        }
        return new Script(file, comment(rows), lines);
    }

    private static List<Word> words(String file, int row, String text) {
        List<Word> words = new ArrayList<>();
        int comment = text.indexOf('#');
        String said = comment < 0 ? text : text.substring(0, comment);
        int at = 0;
        int column = 1;
        int counted = 0;
        while (at < said.length()) {
            if (Character.isWhitespace(said.charAt(at))) {
                at++;
                continue;
            }
            int begin = at;
            while (at < said.length() && !Character.isWhitespace(said.charAt(at))) {
                at++;
            }
            column += said.codePointCount(counted, begin);
            counted = begin;
            words.add(new Word(new Position(file, row + 1, column), said.substring(begin, at)));
        }
        return words;
    }

    /** The row of the {@code end} of a kernel's text; -1 without one. */
    private static int end(String file, List<String> rows, int from) {
        for (int i = from; i < rows.size(); i++) {
            List<Word> words = words(file, i, rows.get(i));
            if (words.size() == 1 && words.get(0).text().equals(Keyword.END.word())) {
                return i;
            }
        }
        return -1;
    }

    /** The rows of a kernel's text without the indentation that all of them have. */
    private static ScalarNode block(Position kernel, List<String> rows, int from, int to) {
        int indent = Integer.MAX_VALUE;
        for (String row : rows.subList(from, to)) {
            if (!row.isBlank()) {
                indent = Math.min(indent, row.length() - row.stripLeading().length());
            }
        }
        StringBuilder text = new StringBuilder();
        for (String row : rows.subList(from, to)) {
            text.append(row.isBlank() ? "" : row.substring(indent)).append('\n');
        }
        @Nullable
        Position start = indent == Integer.MAX_VALUE ? null : new Position(kernel.file(), from + 1, indent + 1);
        return new ScalarNode(kernel, ScalarNode.Kind.TEXT, text.toString(), start);
    }

    private static String comment(List<String> rows) {
        StringBuilder comment = new StringBuilder();
        for (String row : rows) {
            if (!row.startsWith("#")) {
                break;
            }
            comment.append(comment.isEmpty() ? "" : " ").append(row.substring(1).strip());
        }
        return comment.toString();
    }
}
