// SPDX-License-Identifier: Apache-2.0
package dev.sluice.check.lint;

import dev.sluice.program.StreamProgram;
import dev.sluice.program.UnseenWork;
import dev.sluice.program.edit.Cure;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What the rules have found, each thing once, and what their suggestions change. */
final class Findings {
    private final Set<LintFinding> found = new LinkedHashSet<>();
    /** Looked up only. */
    private final Map<LintFinding, List<Edit>> edits = new HashMap<>();
    /** Submissions beside which the program has work that the stream lacks. */
    private final Set<String> besideUnseen;

    Findings(StreamProgram stream) {
        besideUnseen = UnseenWork.beside(stream);
    }

    /** @param suggested what the suggestion changes; nothing where that is not known, or for a person to say */
    void add(LintRule rule, CommandSite at, String message, Cure suggestion, Edit... suggested) {
        add(new LintFinding(rule, at.id(), message, suggestion, at.where(), SuggestionProof.WORDS), suggested);
    }

    /** What is wrong with a barrier, so that the suggestion is a change of it. */
    void add(LintRule rule, DependencySite site, String message, Cure suggestion) {
        Edit edit = Edit.of(site, suggestion);
        if (edit == null) {
            add(rule, site.at(), message, suggestion);
        } else {
            add(rule, site.at(), message, suggestion, edit);
        }
    }

    void add(LintRule rule, HostSite at, String message, Cure suggestion, Edit... suggested) {
        add(new LintFinding(rule, at.id(), message, suggestion, at.where(), SuggestionProof.WORDS), suggested);
    }

    void add(LintFinding finding, Edit... suggested) {
        if (finding.rule().restsOnAbsence() && besideUnseen.contains(submission(finding.command()))) {
            return;
        }
        found.add(finding);
        edits.computeIfAbsent(finding, key -> new ArrayList<>()).addAll(List.of(suggested));
    }

    private static String submission(String command) {
        int dot = command.indexOf('.');
        return dot < 0 ? command : command.substring(0, dot);
    }

    /** What the suggestion of a finding changes; nothing where that is not known. */
    List<Edit> edits(LintFinding finding) {
        return edits.getOrDefault(finding, List.of());
    }

    /** Everything found, in the order of the walk. */
    List<LintFinding> all() {
        return new ArrayList<>(found);
    }
}
