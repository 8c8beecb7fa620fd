// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.steps;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.cli.page.Browser;
import dev.sluice.cli.page.Page;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code recording.js} reads of a recording is what {@link StepRecording} does. */
class StepPageTest {

    @Test
    void a_browser_reads_the_same_steps_in_any_order(@TempDir Path folder) throws IOException {
        Steps.Recorded recorded = Steps.record(
                Steps.load("atom-neighbours-broken", null),
                new StepBounds(StepBounds.Mark.NONE, StepBounds.Mark.NONE, List.of(), 3000),
                false);
        StepRecording steps = recorded.steps();
        Path file = folder.resolve("page.html");
        try (Writer out = Files.newBufferedWriter(file)) {
            new Page("steps", "sluice/trial/steps.js")
                    .json("steps-head", recorded.made().head())
                    .bytes("steps", recorded.made().packed())
                    .write(out);
        }

        try (Browser browser = new Browser(file, "", 800, 600)) {
            await(browser);
            assertThat(browser.evaluate("return steps.count")).isEqualTo((long) steps.stepCount());
            Random random = new Random(15);
            int at = 0;
            for (int i = 0; i < 40; i++) {
                // near steps are done and undone, far ones are jumped to
                int to = i % 4 == 0 ? random.nextInt(steps.stepCount()) : at + random.nextInt(9) - 4;
                at = Math.min(Math.max(to, 0), steps.stepCount() - 1);
                assertThat(browser.evaluate("return steps.state(arguments[0])", at))
                        .as("step " + at)
                        .isEqualTo(state(steps, at));
                assertThat(browser.evaluate("return steps.events(arguments[0])", at))
                        .isEqualTo(events(steps, at));
                assertThat(browser.evaluate("return steps.changes(arguments[0])", at))
                        .isEqualTo(changes(steps, at));
                assertThat(browser.evaluate("return steps.cycle(arguments[0])", at))
                        .isEqualTo(steps.cycle(at));
                assertThat(browser.evaluate("return steps.at(arguments[0])", steps.cycle(at)))
                        .isEqualTo((long) steps.stepAt(steps.cycle(at)));
            }
            assertThat(browser.complaints()).isEmpty();
        }
    }

    private static void await(Browser browser) {
        for (int i = 0; i < 600 && !"ready".equals(browser.evaluate("return document.body.textContent")); i++) {
            try {
                Thread.sleep(50);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return;
            }
        }
    }

    private static String state(StepRecording steps, int step) {
        StepState state = steps.stateAt(step);
        List<String> lines = new ArrayList<>();
        for (StepRecording.Part part : steps.parts()) {
            for (String table : part.tables()) {
                state.rows(part.name(), table)
                        .forEach((row, values) ->
                                lines.add(part.name() + " " + table + " " + row + " " + words(values, " ")));
            }
        }
        return String.join("\n", lines);
    }

    private static String words(StepValues values, String between) {
        return values.columns().stream()
                .map(column -> column + "=" + word(values, column))
                .collect(Collectors.joining(between));
    }

    private static String word(StepValues values, String column) {
        return switch (values.type(column)) {
            case "text", "part" -> values.text(column);
            case "bytes", "bits" -> HexFormat.of().formatHex(values.bytes(column));
            case "runs", "requests" ->
                IntStream.of(values.list(column)).mapToObj(Integer::toString).collect(Collectors.joining(" "));
            default -> Long.toString(values.number(column));
        };
    }

    private static String events(StepRecording steps, int step) {
        return steps.events(step).stream()
                .map(event -> "event=" + event.name() + " " + words(event, " "))
                .collect(Collectors.joining("\n"));
    }

    private static String changes(StepRecording steps, int step) {
        return steps.changes(step).stream()
                .map(c -> c.part() + " " + c.table() + " " + c.row() + " " + (c.before() != null) + " "
                        + (c.after() != null))
                .collect(Collectors.joining("\n"));
    }
}
