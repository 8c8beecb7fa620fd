// SPDX-License-Identifier: Apache-2.0
package dev.sluice.program.kernel;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Parses what is made of single words: types, scopes, qualifiers and memory semantics. */
final class QualifierParser {
    private static final List<String> QUALIFIERS =
            List.of("coherent", "nonprivate", "available", "visible", "streaming", "bypass", "persisting");
    private static final Map<String, ElementType> TYPES = new LinkedHashMap<>();
    private static final Map<String, AtomicOp> ATOMICS = new LinkedHashMap<>();
    private static final Map<String, Scope> SCOPES = new LinkedHashMap<>();
    private static final Map<String, Integer> SEMANTICS = new LinkedHashMap<>();

    static {
        for (ElementType type : ElementType.values()) {
            TYPES.put(type.text(), type);
        }
        for (AtomicOp op : AtomicOp.values()) {
            ATOMICS.put(op.text(), op);
        }
        for (Scope scope : Scope.values()) {
            SCOPES.put(scope.text(), scope);
        }
        SEMANTICS.put("acquire", Semantics.ACQUIRE);
        SEMANTICS.put("release", Semantics.RELEASE);
        SEMANTICS.put("acqrel", Semantics.ACQUIRE | Semantics.RELEASE);
        SEMANTICS.put("makeAvailable", Semantics.MAKE_AVAILABLE);
        SEMANTICS.put("makeVisible", Semantics.MAKE_VISIBLE);
        SEMANTICS.put("buffer", Semantics.BUFFER);
        SEMANTICS.put("storage", Semantics.BUFFER);
        SEMANTICS.put("image", Semantics.IMAGE);
        SEMANTICS.put("shared", Semantics.SHARED);
        SEMANTICS.put("output", Semantics.OUTPUT);
    }

    private final TokenStream tokens;

    QualifierParser(TokenStream tokens) {
        this.tokens = tokens;
    }

    /** Whether a word may stand after {@code @}. */
    static boolean isQualifier(String word) {
        return QUALIFIERS.contains(word);
    }

    /** {@code .TYPE} of one element. */
    ElementType type(String after) {
        Token word = typeWord(after);
        if (!TYPES.containsKey(word.text()) && VectorType.NAMED.containsKey(word.text())) {
            throw word.at()
                    .error("'" + word.text()
                            + "' is a vector, which only load, store, shared.load and shared.store take");
        }
        return find(TYPES, word, "type");
    }

    /** {@code .TYPE} of one element or of a vector. */
    VectorType vectorType(String after) {
        return find(VectorType.NAMED, typeWord(after), "type");
    }

    private Token typeWord(String after) {
        tokens.expect(".", "and a type after " + after);
        Token token = tokens.peek();
        if (token.kind() == Token.Kind.NUMBER) {
            throw token.at().error("unknown type '" + token.text() + "'" + Names.instead("", TYPES.keySet()));
        }
        Token word = tokens.word("a type after " + after);
        String advice = OtherLanguages.type(word.text());
        if (advice != null) {
            throw word.at().error("unknown type '" + word.text() + "'; " + advice);
        }
        return word;
    }

    /** {@code .OP} */
    AtomicOp atomicOp() {
        tokens.expect(".", "and an operation after atomic");
        return find(ATOMICS, tokens.word("an operation after atomic"), "atomic operation");
    }

    Scope scope(String after) {
        return find(SCOPES, tokens.word("a scope after " + after), "scope");
    }

    /** {@code @ words} to the end of the statement, or nothing. */
    Qualifiers qualifiers(boolean reads, boolean writes) {
        Token start = tokens.peek();
        if (!tokens.take("@")) {
            return Qualifiers.NONE;
        }
        List<String> seen = new ArrayList<>();
        @Nullable Scope available = null;
        @Nullable Scope visible = null;
        while (!tokens.atStatementEnd()) {
            Token word = tokens.word("a qualifier");
            String text = word.text();
            if (!QUALIFIERS.contains(text)) {
                throw word.at().error("unknown qualifier '" + text + "'" + Names.instead(text, QUALIFIERS));
            }
            if (seen.contains(text)) {
                throw word.at().error("qualifier '" + text + "' is given twice; remove one");
            }
            String against = opposite(text);
            if (seen.contains(against)) {
                throw word.at().error("'" + text + "' contradicts '" + against + "'; remove one");
            }
            seen.add(text);
            if ("available".equals(text)) {
                if (!writes) {
                    throw word.at().error("a load makes nothing available; 'available' belongs to stores and atomics");
                }
                available = scope("available");
            } else if ("visible".equals(text)) {
                if (!reads) {
                    throw word.at().error("a store makes nothing visible; 'visible' belongs to loads and atomics");
                }
                visible = scope("visible");
            }
            tokens.take(",");
        }
        if (seen.isEmpty()) {
            throw start.at().error("'@' needs a qualifier" + Names.instead("", QUALIFIERS));
        }
        boolean coherent = seen.contains("coherent");
        boolean nonprivate = coherent || available != null || visible != null || seen.contains("nonprivate");
        return new Qualifiers(
                coherent,
                nonprivate,
                available,
                visible,
                seen.contains("streaming"),
                seen.contains("bypass"),
                seen.contains("persisting"));
    }

    /** What cannot stand beside a qualifier, or nothing. */
    private static String opposite(String qualifier) {
        return switch (qualifier) {
            case "streaming" -> "persisting";
            case "persisting" -> "streaming";
            default -> "";
        };
    }

    /** Semantics words to the end of the statement. */
    int semantics(Token statement, boolean orderingNeeded) {
        int bits = 0;
        while (!tokens.atStatementEnd()) {
            Token word = tokens.word("memory semantics");
            int bit = find(SEMANTICS, word, "memory semantics");
            if ((bits & bit) == bit) {
                throw word.at().error("memory semantics '" + word.text() + "' are given twice; remove one");
            }
            bits |= bit;
            tokens.take(",");
        }
        boolean ordering = (bits & (Semantics.ACQUIRE | Semantics.RELEASE)) != 0;
        if (!ordering && (orderingNeeded || bits != 0)) {
            throw statement
                    .at()
                    .error("'" + statement.text() + "' needs one of acquire, release, acqrel for its memory");
        }
        if ((bits & Semantics.MAKE_AVAILABLE) != 0 && (bits & Semantics.RELEASE) == 0) {
            throw statement.at().error("makeAvailable needs release or acqrel");
        }
        if ((bits & Semantics.MAKE_VISIBLE) != 0 && (bits & Semantics.ACQUIRE) == 0) {
            throw statement.at().error("makeVisible needs acquire or acqrel");
        }
        return ordering && (bits & Semantics.ALL_CLASSES) == 0 ? bits | Semantics.ALL_CLASSES : bits;
    }

    private static <T> T find(Map<String, T> known, Token word, String what) {
        T found = known.get(word.text());
        if (found == null) {
            throw word.at()
                    .error("unknown " + what + " '" + word.text() + "'" + Names.instead(word.text(), known.keySet()));
        }
        return found;
    }
}
