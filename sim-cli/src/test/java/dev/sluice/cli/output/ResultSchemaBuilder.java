// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.output;

import dev.sluice.energy.EnergyEstimate;
import dev.sluice.program.edit.Cure;
import dev.sluice.result.AccessCounters;
import dev.sluice.result.CacheCounters;
import dev.sluice.result.RegionResult;
import dev.sluice.result.RunResult;
import java.io.IOException;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Generates the schema of {@code result.json} from the classes that are written there; run {@link #main} to renew it. */
final class ResultSchemaBuilder {
    /** What is only there where there is something to say. */
    private static final Set<String> OPTIONAL = Set.of("cut", "warmUp", "prefetch", "structure", "compression");

    private static final JsonMapper JSON = JsonMapper.builder().build();

    private static final Map<String, String> DESCRIPTIONS = Map.ofEntries(
            Map.entry("sluice", "The version of the format."),
            Map.entry("calibrated", "Whether the device is calibrated against a measurement."),
            Map.entry(
                    "timingOnly",
                    "Whether bytes were not judged, so that there can be no findings of stale reads and lost writes."),
            Map.entry("version", "Sluice's version."),
            Map.entry(
                    "inputs",
                    "The files that the run was made of: kind (stream, capture, data, trace, device, dram, profile), name without"
                            + " folders, SHA-256."),
            Map.entry("sha256", "The SHA-256 of the file's bytes, in hexadecimal digits."),
            Map.entry(
                    "resolvedDevice",
                    "The whole device file: with what --set changed, defaults, and the numbers of DRAM presets."),
            Map.entry("timeNs", "The cycles in nanoseconds."),
            Map.entry("wallSeconds", "Time that the simulation alone took."),
            Map.entry("timing", "What the run cost the host: threads, seconds to wire the machine, processor seconds."),
            Map.entry(
                    "energy",
                    "An estimate of what the run took, in picojoules; null where the device says nothing of it."),
            Map.entry("estimate", "Always true: nothing of this was measured."),
            Map.entry("guess", "Whether nobody published these numbers."),
            Map.entry("unattributedPicojoules", "Of the total, what is put down to no command."),
            Map.entry("notCounted", "What the total leaves out."),
            Map.entry("requests", "Coalesced accesses of all clients."),
            Map.entry("sectors", "Sectors that they address."),
            Map.entry("events", "Events of the engine."),
            Map.entry("cut", "What cut the run off: maxCycles; absent otherwise."),
            Map.entry("warmUp", "With --warm-up: behind what counters were to count, and whether the run came there."),
            Map.entry("countedFromCycle", "The cycle from which on counters count."),
            Map.entry("interrupted", "Whether the run was stopped, so that all of this is partial."),
            Map.entry("notes", "What a person should know about the run."),
            Map.entry("assumptions", "What the numbers rest on."),
            Map.entry(
                    "hazards",
                    "With --strict, else empty: kind, prior, current, resource, offset, size, missing, suggestion and more."),
            Map.entry("reliable", "Whether an import dropped nothing that findings rest on; true for streams by hand."),
            Map.entry("doubts", "Why it is not reliable."),
            Map.entry(
                    "notUnderstood",
                    "Calls of a capture that were left out: call, count, change, reason, captureIndex; the worst first."),
            Map.entry("lint", "With --strict, else empty: rule, severity, command, message, suggestion, where."),
            Map.entry("rop", "What render output units did and what compression saved; null without images."),
            Map.entry("tlb", "Address translation; null where the device does not model it."),
            Map.entry("display", "What the display showed; null when nothing was presented."),
            Map.entry("images", "What became of each image."),
            Map.entry(
                    "regions",
                    "The statistics regions, once each time that the program came through them (docs/analysis.md)."),
            Map.entry("analysis", "With --analyze, else null (docs/analysis.md)."),
            Map.entry("occurrence", "Which time of those of this name it was, from 1."),
            Map.entry("mode", "detailed or functional."),
            Map.entry("complete", "Whether the program reached its end."),
            Map.entry("functional", "How many of its commands ran at once, without time."),
            Map.entry("detailed", "Commands that were to run without time and could not."),
            Map.entry("waits", "Tasks, gates and semaphores that the barrier still waited for when it was reached."),
            Map.entry("waitedFor", "The last of them, in order; the very last one held the barrier up."),
            Map.entry("heldBack", "What waited for this barrier last of all."),
            Map.entry("otherwiseReady", "The cycle at which it would have been ready without the barrier."),
            Map.entry("alsoWaitedFor", "What it would have waited for until then; null for nothing."),
            Map.entry(
                    "dirtyLinesByResource",
                    "Dirty lines, or tiles changed, by the resource of their first byte written."),
            Map.entry("writtenBackBytesByResource", "Bytes written back by resource."),
            Map.entry("refillMissesByResource", "Refill misses by the resource fetched; they add up to refillMisses."),
            Map.entry("refillBytesByResource", "The same in bytes."),
            Map.entry("refills", "The same by cache and resource."),
            Map.entry("utilisation", "Kinds of resources, each with its busiest instance, the busiest kind first."),
            Map.entry("summary", "What limited the span, as a sentence."),
            Map.entry("share", "Of the span during which the busiest instance was busy, or full, from 0 to 1."),
            Map.entry("meanShare", "The same over all instances."),
            Map.entry(
                    "unitCycles",
                    "Cycles of the span times compute units: issued, memory, dependency and idle add up to it."),
            Map.entry("issued", "Unit cycles with an issue slot in use; of a prefetcher the lines that it sent for."),
            Map.entry("memory", "Unit cycles in which waves waited for memory, by the level that they waited for."),
            Map.entry("dependency", "Unit cycles in which waves waited for something else."),
            Map.entry("idle", "Unit cycles without a resident wave."),
            Map.entry("readJoined", "Of the read misses, sectors that were under way for an earlier one."),
            Map.entry("passedReads", "Sectors of reads that went past to the level below."),
            Map.entry("aboveReadBytes", "Bytes of the sectors that were read from above."),
            Map.entry("aboveWriteBytes", "Bytes of the sectors that were written from above."),
            Map.entry("belowReadBytes", "Bytes of the sectors that were read from below."),
            Map.entry("belowWriteBytes", "Bytes of the sectors that were written below."),
            Map.entry("headerFlits", "Of the flits, those that begin a packet and carry no data."),
            Map.entry("ports", "Every port of a network through which anything went."),
            Map.entry("distances", "Replies by the distance of their slice, of caches that have halves."),
            Map.entry("tearing", "Presentations that showed what a write not ordered before them left."),
            Map.entry("tilesFastCleared", "Tiles cleared through their metadata."),
            Map.entry("tilesCleared", "Tiles cleared by writing them."),
            Map.entry("tilesRead", "Tiles fetched, by the state they were stored in."),
            Map.entry("tilesWritten", "Tiles written, by the state they were stored in."),
            Map.entry("storedBytes", "Bytes of tiles, or of sectors of a cache that compresses, as they are stored."),
            Map.entry("rawBytes", "What they would be without compression."),
            Map.entry("compressionRatio", "Raw by stored bytes, 1 where nothing was stored."),
            Map.entry("garbledTiles", "Tiles whose bytes did not belong to their metadata."),
            Map.entry("checksum", "CRC-32 of the last image's pixels."),
            Map.entry("role", "The name by which barrier profiles know the cache."),
            Map.entry("approximate", "Whether the command's accesses are an approximation."),
            Map.entry("overlapCycles", "Cycles during which another command ran too."),
            Map.entry("stallCycles", "From being reached to being released."),
            Map.entry("drainCycles", "Of the stall, waiting for earlier stages."),
            Map.entry("actionCycles", "Of the stall, cache actions."),
            Map.entry("refillMisses", "Later sector misses on lines that the barrier dropped."),
            Map.entry("refillBytes", "Bytes fetched again for them."),
            Map.entry("idleUnitCycles", "Cycles of compute units without work meanwhile, summed over units."),
            Map.entry("says", "What a barrier orders, in short; empty for implicit work."),
            Map.entry("frame", "The number of a frame: 0 for the set-up, one more than the last for the rest."),
            Map.entry("frames", "Set-up, frames and rest, as far as there is work of them."),
            Map.entry("part", "setUp, frame or rest."),
            Map.entry("submissions", "Batches that the host submitted in it."),
            Map.entry(
                    "barrierTable",
                    "With --barriers, else null: sort, frames, rows, setUp, rest, perFrame, total, run (docs/formats.md)."),
            Map.entry("invalidatedBytes", "What the lines dropped had held."),
            Map.entry("implicit", "Whether no barrier of the stream stands behind it."),
            Map.entry("heldIn", "The cache instance or memory whose copy was wrong."),
            Map.entry("missing", "The action that was missing."),
            Map.entry("suggestion", "What would have helped, in the syntax of the stream."),
            Map.entry(
                    "outOfLimits", "Counts and indices read from buffers that were beyond a limit, or never written."),
            Map.entry("writers", "Who last wrote the bytes, in their order."),
            Map.entry("unwritten", "Bytes of them that nobody wrote."),
            Map.entry("allowed", "The most that each value may be; empty where bytes were never written."),
            Map.entry("where", "The place in the input."));

    private final Map<String, ObjectNode> definitions = new TreeMap<>();

    /** Writes the schema to the path given. */
    public static void main(String[] args) throws IOException {
        Files.writeString(Path.of(args[0]), generate());
    }

    static String generate() {
        ResultSchemaBuilder builder = new ResultSchemaBuilder();
        ObjectNode root = JSON.createObjectNode();
        root.put("$schema", "https://json-schema.org/draft/2020-12/schema");
        root.put("$id", "urn:sluice:schema:result");
        root.put("title", "Sluice result");
        root.setAll(builder.root());
        ObjectNode definitions = root.putObject("$defs");
        for (String finding : List.of("StaleRead", "LostWrite", "Tearing")) {
            ObjectNode properties = (ObjectNode)
                    Objects.requireNonNull(builder.definitions.get(finding)).path("properties");
            properties
                    .putObject("cure")
                    .put("type", "object")
                    .put("description", "What is known of the suggestion: state, and why it is not checked.");
        }
        builder.definitions.forEach(definitions::set);
        return JSON.writerWithDefaultPrettyPrinter().writeValueAsString(root).replace("\r\n", "\n") + "\n";
    }

    private ObjectNode root() {
        Map<String, ObjectNode> fields = new TreeMap<>();
        for (RecordComponent component : RunResult.class.getRecordComponents()) {
            fields.put(component.getName(), schema(component));
        }
        fields.put("sluice", JSON.createObjectNode().put("const", ResultJson.FORMAT));
        fields.put("version", JSON.createObjectNode().put("type", "string"));
        fields.put("wallSeconds", JSON.createObjectNode().put("type", "number"));
        Map<String, ObjectNode> timing = new TreeMap<>();
        timing.put("threads", schema(int.class));
        timing.put("setupSeconds", schema(double.class));
        timing.put("cpuSeconds", schema(double.class));
        fields.put("timing", object(timing));
        Map<String, ObjectNode> input = new TreeMap<>();
        for (String key : List.of("kind", "name", "sha256")) {
            input.put(key, schema(String.class));
        }
        ObjectNode inputs = JSON.createObjectNode().put("type", "array");
        inputs.set("items", object(input));
        fields.put("inputs", inputs);
        ObjectNode device = JSON.createObjectNode();
        device.putArray("type").add("object").add("null");
        fields.put("resolvedDevice", device);
        fields.put("hazards", JSON.createObjectNode().put("type", "array"));
        fields.put("reliable", JSON.createObjectNode().put("type", "boolean"));
        fields.put("doubts", JSON.createObjectNode().put("type", "array"));
        fields.put("notUnderstood", JSON.createObjectNode().put("type", "array"));
        ObjectNode table = JSON.createObjectNode();
        table.putArray("type").add("object").add("null");
        fields.put("barrierTable", table);
        ObjectNode energy = JSON.createObjectNode();
        energy.putArray("anyOf")
                .add(schema(EnergyEstimate.class))
                .add(JSON.createObjectNode().put("type", "null"));
        fields.put("energy", energy);
        fields.put("lint", JSON.createObjectNode().put("type", "array"));
        return object(fields);
    }

    private ObjectNode schema(RecordComponent component) {
        ObjectNode node = schema(component.getGenericType());
        if (!component.getAnnotatedType().isAnnotationPresent(Nullable.class)) {
            return node;
        }
        if (node.has("$ref")) {
            ObjectNode either = JSON.createObjectNode();
            either.putArray("anyOf").add(node).add(JSON.createObjectNode().put("type", "null"));
            return either;
        }
        node.putArray("type").add("string").add("null");
        return node;
    }

    private ObjectNode schema(Type type) {
        ObjectNode node = JSON.createObjectNode();
        if (type == long.class || type == int.class || type == Long.class || type == Integer.class) {
            return node.put("type", "integer");
        }
        if (type == double.class) {
            return node.put("type", "number");
        }
        if (type == boolean.class) {
            return node.put("type", "boolean");
        }
        if (type == String.class || type == Cure.class || type == RunResult.Cut.class) {
            return node.put("type", "string");
        }
        if (type instanceof ParameterizedType parameterized) {
            boolean list = parameterized.getRawType() == List.class;
            node.put("type", list ? "array" : "object");
            node.set(
                    list ? "items" : "additionalProperties",
                    schema(parameterized.getActualTypeArguments()[list ? 0 : 1]));
            return node;
        }
        return reference((Class<?>) type);
    }

    private ObjectNode reference(Class<?> type) {
        String name = type.getSimpleName();
        if (!definitions.containsKey(name)) {
            definitions.put(name, JSON.createObjectNode());
            definitions.put(name, object(fields(type)));
        }
        return JSON.createObjectNode().put("$ref", "#/$defs/" + name);
    }

    private Map<String, ObjectNode> fields(Class<?> type) {
        Map<String, ObjectNode> fields = new TreeMap<>();
        if (type.isRecord()) {
            for (RecordComponent component : type.getRecordComponents()) {
                fields.put(component.getName(), schema(component));
            }
        } else {
            for (Field field : counters(type)) {
                fields.put(field.getName(), schema(field.getGenericType()));
            }
        }
        if (type == RunResult.CacheResult.class || type == RegionResult.Cache.class) {
            // the counters stand beside the instances
            fields.remove("total");
            fields.putAll(fields(CacheCounters.class));
            for (String key : List.of("aboveReadBytes", "aboveWriteBytes", "belowReadBytes", "belowWriteBytes")) {
                fields.put(key, schema(long.class));
            }
        }
        return fields;
    }

    static List<Field> counters(Class<?> type) {
        if (type != CacheCounters.class && type != AccessCounters.class) {
            throw new IllegalArgumentException("not written to results: " + type);
        }
        List<Field> fields = new ArrayList<>();
        for (Field field : type.getFields()) {
            if (!Modifier.isStatic(field.getModifiers())) {
                fields.add(field);
            }
        }
        return fields;
    }

    private static ObjectNode object(Map<String, ObjectNode> fields) {
        ObjectNode node = JSON.createObjectNode();
        node.put("type", "object");
        ObjectNode properties = node.putObject("properties");
        fields.forEach((name, schema) -> {
            if (DESCRIPTIONS.containsKey(name) && !schema.has("$ref")) {
                schema.put("description", DESCRIPTIONS.get(name));
            }
            properties.set(name, schema);
        });
        var required = node.putArray("required");
        fields.keySet().stream().filter(key -> !OPTIONAL.contains(key)).forEach(required::add);
        node.put("additionalProperties", false);
        return node;
    }
}
