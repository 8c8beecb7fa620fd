// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.sweep;

import dev.sluice.config.ConfigException;
import dev.sluice.config.sweep.Axis;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * What a journal begins with: everything that tells one sweep from another, and all that its results need beside the records.
 *
 * @param version of Sluice
 * @param inputs the SHA-256 of what was read, by name
 * @param settings what holds for all points, in words
 * @param axes what is varied
 * @param values a row for each point: its stream, then the axes
 * @param pointsHash the SHA-256 of the keys of all points
 * @param metrics the columns of the results
 * @param objectives what is best
 * @param shard the part of the points whose records follow
 */
public record SweepHeader(
        String name,
        String version,
        Map<String, String> inputs,
        Map<String, String> settings,
        List<String> streams,
        List<Axis> axes,
        boolean zip,
        List<List<String>> values,
        String pointsHash,
        List<String> metrics,
        List<Objective> objectives,
        Shard shard) {
    private static final JsonMapper MAPPER = JsonMapper.builder().build();
    private static final int FORMAT = 1;

    /** What every {@link #line} begins with. */
    static final String BEGIN = "{\"sluice\":" + FORMAT + ",\"sweep\":";

    public SweepHeader {
        inputs = Collections.unmodifiableMap(new LinkedHashMap<>(inputs));
        settings = Collections.unmodifiableMap(new LinkedHashMap<>(settings));
        streams = List.copyOf(streams);
        axes = List.copyOf(axes);
        values = List.copyOf(values);
        metrics = List.copyOf(metrics);
        objectives = List.copyOf(objectives);
    }

    /** How many points the whole sweep has. */
    public int points() {
        return values.size();
    }

    /** The stream of a point, as results name it. */
    public String stream(int point) {
        return values.get(point).get(0);
    }

    /** The value of an axis at a point. */
    public String value(int point, int axis) {
        return values.get(point).get(axis + 1);
    }

    /** The same for other points of the sweep. */
    public SweepHeader with(Shard other) {
        return new SweepHeader(
                name, version, inputs, settings, streams, axes, zip, values, pointsHash, metrics, objectives, other);
    }

    /** The line of a journal, without its end. */
    public String line() {
        ObjectNode node = MAPPER.createObjectNode();
        node.put("sluice", FORMAT);
        node.put("sweep", name);
        node.put("version", version);
        node.put("shard", shard.toString());
        inputs.forEach(node.putObject("inputs")::put);
        settings.forEach(node.putObject("settings")::put);
        streams.forEach(node.putArray("streams")::add);
        ArrayNode varied = node.putArray("axes");
        for (Axis axis : axes) {
            ObjectNode one = varied.addObject().put("name", axis.name());
            axis.values().forEach(one.putArray("values")::add);
        }
        node.put("zip", zip);
        ArrayNode rows = node.putArray("values");
        values.forEach(row -> row.forEach(rows.addArray()::add));
        node.put("pointsHash", pointsHash);
        metrics.forEach(node.putArray("metrics")::add);
        ArrayNode best = node.putArray("objectives");
        objectives.forEach(one -> best.addObject().put("metric", one.metric()).put("more", one.more()));
        return MAPPER.writeValueAsString(node);
    }

    /** Reads the line; null for anything else. */
    static @Nullable SweepHeader of(String line) {
        try {
            JsonNode node = MAPPER.readTree(line);
            if (node.path("sluice").asInt(0) != FORMAT
                    || !node.path("pointsHash").isString()) {
                return null;
            }
            List<Axis> axes = new ArrayList<>();
            node.path("axes")
                    .forEach(axis -> axes.add(new Axis(axis.path("name").asString(), texts(axis.path("values")))));
            List<List<String>> values = new ArrayList<>();
            node.path("values").forEach(row -> values.add(texts(row)));
            List<Objective> objectives = new ArrayList<>();
            node.path("objectives")
                    .forEach(one -> objectives.add(new Objective(
                            one.path("metric").asString(), one.path("more").asBoolean())));
            return new SweepHeader(
                    node.path("sweep").asString(),
                    node.path("version").asString(),
                    map(node.path("inputs")),
                    map(node.path("settings")),
                    texts(node.path("streams")),
                    axes,
                    node.path("zip").asBoolean(),
                    values,
                    node.path("pointsHash").asString(),
                    texts(node.path("metrics")),
                    objectives,
                    Shard.parse(node.path("shard").asString()));
        } catch (JacksonException | ConfigException e) {
            return null;
        }
    }

    private static List<String> texts(JsonNode array) {
        return array.valueStream().map(JsonNode::asString).toList();
    }

    private static Map<String, String> map(JsonNode object) {
        Map<String, String> map = new LinkedHashMap<>();
        object.properties()
                .forEach(entry -> map.put(entry.getKey(), entry.getValue().asString()));
        return map;
    }

    /** What makes the other one another sweep, in words; null when it is the same. */
    @Nullable
    String difference(SweepHeader other) {
        if (!version.equals(other.version)) {
            return "it was begun by sluice " + version + ", and this is " + other.version;
        }
        for (Map.Entry<String, String> input : other.inputs.entrySet()) {
            String before = inputs.get(input.getKey());
            if (before != null && !before.equals(input.getValue())) {
                return input.getKey() + " has changed since";
            }
        }
        if (!streams.equals(other.streams)) {
            return "its streams are " + String.join(", ", streams);
        }
        String axis = difference(axes, other.axes);
        if (axis != null) {
            return axis;
        }
        if (!settings.equals(other.settings) || zip != other.zip) {
            return "its settings are " + words() + ", not " + other.words();
        }
        if (!inputs.equals(other.inputs)) {
            return "it was made of " + String.join(", ", inputs.keySet());
        }
        return pointsHash.equals(other.pointsHash) ? null : "its points are others";
    }

    private static @Nullable String difference(List<Axis> before, List<Axis> now) {
        if (before.equals(now)) {
            return null;
        }
        for (Axis axis : before) {
            if (!now.contains(axis)) {
                return "it varies " + axis.name() + " over " + String.join(", ", axis.values());
            }
        }
        return "it varies "
                + (before.isEmpty()
                        ? "nothing"
                        : String.join(", ", before.stream().map(Axis::name).toList()));
    }

    /** The settings, with what makes lists of values points. */
    private String words() {
        List<String> words = new ArrayList<>();
        settings.forEach((key, value) -> words.add(key + " " + value));
        if (zip) {
            words.add("zipped");
        }
        return words.isEmpty() ? "none" : String.join(", ", words);
    }
}
