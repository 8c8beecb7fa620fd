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
import java.util.List;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;

/** The part of {@code check} that says of each dependency whether it is needed, and where a missing one bites. */
public final class VerdictSection {
    private static final String INDENT = "             ";

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
        lines.addAll(table());
        List<Verdict> shown = verdicts.all().stream()
                .filter(verdict -> verdict.hazard() == null
                        && (all
                                || verdict.kind() == VerdictKind.PRESENT_AND_NOT_NEEDED
                                || verdict.kind() == VerdictKind.WIDER_THAN_NEEDED))
                .toList();
        shown.stream().limit(limit).forEach(verdict -> lines.addAll(lines(verdict)));
        if (shown.size() > limit) {
            lines.add(TextReport.moreWithAll(shown.size() - limit, style));
        }
        verdicts.notes().forEach(note -> lines.add("  " + style.dim("note: " + note)));
        return String.join("\n", lines) + "\n";
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
    private List<String> table() {
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
            devices.forEach(device ->
                    cells.add(run.of(hazard).getOrDefault(device, Bite.NOT_RUN).word()));
            table.row(cells.toArray(String[]::new));
        }
        List<String> lines = new ArrayList<>();
        table.lines(style).forEach(line -> lines.add("  " + line));
        run.refused().forEach((device, why) -> lines.add("  " + style.dim(device + " cannot run it: " + why)));
        return lines;
    }
}
