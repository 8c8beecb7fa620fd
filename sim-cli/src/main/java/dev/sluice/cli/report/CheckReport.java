// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.report;

import dev.sluice.check.hazard.Hazard;
import dev.sluice.check.hazard.HazardKind;
import dev.sluice.check.hazard.HazardReport;
import dev.sluice.config.rewrite.CureText;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** What {@code check} prints: a verdict, and a few lines for each hazard. */
public final class CheckReport {
    /** Hazards that are shown in full unless all are asked for. */
    public static final int SHOWN = 20;

    private static final String INDENT = "             ";

    private final String stream;
    private final String device;
    private final HazardReport found;
    private final Style style;
    private final CureSyntax syntax;

    /** The report of a check. */
    public CheckReport(String stream, String device, HazardReport found, Style style) {
        this(stream, device, found, style, CureSyntax.STREAM);
    }

    /** The report of a check, with cures in a syntax. */
    public CheckReport(String stream, String device, HazardReport found, Style style, CureSyntax syntax) {
        this.syntax = syntax;
        this.stream = stream;
        this.device = device;
        this.found = found;
        this.style = style;
    }

    /** The verdict in one line. */
    public String quiet() {
        return stream + " on " + device + ": " + verdict() + "\n";
    }

    /** The verdict and at most {@code limit} hazards. */
    public String full(int limit) {
        List<String> lines = new ArrayList<>();
        lines.add(style.bold(stream) + " on " + device + "   " + verdict());
        List<Hazard> hazards = found.hazards();
        hazards.stream().limit(limit).forEach(hazard -> {
            lines.add("");
            lines.addAll(lines(hazard));
        });
        if (hazards.size() > limit) {
            lines.add("");
            lines.add(TextReport.moreWithAll(hazards.size() - limit, style));
        }
        if (!found.notes().isEmpty()) {
            lines.add("");
            found.notes().forEach(note -> lines.add("  " + style.dim("note: " + note)));
        }
        return String.join("\n", lines) + "\n";
    }

    private String verdict() {
        if (found.clean()) {
            return style.good("✓ clean: every access is ordered");
        }
        Map<HazardKind, Integer> counts = new TreeMap<>();
        found.hazards().forEach(hazard -> counts.merge(hazard.kind(), 1, Integer::sum));
        List<String> parts = new ArrayList<>();
        counts.forEach((kind, count) -> parts.add(count + " " + words(kind)));
        return style.bad("✗ " + Quantity.plural(found.hazards().size(), "hazard") + ": " + String.join(", ", parts));
    }

    private static String words(HazardKind kind) {
        return kind.name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }

    /** A hazard's lines. */
    List<String> lines(Hazard hazard) {
        List<String> lines = new ArrayList<>();
        lines.add("  " + style.bad(words(hazard.kind())) + "   " + style.bold(places(hazard))
                + (hazard.exact() ? "" : style.dim("   at most: not all of what is accessed is known")));
        lines.add(party("first", hazard.prior(), hazard.resource()));
        lines.add(party("then", hazard.current(), hazard.resource()));
        lines.add(INDENT + "missing  " + hazard.missing().words());
        CureText cure = syntax.text(hazard.cure());
        String label = cure.note() ? "note     " : "add      ";
        for (String line : cure.text().split("\n")) {
            lines.add(INDENT + label + style.hint(line));
            label = " ".repeat(label.length());
        }
        return lines;
    }

    private String party(String when, Hazard.Party party, String resource) {
        String label = party.origin().label();
        String by = party.resource().equals(resource) ? "" : " by " + party.resource();
        return INDENT + when + " ".repeat(9 - when.length()) + party.id() + " " + party.command()
                + (label == null ? "" : " \"" + label + "\"") + ", " + party.what() + by
                + (party.agent() == Hazard.Agent.HOST || party.agent() == Hazard.Agent.DISPLAY
                        ? ""
                        : " on " + party.queue())
                + style.dim("   " + party.origin().where());
    }

    private static String places(Hazard hazard) {
        Hazard.Subresource sub = hazard.subresource();
        if (sub == null) {
            String range = FindingsSection.bytes(hazard.resource(), hazard.offset(), hazard.size());
            return hazard.bytes() == hazard.size() ? range : range + ", " + Quantity.bytes(hazard.bytes()) + " of them";
        }
        return hazard.resource() + " " + sub.aspect().name().toLowerCase(Locale.ROOT)
                + (sub.levels() == 1
                        ? " level " + sub.level()
                        : " levels " + sub.level() + ".." + (sub.level() + sub.levels() - 1))
                + (sub.layers() == 1
                        ? (sub.layer() == 0 ? "" : " layer " + sub.layer())
                        : " layers " + sub.layer() + ".." + (sub.layer() + sub.layers() - 1))
                + ", texels " + sub.width() + " x " + sub.height() + " at " + sub.x() + "," + sub.y();
    }
}
