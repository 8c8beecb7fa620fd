// SPDX-License-Identifier: Apache-2.0
package dev.sluice.program.kernel;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Cuts kernel text into tokens; comments vanish, line ends stay, because they end statements. */
final class Lexer {
    /** Longer ones first, so that the longest symbol wins. */
    private static final String[] SYMBOLS = {
        "..", "<<", ">>", "<=", ">=", "==", "!=", "&&", "||", "+", "-", "*", "/", "%", "<", ">", "&", "|", "^", "~",
        "!", "?", ":", "=", "(", ")", "[", "]", "{", "}", ",", "@", "."
    };

    private final String code;
    private final List<Token> tokens = new ArrayList<>();
    private int at;
    private int line = 1;
    private int lineStart;

    private Lexer(String code) {
        this.code = code;
    }

    static List<Token> tokens(String code) {
        Lexer lexer = new Lexer(code);
        lexer.run();
        return lexer.tokens;
    }

    private void run() {
        while (at < code.length()) {
            char c = code.charAt(at);
            if (c == '\n') {
                add(Token.Kind.LINE_END, "the end of the line", 0, here());
                at++;
                line++;
                lineStart = at;
            } else if (c == ' ' || c == '\t' || c == '\r') {
                at++;
            } else if (c == '#') {
                skipComment();
            } else if (isDigit(c)) {
                number();
            } else if (isWordStart(c)) {
                word();
            } else {
                symbol();
            }
        }
        add(Token.Kind.END, "the end of the kernel", 0, here());
    }

    private void skipComment() {
        int end = code.indexOf('\n', at);
        at = end < 0 ? code.length() : end;
    }

    private void word() {
        SourcePosition start = here();
        int from = at;
        while (at < code.length() && isWordPart(code.charAt(at))) {
            at++;
        }
        add(Token.Kind.WORD, code.substring(from, at), 0, start);
    }

    private void symbol() {
        SourcePosition start = here();
        for (String symbol : SYMBOLS) {
            if (code.startsWith(symbol, at)) {
                at += symbol.length();
                add(Token.Kind.SYMBOL, symbol, 0, start);
                return;
            }
        }
        if (code.charAt(at) == ';') {
            throw start.error("';' is not used here; write one statement a line");
        }
        throw start.error("unexpected character '" + Character.toString(code.codePointAt(at)) + "'");
    }

    private void number() {
        SourcePosition start = here();
        int from = at;
        boolean hex = code.startsWith("0x", at) || code.startsWith("0X", at);
        boolean binary = code.startsWith("0b", at) || code.startsWith("0B", at);
        if (hex || binary) {
            at += 2;
            takeWordPart();
            String text = code.substring(from, at);
            add(Token.Kind.NUMBER, text, bits(text, hex ? 16 : 2, start), start);
            return;
        }
        takeDigits();
        boolean point = peek(0) == '.' && isDigit(peek(1));
        if (point) {
            at++;
            takeDigits();
        }
        boolean exponent = takeExponent();
        int digits = at;
        takeWordPart();
        String text = code.substring(from, at);
        if ((point || exponent) && at == digits) {
            throw start.error("'" + text + "' is not an integer; write an f32 literal as " + text + "f");
        }
        add(Token.Kind.NUMBER, text, decimal(text, start), start);
    }

    private boolean takeExponent() {
        if (peek(0) != 'e' && peek(0) != 'E') {
            return false;
        }
        int sign = peek(1) == '-' || peek(1) == '+' ? 1 : 0;
        if (!isDigit(peek(1 + sign))) {
            return false;
        }
        at += 1 + sign;
        takeDigits();
        return true;
    }

    private void takeDigits() {
        while (isDigit(peek(0)) || peek(0) == '_') {
            at++;
        }
    }

    private void takeWordPart() {
        while (isWordPart(peek(0))) {
            at++;
        }
    }

    private static long decimal(String text, SourcePosition start) {
        String plain = digits(text, 10, start);
        if (plain.length() > 1 && plain.charAt(0) == '0' && isDigit(plain.charAt(1))) {
            throw start.error("'" + text + "' begins with a zero, which C takes for octal; write "
                    + plain.replaceFirst("^0+(?=[0-9])", ""));
        }
        String lower = plain.toLowerCase(Locale.ROOT);
        boolean suffix = lower.endsWith("f");
        try {
            if (!suffix) {
                return Long.parseLong(plain);
            }
            float value = Float.parseFloat(plain);
            if (Float.isInfinite(value)) {
                throw start.error("'" + text + "' is too large for f32");
            }
            return Arithmetic.bits(value);
        } catch (NumberFormatException e) {
            if (plain.chars().allMatch(c -> isDigit((char) c))) {
                throw start.error(
                        "'" + text + "' does not fit in 64 signed bits; the largest integer is " + Long.MAX_VALUE);
            }
            throw malformed(text, start);
        }
    }

    private static long bits(String text, int radix, SourcePosition start) {
        String plain = digits(text, radix, start).substring(2);
        try {
            if (!plain.startsWith("+") && !plain.startsWith("-")) {
                return Long.parseUnsignedLong(plain, radix);
            }
        } catch (NumberFormatException e) {
            if (!plain.isEmpty() && plain.chars().allMatch(c -> Character.digit(c, radix) >= 0)) {
                throw start.error("'" + text + "' does not fit in 64 bits");
            }
        }
        throw malformed(text, start);
    }

    /** A number without its underscores, each of which must stand between two digits. */
    private static String digits(String text, int radix, SourcePosition start) {
        for (int i = text.indexOf('_'); i >= 0; i = text.indexOf('_', i + 1)) {
            boolean between = i > 0
                    && i + 1 < text.length()
                    && Character.digit(text.charAt(i - 1), radix) >= 0
                    && Character.digit(text.charAt(i + 1), radix) >= 0;
            if (!between) {
                throw start.error("'" + text + "' is not a number; underscores stand between digits, one at a time");
            }
        }
        return text.replace("_", "");
    }

    private static KernelSyntaxException malformed(String text, SourcePosition start) {
        return start.error("'" + text + "' is not a number; write 10, 0x1f, 0b101 or 1.5f");
    }

    private char peek(int ahead) {
        return at + ahead < code.length() ? code.charAt(at + ahead) : '\0';
    }

    private SourcePosition here() {
        return new SourcePosition(line, at - lineStart + 1);
    }

    private void add(Token.Kind kind, String text, long value, SourcePosition position) {
        tokens.add(new Token(kind, text, value, position));
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }

    private static boolean isWordStart(char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
    }

    private static boolean isWordPart(char c) {
        return isWordStart(c) || isDigit(c);
    }

    /** Whether the text can be a name in a kernel. */
    static boolean isName(String text) {
        return !text.isEmpty() && isWordStart(text.charAt(0)) && text.chars().allMatch(c -> isWordPart((char) c));
    }
}
