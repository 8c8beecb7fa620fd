// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.report;

import dev.sluice.check.hazard.Hazard;
import dev.sluice.check.verdict.Verdict;
import dev.sluice.check.verdict.VerdictKind;
import dev.sluice.check.verdict.Verdicts;
import dev.sluice.cli.bite.Bite;
import dev.sluice.cli.bite.Bites;
import dev.sluice.program.Barrier;
import dev.sluice.program.sync.Accesses;
import dev.sluice.program.sync.Stages;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;

/** The part of {@code check} that says of each dependency whether it is needed, and where a missing one bites. */
public final class VerdictSection {
    private static final String INDENT = "             ";
    /** Differences that are named in a line. */
    private static final int DETAILS = 3;

    private final Verdicts verdicts;
    private final @Nullable Bites bites;
    private final Style style;

    /**
     * The section.
     *
     * @param bites what missing ones do on devices; null if nothing was run
     */
    public VerdictSection(Verdicts verdicts, @Nullable Bites bites, Style style) {
        this.verdicts = verdicts;
        this.bites = bites;
        this.style = style;
    }

    /** How many of each. */
    public String quiet() {
        return "dependencies: " + summary() + "\n";
    }

    private String summary() {
        StringJoiner parts = new StringJoiner(", ");
        for (VerdictKind kind : VerdictKind.values()) {
            long count = verdicts.all().stream()
                    .filter(verdict -> verdict.kind() == kind)
                    .count();
            if (count > 0) {
                parts.add(count + " " + kind.words());
            }
        }
        return parts.length() == 0 ? "none" : parts.toString();
    }

    /**
     * The summary, the table of devices, and what is not needed.
     *
     * @param limit verdicts that are shown
     * @param all whether those that say that all is well are shown, too
     */
    public String full(int limit, boolean all) {
        if (verdicts.all().isEmpty()) {
            return "";
        }
        List<String> lines = new ArrayList<>();
        lines.add("");
        lines.add(style.bold("dependencies") + "   " + summary());
        lines.addAll(table(limit));
        List<Verdict> shown = verdicts.all().stream()
                .filter(verdict -> verdict.hazard() == null
                        && (all
                                || verdict.kind() == VerdictKind.PRESENT_AND_NOT_NEEDED
                                || verdict.kind() == VerdictKind.WIDER_THAN_NEEDED
                                || verdict.kind() == VerdictKind.HOST_MAY_READ))
                .toList();
        shown.stream().limit(limit).forEach(verdict -> lines.addAll(lines(verdict)));
        if (shown.size() > limit) {
            lines.add(TextReport.moreWithAll(shown.size() - limit, style));
        }
        verdicts.notes().forEach(note -> lines.add("  " + style.dim("note: " + note)));
        return style.text(lines);
    }

    private List<String> lines(Verdict verdict) {
        List<String> lines = new ArrayList<>();
        Barrier own = verdict.barrier();
        lines.add("  " + style.bold(verdict.dependency() + "  " + verdict.kind().words())
                + style.dim("   " + verdict.origin().where()));
        if (own != null) {
            lines.add(INDENT + "is       " + text(own));
        }
        Barrier narrowest = verdict.narrowest();
        if (verdict.kind() == VerdictKind.WIDER_THAN_NEEDED && narrowest != null) {
            lines.add(INDENT + "enough   " + style.hint(text(narrowest)));
            if (!verdict.unneededRange().isEmpty()) {
                lines.add(INDENT + "spare    " + verdict.unneededRange());
            }
        }
        if (!verdict.detail().isEmpty()) {
            lines.add(INDENT
                    + (verdict.kind() == VerdictKind.PRESENT_AND_NOT_NEEDED ? "because  " : "for      ")
                    + verdict.detail());
        }
        return lines;
    }

    /** A barrier's scopes in one line. */
    static String text(Barrier barrier) {
        String range = barrier.range() != null
                ? "   " + barrier.range().buffer()
                : barrier.image() != null
                        ? "   " + barrier.image().range().image() + " "
                                + barrier.image().oldLayout() + " to "
                                + barrier.image().newLayout()
                        : "";
        return side(barrier.srcStages(), barrier.srcAccess()) + " > " + side(barrier.dstStages(), barrier.dstAccess())
                + range;
    }

    private static String side(long stages, long access) {
        return Stages.text(stages) + (access == 0 ? "" : "/" + Accesses.text(access));
    }

    /** Where missing dependencies bite: a row for each, a column for each device. */
    private List<String> table(int limit) {
        Bites run = bites;
        List<Verdict> missing = verdicts.all().stream()
                .filter(verdict -> verdict.hazard() != null)
                .toList();
        if (run == null || missing.isEmpty()) {
            return List.of();
        }
        Table table = new Table().left("missing between").left("of");
        List<String> devices = run.devices().stream()
                .filter(device -> !run.refused().containsKey(device))
                .toList();
        devices.forEach(table::left);
        for (Verdict verdict : missing) {
            Hazard hazard = verdict.hazard();
            if (hazard == null) {
                continue;
            }
            List<String> cells = new ArrayList<>();
            cells.add(verdict.dependency());
            cells.add(hazard.resource());
            devices.forEach(device -> cells.add(word(run.of(hazard).get(device))));
            table.row(cells.toArray(String[]::new));
        }
        List<String> lines = new ArrayList<>();
        table.lines(style).forEach(line -> lines.add("  " + line));
        List<String> details = new ArrayList<>();
        for (Verdict verdict : missing) {
            details.addAll(details(verdict, run));
        }
        details.stream().limit(limit).forEach(line -> lines.add("  " + line));
        if (details.size() > limit) {
            lines.add(TextReport.moreWithAll(details.size() - limit, style));
        }
        run.notes().forEach(note -> lines.add("  " + style.dim("note: " + note)));
        run.refused().forEach((device, why) -> lines.add("  " + style.dim(device + " cannot run it: " + why)));
        return lines;
    }

    private static String word(@Nullable Bite bite) {
        return bite == null ? Bite.Kind.NOT_RUN.word() : bite.word();
    }

    /** What differs without a missing dependency, or why that is not shown: a line for all devices of which the same is true. */
    private static List<String> details(Verdict verdict, Bites run) {
        Hazard hazard = verdict.hazard();
        if (hazard == null) {
            return List.of();
        }
        Map<String, List<String>> devices = new LinkedHashMap<>();
        run.of(hazard).forEach((device, bite) -> {
            if (!bite.details().isEmpty()) {
                List<String> shown = bite.details()
                        .subList(0, Math.min(DETAILS, bite.details().size()));
                int more = bite.details().size() - shown.size();
                String text =
                        bite.word() + ": " + String.join("; ", shown) + (more > 0 ? "; and " + more + " more" : "");
                devices.computeIfAbsent(text, key -> new ArrayList<>()).add(device);
            }
        });
        List<String> lines = new ArrayList<>();
        devices.forEach((text, on) -> lines.add(
                verdict.dependency() + " of " + hazard.resource() + " on " + String.join(", ", on) + " " + text));
        return lines;
    }
}
