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
        Timeline timeline = new Timeline(from, to, BAR);
        boolean queues =
                commands.stream().map(RunResult.CommandResult::queue).distinct().count() > 1;
        Table table = new Table()
                .left("command", 38)
                .left(queues ? "queue" : "", 14)
                .right("start")
                .right("end")
                .right("cycles")
                .right("overlap")
                .right("read")
                .right("written")
                .right("waves")
                .left(scale(from, to));
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
                        timeline.bar(
                                command.startCycle(), command.endCycle() < 0 ? result.cycles() : command.endCycle())));
        List<String> lines = new ArrayList<>(table.lines(style));
        if (commands.size() > SHOWN) {
            lines.add(TextReport.more(commands.size() - SHOWN, style));
        }
        return lines;
    }

    static String name(RunResult.CommandResult command) {
        return (command.approximate() ? "~" : "") + command.id() + " " + command.kind()
                + (command.label() == null ? "" : " '" + command.label() + "'")
                + Text.captureIndex(command.where());
    }

    private static String cycle(long cycle) {
        return cycle < 0 ? "never" : Quantity.count(cycle);
    }

    private static String scale(long from, long to) {
        String left = Quantity.count(from);
        String right = Quantity.count(to);
        return left + " ".repeat(Math.max(1, BAR - left.length() - right.length())) + right;
    }
}
