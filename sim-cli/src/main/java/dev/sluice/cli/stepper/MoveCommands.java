// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.stepper;

import dev.sluice.cli.inspect.Happening;
import dev.sluice.cli.inspect.RecordedEvent;
import dev.sluice.cli.inspect.ShowRequest;
import dev.sluice.cli.report.Quantity;
import dev.sluice.config.bind.Nearest;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Commands that go to another place in the recording. */
final class MoveCommands {

    private MoveCommands() {}

    static void next(StepperSession session, List<String> words) {
        move(session, words, true);
    }

    static void back(StepperSession session, List<String> words) {
        move(session, words, false);
    }

    private static void move(StepperSession session, List<String> words, boolean forward) {
        List<String> numbers = words.stream().filter(MoveCommands::isNumber).toList();
        List<String> units = words.stream().filter(word -> !isNumber(word)).toList();
        if (numbers.size() > 1 || units.size() > 1) {
            throw new BadCommandException(
                    "write one number and one unit at most: " + (forward ? "next" : "back") + " 3 cycles");
        }
        long count = numbers.isEmpty() ? 1 : cycle(numbers.get(0));
        Unit unit = units.isEmpty() ? session.unit : Unit.of(units.get(0));
        int at = session.walk.at();
        int moved = 0;
        while (moved < count) {
            int to = forward ? session.walk.next(unit, at) : session.walk.back(unit, at);
            if (to == Walk.NONE) {
                break;
            }
            at = to;
            moved++;
        }
        session.walk.go(at);
        if (session.interrupted()) {
            session.say("interrupted");
        } else if (moved < count) {
            session.say(moved == 0 ? none(unit, forward) : "only " + Quantity.plural(moved, unit.word()));
        }
        Unit before = session.unit;
        session.unit = unit;
        session.sayPlace();
        session.unit = before;
    }

    private static boolean isNumber(String word) {
        return Character.isDigit(word.charAt(0));
    }

    private static String none(Unit unit, boolean forward) {
        return "there is no " + (forward ? "further " : "earlier ") + unit.word() + " in the recording";
    }

    static void by(StepperSession session, List<String> words) {
        if (words.size() > 1) {
            throw new BadCommandException("by needs one of " + String.join(", ", Unit.words()));
        }
        if (!words.isEmpty()) {
            session.unit = Unit.of(words.get(0));
        }
        session.say("next and back go by " + session.unit.word());
    }

    static void goOn(StepperSession session, List<String> words) {
        if (words.isEmpty()) {
            run(session, true);
            return;
        }
        List<String> place = words.get(0).equals("to") ? words.subList(1, words.size()) : words;
        if (place.size() != 1) {
            throw new BadCommandException("write continue, or continue to CYCLE or COMMAND: continue to 12,000");
        }
        go(session, place.get(0));
    }

    static void reverse(StepperSession session, List<String> words) {
        if (!words.isEmpty()) {
            throw new BadCommandException("reverse goes back to a breakpoint; 'continue to' goes to a place, too");
        }
        run(session, false);
    }

    static void first(StepperSession session, List<String> words) {
        nothing("start", words);
        session.walk.go(0);
        session.sayPlace();
    }

    static void last(StepperSession session, List<String> words) {
        nothing("end", words);
        session.walk.go(session.walk.last());
        session.sayPlace();
    }

    static void nothing(String name, List<String> words) {
        if (!words.isEmpty()) {
            throw new BadCommandException(name + " stands alone, without '" + words.get(0) + "'");
        }
    }

    private static void run(StepperSession session, boolean forward) {
        int step = session.walk.at();
        while (!session.interrupted()) {
            step += forward ? 1 : -1;
            if (step < 0 || step > session.walk.last()) {
                session.walk.go(forward ? session.walk.last() : 0);
                session.say(forward ? "the end of the recording" : "the begin of the recording");
                session.sayPlace();
                return;
            }
            Breakpoint met = session.breakpoints.met(session.walk.events(step));
            if (met != null) {
                session.walk.go(step);
                session.say("breakpoint " + met.number() + ", " + met.words());
                session.sayPlace();
                return;
            }
        }
        session.walk.go(Math.max(0, Math.min(step, session.walk.last())));
        session.say("interrupted");
        session.sayPlace();
    }

    static void goTo(StepperSession session, List<String> words) {
        if (words.size() != 1) {
            throw new BadCommandException("goto needs a cycle or a command: goto 12,000, goto submit0.3");
        }
        go(session, words.get(0));
    }

    private static void go(StepperSession session, String place) {
        Long cycle = ShowRequest.cycle(place);
        int to = cycle != null ? session.walk.atCycle(cycle) : begin(session, place);
        if (cycle != null && (cycle > session.walk.cycle(session.walk.last()) || cycle < session.walk.cycle(0))) {
            session.say("the recording has cycles " + Quantity.count(session.walk.cycle(0)) + " to "
                    + Quantity.count(session.walk.cycle(session.walk.last())));
        }
        session.walk.go(to);
        session.sayPlace();
    }

    /** Where a command begins, from here on, else from the start. */
    private static int begin(StepperSession session, String id) {
        Set<String> known = new LinkedHashSet<>();
        session.inspector.machine().commands().forEach(command -> known.add(command.name()));
        int first = Walk.NONE;
        for (int step = 0; step <= session.walk.last() && !session.interrupted(); step++) {
            if (begins(session.walk.events(step), id)) {
                if (step > session.walk.at()) {
                    return step;
                }
                first = first == Walk.NONE ? step : first;
            }
        }
        if (first == Walk.NONE) {
            throw new BadCommandException(
                    known.contains(id)
                            ? "'" + id + "' does not begin in the recording"
                            : "'" + id + "' is no cycle, and no command or host operation of that name begins"
                                    + Nearest.hint(id, known));
        }
        return first;
    }

    private static boolean begins(List<RecordedEvent> events, String id) {
        return events.stream()
                .anyMatch(event -> Happening.ofProgram(event.happening().event())
                        && event.happening().command().equals(id)
                        && !event.happening().result().endsWith("ends"));
    }

    /** A number as people write it. */
    static long cycle(String word) {
        @Nullable Long number = ShowRequest.cycle(word);
        if (number == null) {
            throw new BadCommandException("'" + word + "' is no number");
        }
        return number;
    }

    /** The last events up to here, from one that is {@code most} ago. */
    static List<RecordedEvent> lastEvents(StepperSession session, long most) {
        List<RecordedEvent> events = new ArrayList<>();
        for (int step = session.walk.at(); step >= 0 && events.size() < most && !session.interrupted(); step--) {
            List<RecordedEvent> ofStep = session.walk.events(step);
            for (int i = ofStep.size() - 1; i >= 0 && events.size() < most; i--) {
                events.add(0, ofStep.get(i));
            }
        }
        return events;
    }
}
