// SPDX-License-Identifier: Apache-2.0
package dev.sluice.check.lint;

import dev.sluice.program.edit.Cure;

/**
 * A place in a stream that breaks a rule.
 *
 * @param command the command or host operation, for example {@code submit0.2} or {@code host.3}
 * @param message what is wrong, one line that names flags, resources and commands
 * @param suggestion what to do about it; {@link Cure#NONE} where there is nothing to do
 * @param where its place in the input
 * @param proof what is known of the suggestion
 */
public record LintFinding(
        LintRule rule, String command, String message, Cure suggestion, String where, SuggestionProof proof) {

    /** How much it matters. */
    public Severity severity() {
        return rule.severity();
    }

    /** The same finding with another suggestion, of which something is known. */
    LintFinding with(Cure other, SuggestionProof known) {
        return new LintFinding(rule, command, message, other, where, known);
    }
}
