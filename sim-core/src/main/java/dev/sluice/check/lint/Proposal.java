// SPDX-License-Identifier: Apache-2.0
package dev.sluice.check.lint;

import dev.sluice.program.Barrier;
import dev.sluice.program.edit.Cure;
import java.util.List;

/**
 * A finding that holds if a change of its barrier is safe.
 *
 * @param instead what stands in the barrier's place; nothing if it is removed
 */
record Proposal(DependencyUse use, List<Barrier> instead, LintRule rule, String message, Cure suggestion)
        implements SafetyProof.Change {
    Proposal {
        instead = List.copyOf(instead);
    }
}
