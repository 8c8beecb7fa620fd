// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.report;

import dev.sluice.result.RunResult;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * What each barrier cost: waiting for earlier stages, cache actions and layout transitions, and fetching again what
 * they dropped.
 */
final class BarriersSection {
    private static final int SHOWN = 10;
    private static final int NARROWEST = 24;
    private static final int WIDE = 60;
    private static final int ACTIONS_LINES = 2;
    private static final int GAP = 2;

    private final RunResult result;
    private final Style style;

    BarriersSection(RunResult result, Style style) {
        this.result = result;
        this.style = style;
    }

    List<String> lines() {
        List<RunResult.BarrierResult> barriers =
                result.barriers().stream().filter(BarriersSection::worthARow).toList();
        if (barriers.isEmpty()) {
            return List.of();
        }
        boolean transitions = barriers.stream()
                .anyMatch(barrier -> barrier.actions().stream().anyMatch(action -> action.transition() != null));
        List<RunResult.BarrierResult> shown = barriers.subList(0, Math.min(SHOWN, barriers.size()));
        int room = Math.max(NARROWEST, style.width() - GAP - table(shown, 0, "").naturalWidth(style));
        Table table = table(shown, room, "cache actions" + (transitions ? ", transitions" : ""));
        List<String> lines = new ArrayList<>(table.lines(style));
        if (barriers.size() > SHOWN) {
            lines.add(TextReport.more(barriers.size() - SHOWN, style));
        }
        return lines;
    }

    /** @param room columns of actions; 0 for a table without them */
    private Table table(List<RunResult.BarrierResult> barriers, int room, String actionsHead) {
        Table table = new Table()
                .left("barrier", 28)
                .right("stall")
                .right("drain")
                .right("actions")
                .right("refill")
                .left(actionsHead);
        for (RunResult.BarrierResult barrier : barriers) {
            List<String> actions = room == 0
                    ? List.of("")
                    : BarrierActions.lines(barrier.actions(), room, room < WIDE ? 2 * ACTIONS_LINES : ACTIONS_LINES);
            UnaryOperator<String> paint = barrier.implicit() ? style::dim : UnaryOperator.identity();
            table.row(
                    paint,
                    name(barrier),
                    Quantity.count(barrier.stallCycles()),
                    Quantity.countOrDash(barrier.drainCycles()),
                    Quantity.countOrDash(barrier.actionCycles()),
                    Quantity.bytesOrDash(barrier.refillBytes()),
                    actions.get(0));
            actions.stream().skip(1).forEach(more -> table.row(paint, "", "", "", "", "", more));
        }
        return table;
    }

    /** Implicit barriers that did nothing and held up nobody are no news. */
    private static boolean worthARow(RunResult.BarrierResult barrier) {
        return !barrier.implicit() || !barrier.actions().isEmpty();
    }

    static String name(RunResult.BarrierResult barrier) {
        return barrier.id()
                + (barrier.implicit() ? " (implicit)" : "")
                + (barrier.label() == null ? "" : " '" + barrier.label() + "'");
    }
}
