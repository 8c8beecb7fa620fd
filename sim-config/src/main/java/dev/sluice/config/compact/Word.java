// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.compact;

import dev.sluice.config.ConfigException;
import dev.sluice.config.source.Node;
import dev.sluice.config.source.Position;
import dev.sluice.config.source.ScalarNode;
import dev.sluice.config.units.Digits;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * A word of a line, or a part of one, and where it stands.
 *
 * @param at the place of its first character
 */
record Word(Position at, String text) {
    private static final Pattern INTEGER = Pattern.compile("[-+]?" + Digits.WHOLE);

    ConfigException error(String problem) {
        return at.error(problem);
    }

    /** The characters from {@code begin} to before {@code end}, with their own place. */
    Word part(int begin, int end) {
        int columns = text.codePointCount(0, begin);
        return new Word(new Position(at.file(), at.line(), at.column() + columns), text.substring(begin, end));
    }

    /** The characters from {@code begin} on. */
    Word from(int begin) {
        return part(begin, text.length());
    }

    /** The parts between the separators; empty ones too. */
    List<Word> split(char separator) {
        List<Word> parts = new ArrayList<>();
        int begin = 0;
        int column = at.column();
        for (int i = 0; i <= text.length(); i++) {
            if (i == text.length() || text.charAt(i) == separator) {
                String part = text.substring(begin, i);
                parts.add(new Word(new Position(at.file(), at.line(), column), part));
                column += part.codePointCount(0, part.length()) + 1;
                begin = i + 1;
            }
        }
        return parts;
    }

    /** The values of words. */
    static List<Node> nodes(List<Word> words) {
        List<Node> nodes = new ArrayList<>();
        words.forEach(word -> nodes.add(word.node()));
        return nodes;
    }

    /** The value that a YAML stream would have here. */
    ScalarNode node() {
        ScalarNode.Kind kind = INTEGER.matcher(text).matches() ? ScalarNode.Kind.INTEGER : ScalarNode.Kind.TEXT;
        return new ScalarNode(at, kind, text, null);
    }
}
