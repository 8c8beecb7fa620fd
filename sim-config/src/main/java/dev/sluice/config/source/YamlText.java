// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.source;

import java.math.BigInteger;
import java.util.Collection;
import java.util.Locale;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;

/**
 * Writes a tree of maps, lists and scalars as YAML that reads like a hand-written stream: short values on one line,
 * others in blocks, texts of several lines as literal blocks.
 */
public final class YamlText {
    private static final int WIDTH = 118;
    private static final Pattern PLAIN = Pattern.compile("[A-Za-z_][A-Za-z0-9_.()/-]*+(?: [A-Za-z0-9_.()/-]++)*+");
    private static final Pattern HEX_DIGITS = Pattern.compile("[0-9a-f]{2,}");
    private static final Set<String> WORDS = Set.of("true", "false", "null", "yes", "no", "on", "off", "y", "n");

    private final StringBuilder out = new StringBuilder();

    private YamlText() {}

    /** The text of a file's tree. */
    public static String of(MapNode tree) {
        YamlText text = new YamlText();
        text.map(tree, 0, false);
        return text.out.toString();
    }

    /** Writes the entries of a map; the first one stands where the cursor is when {@code inline}. */
    private void map(MapNode map, int indent, boolean inline) {
        boolean here = inline;
        for (MapNode.Entry entry : map.entries()) {
            if (!here) {
                out.append(" ".repeat(indent));
            }
            here = false;
            out.append(text(entry.key())).append(':');
            value(entry.value(), indent);
        }
    }

    private void value(Node value, int indent) {
        String flow = flow(value);
        boolean nested = !(value instanceof ScalarNode);
        boolean block = manyMaps(value)
                || (indent == 0
                        && value instanceof ListNode list
                        && !list.items().isEmpty());
        if (!flow.isEmpty() && (!nested || (indent + flow.length() < WIDTH && !block))) {
            out.append(' ').append(flow).append('\n');
        } else if (value instanceof MapNode map) {
            out.append('\n');
            map(map, indent + 2, false);
        } else if (value instanceof ListNode list) {
            out.append('\n');
            list(list, indent + 2);
        } else {
            literal((ScalarNode) value, indent + 2);
        }
    }

    private void list(ListNode list, int indent) {
        for (Node item : list.items()) {
            out.append(" ".repeat(indent)).append('-');
            String flow = item instanceof MapNode map && map.size() > 1 && holdsBlock(map) ? "" : flow(item);
            if (!flow.isEmpty() && (indent + flow.length() < WIDTH || item instanceof ScalarNode)) {
                out.append(' ').append(flow).append('\n');
            } else if (item instanceof MapNode map) {
                out.append(' ');
                map(map, indent + 2, true);
            } else {
                value(item, indent);
            }
        }
    }

    /** Whether a map belongs on several lines although it would fit on one: it holds a list of maps. */
    private static boolean holdsBlock(MapNode map) {
        return map.entries().stream()
                .anyMatch(entry -> entry.value() instanceof MapNode inner
                        && inner.entries().stream().anyMatch(deeper -> manyMaps(deeper.value())));
    }

    private static boolean manyMaps(Node value) {
        return value instanceof ListNode list
                && list.items().size() > 1
                && list.items().get(0) instanceof MapNode;
    }

    private void literal(ScalarNode scalar, int indent) {
        out.append(" |\n");
        // the first line of a literal block says how far the others are indented
        for (String line : scalar.text().stripIndent().stripLeading().lines().toList()) {
            out.append(line.isEmpty() ? "" : " ".repeat(indent)).append(line).append('\n');
        }
    }

    /** The value on one line, or nothing when it has none. */
    private static String flow(Node value) {
        if (value instanceof MapNode map) {
            return flow(
                    map.entries(),
                    entry -> {
                        String inner = flow(entry.value());
                        return inner.isEmpty() ? "" : text(entry.key()) + ": " + inner;
                    },
                    '{',
                    '}');
        }
        return value instanceof ListNode list
                ? flow(list.items(), YamlText::flow, '[', ']')
                : scalar((ScalarNode) value);
    }

    private static <T> String flow(Collection<T> items, Function<T, String> form, char open, char close) {
        StringBuilder text = new StringBuilder().append(open);
        for (T item : items) {
            String inner = form.apply(item);
            if (inner.isEmpty()) {
                return "";
            }
            text.append(text.length() > 1 ? ", " : "").append(inner);
        }
        return text.append(close).toString();
    }

    private static String scalar(ScalarNode scalar) {
        BigInteger integer = scalar.integer();
        return switch (scalar.kind()) {
            case INTEGER ->
                integer != null && integer.bitLength() < Long.SIZE ? integer.toString() : text(scalar.text());
            case BOOLEAN -> scalar.text();
            case DECIMAL -> Double.toString(Double.parseDouble(scalar.text()));
            default -> scalar.text().indexOf('\n') < 0 ? text(scalar.text()) : "";
        };
    }

    private static String text(String text) {
        return PLAIN.matcher(text).matches()
                        && !WORDS.contains(text.toLowerCase(Locale.ROOT))
                        && !HEX_DIGITS.matcher(text).matches()
                ? text
                : quoted(text);
    }

    private static String quoted(String text) {
        StringBuilder quoted = new StringBuilder("\"");
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            switch (c) {
                case '"' -> quoted.append("\\\"");
                case '\\' -> quoted.append("\\\\");
                case '\n' -> quoted.append("\\n");
                case '\t' -> quoted.append("\\t");
                default -> {
                    if (c < ' ' || c == 0x7f || (c >= 0x80 && c < 0xa0) || c == 0x2028 || c == 0x2029 || c >= 0xfff0) {
                        quoted.append(String.format(Locale.ROOT, "\\u%04x", (int) c));
                    } else {
                        quoted.append(c);
                    }
                }
            }
        }
        return quoted.append('"').toString();
    }
}
