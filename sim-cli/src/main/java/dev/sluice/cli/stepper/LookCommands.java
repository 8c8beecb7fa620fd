// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.stepper;

import dev.sluice.cli.inspect.RecordedEvent;
import dev.sluice.cli.inspect.ShowRequest;
import dev.sluice.cli.inspect.WatchedBytes;
import dev.sluice.cli.report.Quantity;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Commands that show what the machine holds and what happened. */
final class LookCommands {

    private static final int EVENTS = 20;

    private LookCommands() {}

    static void show(StepperSession session, List<String> words) {
        if (words.isEmpty()) {
            throw new BadCommandException(
                    "show needs a part: show l2 set 3, show l1[0] line x:64, show vram[0] banks; 'info parts' lists"
                            + " them");
        }
        switch (words.get(0)) {
            case "barrier", "barriers" -> barriers(session, words.subList(1, words.size()));
            case "copies", "bytes" -> copies(session, words.subList(1, words.size()));
            default ->
                session.sayAll(session.inspector.show(
                        session.walk.at(), request(session.inspector.machine().withoutGroup(words))));
        }
    }

    /** What words ask to be shown: {@code l2:set=3}, {@code l2 set 3}, {@code cache l2 set 3}, {@code set 3 of l2}. */
    static ShowRequest request(List<String> words) {
        List<String> rest = new ArrayList<>(words);
        if (rest.size() > 1 && (rest.get(0).equals("cache") || rest.get(0).equals("part"))) {
            rest.remove(0);
        }
        int of = rest.indexOf("of");
        if (of > 0 && of + 1 < rest.size()) {
            List<String> turned = new ArrayList<>(rest.subList(of + 1, rest.size()));
            turned.addAll(rest.subList(0, of));
            rest = turned;
        }
        if (rest.isEmpty()) {
            throw new BadCommandException("which part? 'info parts' lists them");
        }
        if (rest.size() == 1) {
            return ShowRequest.parse(rest.get(0));
        }
        String what = rest.get(1);
        if (what.equals("set") || what.equals("line")) {
            if (rest.size() != 3) {
                throw new BadCommandException("write " + rest.get(0) + " " + what
                        + (what.equals("set") ? " NUMBER" : " ADDRESS, for example x:64"));
            }
            return new ShowRequest(rest.get(0), what + "=" + rest.get(2), ShowRequest.END);
        }
        if (rest.size() > 2) {
            throw new BadCommandException(
                    "'" + rest.get(2) + "' is too much; write PART TABLE, PART set N or PART line ADDRESS");
        }
        return new ShowRequest(rest.get(0), what, ShowRequest.END);
    }

    static void copies(StepperSession session, List<String> words) {
        if (words.isEmpty()) {
            throw new BadCommandException("copies needs bytes: copies x:64:4");
        }
        for (String word : words) {
            WatchedBytes watched = session.inspector.names().parse(word);
            session.say(session.style.bold(watched.name()) + " at cycle " + Quantity.count(session.walk.cycle()));
            session.sayAll(session.inspector.copies(session.walk.at(), watched));
        }
    }

    private static void barriers(StepperSession session, List<String> words) {
        Map<String, BarrierStory> stories = BarrierStory.upTo(session);
        Set<String> all = session.breakpoints.barriers();
        for (String word : words) {
            if (!all.contains(word)) {
                throw Breakpoints.noBarrier(word, all);
            }
            if (!stories.containsKey(word)) {
                throw new BadCommandException("no barrier '" + word + "' has been reached yet; there "
                        + (stories.isEmpty() ? "is none so far" : "are others"));
            }
        }
        if (stories.isEmpty()) {
            session.say("no barrier has been reached yet");
        }
        stories.forEach((id, story) -> {
            if (words.isEmpty() || words.contains(id)) {
                session.say(id + ": " + story.text(!words.isEmpty()));
            }
        });
    }

    static void events(StepperSession session, List<String> words) {
        if (words.size() > 1) {
            throw new BadCommandException("events needs a number at most: events 40");
        }
        long most = words.isEmpty() ? EVENTS : MoveCommands.cycle(words.get(0));
        if (most == 0) {
            throw new BadCommandException("events needs a number from 1 on: events 40");
        }
        List<RecordedEvent> events = MoveCommands.lastEvents(session, most);
        if (events.isEmpty()) {
            session.say("nothing has happened yet");
        } else {
            session.sayAll(session.events(events, true));
        }
    }

    static void story(StepperSession session, List<String> words) {
        boolean all = words.contains("all");
        List<String> bytes = words.stream().filter(word -> !word.equals("all")).toList();
        if (bytes.size() != 1) {
            throw new BadCommandException("story needs bytes: story x:64:4");
        }
        WatchedBytes watched = session.inspector.names().parse(bytes.get(0));
        List<String> story = session.inspector.story(session.walk.at(), watched, all, session::interrupted);
        if (session.interrupted()) {
            session.say("interrupted");
        } else if (story.isEmpty()) {
            session.say("nothing has happened to " + watched.name() + " up to cycle "
                    + Quantity.count(session.walk.cycle()));
        } else {
            session.sayAll(story);
        }
    }
}
