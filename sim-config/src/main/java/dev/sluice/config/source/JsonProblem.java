// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.source;

import java.util.regex.Pattern;
import tools.jackson.core.JacksonException;

/** What the JSON parser says about a text, without what only its programmer understands. */
public final class JsonProblem {
    private static final Pattern SOURCE = Pattern.compile(
            "\\s*\\(start marker at \\[[^\\]]*\\]\\)|\\s*\\[Source: [^\\]]*\\]|: enable `[^`]*` to allow");

    /** What is said of a text in which something follows. */
    static final String MORE_TEXT = "more text after the end of the JSON value";

    private JsonProblem() {}

    /** The parser's message without its place, which the caller knows. */
    public static String of(JacksonException e) {
        String said = SOURCE.matcher(String.valueOf(e.getOriginalMessage())).replaceAll("");
        return said.startsWith("Trailing token") ? MORE_TEXT : said;
    }
}
