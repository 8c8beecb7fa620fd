// SPDX-License-Identifier: Apache-2.0
package dev.sluice.check.verdict;

import dev.sluice.check.trace.AccessTrace;
import dev.sluice.check.trace.DependencyId;
import dev.sluice.program.FirstFrame;
import dev.sluice.program.SetUp;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * The order in which dependencies are judged: those of the frames after the first present first, which recur; then what comes
 * before it, which loads and sets up; last what a capture tool is known to have added.
 */
final class JudgingOrder {
    private JudgingOrder() {}

    static List<DependencyId> of(AccessTrace trace) {
        Set<String> setUp = SetUp.submissions(trace.stream());
        Set<String> begin = FirstFrame.submissions(trace.stream());
        List<DependencyId> first = new ArrayList<>();
        List<DependencyId> second = new ArrayList<>();
        List<DependencyId> last = new ArrayList<>();
        for (AccessTrace.DependencyInfo dependency : trace.dependencies()) {
            DependencyId id = dependency.id();
            String submission = NotJudged.submission(id);
            (setUp.contains(submission) ? last : begin.contains(submission) ? second : first).add(id);
        }
        first.addAll(second);
        first.addAll(last);
        return first;
    }
}
