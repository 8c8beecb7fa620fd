// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** When reports are coloured: what {@code --color} takes. */
enum ColorChoice {
    /** On a terminal, unless the environment says otherwise. */
    AUTO,
    ALWAYS,
    NEVER;

    static final String OPTION = "--color";

    /** What a command line says; the last word counts, and a word that is none is left to the parser to refuse. */
    static ColorChoice of(List<String> words) {
        ColorChoice choice = AUTO;
        for (int i = 0; i < words.size() && !words.get(i).equals("--"); i++) {
            String word = words.get(i);
            if (word.startsWith(OPTION + "=")) {
                choice = choice.or(word.substring(OPTION.length() + 1));
            } else if (word.equals(OPTION) && i + 1 < words.size()) {
                choice = choice.or(words.get(i + 1));
            }
        }
        return choice;
    }

    private ColorChoice or(String word) {
        for (ColorChoice choice : values()) {
            if (choice.name().toLowerCase(Locale.ROOT).equals(word.toLowerCase(Locale.ROOT))) {
                return choice;
            }
        }
        return this;
    }

    /**
     * Whether to colour.
     *
     * @param person whether a terminal shows it
     * @param environment where {@code NO_COLOR} says never and {@code CLICOLOR_FORCE} always, in this order
     */
    boolean coloured(boolean person, Map<String, String> environment) {
        return switch (this) {
            case ALWAYS -> true;
            case NEVER -> false;
            case AUTO -> {
                if (set(environment.get("NO_COLOR"))) {
                    yield false;
                }
                String force = environment.get("CLICOLOR_FORCE");
                yield set(force) && !"0".equals(force) || person && !"dumb".equals(environment.get("TERM"));
            }
        };
    }

    private static boolean set(@Nullable String variable) {
        return variable != null && !variable.isEmpty();
    }
}
