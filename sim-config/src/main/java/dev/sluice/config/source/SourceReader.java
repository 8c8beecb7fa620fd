// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.source;

import dev.sluice.config.ConfigException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Locale;

/**
 * Reads a YAML or JSON file into a tree of {@link Node}s; a name that ends in {@code .json} is JSON, any other YAML.
 *
 * <p>Every fault is a {@link ConfigException} of one line. Refused are files of more than {@value #MAX_BYTES} bytes,
 * empty files, text that is not UTF-8, nesting deeper than {@value #MAX_DEPTH}, duplicate keys, several documents, and
 * more than {@value #MAX_NODES} values, counted with aliases unfolded.
 */
public final class SourceReader {
    /** The largest text file that is read, in bytes: 64 MiB. */
    public static final int MAX_BYTES = 64 << 20;
    /** The deepest nesting of mappings and lists. */
    public static final int MAX_DEPTH = 64;
    /** The most values that a file may hold, counted with its aliases unfolded. */
    public static final int MAX_NODES = 1_000_000;

    private SourceReader() {}

    /** Reads the file at {@code path}, which errors name as it is given here. */
    public static Node read(Path path) {
        return read(path.toString(), bytesOf(path, MAX_BYTES, "a text file"));
    }

    /** Reads {@code bytes} as the file {@code name}. */
    public static Node read(String name, byte[] bytes) {
        checkSize(name, bytes.length, MAX_BYTES, "a text file");
        String lower = name.toLowerCase(Locale.ROOT);
        if (lower.endsWith(".cmds")) {
            throw new ConfigException(name, "is a compact stream; a YAML or JSON file is needed here");
        }
        SourceText source = SourceText.decode(name, bytes);
        boolean json = lower.endsWith(".json");
        source.requireContent(!json);
        return new TreeBuilder(source, json).build();
    }

    /** The characters of {@code bytes}, the file {@code name}, which must be UTF-8. */
    public static String text(String name, byte[] bytes) {
        checkSize(name, bytes.length, MAX_BYTES, "a text file");
        return SourceText.decode(name, bytes).text();
    }

    /** Reads the file at {@code path}, whose top level must be a mapping. */
    public static MapNode readMap(Path path) {
        return requireMap(read(path));
    }

    /** Reads {@code bytes} as the file {@code name}, whose top level must be a mapping. */
    public static MapNode readMap(String name, byte[] bytes) {
        return requireMap(read(name, bytes));
    }

    /**
     * All bytes of a file that is no larger than {@code limit}, checked before it is read.
     *
     * @param what the thing that has the limit, for the message: "a text file"
     */
    public static byte[] bytesOf(Path path, long limit, String what) {
        String name = path.toString();
        try {
            if (Files.isDirectory(path)) {
                throw new ConfigException(name, "is a directory, not a file");
            }
            checkSize(name, Files.size(path), limit, what);
            try (InputStream in = Files.newInputStream(path)) {
                // a pipe says size 0, so the limit is held while reading, too
                byte[] bytes = in.readNBytes((int) Math.min(limit + 1, Integer.MAX_VALUE - 8));
                checkSize(name, bytes.length, limit, what);
                return bytes;
            }
        } catch (NoSuchFileException e) {
            throw new ConfigException(name, "no such file");
        } catch (IOException e) {
            throw unreadable(name, e);
        }
    }

    /** What to say about a file that the system does not hand over. */
    public static ConfigException unreadable(String name, IOException e) {
        if (e instanceof AccessDeniedException) {
            return ConfigException.unreadable(name, "cannot be read: permission denied");
        }
        String why = e.getMessage();
        return ConfigException.unreadable(
                name, "cannot be read: " + (why == null ? e.getClass().getSimpleName() : why));
    }

    private static void checkSize(String name, long size, long limit, String what) {
        if (size > limit) {
            throw new ConfigException(name, "is larger than the " + (limit >> 20) + " MiB that " + what + " may have");
        }
    }

    private static MapNode requireMap(Node node) {
        if (node instanceof MapNode map) {
            return map;
        }
        if (node instanceof ListNode list
                && !list.items().isEmpty()
                && list.items().get(0) instanceof MapNode first
                && first.get("header") instanceof MapNode) {
            throw node.error("a list that begins with a header, as gfxrecon-convert writes a capture;"
                    + " with --format jsonl it writes what Sluice reads");
        }
        throw node.error("expected a mapping of keys and values, got " + node.describe());
    }
}
