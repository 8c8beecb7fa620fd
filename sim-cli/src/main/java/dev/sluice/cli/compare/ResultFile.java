// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.compare;

import dev.sluice.cli.input.Inputs;
import dev.sluice.config.ConfigException;
import dev.sluice.config.source.SourceReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * A {@code result.json} of an earlier run.
 *
 * @param file as the user named it
 */
public record ResultFile(String file, JsonNode root) {
    private static final String NAME = "result.json";
    private static final int FORMAT = 1;
    private static final long LARGEST = 1L << 30;
    private static final List<String> OF_RESULTS = List.of("cycles", "commands", "caches", "vram");
    private static final List<String> OF_STREAMS =
            List.of("program", "threads", "memory", "buffers", "images", "kernels");
    private static final JsonMapper MAPPER = JsonMapper.builder()
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .build();

    /**
     * The result that a name leads to, a file or a directory that {@code run --out} wrote; null for a stream, or for a preset.
     *
     * @throws ConfigException for a JSON file that is neither a result nor a stream
     */
    public static @Nullable ResultFile find(String name) {
        Path path = Inputs.path(name);
        if (Files.isDirectory(path)) {
            path = path.resolve(NAME);
        }
        if (!path.toString().toLowerCase(Locale.ROOT).endsWith(".json") || !Files.isRegularFile(path)) {
            return null;
        }
        JsonNode root = parsed(path);
        if (root != null && OF_RESULTS.stream().allMatch(root::has)) {
            check(name, root);
            return new ResultFile(name, root);
        }
        if (root == null || OF_STREAMS.stream().anyMatch(root::has)) {
            return null; // if it is wrong, the reader of streams says where
        }
        throw new ConfigException(
                name,
                "is neither a result nor a stream: it has none of their keys; 'compare' takes two streams, or two"
                        + " results that 'run --out' wrote");
    }

    /**
     * What is wrong with a file that should be a result as well as another one is.
     *
     * @param other the one that is
     */
    public static ConfigException noResult(String name, String other) {
        Path path = Inputs.path(name);
        String hint =
                "; " + other + " is a result, and 'compare' takes two streams, or two results that 'run --out' wrote";
        if (path.toString().toLowerCase(Locale.ROOT).endsWith(".json")) {
            try {
                MAPPER.readTree(SourceReader.bytesOf(path, LARGEST, "a result"));
            } catch (JacksonException e) {
                TokenStreamLocation place = e.getLocation();
                String what = "is no JSON, or not the whole of it" + hint;
                return place == null
                        ? new ConfigException(name, what)
                        : new ConfigException(name, place.getLineNr(), place.getColumnNr(), what);
            }
        }
        return new ConfigException(name, (Files.exists(path) ? "is no result of a run" : "no such file") + hint);
    }

    private static @Nullable JsonNode parsed(Path path) {
        byte[] bytes = SourceReader.bytesOf(path, LARGEST, "a result");
        try {
            JsonNode root = MAPPER.readTree(bytes);
            return root.isObject() ? root : null;
        } catch (JacksonException e) {
            return null;
        }
    }

    /** Refuses results of other formats, and those in which numbers or parts are something else. */
    private static void check(String name, JsonNode root) {
        JsonNode format = root.path("sluice");
        if (!format.isInt() || format.intValue() != FORMAT) {
            throw new ConfigException(
                    name,
                    "sluice: expected " + FORMAT + ", the format of results that this version knows, " + got(format));
        }
        JsonNode cycles = root.path("cycles");
        if (!cycles.isIntegralNumber() || !cycles.canConvertToLong() || cycles.longValue() < 0) {
            throw new ConfigException(name, "cycles: expected a whole number, " + got(cycles));
        }
        JsonNode time = root.path("timeNs");
        if (!time.isNumber() || time.doubleValue() < 0) {
            throw new ConfigException(name, "timeNs: expected a number, 0 or more, " + got(time));
        }
        rows(name, root, "commands");
        rows(name, root, "barriers");
        if (root.has("regions")) {
            rows(name, root, "regions");
        }
        JsonNode caches = part(name, root, "caches");
        caches.propertyNames().forEach(cache -> part(name + ": caches", caches, cache));
        part(name, root, "vram");
        if (root.has("warmUp")) {
            warmUp(name, part(name, root, "warmUp"));
        }
        fits(name, "", root);
    }

    private static void warmUp(String name, JsonNode warmUp) {
        JsonNode commands = warmUp.path("commands");
        if (!commands.isIntegralNumber()) {
            throw new ConfigException(name, "warmUp.commands: expected a whole number, " + got(commands));
        }
        JsonNode over = warmUp.path("over");
        if (!over.isBoolean()) {
            throw new ConfigException(name, "warmUp.over: expected true or false, " + got(over));
        }
    }

    /** Refuses whole numbers that no counter comes to, wherever they stand. */
    private static void fits(String name, String path, JsonNode node) {
        if (node.isIntegralNumber() && !node.canConvertToLong()) {
            throw new ConfigException(name, path + ": expected a whole number of 64 bits, " + got(node));
        }
        for (int i = 0; node.isArray() && i < node.size(); i++) {
            fits(name, path + "[" + i + "]", node.get(i));
        }
        node.properties()
                .forEach(entry ->
                        fits(name, path.isEmpty() ? entry.getKey() : path + "." + entry.getKey(), entry.getValue()));
    }

    private static void rows(String name, JsonNode root, String key) {
        JsonNode rows = root.path(key);
        if (!rows.isArray()) {
            throw new ConfigException(name, key + ": expected a list, " + got(rows));
        }
        for (int i = 0; i < rows.size(); i++) {
            if (!rows.get(i).isObject()) {
                throw new ConfigException(name, key + "[" + i + "]: expected an object, " + got(rows.get(i)));
            }
        }
    }

    private static JsonNode part(String name, JsonNode of, String key) {
        JsonNode part = of.path(key);
        if (!part.isObject()) {
            throw new ConfigException(name, key + ": expected an object, " + got(part));
        }
        return part;
    }

    private static String got(JsonNode node) {
        return node.isMissingNode() ? "and it is not there" : "not " + node;
    }

    /** The file itself. */
    public Path path() {
        Path path = Inputs.path(file);
        return Files.isDirectory(path) ? path.resolve(NAME) : path;
    }

    String text(String key) {
        return root.path(key).asString("");
    }

    long number(String key) {
        return root.path(key).asLong(0);
    }

    /** Nanoseconds in a cycle of its core clock. */
    double nanosPerCycle() {
        long cycles = number("cycles");
        return cycles == 0 ? 0 : root.path("timeNs").asDouble(0) / cycles;
    }

    /** Whether bytes were followed, without which nothing says whether a read was stale. */
    public boolean judged() {
        return !root.path("timingOnly").asBoolean(false);
    }

    /** How many findings it has. */
    public long findings() {
        long count = 0;
        for (String key : List.of("staleReads", "lostWrites", "tearing", "outOfLimits")) {
            count += root.path(key).size();
        }
        for (JsonNode check : root.path("checks")) {
            count += check.path("ok").asBoolean(true) ? 0 : 1;
        }
        return count;
    }
}
