// SPDX-License-Identifier: Apache-2.0
package dev.sluice.check.lint;

import dev.sluice.check.cure.CureProver;
import dev.sluice.program.edit.Cure;
import java.util.Locale;

/**
 * What is known of a suggestion.
 *
 * @param why why it is not checked; empty where it is, or where there is nothing to try
 */
public record SuggestionProof(State state, String why) {

    /** What became of a suggestion. */
    public enum State {
        /** It was carried out: what it is for is gone, and nothing new is wrong. */
        CHECKED,
        /** It was carried out, and does not do: the reason says why. */
        REFUTED,
        /** Nobody carried it out. */
        UNCHECKED,
        /** It says in words what a person has to decide. */
        WORDS;

        /** The word for it in files. */
        public String key() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** It was carried out, and holds. */
    public static final SuggestionProof CHECKED = new SuggestionProof(State.CHECKED, "");

    /** It is words. */
    public static final SuggestionProof WORDS = new SuggestionProof(State.WORDS, "");

    /** It was not carried out. */
    public static SuggestionProof unchecked(String why) {
        return new SuggestionProof(State.UNCHECKED, why);
    }

    /** It was carried out, and does not do. */
    public static SuggestionProof refuted(String why) {
        return new SuggestionProof(State.REFUTED, why);
    }

    /** What is known of a cure that the checker proposes for a hazard. */
    public static SuggestionProof of(Cure cure) {
        return cure instanceof Cure.Unchecked unchecked
                ? unchecked(unchecked.why())
                : cure instanceof Cure.Refuted refuted
                        ? refuted(refuted.why())
                        : CureProver.checked(cure) ? CHECKED : WORDS;
    }
}
