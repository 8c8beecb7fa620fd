// SPDX-License-Identifier: Apache-2.0
package dev.sluice.check.verdict;

import dev.sluice.check.trace.AccessTrace;
import dev.sluice.check.trace.DependencyId;
import dev.sluice.program.SetUp;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** The order in which dependencies are judged: those that a program recorded first, then those of a capture tool's set-up. */
final class JudgingOrder {
    private JudgingOrder() {}

    static List<DependencyId> of(AccessTrace trace) {
        Set<String> setUp = SetUp.submissions(trace.stream());
        List<DependencyId> first = new ArrayList<>();
        List<DependencyId> last = new ArrayList<>();
        for (AccessTrace.DependencyInfo dependency : trace.dependencies()) {
            DependencyId id = dependency.id();
            (setUp.contains(NotJudged.submission(id)) ? last : first).add(id);
        }
        first.addAll(last);
        return first;
    }
}
