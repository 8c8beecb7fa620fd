// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.report;

import dev.sluice.program.sync.NearestName;
import dev.sluice.result.RunResult;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/** The barriers that a person asked about, by id. */
public final class Explanations {
    /** Asks for every barrier. */
    public static final String ALL = "all";

    private static final Pattern ID = Pattern.compile("[A-Za-z]\\w*[.\\d][\\w.]*");

    private final List<String> ids;

    /**
     * @param ids of barriers, or of what they belong to: {@code submit0} means all barriers of its own
     * @throws IllegalArgumentException if one cannot be an id
     */
    public Explanations(List<String> ids) {
        this.ids = List.copyOf(ids);
        for (String id : ids) {
            if (!id.equals(ALL) && !ID.matcher(id).matches()) {
                throw new IllegalArgumentException("--explain " + id
                        + ": the id of a barrier looks like submit0.3 or submit0.begin; 'all' means every barrier");
            }
        }
    }

    /**
     * Checks that a result has the barriers.
     *
     * @throws IllegalArgumentException if one is missing; an interrupted run may just not have reached it
     */
    public void check(RunResult result) {
        for (String id : ids) {
            if (!result.interrupted() && !id.equals(ALL) && of(id, result).isEmpty()) {
                throw new IllegalArgumentException("--explain " + id + ": " + problem(id, result));
            }
        }
    }

    private static String problem(String id, RunResult result) {
        List<String> known = result.barriers().stream()
                .map(RunResult.BarrierResult::id)
                .distinct()
                .toList();
        String kind = result.commands().stream()
                .filter(command -> command.id().equals(id))
                .map(RunResult.CommandResult::kind)
                .findFirst()
                .orElse("");
        String what = kind.isEmpty() ? "the run has no such barrier" : "it is no barrier but a " + kind;
        return what
                + (known.isEmpty()
                        ? ", and none at all"
                        : NearestName.of(id, known)
                                .map(near -> "; the nearest id is " + near)
                                .orElse("; ids are " + known.get(0) + " to " + known.get(known.size() - 1)));
    }

    private static List<RunResult.BarrierResult> of(String id, RunResult result) {
        List<RunResult.BarrierResult> exact = result.barriers().stream()
                .filter(barrier -> id.equals(ALL) || barrier.id().equals(id))
                .toList();
        return !exact.isEmpty()
                ? exact
                : result.barriers().stream()
                        .filter(barrier -> barrier.command().equals(id))
                        .toList();
    }

    /** The stories, an empty line before each; nothing if nobody asked. */
    public String text(RunResult result, Style style) {
        BarrierStory story = new BarrierStory(result, style);
        Set<RunResult.BarrierResult> told = new LinkedHashSet<>();
        List<String> missing = new ArrayList<>();
        for (String id : ids) {
            List<RunResult.BarrierResult> found = of(id, result);
            told.addAll(found);
            if (found.isEmpty() && !id.equals(ALL)) {
                missing.add(id + ": not reached before the run was interrupted");
            }
        }
        List<String> lines = new ArrayList<>();
        told.forEach(barrier -> {
            lines.add("");
            lines.addAll(story.lines(barrier));
        });
        missing.forEach(line -> {
            lines.add("");
            lines.add(line);
        });
        return lines.isEmpty() ? "" : style.text(lines);
    }
}
