package dev.sluice.cli.report;

import dev.sluice.core.stats.RunResult;
import java.util.ArrayList;
import java.util.List;
import java.util.StringJoiner;
import java.util.function.UnaryOperator;

/** What each barrier cost: waiting for earlier stages, cache actions, and fetching again what they dropped. */
final class BarriersSection {
    private static final int SHOWN = 10;
    private static final int ACTIONS_WIDTH = 66;

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
        Table table = new Table()
                .left("barrier", 26)
                .right("stall")
                .right("drain")
                .right("actions")
                .right("refill")
                .left("cache actions", ACTIONS_WIDTH);
        for (RunResult.BarrierResult barrier : barriers.subList(0, Math.min(SHOWN, barriers.size()))) {
            UnaryOperator<String> paint = barrier.implicit() ? style::dim : UnaryOperator.identity();
            table.row(
                    paint,
                    name(barrier),
                    Quantity.count(barrier.stallCycles()),
                    Quantity.countOrDash(barrier.drainCycles()),
                    Quantity.countOrDash(barrier.actionCycles()),
                    Quantity.bytesOrDash(barrier.refillBytes()),
                    actions(barrier.actions()));
        }
        List<String> lines = new ArrayList<>(table.lines(style));
        if (barriers.size() > SHOWN) {
            lines.add(TextReport.more(barriers.size() - SHOWN, style));
        }
        return lines;
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

    /** The actions in few words: {@code flush:L2 12 of 4,096 lines dirty, 1.5 KiB back}. */
    static String actions(List<RunResult.ActionResult> actions) {
        StringJoiner text = new StringJoiner("; ");
        text.setEmptyValue("none");
        for (RunResult.ActionResult action : actions) {
            StringBuilder words = new StringBuilder(action.kind());
            if (action.cache().isEmpty() || action.instances() == 0) {
                words.append(" (no such cache)");
            } else if (action.dirtyLines() > 0) {
                words.append(' ')
                        .append(Quantity.count(action.dirtyLines()))
                        .append(" dirty, ")
                        .append(Quantity.bytes(action.writtenBackBytes()))
                        .append(" back");
            }
            if (action.invalidatedLines() > 0) {
                words.append(' ')
                        .append(Quantity.count(action.invalidatedLines()))
                        .append(" dropped");
            }
            text.add(words);
        }
        return text.toString();
    }
}
