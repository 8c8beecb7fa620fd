// SPDX-License-Identifier: Apache-2.0
package dev.sluice.check.verdict;

import dev.sluice.check.trace.DependencyId;
import dev.sluice.program.SetUp;
import dev.sluice.program.StreamProgram;
import dev.sluice.program.UnseenWork;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * The dependencies that no verdict was found for: of a long stream, or of one that lacks work of the program.
 *
 * @param of how many dependencies there are in all
 * @param program the names of those that the program recorded
 * @param setUp the names of those of a capture tool's set-up
 * @param firstFrame the names of those that seem not needed, or not all, and may be for work before, which the stream lacks
 * @param besideUnseen the names of those of which the same is true, and the work may be anywhere
 */
public record NotJudged(
        int of, List<String> program, List<String> setUp, List<String> firstFrame, List<String> besideUnseen) {
    static final NotJudged NONE = new NotJudged(0, List.of(), List.of(), List.of(), List.of());

    public NotJudged {
        program = List.copyOf(program);
        setUp = List.copyOf(setUp);
        firstFrame = List.copyOf(firstFrame);
        besideUnseen = List.copyOf(besideUnseen);
    }

    /** @param unseen what may be needed for work that the stream lacks */
    static NotJudged of(StreamProgram stream, List<Verdict> verdicts, Set<DependencyId> unseen) {
        Set<String> tool = SetUp.submissions(stream);
        List<String> program = new ArrayList<>();
        List<String> setUp = new ArrayList<>();
        List<String> forUnseen = new ArrayList<>();
        for (Verdict verdict : verdicts) {
            if (verdict.kind() == VerdictKind.NOT_JUDGED && verdict.id() != null) {
                (unseen.contains(verdict.id()) ? forUnseen : tool.contains(submission(verdict.id())) ? setUp : program)
                        .add(verdict.dependency());
            }
        }
        boolean anywhere = stream.unseen() == UnseenWork.ANYWHERE;
        return new NotJudged(
                verdicts.size(), program, setUp, anywhere ? List.of() : forUnseen, anywhere ? forUnseen : List.of());
    }

    /** The submission that a dependency is of. */
    static String submission(DependencyId id) {
        return submission(id.command());
    }

    private static String submission(String command) {
        int dot = command.indexOf('.');
        return dot < 0 ? command : command.substring(0, dot);
    }

    /** How many. */
    public int count() {
        return program.size() + setUp.size() + firstFrame.size() + besideUnseen.size();
    }

    /** How many and which, and why, a line for each reason. */
    List<String> lines() {
        List<String> lines = new ArrayList<>();
        List<String> parts = new ArrayList<>();
        if (!program.isEmpty()) {
            parts.add(program.size() + " of the program (" + places(program) + ")");
        }
        if (!setUp.isEmpty()) {
            parts.add(setUp.size() + " of the capture tool's set-up (" + places(setUp) + ")");
        }
        if (!parts.isEmpty()) {
            lines.add("not judged: " + (program.size() + setUp.size()) + " of " + of + " dependencies, "
                    + String.join(" and ", parts)
                    + ", because each takes two more checks of a large stream; --verdicts all judges every one");
        }
        if (!firstFrame.isEmpty()) {
            lines.add("not judged: " + firstFrame.size() + " of " + of + " dependencies, of the first frame ("
                    + places(firstFrame)
                    + "): what they order may have gone before, and that is not in a capture that begins midway");
        }
        if (!besideUnseen.isEmpty()) {
            lines.add("not judged: " + besideUnseen.size() + " of " + of + " dependencies (" + places(besideUnseen)
                    + "): they seem not needed, or not all, and may be for what the import did not understand");
        }
        return lines;
    }

    /** The submissions of some dependencies, those in a row as one; a single dependency by its name. */
    private static String places(List<String> names) {
        if (names.size() == 1) {
            return names.get(0);
        }
        List<Integer> numbers = names.stream()
                .map(name -> Integer.parseInt(submission(name).substring("submit".length())))
                .distinct()
                .sorted()
                .toList();
        List<String> runs = new ArrayList<>();
        int first = 0;
        for (int i = 1; i <= numbers.size(); i++) {
            if (i == numbers.size() || numbers.get(i) != numbers.get(i - 1) + 1) {
                String run = "submit" + numbers.get(first);
                runs.add(i - 1 == first ? run : run + " to submit" + numbers.get(i - 1));
                first = i;
            }
        }
        return String.join(", ", runs);
    }
}
