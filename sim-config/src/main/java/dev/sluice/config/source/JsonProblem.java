// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.source;

import java.util.regex.Pattern;
import tools.jackson.core.JacksonException;

/** What the JSON parser says about a text, without what only its programmer understands. */
public final class JsonProblem {
    private static final Pattern SOURCE = Pattern.compile(
            "\\s*\\(start marker at \\[[^\\]]*\\]\\)|\\s*\\[Source: [^\\]]*\\]|: enable `[^`]*` to allow"
                    + "|, from `[^`]*`");

    /** What is said of a text in which something follows. */
    static final String MORE_TEXT = "more text after the end of the JSON value";

    private JsonProblem() {}

    /** The parser's message without its place, which the caller knows. */
    public static String of(JacksonException e) {
        String said = SOURCE.matcher(String.valueOf(e.getOriginalMessage())).replaceAll("");
        if (said.startsWith("Trailing token")) {
            return MORE_TEXT;
        }
        if (said.contains("comment?")) {
            return "there are no comments in JSON";
        }
        if (said.contains("hexadecimal")) {
            return "there are no hexadecimal numbers in JSON; put one in quotes";
        }
        // of YAML, whose keys may be anything
        return said.startsWith("Expected a property name")
                ? "a key has to be a text; it can be no alias, no list and no mapping"
                : said;
    }
}
