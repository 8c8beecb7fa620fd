// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.lesson;

import dev.sluice.cli.steps.StepRecording;
import dev.sluice.cli.steps.StepValues;
import dev.sluice.config.bind.Nearest;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/**
 * Events of a recording by what they are: {@code lookup part=l1 outcome=miss nth=2} is the second look-up of {@code l1} that
 * missed. Columns are those of <a href="file:docs/step-recording.md">step recordings</a>; {@code nth} counts from 1, from the
 * end where it is negative; {@code finding} alone is an event, too. {@code *} at the end of a value stands for anything.
 */
final class StepQuery {
    private static final String NTH = "nth";

    private final String kind;
    private final Map<String, String> columns = new LinkedHashMap<>();
    private int nth = 1;

    /** @throws IllegalArgumentException for what is no query */
    StepQuery(String text) {
        String[] words = text.strip().split("\\s+", -1);
        kind = words[0];
        for (int i = 1; i < words.length; i++) {
            int equals = words[i].indexOf('=');
            if (equals < 1) {
                throw new IllegalArgumentException("'" + words[i] + "' is not column=value");
            }
            String value = words[i].substring(equals + 1);
            if (words[i].startsWith(NTH + "=")) {
                if (!value.matches("-?[1-9]\\d{0,8}")) {
                    throw new IllegalArgumentException(
                            "'" + words[i] + "' is not nth= and a number from 1, or from -1 back");
                }
                nth = Integer.parseInt(value);
            } else {
                columns.put(words[i].substring(0, equals), value.replace('_', ' '));
            }
        }
    }

    /** How many events there are. */
    int count(StepRecording recording) {
        return found(recording).size();
    }

    /** The step of the event. */
    int step(StepRecording recording) {
        return one(recording).step();
    }

    /** What the event says. */
    StepValues event(StepRecording recording) {
        return one(recording).event();
    }

    private record Found(int step, StepValues event) {}

    private Found one(StepRecording recording) {
        List<Found> found = found(recording);
        int index = nth < 0 ? found.size() + nth : nth - 1;
        if (index < 0 || index >= found.size()) {
            throw new IllegalArgumentException("there are " + found.size() + " of '" + this + "', no number " + nth);
        }
        return found.get(index);
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder(kind);
        columns.forEach(
                (column, value) -> text.append(' ').append(column).append('=').append(value.replace(' ', '_')));
        return text.toString();
    }

    private List<Found> found(StepRecording recording) {
        check(recording.head().path("events"), recording);
        List<Found> found = new ArrayList<>();
        for (int step = 0; step < recording.stepCount(); step++) {
            for (StepValues event : recording.events(step)) {
                if (event.name().equals(kind) && fits(event)) {
                    found.add(new Found(step, event));
                }
            }
        }
        return found;
    }

    /** Whether there are such events with such columns, also where none was recorded. */
    private void check(JsonNode kinds, StepRecording recording) {
        List<String> names =
                kinds.valueStream().map(known -> known.path("name").asString()).toList();
        int at = names.indexOf(kind);
        if (at < 0) {
            throw new IllegalArgumentException("there are no events '" + kind + "'" + Nearest.hint(kind, names));
        }
        List<String> known = kinds.path(at)
                .path("columns")
                .valueStream()
                .map(column -> column.path("name").asString())
                .toList();
        checkParts(kinds.path(at).path("columns"), recording);
        checkWords(kinds.path(at).path("columns"));
        columns.keySet().stream()
                .filter(name -> !known.contains(name))
                .findFirst()
                .ifPresent(name -> {
                    throw new IllegalArgumentException(
                            "events '" + kind + "' have no '" + name + "', but " + String.join(", ", known));
                });
    }

    /** Whether there are the parts that columns name. */
    private void checkParts(JsonNode known, StepRecording recording) {
        for (JsonNode column : known) {
            String wanted = columns.get(column.path("name").asString());
            if (wanted == null || !column.path("type").asString().equals("part")) {
                continue;
            }
            List<String> names =
                    recording.parts().stream().map(StepRecording.Part::name).toList();
            if (names.stream().noneMatch(name -> matches(name, wanted))) {
                throw new IllegalArgumentException(
                        "the device has no part '" + wanted + "'" + Nearest.hint(wanted, names));
            }
        }
    }

    /** Whether columns that say one of a few words can say what is wanted. */
    private void checkWords(JsonNode known) {
        for (JsonNode column : known) {
            String name = column.path("name").asString();
            String wanted = columns.get(name);
            List<String> words =
                    column.path("words").valueStream().map(JsonNode::asString).toList();
            if (wanted != null && !words.isEmpty() && words.stream().noneMatch(word -> matches(word, wanted))) {
                throw new IllegalArgumentException("the " + name + " of '" + kind + "' is one of "
                        + String.join(", ", words) + ", never '" + wanted + "'");
            }
        }
    }

    private boolean fits(StepValues event) {
        return columns.entrySet().stream().allMatch(column -> matches(text(event, column.getKey()), column.getValue()));
    }

    /** Whether a value is the one wanted, in which a blank also stands for {@code _}. */
    private static boolean matches(String text, String wanted) {
        String value = text.replace('_', ' ');
        return wanted.endsWith("*") ? value.startsWith(wanted.substring(0, wanted.length() - 1)) : value.equals(wanted);
    }

    /** A column as text; what names a text or a part, by its name. */
    static String text(StepValues event, String column) {
        if (!event.has(column)) {
            throw new IllegalArgumentException("events '" + event.name() + "' have no '" + column + "', but "
                    + String.join(", ", event.columns()));
        }
        String type = event.type(column);
        return type.equals("text") || type.equals("part") ? event.text(column) : Long.toString(event.number(column));
    }
}
