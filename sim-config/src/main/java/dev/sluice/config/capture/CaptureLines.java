// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.capture;

import dev.sluice.config.ConfigException;
import dev.sluice.config.source.JsonProblem;
import dev.sluice.config.source.SourceReader;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Reads a {@code .jsonl} file line by line, holding one line at a time. */
final class CaptureLines implements Closeable {
    /** The longest line, in bytes: 16 MiB; the calls of real captures stay below 1 MiB. */
    static final int MAX_LINE = 16 << 20;

    private static final JsonMapper JSON = JsonMapper.builder().build();

    /** How to get JSON lines: versions before 1.0 write nothing else, and have no such option. */
    static final String ONE_LINE_EACH = "convert with gfxrecon-convert, from version 1.0 on with --format jsonl";

    private final String file;
    private final InputStream in;
    private int line;
    private boolean cutOff;

    CaptureLines(Path path) {
        file = path.toString();
        try {
            if (Files.isDirectory(path)) {
                throw new ConfigException(file, "is a directory, not a file");
            }
            in = new BufferedInputStream(Files.newInputStream(path), 1 << 16);
        } catch (NoSuchFileException e) {
            throw new ConfigException(file, "no such file");
        } catch (IOException e) {
            throw SourceReader.unreadable(file, e);
        }
    }

    /** The number of the line that {@link #next} gave last, from 1. */
    int line() {
        return line;
    }

    /** Whether the file ends within a line, which then was not given. */
    boolean cutOff() {
        return cutOff;
    }

    /**
     * The next line that is not blank, which must be a JSON object, or null at the end. What a program that was killed left of
     * a line is none.
     */
    @Nullable
    JsonNode next() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(512);
        while (true) {
            bytes.reset();
            line++;
            boolean ended = readLine(bytes);
            if (bytes.size() == 0 && !ended) {
                return null;
            }
            byte[] text = bytes.toByteArray();
            if (!blank(text)) {
                return parse(text, ended);
            }
        }
    }

    /** Takes bytes up to a line end; false when the file ends first. */
    private boolean readLine(ByteArrayOutputStream bytes) {
        try {
            for (int c = in.read(); c >= 0; c = in.read()) {
                if (c == '\n') {
                    return true;
                }
                if (bytes.size() == MAX_LINE) {
                    throw error(1, "the line is longer than " + (MAX_LINE >> 20) + " MiB; no call of a capture is");
                }
                bytes.write(c);
            }
            return false;
        } catch (IOException e) {
            throw SourceReader.unreadable(file, e);
        }
    }

    private @Nullable JsonNode parse(byte[] text, boolean ended) {
        if (line == 1 && wide(text)) {
            throw error(
                    1,
                    "UTF-16, as PowerShell's > writes it, and not UTF-8: have gfxrecon-convert write the file itself,"
                            + " with --output");
        }
        JsonNode node;
        try {
            node = JSON.readTree(text);
        } catch (JacksonException e) {
            TokenStreamLocation at = e.getLocation();
            int column = at == null ? 1 : Math.max(1, at.getColumnNr());
            if (line == 1 && firstOf(text) == '[') {
                throw error(1, "a JSON array; " + ONE_LINE_EACH);
            }
            if (line == 1 && ended && firstOf(text) == '{') {
                throw error(column, "not JSON on one line; " + ONE_LINE_EACH);
            }
            // a system that crashed may leave zeros in the place of what was not written yet
            if (!ended && (firstOf(text) == '{' || firstOf(text) == 0)) {
                cutOff = true;
                return null;
            }
            throw error(column, "not JSON: " + JsonProblem.of(e));
        }
        if (!node.isObject()) {
            throw error(1, "expected a JSON object on each line; " + ONE_LINE_EACH);
        }
        return node;
    }

    ConfigException error(int column, String problem) {
        return new ConfigException(file, line, column, problem);
    }

    private static boolean blank(byte[] text) {
        return firstOf(text) < 0;
    }

    private static boolean wide(byte[] text) {
        return text.length > 1 && (text[0] & text[1] & 0xff) == 0xfe && (text[0] ^ text[1]) == 1;
    }

    /** The first byte that is no blank; -1 for none. */
    private static int firstOf(byte[] text) {
        for (byte b : text) {
            if (b != ' ' && b != '\t' && b != '\r') {
                return b & 0xff;
            }
        }
        return -1;
    }

    @Override
    public void close() {
        try {
            in.close();
        } catch (IOException e) {
            throw SourceReader.unreadable(file, e);
        }
    }
}
