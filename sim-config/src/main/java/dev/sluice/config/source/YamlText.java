package dev.sluice.config.source;

import java.math.BigInteger;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.LongSupplier;
import java.util.regex.Pattern;

/**
 * Writes a tree of maps, lists and scalars as YAML that reads like a hand-written stream: short values on one line,
 * others in blocks, texts of several lines as literal blocks.
 */
public final class YamlText {
    private static final int WIDTH = 118;
    private static final Pattern PLAIN = Pattern.compile("[A-Za-z_][A-Za-z0-9_.()/-]*( [A-Za-z0-9_.()/-]+)*");
    private static final Pattern HEX_DIGITS = Pattern.compile("[0-9a-f]{2,}");
    private static final Set<String> WORDS = Set.of("true", "false", "null", "yes", "no", "on", "off", "y", "n");

    private final StringBuilder out = new StringBuilder();

    private YamlText() {}

    /** The text of a file's tree. */
    public static String of(MapNode tree) {
        return of(values(tree));
    }

    private static Map<String, Object> values(MapNode tree) {
        Map<String, Object> values = new LinkedHashMap<>();
        tree.entries().forEach(entry -> values.put(entry.key(), value(entry.value())));
        return values;
    }

    private static Object value(Node node) {
        if (node instanceof MapNode map) {
            return values(map);
        }
        return node instanceof ListNode list
                ? list.items().stream().map(YamlText::value).toList()
                : value((ScalarNode) node);
    }

    private static Object value(ScalarNode scalar) {
        BigInteger integer = scalar.integer();
        return switch (scalar.kind()) {
            case INTEGER -> integer != null && integer.bitLength() < Long.SIZE ? integer.longValue() : scalar.text();
            case BOOLEAN -> Boolean.valueOf(scalar.text());
            case DECIMAL -> Double.valueOf(scalar.text());
            // the first line of a literal block says how far the others are indented
            default ->
                scalar.text().indexOf('\n') < 0
                        ? scalar.text()
                        : scalar.text().stripIndent().stripLeading();
        };
    }

    /**
     * The text of a tree of maps, lists and scalars whose keys are texts; a {@link LongSupplier} in it is asked when it is
     * written.
     */
    public static String of(Map<String, Object> tree) {
        YamlText text = new YamlText();
        text.map(tree, 0, false);
        return text.out.toString();
    }

    /** Writes the entries of a map; the first one stands where the cursor is when {@code inline}. */
    private void map(Map<?, ?> map, int indent, boolean inline) {
        boolean here = inline;
        for (Map.Entry<?, ?> entry : map.entrySet()) {
            if (!here) {
                out.append(" ".repeat(indent));
            }
            here = false;
            out.append(scalar(entry.getKey())).append(':');
            value(entry.getValue(), indent);
        }
    }

    private void value(Object value, int indent) {
        if (value instanceof String text && text.indexOf('\n') >= 0) {
            literal(text, indent + 2);
            return;
        }
        String flow = flow(value);
        boolean nested = value instanceof Map || value instanceof List;
        boolean block = manyMaps(value) || (indent == 0 && value instanceof List<?> list && !list.isEmpty());
        if (!flow.isEmpty() && (!nested || (indent + flow.length() < WIDTH && !block))) {
            out.append(' ').append(flow).append('\n');
        } else if (value instanceof Map<?, ?> map) {
            out.append('\n');
            map(map, indent + 2, false);
        } else if (value instanceof List<?> list) {
            out.append('\n');
            list(list, indent + 2);
        } else {
            throw new IllegalArgumentException("a " + value.getClass().getSimpleName() + " has no form in YAML");
        }
    }

    private void list(List<?> list, int indent) {
        for (Object item : list) {
            out.append(" ".repeat(indent)).append('-');
            String flow = item instanceof Map<?, ?> map && map.size() > 1 && holdsBlock(map) ? "" : flow(item);
            if ((!flow.isEmpty() && indent + flow.length() < WIDTH) || !(item instanceof Map || item instanceof List)) {
                out.append(' ').append(flow).append('\n');
            } else if (item instanceof Map<?, ?> map) {
                out.append(' ');
                map(map, indent + 2, true);
            } else {
                value(item, indent);
            }
        }
    }

    /** Whether a map belongs on several lines although it would fit on one: it holds a list of maps. */
    private static boolean holdsBlock(Map<?, ?> map) {
        return map.values().stream()
                .anyMatch(v -> v instanceof Map<?, ?> m && m.values().stream().anyMatch(YamlText::manyMaps));
    }

    private static boolean manyMaps(Object value) {
        return value instanceof List<?> list && list.size() > 1 && list.get(0) instanceof Map;
    }

    private void literal(String text, int indent) {
        out.append(" |\n");
        for (String line : text.lines().toList()) {
            out.append(line.isEmpty() ? "" : " ".repeat(indent)).append(line).append('\n');
        }
    }

    /** The value on one line, or nothing when it has none. */
    private static String flow(Object value) {
        if (value instanceof Map<?, ?> map) {
            StringBuilder text = new StringBuilder("{");
            for (Map.Entry<?, ?> entry : map.entrySet()) {
                String inner = flow(entry.getValue());
                if (inner.isEmpty()) {
                    return "";
                }
                text.append(text.length() > 1 ? ", " : "")
                        .append(scalar(entry.getKey()))
                        .append(": ")
                        .append(inner);
            }
            return text.append('}').toString();
        }
        if (value instanceof Collection<?> list) {
            StringBuilder text = new StringBuilder("[");
            for (Object item : list) {
                String inner = flow(item);
                if (inner.isEmpty()) {
                    return "";
                }
                text.append(text.length() > 1 ? ", " : "").append(inner);
            }
            return text.append(']').toString();
        }
        if (value instanceof String text && text.indexOf('\n') >= 0) {
            return "";
        }
        return scalar(value);
    }

    private static String scalar(Object value) {
        if (value instanceof Integer || value instanceof Long || value instanceof Double || value instanceof Boolean) {
            return value.toString();
        }
        if (value instanceof LongSupplier late) {
            return Long.toString(late.getAsLong());
        }
        String text = value.toString();
        if (PLAIN.matcher(text).matches()
                && !WORDS.contains(text.toLowerCase(Locale.ROOT))
                && !HEX_DIGITS.matcher(text).matches()) {
            return text;
        }
        return quoted(text);
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
