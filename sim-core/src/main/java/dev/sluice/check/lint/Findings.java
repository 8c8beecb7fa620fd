// SPDX-License-Identifier: Apache-2.0
package dev.sluice.check.lint;

import dev.sluice.program.edit.Cure;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** What the rules have found, each thing once. */
final class Findings {
    private final Set<LintFinding> found = new LinkedHashSet<>();

    void add(LintRule rule, CommandSite at, String message, Cure suggestion) {
        found.add(new LintFinding(rule, at.id(), message, suggestion, at.where()));
    }

    void add(LintRule rule, HostSite at, String message, Cure suggestion) {
        found.add(new LintFinding(rule, at.id(), message, suggestion, at.where()));
    }

    void add(LintFinding finding) {
        found.add(finding);
    }

    /** Everything found, in the order of the walk. */
    List<LintFinding> all() {
        return new ArrayList<>(found);
    }
}
