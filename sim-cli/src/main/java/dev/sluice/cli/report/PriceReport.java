// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.report;

import dev.sluice.cli.price.PairPrice;
import dev.sluice.result.RunResult;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** What {@code barrier} prints: a line for each device. */
public final class PriceReport {
    private static final int ACTIONS = 60;

    private final Style style;

    /** A report in a style. */
    public PriceReport(Style style) {
        this.style = style;
    }

    /**
     * The report.
     *
     * @param spec the barrier as it is written
     * @param words what its sides are
     */
    public String text(String spec, String words, List<PairPrice> prices) {
        List<String> lines = new ArrayList<>();
        lines.add(style.bold(spec) + "   " + words);
        lines.add("");
        Table table = new Table()
                .left("device")
                .left("profile")
                .right("total")
                .right("stall")
                .right("drain")
                .right("actions")
                .right("dirty")
                .right("written back")
                .right("refilled")
                .left("does");
        Set<String> notes = new LinkedHashSet<>();
        List<String> refused = new ArrayList<>();
        for (PairPrice price : prices) {
            RunResult.BarrierResult barrier = price.barrier();
            if (barrier == null) {
                refused.add(price.device() + ": " + price.refused());
                continue;
            }
            notes.addAll(price.assumptions());
            List<String> actions = BarrierActions.lines(barrier.actions(), ACTIONS, Integer.MAX_VALUE);
            for (int i = 0; i < actions.size(); i++) {
                if (i == 0) {
                    table.row(
                            price.device(),
                            price.profile(),
                            time(price, price.total()),
                            time(price, barrier.stallCycles()),
                            time(price, barrier.drainCycles()),
                            time(price, barrier.actionCycles()),
                            Quantity.bytes(price.bytes()),
                            Quantity.bytesOrDash(price.writtenBack()),
                            Quantity.bytesOrDash(barrier.refillBytes()),
                            actions.get(i));
                } else {
                    table.row("", "", "", "", "", "", "", "", "", actions.get(i));
                }
            }
        }
        lines.addAll(table.lines(style));
        refused.forEach(line -> lines.add(style.bad("✗ ") + line));
        lines.add("");
        lines.add(
                "total: by how much the program takes longer with the barrier; drain, actions: what the barrier waited"
                        + " for and did");
        notes.forEach(note -> lines.add(style.dim("assumed   " + note)));
        return style.text(lines);
    }

    private static String time(PairPrice price, long cycles) {
        return cycles == 0 ? "-" : Quantity.time(price.nanos(cycles));
    }
}
