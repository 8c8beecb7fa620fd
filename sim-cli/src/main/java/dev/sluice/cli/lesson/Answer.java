// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.lesson;

import dev.sluice.cli.steps.StepRecording;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import tools.jackson.databind.JsonNode;

/**
 * The answer to a lesson's question, worked out from the run.
 *
 * <ul>
 *   <li>{@code count EVENTS}: how many events of a kind were recorded, as {@link StepQuery} names them
 *   <li>{@code column NAME of EVENT}: what an event says
 *   <li>{@code finding KEY NTH}: what a finding says, counted from 1, or from the end where it is negative
 *   <li>{@code result PATH [+|-|/ PATH]}: numbers of {@code result.json}, by a JSON pointer; the quotient in percent
 *   <li>{@code more STREAM PATH}: by how much a number of another stream's run is more than that of the lesson's
 *   <li>{@code hazards KIND}: what the checker says of accesses of a kind that nothing orders, as a number
 * </ul>
 */
final class Answer {
    private static final double PERCENT = 100;

    private final StepRecording recording;
    private final JsonNode result;
    private final Function<String, JsonNode> others;
    private final ToLongFunction<String> hazards;

    /**
     * Answers about a run.
     *
     * @param recording its steps
     * @param result its {@code result.json}
     * @param others results of other streams on the same device
     * @param hazards how many hazards of a kind the checker finds
     */
    Answer(
            StepRecording recording,
            JsonNode result,
            Function<String, JsonNode> others,
            ToLongFunction<String> hazards) {
        this.recording = recording;
        this.result = result;
        this.others = others;
        this.hazards = hazards;
    }

    /** @throws IllegalArgumentException for what cannot be worked out */
    String of(String rule) {
        List<String> words = Arrays.asList(rule.strip().split("\\s+", -1));
        String rest = words.size() < 2
                ? ""
                : rule.strip().substring(words.get(0).length()).strip();
        return switch (words.get(0)) {
            case "count" -> Integer.toString(new StepQuery(rest).count(recording));
            case "finding" -> {
                JsonNode findings = recording.head().path("findings");
                int nth = Integer.parseInt(words.get(2));
                yield findings.path(nth < 0 ? findings.size() + nth : nth - 1)
                        .path(words.get(1))
                        .asString();
            }
            case "column" -> {
                String event = rest.substring(rest.indexOf(" of ") + " of ".length());
                yield StepQuery.text(new StepQuery(event).event(recording), words.get(1));
            }
            case "result" -> number(words);
            case "more" ->
                Long.toString(number(others.apply(words.get(1)), words.get(2)) - number(result, words.get(2)));
            case "hazards" -> Long.toString(hazards.applyAsLong(rest));
            default -> throw new IllegalArgumentException("'" + words.get(0) + "' is no way to answer");
        };
    }

    private String number(List<String> words) {
        long first = number(result, words.get(1));
        if (words.size() < 4) {
            return Long.toString(first);
        }
        long second = number(result, words.get(3));
        return switch (words.get(2)) {
            case "+" -> Long.toString(first + second);
            case "-" -> Long.toString(first - second);
            case "/" -> String.format(Locale.ROOT, "%.0f %%", PERCENT * first / second);
            default -> throw new IllegalArgumentException("'" + words.get(2) + "' is none of + - /");
        };
    }

    private static long number(JsonNode result, String path) {
        JsonNode node = result.at(path);
        if (!node.isNumber()) {
            throw new IllegalArgumentException("the result has no number at " + path);
        }
        return node.asLong();
    }
}
