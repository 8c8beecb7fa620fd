package dev.sluice.config.rewrite;

/** Texts as JSON, which YAML reads as well. */
final class JsonText {
    private JsonText() {}

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
