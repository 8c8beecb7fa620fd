// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.manual;

/** Text in roff, with the {@code man} macros. */
final class Roff {
    private final StringBuilder text = new StringBuilder();

    /** A macro with its arguments, each quoted. */
    Roff macro(String name, String... arguments) {
        text.append('.').append(name);
        for (String argument : arguments) {
            text.append(" \"").append(escaped(argument).replace("\"", "\\(dq")).append('"');
        }
        text.append('\n');
        return this;
    }

    /** A request of roff itself, as it is. */
    Roff request(String request) {
        text.append('.').append(request).append('\n');
        return this;
    }

    /** A line of text that holds no roff of its own. */
    Roff line(String line) {
        return styled(escaped(line));
    }

    /** A line of text whose parts went through {@link #bold}, {@link #italic} and {@link #escaped}. */
    Roff styled(String line) {
        // a line that begins like this would be a macro
        text.append(line.startsWith(".") || line.startsWith("'") ? "\\&" : "")
                .append(line)
                .append('\n');
        return this;
    }

    /** Lines that keep their breaks and spaces. */
    Roff verbatim(Iterable<String> lines) {
        request("nf");
        lines.forEach(this::line);
        return request("fi");
    }

    static String bold(String word) {
        return "\\fB" + escaped(word) + "\\fR";
    }

    static String italic(String word) {
        return "\\fI" + escaped(word) + "\\fR";
    }

    /** Text as itself: backslashes, hyphens that stay hyphens when copied, and letters beyond ASCII. */
    static String escaped(String plain) {
        StringBuilder safe = new StringBuilder();
        plain.codePoints().forEach(c -> {
            switch (c) {
                case '\\' -> safe.append("\\e");
                case '-' -> safe.append("\\-");
                case '\'' -> safe.append("\\(aq");
                case '`' -> safe.append("\\(ga");
                case '^' -> safe.append("\\(ha");
                case '~' -> safe.append("\\(ti");
                default -> {
                    if (c < 0x80) {
                        safe.append((char) c);
                    } else {
                        safe.append("\\[u%04X]".formatted(c));
                    }
                }
            }
        });
        return safe.toString();
    }

    @Override
    public String toString() {
        return text.toString();
    }
}
