// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.steps;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import tools.jackson.databind.JsonNode;

/** The parts, tables and kinds of events of a recording, as its head says them. */
final class StepSchema {

    /** A column of a table or of a kind of event. */
    record Field(String name, String type, boolean blob, String meaning) {}

    /** A table of a part. */
    record Table(int part, String name, String meaning, List<Field> fields) {}

    /** A kind of event. */
    record EventKind(String name, String meaning, List<Field> fields) {}

    final List<StepRecording.Part> parts = new ArrayList<>();
    final List<Table> tables = new ArrayList<>();
    final List<EventKind> events = new ArrayList<>();
    final List<String> texts = new ArrayList<>();

    StepSchema(JsonNode head) {
        for (JsonNode table : head.path("tables")) {
            tables.add(new Table(
                    table.path("part").asInt(), string(table, "name"), string(table, "meaning"), fields(table)));
        }
        for (JsonNode part : head.path("parts")) {
            List<String> names = new ArrayList<>();
            for (JsonNode table : part.path("tables")) {
                names.add(tables.get(table.asInt()).name());
            }
            List<String> below = new ArrayList<>();
            part.path("below").forEach(each -> below.add(each.asString()));
            parts.add(new StepRecording.Part(
                    string(part, "name"), string(part, "kind"), string(part, "group"), below, names));
        }
        for (JsonNode event : head.path("events")) {
            events.add(new EventKind(string(event, "name"), string(event, "meaning"), fields(event)));
        }
        head.path("texts").forEach(text -> texts.add(text.asString()));
    }

    /** The number of a table, or -1. */
    int table(String part, String name) {
        for (int i = 0; i < tables.size(); i++) {
            Table table = tables.get(i);
            if (table.name().equals(name) && parts.get(table.part()).name().equals(part)) {
                return i;
            }
        }
        return -1;
    }

    private static List<Field> fields(JsonNode of) {
        List<Field> fields = new ArrayList<>();
        for (JsonNode column : of.path("columns")) {
            String type = string(column, "type");
            boolean blob = switch (type.toLowerCase(Locale.ROOT)) {
                case "bytes", "bits", "runs", "requests" -> true;
                default -> false;
            };
            fields.add(new Field(string(column, "name"), type, blob, string(column, "meaning")));
        }
        return fields;
    }

    private static String string(JsonNode of, String key) {
        return of.path(key).asString();
    }
}
