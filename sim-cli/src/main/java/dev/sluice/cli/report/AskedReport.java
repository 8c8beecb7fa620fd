// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.report;

import dev.sluice.check.hazard.Hazard;
import dev.sluice.cli.advise.Asked;
import dev.sluice.cli.advise.LineChange;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** What {@code advise --barrier} prints: whether the form is safe, what it saves, and the edit. */
public final class AskedReport {
    private static final int HAZARDS = 4;

    private final Asked asked;
    private final Style style;

    /** The report of an answer. */
    public AskedReport(Asked asked, Style style) {
        this.asked = asked;
        this.style = style;
    }

    /**
     * The report.
     *
     * @param written the file that the rewritten stream was written to, or null
     */
    public String text(@Nullable String written) {
        List<String> lines = new ArrayList<>();
        lines.add(style.bold(asked.stream()) + "   " + asked.barrier()
                + (asked.label().isEmpty() ? "" : " '" + asked.label() + "'") + " as "
                + asked.form().name().toLowerCase(Locale.ROOT)
                + (asked.times() > 1 ? ", all " + asked.times() + " times that it is carried out" : "")
                + style.dim("   " + asked.where()));
        if (asked.answer().refused()) {
            lines.add(style.bad("✗ refused: " + asked.answer().why()));
            List<Hazard> hazards = asked.answer().hazards();
            hazards.stream().limit(HAZARDS).forEach(hazard -> lines.add("  " + hazard(hazard)));
            if (hazards.size() > HAZARDS) {
                lines.add("  and " + (hazards.size() - HAZARDS) + " more ('--json' has them)");
            }
            return style.text(lines);
        }
        lines.add(
                asked.safe()
                        ? style.good("✓ safe: ") + asked.answer().what()
                        : style.bad("✗ not safe: ") + asked.answer().what());
        lines.add("  " + asked.answer().why()
                + (asked.safe() ? "" : ": the hazard checker finds no fault, but other bytes are left"));
        lines.add("");
        table().lines(style).forEach(line -> lines.add("  " + line));
        lines.add("");
        asked.differences().forEach(difference -> lines.add("  " + style.bad("✗ " + difference)));
        if (asked.interrupted()) {
            lines.add("  " + style.bad("stopped early: not every device was measured"));
        } else if (asked.differences().isEmpty()) {
            lines.add("  "
                    + style.good("✓ the same bytes are left in " + Quantity.count(asked.compared())
                            + (asked.compared() == 1 ? " buffer or image" : " buffers and images")));
        }
        lines.addAll(edit());
        if (written != null) {
            lines.add("  written to " + written);
        }
        return style.text(lines);
    }

    private String hazard(Hazard hazard) {
        return hazard.kind().name().toLowerCase(Locale.ROOT).replace('_', ' ') + ": " + party(hazard.prior()) + ", "
                + party(hazard.current()) + ", " + hazard.resource() + "; missing "
                + hazard.missing().words();
    }

    private String party(Hazard.Party party) {
        return asked.name(party) + " " + party.command();
    }

    private Table table() {
        Table table = new Table()
                .left("device")
                .right("stall now")
                .right("then")
                .right("drain now")
                .right("then")
                .right("actions now")
                .right("then")
                .right("stream now")
                .right("then")
                .right("saved")
                .right("%");
        asked.devices()
                .forEach((device, cost) -> table.row(
                        device,
                        Quantity.count(cost.now().stall()),
                        Quantity.count(cost.then().stall()),
                        Quantity.count(cost.now().drain()),
                        Quantity.count(cost.then().drain()),
                        Quantity.count(cost.now().actions()),
                        Quantity.count(cost.then().actions()),
                        Quantity.count(cost.now().cycles()),
                        Quantity.count(cost.then().cycles()),
                        Quantity.count(cost.saved()),
                        Quantity.percent(cost.saved(), cost.now().cycles())));
        return table;
    }

    private List<String> edit() {
        List<String> lines = new ArrayList<>();
        for (LineChange change : asked.edit()) {
            lines.add("  " + style.dim(asked.file() + ":" + change.line()));
            change.removed().forEach(line -> lines.add(style.bad("- " + line)));
            change.added().forEach(line -> lines.add(style.good("+ " + line)));
        }
        return lines;
    }
}
