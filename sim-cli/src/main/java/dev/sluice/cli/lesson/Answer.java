// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.lesson;

import dev.sluice.check.hazard.HazardKind;
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
    private final ToLongFunction<HazardKind> hazards;

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
            ToLongFunction<HazardKind> hazards) {
        this.recording = recording;
        this.result = result;
        this.others = others;
        this.hazards = hazards;
    }

    /** @throws IllegalArgumentException for what cannot be worked out */
    String of(String rule) {
        List<String> words = Arrays.asList(rule.strip().split("\\s+", -1));
        String rest = rule.strip().substring(words.get(0).length()).strip();
        return switch (words.get(0)) {
            case "count" -> Integer.toString(new StepQuery(rest).count(recording));
            case "finding" -> finding(words);
            case "column" -> {
                int of = rest.indexOf(" of ");
                if (of < 0) {
                    throw new IllegalArgumentException("an answer is 'column NAME of EVENT', not '" + rule + "'");
                }
                String event = rest.substring(of + " of ".length());
                yield StepQuery.text(new StepQuery(event).event(recording), words.get(1));
            }
            case "result" -> number(words);
            case "more" -> {
                expect(words.size() == 3, "more STREAM PATH", words);
                yield Long.toString(number(others.apply(words.get(1)), words.get(2)) - number(result, words.get(2)));
            }
            case "hazards" -> Long.toString(hazards.applyAsLong(kind(rest)));
            default ->
                throw new IllegalArgumentException("an answer begins with count, column, finding, result, more or"
                        + " hazards, not with '" + words.get(0) + "'");
        };
    }

    private String finding(List<String> words) {
        expect(words.size() == 3 && words.get(2).matches("-?\\d{1,6}"), "finding KEY NTH", words);
        JsonNode findings = recording.head().path("findings");
        int nth = Integer.parseInt(words.get(2));
        JsonNode finding = findings.path(nth < 0 ? findings.size() + nth : nth - 1);
        if (finding.isMissingNode()) {
            throw new IllegalArgumentException("there are " + findings.size() + " findings, no number " + nth);
        }
        if (!finding.has(words.get(1))) {
            throw new IllegalArgumentException(
                    "a finding has no '" + words.get(1) + "', but " + String.join(", ", finding.propertyNames()));
        }
        return finding.path(words.get(1)).asString();
    }

    private static HazardKind kind(String name) {
        return Arrays.stream(HazardKind.values())
                .filter(kind -> kind.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("there are hazards "
                        + String.join(
                                ", ",
                                Arrays.stream(HazardKind.values())
                                        .map(Enum::name)
                                        .toList())
                        + ", not '" + name + "'"));
    }

    private static void expect(boolean met, String form, List<String> words) {
        if (!met) {
            throw new IllegalArgumentException("an answer is '" + form + "', not '" + String.join(" ", words) + "'");
        }
    }

    private String number(List<String> words) {
        expect(words.size() == 2 || words.size() == 4, "result PATH', or 'result PATH + PATH", words);
        long first = number(result, words.get(1));
        if (words.size() < 4) {
            return Long.toString(first);
        }
        long second = number(result, words.get(3));
        return switch (words.get(2)) {
            case "+" -> Long.toString(first + second);
            case "-" -> Long.toString(first - second);
            case "/" -> {
                if (second == 0) {
                    throw new IllegalArgumentException(words.get(3) + " is 0, by which nothing can be divided");
                }
                yield String.format(Locale.ROOT, "%.0f %%", PERCENT * first / second);
            }
            default -> throw new IllegalArgumentException("'" + words.get(2) + "' is none of + - /");
        };
    }

    private static long number(JsonNode result, String path) {
        if (!path.startsWith("/")) {
            throw new IllegalArgumentException(
                    "a path into the result begins with '/', such as /caches/l1/reads, not '" + path + "'");
        }
        JsonNode node = result.at(path);
        if (!node.isNumber()) {
            throw new IllegalArgumentException("the result has no number at " + path);
        }
        if (node.asDouble() != Math.rint(node.asDouble())) {
            throw new IllegalArgumentException(
                    "what the result has at " + path + " is no whole number, but " + node.asString());
        }
        return node.asLong();
    }
}
