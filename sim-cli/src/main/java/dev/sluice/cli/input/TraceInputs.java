// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.input;

import dev.sluice.config.ConfigException;
import dev.sluice.config.capture.CaptureImporter;
import dev.sluice.config.trace.TraceFile;
import dev.sluice.config.trace.TraceFormat;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Traces among files that may be streams, too. */
public final class TraceInputs {
    private static final List<String> OF_STREAMS = List.of(".yaml", ".yml", ".json", ".jsonl", ".cmds");

    private TraceInputs() {}

    /**
     * The format of a trace; null for what is a stream, a capture or a preset.
     *
     * @param wanted the format of all that is a trace; null to have it told by names and contents
     * @throws ConfigException if it cannot be read again and again
     */
    public static @Nullable TraceFormat formatOf(String file, @Nullable TraceFormat wanted) {
        Path path = Inputs.path(file);
        String name = file.toLowerCase(Locale.ROOT);
        if (OF_STREAMS.stream().anyMatch(name::endsWith) || !Files.exists(path) || CaptureImporter.isCapture(path)) {
            return null;
        }
        if (Files.isRegularFile(path)) {
            return wanted == null ? TraceFormat.tell(path) : wanted;
        }
        if (wanted != null) {
            throw new ConfigException(
                    file, "is no regular file, and the trace of a sweep is read for each of its points");
        }
        return null;
    }

    /** The SHA-256 of a trace's files. */
    public static String digest(String file, TraceFormat format) {
        StringBuilder all = new StringBuilder(format.toString());
        try (TraceFile trace = TraceFile.open(Inputs.path(file), format)) {
            for (Path one : trace.files()) {
                all.append('\n').append(Input.of("trace", file, one).hash().get());
            }
        }
        return all.toString();
    }
}
