// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.stepper;

import dev.sluice.cli.stepper.StepperCommand.Completes;
import dev.sluice.cli.stepper.StepperCommand.Told;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** All commands of the stepper, and how one is found by the beginning of its name. */
final class StepperCommands {

    /** Ends the session. */
    static final String QUIT = "quit";

    private static final StepperCommand.Action BY_THE_SHELL = (session, words) -> {};

    private final List<StepperCommand> all = new ArrayList<>();

    StepperCommands() {
        moves();
        stops();
        looks();
        add("help", "h", "[COMMAND]", "this list, or what a command does", Completes.COMMANDS, this::help);
        add(QUIT, "q", "", "end; so does the end of input", Completes.NOTHING, BY_THE_SHELL);
        add("exit", "", "", "the same as quit", Completes.NOTHING, BY_THE_SHELL);
    }

    private void moves() {
        Told units = Told.text("Units: step (every change), event (what happens), cycle, request (an access is sent),"
                + " command (a stage, barrier or host operation moves on), finding. Without a unit it is that of"
                + " 'by', without a number 1.");
        add("next", "n", "[N] [UNIT]", "go forward: next, next 3 cycles", Completes.UNITS, MoveCommands::next, units);
        add("back", "", "[N] [UNIT]", "go back: back, back 3 cycles", Completes.UNITS, MoveCommands::back, units);
        add("by", "", "[UNIT]", "what next and back go by; event at first", Completes.UNITS, MoveCommands::by, units);
        add(
                "continue",
                "c",
                "[to CYCLE|COMMAND]",
                "go on to a breakpoint, or to a place",
                Completes.PLACES,
                MoveCommands::goOn,
                Told.example("continue to 12,000", "to the end of a cycle, also back"),
                Told.example("continue to submit0.3", "to the begin of a command, a barrier or a host operation"));
        add("reverse", "", "", "go back to a breakpoint", Completes.NOTHING, MoveCommands::reverse);
        add("goto", "g", "CYCLE|COMMAND", "the same as continue to", Completes.PLACES, MoveCommands::goTo);
        add("start", "", "", "go to the first step", Completes.NOTHING, MoveCommands::first);
        add("end", "", "", "go to the last step", Completes.NOTHING, MoveCommands::last);
    }

    private void stops() {
        add(
                "break",
                "b",
                "[WHAT]",
                "where continue stops; alone: list them",
                Completes.STOPS,
                BreakCommands::add,
                Told.example("break stale", "stale reads and lost writes; there is one at first"),
                Told.example("break x:64:4", "whatever happens to these bytes"),
                Told.example("break l2, l1[0]", "whatever happens in a cache or another part"),
                Told.example("break l2 set 3", "in one of its sets"),
                Told.example("break submit0.3", "a command, barrier or host operation moves on"),
                Told.example("break barrier [ID]", "any barrier moves on, or one"));
        add("delete", "d", "N... | all", "delete breakpoints", Completes.NOTHING, BreakCommands::delete);
        add(
                "watch",
                "w",
                "[BYTES...]",
                "show every copy of some bytes at each stop",
                Completes.BYTES,
                BreakCommands::watch,
                Told.example("watch x:64:4", "4 bytes of a buffer or image from byte 64 on"),
                Told.example("watch image:3,5", "a texel"),
                Told.example("watch 0x1040:8", "8 bytes from an address on"));
        add("unwatch", "", "[BYTES...]", "watch no more", Completes.BYTES, BreakCommands::unwatch);
    }

    private void looks() {
        add(
                "show",
                "s",
                "PART [WHAT]",
                "what a part of the machine holds now",
                Completes.PARTS,
                LookCommands::show,
                Told.example("show l2 set 3", "a set of a cache, or of each of a group: l2, l1, L2"),
                Told.example("show l1[0] line x:64", "the set that has the line of an address"),
                Told.example("show l2[0] mshrs", "a table by name: 'info parts' lists them"),
                Told.example("show l2[0] queue", "look-ups that wait, and what is on its way down"),
                Told.example("show vram[0] banks", "banks of a channel"),
                Told.example("show requests", "all requests under way"),
                Told.example("show barrier [ID]", "barriers so far, or one with its cache actions"),
                Told.example("show copies x:64:4", "every copy of some bytes"));
        add(
                "copies",
                "",
                "BYTES...",
                "every copy of some bytes, newest or stale",
                Completes.BYTES,
                LookCommands::copies);
        add("story", "", "BYTES [all]", "what happened to some bytes up to here", Completes.BYTES, LookCommands::story);
        add("events", "e", "[N]", "the last events up to here", Completes.NOTHING, LookCommands::events);
        add("where", "", "", "what is under way, and its line in the stream", Completes.NOTHING, InfoCommands::where);
        add(
                "info",
                "i",
                "[TOPIC]",
                "about the run, or more about a topic",
                Completes.TOPICS,
                InfoCommands::info,
                Told.text("Topics: " + String.join(", ", InfoCommands.TOPICS) + "."));
    }

    private void add(
            String name,
            String shortName,
            String arguments,
            String summary,
            Completes completes,
            StepperCommand.Action action,
            Told... more) {
        all.add(new StepperCommand(name, shortName, arguments, summary, List.of(more), completes, action));
    }

    List<String> names() {
        return all.stream().map(StepperCommand::name).toList();
    }

    /**
     * The command of a name, of a short name, or of the beginning of one name only.
     *
     * @throws BadCommandException if there is none, or several
     */
    StepperCommand find(String typed) {
        String word = typed.toLowerCase(Locale.ROOT);
        List<StepperCommand> begun = new ArrayList<>();
        for (StepperCommand each : all) {
            if (each.name().equals(word) || each.shortName().equals(word)) {
                return each;
            }
            if (each.name().startsWith(word)) {
                begun.add(each);
            }
        }
        if (begun.size() == 1) {
            return begun.get(0);
        }
        if (begun.isEmpty()) {
            throw new BadCommandException(InfoCommands.unknown(typed, names()));
        }
        throw new BadCommandException("'" + typed + "' may be "
                + String.join(" or ", begun.stream().map(StepperCommand::name).toList()));
    }

    private void help(StepperSession session, List<String> words) {
        int width = session.width();
        if (words.isEmpty()) {
            session.sayAll(Told.lines(
                    all.stream()
                            .map(each -> Told.example(each.usage(), each.summary()))
                            .toList(),
                    width,
                    0));
            session.say("Names may be cut short (n, c, b, s, w, e, i, q; sto for story). Tab completes, the empty line"
                    + " repeats a move, Ctrl-C interrupts. docs/step-in-terminal.md has a walk-through.");
            return;
        }
        StepperCommand asked = find(words.get(0));
        session.say(session.style.bold(asked.usage()) + "  " + asked.summary());
        session.sayAll(Told.lines(asked.more(), width, 2));
    }
}
