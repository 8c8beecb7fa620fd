// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.report;

import dev.sluice.program.Command;
import dev.sluice.program.kind.KindName;
import dev.sluice.result.RunResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** A row for each command: when it ran, beside whom, and what it moved. Barriers have a section of their own. */
final class CommandsSection {
    private static final int SHOWN = 12;
    private static final int BAR = 24;
    private static final int SHORTEST_BAR = 10;
    private static final int GAP = 2;
    private static final int NAME = 38;
    private static final int SHORT_NAME = 24;
    private static final Set<String> NO_WORK = Set.of(
            KindName.of(Command.PipelineBarrier.class),
            KindName.of(Command.WriteTimestamp.class),
            KindName.of(Command.BeginStatistics.class),
            KindName.of(Command.EndStatistics.class));

    private final RunResult result;
    private final Style style;

    CommandsSection(RunResult result, Style style) {
        this.result = result;
        this.style = style;
    }

    List<String> lines() {
        List<RunResult.CommandResult> commands = result.commands().stream()
                .filter(command -> !NO_WORK.contains(command.kind()))
                .toList();
        if (commands.isEmpty()) {
            return List.of();
        }
        long from = commands.stream()
                .mapToLong(RunResult.CommandResult::startCycle)
                .filter(cycle -> cycle >= 0)
                .min()
                .orElse(0);
        long to = Math.max(
                from + 1,
                commands.stream()
                        .mapToLong(RunResult.CommandResult::endCycle)
                        .max()
                        .orElse(0));
        int bar = style.width() - GAP - table(commands, from, to, NAME, 0).naturalWidth(style);
        int name = NAME;
        if (bar < SHORTEST_BAR) {
            name = SHORT_NAME;
            bar = style.width() - GAP - table(commands, from, to, name, 0).naturalWidth(style);
        }
        Table table = bar < SHORTEST_BAR
                ? table(commands, from, to, NAME, 0)
                : table(commands, from, to, name, Math.min(BAR, bar));
        List<String> lines = new ArrayList<>(table.lines(style));
        if (commands.size() > SHOWN) {
            lines.add(TextReport.more(commands.size() - SHOWN, style));
        }
        return lines;
    }

    /**
     * The table, with bars if there is room.
     *
     * @param name columns of names
     * @param bar columns of the bars; 0 for none
     */
    private Table table(List<RunResult.CommandResult> commands, long from, long to, int name, int bar) {
        Timeline timeline = new Timeline(from, to, bar);
        boolean queues =
                commands.stream().map(RunResult.CommandResult::queue).distinct().count() > 1;
        Table table = new Table()
                .left("command", name)
                .left(queues ? "queue" : "", 14)
                .right("start")
                .right("end")
                .right("cycles")
                .right("overlap")
                .right("read")
                .right("written")
                .right("waves")
                .left(bar == 0 ? "" : scale(from, to, bar));
        commands.stream()
                .limit(SHOWN)
                .forEach(command -> table.row(
                        name(command),
                        queues ? command.queue() : "",
                        cycle(command.startCycle()),
                        cycle(command.endCycle()),
                        command.endCycle() < 0 || command.startCycle() < 0
                                ? "-"
                                : Quantity.count(command.endCycle() - command.startCycle()),
                        Quantity.countOrDash(command.overlapCycles()),
                        Quantity.bytesOrDash(command.bytesRead()),
                        Quantity.bytesOrDash(command.bytesWritten()),
                        Quantity.countOrDash(command.waves()),
                        bar == 0
                                ? ""
                                : timeline.bar(
                                        command.startCycle(),
                                        command.endCycle() < 0 ? result.cycles() : command.endCycle())));
        return table;
    }

    static String name(RunResult.CommandResult command) {
        return (command.approximate() ? "~" : "") + command.id() + " " + command.kind()
                + (command.label() == null ? "" : " '" + command.label() + "'")
                + Text.captureIndex(command.where());
    }

    private static String cycle(long cycle) {
        return cycle < 0 ? "never" : Quantity.count(cycle);
    }

    private static String scale(long from, long to, int bar) {
        String left = Quantity.count(from);
        String right = Quantity.count(to);
        int gap = bar - left.length() - right.length();
        return gap < 1 ? "when" : left + " ".repeat(gap) + right;
    }
}
