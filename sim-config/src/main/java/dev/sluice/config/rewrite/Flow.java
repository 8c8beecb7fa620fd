// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.rewrite;

import java.util.Collection;
import java.util.Map;
import java.util.stream.Collectors;

/** Writes maps, lists, texts and numbers on one line, as YAML in brackets or as JSON. */
enum Flow {
    YAML,
    JSON;

    private static final String PLAIN = "[A-Za-z_][A-Za-z0-9_.+-]*";

    /** The text of a value. */
    String text(Object value) {
        if (value instanceof Map<?, ?> map) {
            return "{" + entries(map) + "}";
        }
        if (value instanceof Collection<?> list) {
            return list.stream().map(this::text).collect(Collectors.joining(", ", "[", "]"));
        }
        String text = value.toString();
        return value instanceof Number || this == YAML && text.matches(PLAIN) ? text : quoted(text);
    }

    /** The entries of a map without its braces. */
    String entries(Map<?, ?> map) {
        return map.entrySet().stream()
                .map(entry -> text(entry.getKey()) + ": " + text(entry.getValue()))
                .collect(Collectors.joining(", "));
    }

    /** A text in double quotes. */
    static String quoted(String text) {
        StringBuilder out = new StringBuilder(text.length() + 2).append('"');
        text.chars().forEach(c -> {
            if (c == '"' || c == '\\') {
                out.append('\\').append((char) c);
            } else if (c < ' ' || c == 0x7f) {
                out.append(String.format("\\u%04x", c));
            } else {
                out.append((char) c);
            }
        });
        return out.append('"').toString();
    }
}
