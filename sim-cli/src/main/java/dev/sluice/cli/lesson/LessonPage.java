// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.lesson;

import dev.sluice.cli.input.Inputs;
import dev.sluice.cli.input.LoadedRun;
import dev.sluice.cli.inspect.ByteNames;
import dev.sluice.cli.output.ResultJson;
import dev.sluice.cli.run.Session;
import dev.sluice.cli.run.StreamCheck;
import dev.sluice.cli.run.StreamRun;
import dev.sluice.cli.steps.RecordedSteps;
import dev.sluice.cli.steps.StepBounds;
import dev.sluice.cli.steps.StepRecorder;
import dev.sluice.cli.steps.StepRecording;
import dev.sluice.config.ConfigException;
import dev.sluice.config.device.Overrides;
import dev.sluice.config.source.Sha256;
import dev.sluice.machine.RunOptions;
import dev.sluice.machine.Simulation;
import dev.sluice.machine.observe.SimObserver;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * A lesson that was run: its page, and the answer to its question.
 *
 * @param title what it is about
 * @param answer the right answer, as text
 * @param html the page
 */
public record LessonPage(String title, String answer, String html) {

    /**
     * Runs a lesson, records it, and works its answer out.
     *
     * @throws InterruptedLessonException when the user stops one of its runs
     */
    public static LessonPage of(Lesson lesson, Session session) {
        StepBounds.Mark from = mark(lesson, "from", lesson.from());
        StepBounds.Mark to = mark(lesson, "to", lesson.to());
        if (from.cycle() >= 0 && to.cycle() >= 0 && from.cycle() > to.cycle()) {
            throw lesson.at("from").error("'from: " + lesson.from() + "' lies behind 'to: " + lesson.to() + "'");
        }
        StepRecorder recorder = new StepRecorder(new StepBounds(from, to, List.of(), StepBounds.MAX_STEPS));
        LoadedRun loaded = load(lesson, "stream", lesson.stream());
        StreamRun run = run(loaded, session, recorder, recorder::bind);
        RecordedSteps recorded = RecordedSteps.of(recorder, loaded, run.result(), run.machine(), session.version());
        if (recorder.steps() == 0) {
            throw lesson.at("from")
                    .error("nothing was recorded: "
                            + (recorder.cut().isEmpty()
                                    ? "the run never comes to"
                                    : "'to' ends it before the run comes to")
                            + " 'from: " + lesson.from() + "'");
        }
        StepRecording steps = recorded.open();
        if (RecordedSteps.missed(steps.head())) {
            throw lesson.at("to").error("the run never comes to 'to: " + lesson.to() + "'");
        }
        String answer = answer(lesson, session, loaded, run, steps);
        LessonText text = new LessonText(steps, new ByteNames(loaded, run.machine()::addressOf));
        return new LessonPage(lesson.title(), answer, recorded.page(lesson.title(), json(lesson, text, answer)));
    }

    private static String answer(Lesson lesson, Session session, LoadedRun loaded, StreamRun run, StepRecording steps) {
        try {
            return new Answer(
                            steps,
                            json(run, loaded, session),
                            other -> {
                                LoadedRun second = load(lesson, "answer", other);
                                return json(run(second, session, SimObserver.NONE, machine -> {}), second, session);
                            },
                            kind -> StreamCheck.of(loaded, false).hazards().hazards().stream()
                                    .filter(hazard -> hazard.kind() == kind)
                                    .count())
                    .of(lesson.answer());
        } catch (IllegalArgumentException e) {
            throw lesson.at("answer").error(String.valueOf(e.getMessage()));
        }
    }

    private static StepBounds.Mark mark(Lesson lesson, String key, @Nullable String place) {
        if (place == null) {
            return StepBounds.Mark.NONE;
        }
        if (place.matches("\\d{1,18}")) {
            return new StepBounds.Mark(Long.parseLong(place), "");
        }
        if (!place.contains(".")) {
            throw lesson.at(key)
                    .error("'" + place + "' is neither a cycle nor the id of a command or host operation (submit0.3)");
        }
        return new StepBounds.Mark(-1, place);
    }

    /** Loads a stream that a key names, on the device of the lesson. What is not there is told with the place that names it. */
    private static LoadedRun load(Lesson lesson, String key, String stream) {
        String device = lesson.device() == null ? null : lesson.beside(lesson.device());
        String file = lesson.beside(stream);
        try {
            return Inputs.run(file, new Inputs.Choice(device, null, null, Overrides.NONE));
        } catch (ConfigException e) {
            boolean named = e.line() == 0 && !e.unreadable();
            if (named && e.file().equals(file)) {
                throw lesson.at(key).error(file + ": " + e.problem());
            }
            if (named && e.file().equals(device)) {
                throw lesson.at("device").error(device + ": " + e.problem());
            }
            throw e;
        }
    }

    private static StreamRun run(
            LoadedRun loaded, Session session, SimObserver observer, Consumer<Simulation> prepare) {
        StreamRun run = StreamRun.of(
                loaded,
                new RunOptions(false, 0, observer),
                session.machines(),
                session.terminal(),
                session.interrupt(),
                prepare);
        if (run.result().interrupted()) {
            throw new InterruptedLessonException();
        }
        return run;
    }

    private static JsonNode json(StreamRun run, LoadedRun loaded, Session session) {
        return ResultJson.of(
                        run.result(),
                        session.version(),
                        run.timing(),
                        null,
                        loaded.leftOut(),
                        null,
                        loaded.provenance())
                .tree();
    }

    private static String json(Lesson lesson, LessonText text, String answer) {
        ObjectNode page = JsonMapper.shared().createObjectNode();
        page.put("title", lesson.title());
        page.put("html", text.html(lesson.text(), lesson.textAt()));
        ObjectNode question = page.putObject("question");
        question.put("html", text.html(lesson.question(), lesson.at("question")));
        String right = answer.toLowerCase(Locale.ROOT);
        if (!lesson.choices().isEmpty()) {
            int index = lesson.choices().indexOf(answer);
            if (index < 0) {
                throw lesson.at("choices").error("the answer is " + answer + ", which is none of " + lesson.choices());
            }
            lesson.choices().forEach(question.putArray("choices")::add);
            right = Integer.toString(index);
        }
        question.put("answerHash", Sha256.of(right));
        question.put("right", text.html(lesson.right().replace("ANSWER", answer), lesson.at("right")));
        question.put("wrong", text.html(lesson.wrong(), lesson.at("wrong")));
        return page.toString();
    }
}
