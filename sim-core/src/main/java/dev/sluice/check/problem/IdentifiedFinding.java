// SPDX-License-Identifier: Apache-2.0
package dev.sluice.check.problem;

import dev.sluice.check.lint.LintFinding;
import dev.sluice.check.trace.AccessTrace;
import dev.sluice.program.Origin;
import java.util.ArrayList;
import java.util.List;

/**
 * A lint finding that can be told from others and found again.
 *
 * @param id the same in every run, and when commands that have nothing to do with it are added or taken away
 * @param origin where its command stands
 */
public record IdentifiedFinding(String id, LintFinding finding, Origin origin) {

    /** Identifies the lint findings of a stream. */
    public static List<IdentifiedFinding> of(AccessTrace trace, List<LintFinding> findings) {
        Ids ids = new Ids();
        List<IdentifiedFinding> identified = new ArrayList<>();
        for (LintFinding finding : findings) {
            AccessTrace.Action action = trace.action(finding.command());
            Origin origin = action == null ? Origin.at(finding.where()) : action.origin();
            String id = ids.next(List.of(
                    finding.rule().id(),
                    action == null ? "" : action.kind(),
                    StableText.labels(origin.site().labels()),
                    StableText.sentence(finding.message())));
            identified.add(new IdentifiedFinding(id, finding, origin));
        }
        return identified;
    }
}
