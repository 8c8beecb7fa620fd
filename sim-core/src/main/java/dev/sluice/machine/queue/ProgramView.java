// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.queue;

import dev.sluice.machine.view.Column;
import dev.sluice.machine.view.ColumnType;
import dev.sluice.machine.view.MarkedTable;
import dev.sluice.machine.view.Row;
import dev.sluice.machine.view.Texts;
import dev.sluice.machine.view.ViewTable;
import java.util.List;
import java.util.function.LongConsumer;
import java.util.stream.Collectors;

/** What queues have come to: commands, their stages and barriers, as tables for somebody who looks between events. */
public final class ProgramView {

    /** Stages that a command may have in the table of stages. */
    static final int MOST_STAGES = 16;

    /** How many of the things waited for are named. */
    private static final int NAMED = 6;

    private static final String WAITS = "for how many things it waits; " + WatchedWaits.MOST + " stands for more, too";

    private final RunContext run;
    private final Texts texts;
    final MarkedTable commands = new Commands();
    final MarkedTable stages = new Stages();
    final MarkedTable barriers = new Barriers();

    ProgramView(RunContext run, Texts texts) {
        this.run = run;
        this.texts = texts;
    }

    /** The tables. */
    public List<ViewTable> tables() {
        return List.of(commands, stages, barriers);
    }

    /** A command, or one of its stages, may have changed. */
    void touched(CommandRecord command) {
        commands.touched(command.number());
        for (int i = 0; i < Math.min(MOST_STAGES, command.tasks().size()); i++) {
            stages.touched((long) command.number() * MOST_STAGES + i);
        }
    }

    private int names(List<? extends Awaited> awaited) {
        String names = awaited.stream()
                .filter(one -> !one.done())
                .limit(NAMED)
                .map(Awaited::awaitedName)
                .collect(Collectors.joining(", "));
        return texts.id(names);
    }

    /** Commands that queues have reached. */
    private final class Commands extends MarkedTable {

        Commands() {
            super(
                    "commands",
                    "commands that queues have reached, in this order",
                    List.of(
                            new Column("command", ColumnType.COMMAND, "the command"),
                            new Column("queue", ColumnType.TEXT, "its queue"),
                            new Column("kind", ColumnType.TEXT, "what it is"),
                            new Column("state", ColumnType.TEXT, "waiting, running or done"),
                            new Column("reached", ColumnType.CYCLE, "when its queue came to it"),
                            new Column("start", ColumnType.CYCLE, "when its first stage began"),
                            new Column("end", ColumnType.CYCLE, "when its last stage so far ended")));
        }

        @Override
        public void rows(LongConsumer to) {
            for (int i = 0; i < run.commands().size(); i++) {
                to.accept(i);
            }
        }

        @Override
        public boolean read(long row, Row into) {
            if (row >= run.commands().size()) {
                return false;
            }
            CommandRecord command = run.commands().get((int) row);
            // a barrier has no stages, and ends when it is released
            boolean open = command.endCycle < 0 || command.tasks().stream().anyMatch(task -> task.endCycle < 0);
            String state = command.startCycle < 0 ? "waiting" : open ? "running" : "done";
            into.add(command.attribution())
                    .add(texts.id(command.queue()))
                    .add(texts.id(command.command().kind()))
                    .add(texts.id(state))
                    .add(command.submitCycle())
                    .add(command.startCycle)
                    .add(command.endCycle);
            return true;
        }
    }

    /** Stages of commands: row command x 16 + stage. */
    private final class Stages extends MarkedTable {

        Stages() {
            super(
                    "stages",
                    "stages of commands: row " + MOST_STAGES + " x the command's row + the stage",
                    List.of(
                            new Column("stage", ColumnType.TEXT, "the pipeline stage"),
                            new Column("start", ColumnType.CYCLE, "when it began"),
                            new Column("end", ColumnType.CYCLE, "when it ended"),
                            new Column("waits", ColumnType.INT, WAITS),
                            new Column("gates", ColumnType.TEXT, "of those, barriers and semaphores that are closed"),
                            new Column("agent", ColumnType.AGENT, "who its writes are")));
        }

        @Override
        public void rows(LongConsumer to) {
            for (CommandRecord command : run.commands()) {
                for (int i = 0; i < Math.min(MOST_STAGES, command.tasks().size()); i++) {
                    to.accept((long) command.number() * MOST_STAGES + i);
                }
            }
        }

        @Override
        public boolean read(long row, Row into) {
            int number = (int) (row / MOST_STAGES);
            int index = (int) (row % MOST_STAGES);
            if (number >= run.commands().size()
                    || index >= run.commands().get(number).tasks().size()) {
                return false;
            }
            StageTask task = run.commands().get(number).tasks().get(index);
            into.add(texts.id(task.stageName))
                    .add(task.startCycle)
                    .add(task.endCycle)
                    .add(Math.min(WatchedWaits.MOST, task.waits()))
                    .add(task.waits() == 0 ? texts.id("") : names(task.watched(NAMED)))
                    .add(task.agent.id());
            return true;
        }
    }

    /** Barriers, declared and implicit. */
    private final class Barriers extends MarkedTable {

        Barriers() {
            super(
                    "barriers",
                    "barriers that queues have reached, by their number",
                    List.of(
                            new Column("id", ColumnType.TEXT, "its id"),
                            new Column("kind", ColumnType.TEXT, "what it is"),
                            new Column("phase", ColumnType.TEXT, "draining, actions or released"),
                            new Column("reached", ColumnType.CYCLE, "when its queue came to it"),
                            new Column("drained", ColumnType.CYCLE, "when all that it waits for was done"),
                            new Column("released", ColumnType.CYCLE, "when it let others go on"),
                            new Column("waits", ColumnType.INT, WAITS),
                            new Column("waitsFor", ColumnType.TEXT, "some of them"),
                            new Column("action", ColumnType.TEXT, "the cache action under way, or the last one"),
                            new Column("actions", ColumnType.INT, "cache actions that it has"),
                            new Column("begun", ColumnType.INT, "of those, begun")));
        }

        @Override
        public void rows(LongConsumer to) {
            for (int i = 0; i < run.barriers().size(); i++) {
                to.accept(i);
            }
        }

        @Override
        public boolean read(long row, Row into) {
            if (row >= run.barriers().size()) {
                return false;
            }
            BarrierRun barrier = run.barriers().get((int) row);
            String phase = barrier.released() ? "released" : barrier.drained() ? "actions" : "draining";
            into.add(texts.id(barrier.id()))
                    .add(texts.id(barrier.order.cause().kind()))
                    .add(texts.id(phase))
                    .add(barrier.reachedCycle())
                    .add(barrier.drainedCycle())
                    .add(barrier.releasedCycle(-1))
                    .add(Math.min(WatchedWaits.MOST, barrier.countUnmet()))
                    .add(names(barrier.watched(NAMED)))
                    .add(texts.id(barrier.lastAction()))
                    .add(barrier.order.caches().actions().size())
                    .add(barrier.actionsBegun());
            return true;
        }
    }
}
