// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.litmus;

import dev.sluice.config.ConfigException;
import dev.sluice.config.source.Position;
import java.util.ArrayList;
import java.util.List;

/** A word of a litmus test and where it stands. */
record LitmusWord(String text, Position at) {

    /** The words of a line; {@code =} and {@code ->} are words of their own, and {@code #} begins a comment. */
    static List<LitmusWord> of(String file, int number, String line) {
        List<LitmusWord> words = new ArrayList<>();
        int end = line.indexOf('#') < 0 ? line.length() : line.indexOf('#');
        int i = 0;
        int column = 1;
        int counted = 0;
        while (i < end) {
            if (Character.isWhitespace(line.charAt(i))) {
                i++;
                continue;
            }
            int start = i;
            if (line.charAt(i) == '=') {
                i++;
            } else if (line.startsWith("->", i)) {
                i += 2;
            } else {
                while (i < end && !Character.isWhitespace(line.charAt(i)) && !endsWord(line, start, i)) {
                    i++;
                }
            }
            column += line.codePointCount(counted, start);
            counted = start;
            words.add(new LitmusWord(line.substring(start, i), new Position(file, number, column)));
        }
        return words;
    }

    /** An {@code =} ends a name, but not the {@code rs} of {@code rs=2}. */
    private static boolean endsWord(String line, int start, int i) {
        return line.startsWith("->", i) || (line.charAt(i) == '=' && !(i == start + 2 && line.startsWith("rs", start)));
    }

    /** The fault at this word. */
    ConfigException error(String problem) {
        return at.error(problem);
    }

    /** The fault right behind this word. */
    ConfigException errorBehind(String problem) {
        return new Position(at.file(), at.line(), at.column() + text.codePointCount(0, text.length())).error(problem);
    }

    /** The word as a number that is not negative. */
    int number(String what) {
        try {
            int value = Integer.parseInt(text);
            if (value >= 0 && Character.isDigit(text.charAt(0))) {
                return value;
            }
        } catch (NumberFormatException e) {
            // said below, as for a negative one
        }
        throw error("'" + text + "' is no " + what + "; write a whole number from 0");
    }
}
