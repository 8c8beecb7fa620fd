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

    private static @Nullable JsonNode parsed(Path path) {
        byte[] bytes = SourceReader.bytesOf(path, LARGEST, "a result");
        try {
            JsonNode root = MAPPER.readTree(bytes);
            return root.isObject() ? root : null;
        } catch (JacksonException e) {
            return null;
        }
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

    /** How many findings it has. */
    long findings() {
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
