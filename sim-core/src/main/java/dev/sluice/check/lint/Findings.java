// SPDX-License-Identifier: Apache-2.0
package dev.sluice.check.lint;

import dev.sluice.program.Barrier;
import dev.sluice.program.edit.Cure;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What the rules have found, each thing once. */
final class Findings {
    private final Set<LintFinding> found = new LinkedHashSet<>();
    /** Looked up only. */
    private final Map<LintFinding, List<Barrier>> barriers = new HashMap<>();

    void add(LintRule rule, CommandSite at, String message, Cure suggestion) {
        found.add(new LintFinding(rule, at.id(), message, suggestion, at.where()));
    }

    /** What is wrong with a barrier, so that the suggestion is a change of it. */
    void add(LintRule rule, DependencySite site, String message, Cure suggestion) {
        LintFinding finding = new LintFinding(
                rule, site.at().id(), message, suggestion, site.at().where());
        found.add(finding);
        barriers.computeIfAbsent(finding, f -> new ArrayList<>()).add(site.barrier());
    }

    void add(LintRule rule, HostSite at, String message, Cure suggestion) {
        found.add(new LintFinding(rule, at.id(), message, suggestion, at.where()));
    }

    void add(LintFinding finding) {
        found.add(finding);
    }

    /** The barriers that the suggestion of a finding is for; none where it is for something else. */
    List<Barrier> barriers(LintFinding finding) {
        return barriers.getOrDefault(finding, List.of());
    }

    /** Everything found, in the order of the walk. */
    List<LintFinding> all() {
        return new ArrayList<>(found);
    }
}
