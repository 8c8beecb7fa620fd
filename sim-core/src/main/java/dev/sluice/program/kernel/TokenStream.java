// SPDX-License-Identifier: Apache-2.0
package dev.sluice.program.kernel;

import java.util.List;

/** A cursor over the tokens, with the expectations that both parsers share. */
final class TokenStream {
    private final List<Token> tokens;
    private int at;

    TokenStream(List<Token> tokens) {
        this.tokens = tokens;
    }

    Token peek() {
        return tokens.get(at);
    }

    Token peekNext() {
        return tokens.get(Math.min(at + 1, tokens.size() - 1));
    }

    Token next() {
        Token token = tokens.get(at);
        if (at < tokens.size() - 1) {
            at++;
        }
        return token;
    }

    /** Takes the symbol if it is next. */
    boolean take(String symbol) {
        if (peek().is(symbol)) {
            next();
            return true;
        }
        return false;
    }

    /** Takes the symbol, which must be next; {@code where} says what it belongs to. */
    Token expect(String symbol, String where) {
        Token token = peek();
        if (!token.is(symbol)) {
            throw token.at().error("expected '" + symbol + "' " + where + ", found " + token.shown());
        }
        return next();
    }

    /** Takes a word, which must be next. */
    Token word(String what) {
        Token token = peek();
        if (token.kind() != Token.Kind.WORD) {
            throw token.at().error("expected " + what + ", found " + token.shown());
        }
        return next();
    }

    void skipLineEnds() {
        while (peek().kind() == Token.Kind.LINE_END) {
            next();
        }
    }

    /** Whether the statement ends here: at a line end, a closing brace or the end of the text. */
    boolean atStatementEnd() {
        Token token = peek();
        return token.kind() == Token.Kind.LINE_END || token.kind() == Token.Kind.END || token.is("}");
    }

    /** Where the cursor is, for {@link #back}. */
    int mark() {
        return at;
    }

    void back(int mark) {
        at = mark;
    }
}
