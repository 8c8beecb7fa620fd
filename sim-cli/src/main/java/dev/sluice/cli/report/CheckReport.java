// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.report;

import dev.sluice.check.hazard.HazardKind;
import dev.sluice.check.lint.LintFinding;
import dev.sluice.check.lint.Severity;
import dev.sluice.check.problem.HazardSite;
import dev.sluice.check.problem.IdentifiedHazard;
import dev.sluice.check.problem.Problem;
import dev.sluice.check.problem.Problems;
import dev.sluice.cli.baseline.Against;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** What {@code check} prints: a verdict, and for each problem one hazard in full and the places of the others. */
public final class CheckReport {
    /** Problems, or hazards, that are shown unless all are asked for. */
    public static final int SHOWN = 20;

    private static final int PLACES = 4;

    private final String stream;
    private final String device;
    private final Problems found;
    private final List<String> notes;
    private final @Nullable Against known;
    private final Style style;
    private final boolean grouped;
    private final boolean partial;
    private final HazardLines hazardLines;
    private final long lintErrors;

    /**
     * The report of a check.
     *
     * @param found what is reported: without what a baseline has
     * @param notes what could not be followed
     * @param known what the baseline has; null without one
     * @param lint what the lint found and tells of itself; a stream with errors there is not called clean
     * @param grouped whether hazards with one cause are one problem; else each is shown by itself
     * @param partial whether commands access what the import did not understand, so that nothing can be called clean
     * @param syntax what cures are written in
     */
    public CheckReport(
            String stream,
            String device,
            Problems found,
            List<String> notes,
            @Nullable Against known,
            List<LintFinding> lint,
            boolean grouped,
            boolean partial,
            Style style,
            CureSyntax syntax) {
        this.stream = stream;
        this.device = device;
        this.found = found;
        this.notes = List.copyOf(notes);
        this.known = known;
        this.grouped = grouped;
        this.partial = partial;
        this.style = style;
        this.hazardLines = new HazardLines(style, syntax);
        this.lintErrors = lint.stream()
                .filter(finding -> finding.severity() == Severity.ERROR)
                .count();
    }

    /** The verdict in one line. */
    public String quiet() {
        return style.line(stream + " on " + device + ": " + verdict()) + "\n";
    }

    /** The verdict and at most {@code limit} problems or hazards, the certain ones first. */
    public String full(int limit) {
        return text(
                grouped
                        ? found.problems().stream()
                                .map(problem -> lines(problem, limit > SHOWN ? limit : PLACES))
                                .toList()
                        : found.hazards().stream()
                                .sorted(Comparator.comparing(
                                        one -> !one.hazard().exact()))
                                .map(hazardLines::of)
                                .toList(),
                limit);
    }

    private String text(List<List<String>> parts, int limit) {
        List<String> lines = new ArrayList<>();
        lines.add(style.bold(stream) + " on " + device + "   " + verdict());
        parts.stream().limit(limit).forEach(part -> {
            lines.add("");
            lines.addAll(part);
        });
        if (parts.size() > limit) {
            lines.add("");
            lines.add(TextReport.moreWithAll(parts.size() - limit, style));
        }
        if (!notes.isEmpty()) {
            lines.add("");
            notes.forEach(note -> lines.add("  " + style.dim("note: " + note)));
        }
        return style.text(lines);
    }

    private String verdict() {
        List<IdentifiedHazard> hazards = found.hazards();
        String beside = "";
        if (known != null) {
            int before = known.hazards().known().size();
            int gone = known.hazards().gone().size();
            beside = "; " + before + " of the baseline known, " + gone + " gone";
        }
        if (hazards.isEmpty()) {
            boolean clean = known == null || known.hazards().known().isEmpty();
            if (lintErrors > 0) {
                return style.bad("✗ no " + (clean ? "" : "new ") + "hazard, but "
                                + Quantity.plural(lintErrors, "lint error"))
                        + beside;
            }
            String ordered = partial
                    ? "✓ no hazard in what the import understood; what it did not may have some"
                    : "✓ clean: every access is ordered";
            return style.good(clean ? ordered : "✓ no new hazard") + beside;
        }
        Map<HazardKind, Integer> counts = new TreeMap<>();
        hazards.forEach(one -> counts.merge(one.hazard().kind(), 1, Integer::sum));
        StringJoiner parts = new StringJoiner(", ");
        counts.forEach((kind, count) -> parts.add(count + " " + HazardLines.words(kind)));
        int problems = found.problems().size();
        String what = (known == null ? "" : "new: ")
                + (!grouped || problems == hazards.size() ? "" : Quantity.plural(problems, "problem") + ", ")
                + Quantity.plural(hazards.size(), "hazard");
        return style.bad("✗ " + what + ": " + parts) + beside;
    }

    private List<String> lines(Problem problem, int places) {
        List<String> lines = new ArrayList<>(hazardLines.withSites(problem.example()));
        List<IdentifiedHazard> others =
                problem.hazards().subList(1, problem.hazards().size());
        if (!others.isEmpty()) {
            int resources = problem.resources().size();
            lines.add(HazardLines.INDENT + "count    " + problem.hazards().size() + " such hazards"
                    + (resources == 1 ? "" : " of " + resources + " resources " + problem.family())
                    + frames(problem.frames()));
            others.stream()
                    .limit(places)
                    .forEach(one -> lines.add(HazardLines.INDENT + "also     " + place(one, resources > 1)));
            if (others.size() > places) {
                lines.add(HazardLines.INDENT + "         "
                        + style.dim("… and " + Quantity.count(others.size() - places) + " more, see --all"));
            }
        }
        lines.add(HazardLines.INDENT + style.dim("id       " + problem.id()));
        return lines;
    }

    private static String frames(List<Integer> frames) {
        if (frames.isEmpty()) {
            return "";
        }
        int first = frames.get(0);
        int last = frames.get(frames.size() - 1);
        if (first == last) {
            return ", in frame " + first;
        }
        boolean all = last - first + 1 == frames.size();
        return ", in frames " + first + " to " + last + (all ? "" : " (" + frames.size() + " of them)");
    }

    private String place(IdentifiedHazard one, boolean resource) {
        return one.hazard().prior().id() + " > " + one.hazard().current().id()
                + (resource ? " " + one.hazard().resource() : "")
                + (one.hazard().exact() ? "" : " at most")
                + style.dim("   " + places(one.prior(), one.current()));
    }

    /** Both places; of a capture, whose name the example has, the indices alone. */
    private static String places(HazardSite prior, HazardSite current) {
        Long first = prior.code().captureIndex();
        Long second = current.code().captureIndex();
        return first != null && second != null
                ? "index " + first + " > " + second
                : prior.party().origin().where() + " > "
                        + current.party().origin().where();
    }
}
