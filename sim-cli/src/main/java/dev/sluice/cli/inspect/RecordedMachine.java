// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.inspect;

import dev.sluice.cli.report.Quantity;
import dev.sluice.result.RunFinding;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** What does not change while a recording is stepped through, as its head says it: parts, commands, writers, findings. */
public final class RecordedMachine {

    /**
     * A finding of the run.
     *
     * @param kind {@code staleRead} or {@code lostWrite}
     * @param step the step in which it was met; -1 outside what was recorded
     * @param agent whose read or bytes it is about
     * @param resource what it is about, from {@code offset} on {@code size} bytes
     * @param text what it is, in a sentence
     */
    public record Finding(String kind, int step, String agent, String resource, long offset, long size, String text) {}

    private final List<MachineState.Part> parts = new ArrayList<>();
    private final Map<String, MachineState.Part> byName = new HashMap<>();
    private final Map<String, String> meanings = new HashMap<>();
    private final List<MachineState.Writer> commands = new ArrayList<>();
    private final List<MachineState.Writer> barriers = new ArrayList<>();
    private final List<MachineState.Writer> writers = new ArrayList<>();
    private final List<Finding> findings = new ArrayList<>();
    private final String source;

    /** @param head of a recording */
    public RecordedMachine(JsonNode head) {
        source = head.path("source").asString();
        JsonNode tables = head.path("tables");
        for (JsonNode part : head.path("parts")) {
            String name = part.path("name").asString();
            List<String> names = new ArrayList<>();
            for (JsonNode number : part.path("tables")) {
                JsonNode table = tables.path(number.asInt());
                names.add(table.path("name").asString());
                meanings.put(
                        name + " " + table.path("name").asString(),
                        table.path("meaning").asString());
            }
            Map<String, String> attributes = new LinkedHashMap<>();
            part.path("attributes").forEachEntry((key, value) -> attributes.put(key, value.asString()));
            MachineState.Part made = new MachineState.Part(
                    name, part.path("kind").asString(), part.path("group").asString(), attributes, names);
            parts.add(made);
            byName.put(name, made);
        }
        head.path("commands").forEach(command -> commands.add(described(command)));
        head.path("barriers").forEach(barrier -> barriers.add(described(barrier)));
        for (JsonNode writer : head.path("writers")) {
            writers.add(new MachineState.Writer(
                    writer.path("name").asString(),
                    writer.path("what").asString(),
                    writer.path("where").asString()));
        }
        for (JsonNode finding : head.path("findings")) {
            findings.add(finding(finding));
        }
    }

    /** The words that name a part, without those that say what it is one of: {@code queue universal.0}. */
    public List<String> withoutGroup(List<String> words) {
        MachineState.@Nullable Part part = words.size() < 2 ? null : byName.get(words.get(1));
        boolean group = part != null
                && (part.group().equals(words.get(0)) || part.kind().equals(words.get(0)));
        return group ? words.subList(1, words.size()) : words;
    }

    private static MachineState.Writer described(JsonNode of) {
        return new MachineState.Writer(
                of.path("id").asString(),
                of.path("what").asString(),
                of.path("where").asString());
    }

    private static Finding finding(JsonNode of) {
        String kind = of.path("kind").asString();
        String bytes = of.path("resource").asString() + " bytes "
                + Quantity.count(of.path("offset").asLong()) + " to "
                + Quantity.count(of.path("offset").asLong() + of.path("size").asLong() - 1);
        if (kind.equals("staleRead") && of.path("missing").asString().equals(RunFinding.CONTENTS)) {
            return finding(
                    of,
                    "stale read: " + of.path("agent").asString() + " reads " + bytes + ", which "
                            + of.path("writer").asString() + " gave up");
        }
        String text = kind.equals("staleRead")
                ? "stale read: " + of.path("agent").asString() + " reads older copies of " + bytes + " than "
                        + of.path("writer").asString() + " wrote"
                : "lost write: older bytes of " + of.path("agent").asString() + " over what "
                        + of.path("writer").asString() + " wrote to " + bytes;
        return finding(
                of,
                text + "; the copy at fault is in " + of.path("heldIn").asString() + ", missing: "
                        + of.path("missing").asString());
    }

    private static Finding finding(JsonNode of, String text) {
        return new Finding(
                of.path("kind").asString(),
                of.path("step").asInt(-1),
                of.path("agent").asString(),
                of.path("resource").asString(),
                of.path("offset").asLong(),
                of.path("size").asLong(),
                text);
    }

    /** The parts of the machine. */
    public List<MachineState.Part> parts() {
        return parts;
    }

    /** The part of a name; null without one. */
    public MachineState.@Nullable Part part(String name) {
        return byName.get(name);
    }

    String meaning(String part, String table) {
        return meanings.getOrDefault(part + " " + table, "");
    }

    /** The id of a command or host operation by number; empty for none. */
    public String command(long number) {
        return number < 0 || number >= commands.size()
                ? ""
                : commands.get((int) number).name();
    }

    /** Commands and host operations, with what they are. */
    public List<MachineState.Writer> commands() {
        return commands;
    }

    /** Barriers in the order in which they were reached, those that submissions bring along among them. */
    public List<MachineState.Writer> barriers() {
        return barriers;
    }

    MachineState.Writer writer(int number) {
        return writers.get(number);
    }

    /** What the run found. */
    public List<Finding> findings() {
        return findings;
    }

    /** The text of the stream; empty where there is none. */
    public String source() {
        return source;
    }
}
