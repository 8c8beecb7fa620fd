// SPDX-License-Identifier: Apache-2.0
package dev.sluice.program.kernel;

/**
 * One token of kernel text.
 *
 * @param text as written; for a line break and the end a phrase that can stand in a message
 * @param value the value of a number (of an {@code f32} literal: its bits), else 0
 */
record Token(Kind kind, String text, long value, SourcePosition at) {
    enum Kind {
        WORD,
        NUMBER,
        SYMBOL,
        LINE_END,
        END
    }

    boolean is(String symbol) {
        return kind == Kind.SYMBOL && text.equals(symbol);
    }

    boolean isWord(String word) {
        return kind == Kind.WORD && text.equals(word);
    }

    /** The token as it is named in a message. */
    String shown() {
        return switch (kind) {
            case LINE_END, END -> text;
            default -> "'" + text + "'";
        };
    }
}
