// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.input;

import dev.sluice.config.ConfigException;
import dev.sluice.config.Presets;
import dev.sluice.config.calls.LeftOut;
import dev.sluice.config.capture.CaptureImporter;
import dev.sluice.config.capture.ImportedCapture;
import dev.sluice.config.device.DeviceSource;
import dev.sluice.config.device.Devices;
import dev.sluice.config.device.Overrides;
import dev.sluice.config.source.SourceReader;
import dev.sluice.config.stream.ProgramFacts;
import dev.sluice.config.stream.StreamReader;
import dev.sluice.config.stream.StreamSource;
import dev.sluice.device.GpuSpec;
import dev.sluice.program.StreamProgram;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A stream or capture with its programs. */
final class SharedStream {
    private final SharedInputs.Source source;
    private final @Nullable Path capture;
    private final @Nullable StreamSource text;
    private final String ownDigest;
    private final @Nullable Path folder;
    private final boolean mayNameFiles;
    private final ConcurrentMap<ProgramFacts, StreamProgram> programs = new ConcurrentHashMap<>();
    private LeftOut leftOut = LeftOut.NOTHING;
    private @Nullable String digest;

    private SharedStream(
            SharedInputs.Source source,
            @Nullable Path capture,
            @Nullable StreamSource text,
            String ownDigest,
            @Nullable Path folder,
            boolean mayNameFiles) {
        this.mayNameFiles = mayNameFiles;
        this.source = source;
        this.capture = capture;
        this.text = text;
        this.ownDigest = ownDigest;
        this.folder = folder;
    }

    static SharedStream of(SharedInputs.Source source) {
        String file = source.file();
        Path path = Inputs.path(file);
        if (Files.exists(path) && CaptureImporter.isCapture(path)) {
            if (!source.settings().isEmpty()) {
                throw new ConfigException(file, "a capture has no keys to vary; 'sluice import' makes a stream of it");
            }
            List<String> hashes = new ArrayList<>();
            InputFiles.of(file)
                    .forEach(one ->
                            hashes.add(Input.of("capture", file, one).hash().get()));
            return new SharedStream(
                    source,
                    path,
                    null,
                    String.join(" ", hashes),
                    path.toAbsolutePath().getParent(),
                    false);
        }
        boolean there = Files.exists(path);
        Presets.Preset preset = there
                ? null
                : Presets.onClasspath().find(Presets.Kind.STREAMS, file).orElseThrow(() -> Inputs.noSuchStream(file));
        byte[] bytes =
                preset == null ? SourceReader.bytesOf(path, SourceReader.MAX_BYTES, "a text file") : preset.bytes();
        Path folder = preset == null ? path.toAbsolutePath().getParent() : null;
        String name = preset == null ? path.toString() : preset.path();
        StreamSource read = StreamReader.read(name, bytes, folder, source.settings());
        String words = new String(bytes, StandardCharsets.UTF_8) + source.settings();
        boolean mayNameFiles = words.contains("file") || words.contains("image");
        return new SharedStream(
                source, null, read, Input.of("stream", name, bytes).hash().get(), folder, mayNameFiles);
    }

    String file() {
        return source.file();
    }

    @Nullable
    String device() {
        return text == null ? Inputs.DEFAULT_DEVICE : text.device();
    }

    /** The document of the device that the stream names, or of the one that captures are taken for. */
    DeviceSource ownDevice(String name) {
        return text == null
                ? Devices.find(name, Overrides.NONE)
                : Inputs.ownDevice(name, text::deviceFault, Overrides.NONE);
    }

    synchronized LeftOut leftOut() {
        return text == null ? leftOut : text.leftOut();
    }

    StreamProgram program(GpuSpec device) {
        ProgramFacts facts = ProgramFacts.of(device);
        StreamProgram known = programs.get(facts);
        return known == null ? resolve(facts, device) : known;
    }

    private synchronized StreamProgram resolve(ProgramFacts facts, GpuSpec device) {
        StreamProgram known = programs.get(facts);
        if (known == null) {
            known = resolved(device);
            programs.put(facts, known);
        }
        return known;
    }

    private StreamProgram resolved(GpuSpec device) {
        if (text != null) {
            return text.resolve(device);
        }
        Path path = Objects.requireNonNull(capture);
        ImportedCapture imported = Inputs.importCapture(path, device);
        leftOut = imported.leftOut();
        return imported.program(path, source.file(), device);
    }

    synchronized String digest(Supplier<GpuSpec> device) {
        String known = digest;
        if (known == null) {
            StringBuilder all = new StringBuilder(ownDigest);
            source.settings().forEach(setting -> all.append('\n').append(setting));
            if (text != null && mayNameFiles) {
                try {
                    // data files are known once the stream was resolved
                    program(device.get());
                    Provenance.data(text.files(), folder)
                            .forEach(data -> all.append('\n').append(data.hash().get()));
                } catch (ConfigException e) {
                    all.append("\nunresolved");
                }
            }
            known = Input.of("digest", source.file(), all.toString().getBytes(StandardCharsets.UTF_8))
                    .hash()
                    .get();
            digest = known;
        }
        return known;
    }
}
