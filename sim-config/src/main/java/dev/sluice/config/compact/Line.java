// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.compact;

import dev.sluice.config.ConfigException;
import dev.sluice.config.source.Position;
import dev.sluice.config.source.ScalarNode;
import java.math.BigInteger;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** A line that says something: its keyword, and the words after it, taken one by one. */
final class Line {
    private static final Pattern NAME = Pattern.compile("[A-Za-z_][A-Za-z0-9_.-]*");

    private final Keyword keyword;
    private final List<Word> words;
    private final @Nullable ScalarNode block;
    private int next = 1;

    /**
     * A line of words.
     *
     * @param words the keyword and what follows
     * @param block the text of the lines up to {@code end}, for {@code kernel}
     */
    Line(Keyword keyword, List<Word> words, @Nullable ScalarNode block) {
        this.keyword = keyword;
        this.words = List.copyOf(words);
        this.block = block;
    }

    Keyword keyword() {
        return keyword;
    }

    /** The place of the keyword. */
    Position at() {
        return words.get(0).at();
    }

    /** The lines that belong to it. */
    ScalarNode block() {
        if (block == null) {
            throw new IllegalStateException(keyword + " has no lines of its own");
        }
        return block;
    }

    /** Goes back to the first word after the keyword. */
    void restart() {
        next = 1;
    }

    boolean more() {
        return next < words.size();
    }

    /** The next word, which stays; null after the last. */
    @Nullable
    Word peek() {
        return more() ? words.get(next) : null;
    }

    /** The next word. */
    Word take(String what) {
        if (!more()) {
            throw at().error(keyword.word() + ": " + what + " is missing; the line is " + keyword.usage());
        }
        return words.get(next++);
    }

    /** The next word as the name of something new. */
    Word takeName(String what) {
        Word word = take(what);
        if (!NAME.matcher(word.text()).matches()) {
            throw word.error(keyword.word() + ": '" + word.text()
                    + "' is no name; a name is letters, digits, '_', '.' and '-', and begins with a letter");
        }
        return word;
    }

    /** The next word as a number. */
    long takeNumber(String what, long least, long most) {
        return number(take(what), what, least, most);
    }

    /** A word as a number, decimal or hexadecimal. */
    long number(Word word, String what, long least, long most) {
        BigInteger value = word.node().integer();
        if (value == null) {
            throw word.error(keyword.word() + ": " + what + ": expected a whole number, got '" + word.text() + "'");
        }
        if (value.compareTo(BigInteger.valueOf(least)) < 0 || value.compareTo(BigInteger.valueOf(most)) > 0) {
            throw word.error(keyword.word() + ": " + what + ": " + value + " is not from " + least + " to " + most);
        }
        return value.longValue();
    }

    /** All words that are left. */
    List<Word> rest() {
        List<Word> rest = words.subList(next, words.size());
        next = words.size();
        return rest;
    }

    /** Refuses further words. */
    void end() {
        Word extra = peek();
        if (extra != null) {
            throw unexpected(extra);
        }
    }

    /** A word that has no place in this line. */
    ConfigException unexpected(Word word) {
        return word.error(keyword.word() + ": unexpected '" + word.text() + "'; the line is " + keyword.usage());
    }

    /** A fault of the line as a whole. */
    ConfigException error(String problem) {
        return at().error(keyword.word() + ": " + problem);
    }
}
