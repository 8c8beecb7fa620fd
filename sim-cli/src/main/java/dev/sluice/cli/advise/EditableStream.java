// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.advise;

import dev.sluice.cli.input.InputFiles;
import dev.sluice.cli.input.Inputs;
import dev.sluice.cli.input.LoadedRun;
import dev.sluice.cli.input.Provenance;
import dev.sluice.config.ConfigException;
import dev.sluice.config.Presets;
import dev.sluice.config.capture.CaptureFaults;
import dev.sluice.config.capture.CaptureImporter;
import dev.sluice.config.compact.CompactStream;
import dev.sluice.config.device.Overrides;
import dev.sluice.config.rewrite.StreamText;
import dev.sluice.config.source.SourceReader;
import dev.sluice.config.stream.StreamReader;
import dev.sluice.config.stream.StreamSource;
import dev.sluice.device.GpuSpec;
import dev.sluice.program.StreamProgram;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A stream as text that can be edited. Captures and compact streams are turned into text first.
 *
 * @param name the name that places in the text are given under
 * @param bytes the text
 * @param directory where data files are looked for; null for a preset
 * @param imported whether the text was made of something else
 * @param device the device that the stream names, or null
 * @param overrides what is changed of every device
 */
public record EditableStream(
        String name,
        byte[] bytes,
        @Nullable Path directory,
        boolean imported,
        @Nullable String device,
        Overrides overrides) {
    /** The ending of what the text of something else is called. */
    private static final String TEXT = ".yaml";

    /** The text behind a name on the command line. */
    public static EditableStream of(String file, @Nullable String device, Overrides overrides) {
        Path path = Inputs.path(file);
        boolean exists = Files.exists(path);
        Path directory = exists ? path.toAbsolutePath().getParent() : null;
        if (exists && CaptureImporter.isCapture(path)) {
            return new EditableStream(
                    file + TEXT,
                    Inputs.importCapture(path, device, overrides).bytes(),
                    directory,
                    true,
                    Inputs.DEFAULT_DEVICE,
                    overrides);
        }
        if (CompactStream.named(file)) {
            byte[] bytes = Inputs.importCompact(file, device, overrides, path).getBytes(StandardCharsets.UTF_8);
            return named(file + TEXT, bytes, directory, true, overrides);
        }
        if (exists) {
            Inputs.refuseTrace(file, path);
            return named(
                    path.toString(),
                    SourceReader.bytesOf(path, SourceReader.MAX_BYTES, "a text file"),
                    directory,
                    false,
                    overrides);
        }
        Optional<Presets.Preset> preset = Presets.onClasspath().find(Presets.Kind.STREAMS, file);
        if (preset.isEmpty()) {
            throw Inputs.noSuchStream(file);
        }
        if (CompactStream.named(preset.get().path())) {
            byte[] bytes = Inputs.importCompact(file, device, overrides, null).getBytes(StandardCharsets.UTF_8);
            return named(preset.get().path() + TEXT, bytes, null, true, overrides);
        }
        return named(preset.get().path(), preset.get().bytes(), null, false, overrides);
    }

    private static EditableStream named(
            String name, byte[] bytes, @Nullable Path directory, boolean imported, Overrides overrides) {
        return new EditableStream(
                name,
                bytes,
                directory,
                imported,
                StreamReader.read(name, bytes, directory).device(),
                overrides);
    }

    /** The same stream with another text. */
    public EditableStream with(String text) {
        return new EditableStream(name, text.getBytes(StandardCharsets.UTF_8), directory, imported, device, overrides);
    }

    /** The stream on a device. */
    public LoadedRun on(String deviceName) {
        StreamSource source = StreamReader.read(name, bytes, directory);
        GpuSpec gpu = deviceName.equals(device)
                ? Inputs.device(Inputs.ownDevice(deviceName, source::deviceFault, overrides))
                : Inputs.device(deviceName, overrides);
        StreamProgram program = program(source, gpu);
        List<Path> inputs = new ArrayList<>(InputFiles.of(deviceName));
        inputs.addAll(source.files());
        return new LoadedRun(
                name,
                gpu,
                Inputs.profile(gpu, Inputs.Choice.NONE),
                Inputs.noting(program, overrides),
                source.leftOut(),
                inputs,
                Provenance.NONE);
    }

    private StreamProgram program(StreamSource source, GpuSpec gpu) {
        try {
            return source.resolve(gpu);
        } catch (ConfigException e) {
            throw imported ? placed(e, gpu) : e;
        }
    }

    /** A fault of a text that was made of something else, where it is in that. */
    private ConfigException placed(ConfigException fault, GpuSpec gpu) {
        Path file = Inputs.path(name.substring(0, name.length() - TEXT.length()));
        if (CaptureImporter.isCapture(file)) {
            return CaptureFaults.placed(file, bytes, fault);
        }
        if (Files.exists(file)) {
            try {
                StreamReader.read(file).resolve(gpu);
            } catch (ConfigException e) {
                return e;
            }
        }
        return fault;
    }

    /** The text, ready for edits. */
    public StreamText text() {
        return StreamText.of(name, bytes);
    }
}
