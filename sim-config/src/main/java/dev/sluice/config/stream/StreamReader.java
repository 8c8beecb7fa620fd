// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.stream;

import dev.sluice.config.ConfigException;
import dev.sluice.config.bind.Binder;
import dev.sluice.config.bind.BoundRecord;
import dev.sluice.config.calls.LeftOut;
import dev.sluice.config.compact.CompactStream;
import dev.sluice.config.data.DataReader;
import dev.sluice.config.device.Devices;
import dev.sluice.config.source.FileKind;
import dev.sluice.config.source.MapNode;
import dev.sluice.config.source.SourceReader;
import dev.sluice.config.source.Versions;
import dev.sluice.device.GpuSpec;
import dev.sluice.program.StreamProgram;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads command streams in YAML or JSON, and compact ones ({@code .cmds}). */
public final class StreamReader {
    private StreamReader() {}

    /** Reads the stream at {@code path}; its data files and its device are looked for beside it. */
    public static StreamSource read(Path path) {
        Path directory = path.toAbsolutePath().getParent();
        if (CompactStream.named(path.toString())) {
            return new CompactSource(CompactStream.read(path), new DataReader(directory), path);
        }
        return read(SourceReader.readMap(path), new DataReader(directory), path);
    }

    /**
     * Reads {@code bytes} as the stream {@code name}.
     *
     * @param directory where data files and its device are looked for; null for none
     */
    public static StreamSource read(String name, byte[] bytes, @Nullable Path directory) {
        if (CompactStream.named(name)) {
            return new CompactSource(CompactStream.read(name, bytes), new DataReader(directory), file(name, directory));
        }
        return read(SourceReader.readMap(name, bytes), new DataReader(directory), file(name, directory));
    }

    /**
     * Reads {@code bytes} as the stream {@code name}, with other values for some of its keys.
     *
     * @param directory where data files and its device are looked for; null for none
     * @param settings {@code KEY=VALUE}, each for a value that is written in the stream
     * @throws ConfigException for a key that is not
     */
    public static StreamSource read(String name, byte[] bytes, @Nullable Path directory, List<String> settings) {
        if (settings.isEmpty()) {
            return read(name, bytes, directory);
        }
        if (CompactStream.named(name)) {
            throw new ConfigException(name, "a compact stream has no keys to vary");
        }
        return read(
                StreamKeys.changed(SourceReader.readMap(name, bytes), settings),
                new DataReader(directory),
                file(name, directory));
    }

    private static TextStream read(MapNode root, DataReader data, @Nullable Path path) {
        FileKind.STREAM.require(root);
        Versions.check(root);
        return new TextStream(Binder.bind(Repetitions.unfold(root), StreamFile.class), data, path);
    }

    private static @Nullable Path file(String name, @Nullable Path directory) {
        return directory == null ? null : Path.of(name);
    }

    /** Whether a stream's text was made of a capture, by the name that it was read under. */
    static boolean isCapture(String name) {
        return name.toLowerCase(Locale.ROOT).endsWith(".jsonl");
    }

    /** A compact stream, whose tree depends on the device. */
    private record CompactSource(
            CompactStream stream, DataReader data, @Nullable Path path) implements StreamSource {
        private static final Pattern PATH = Pattern.compile("^(?:[\\w-]++(?:\\[\\d++])?\\.)++(?=[\\w\\[\\]-]++: )");

        @Override
        public String name() {
            return stream.name();
        }

        @Override
        public String device() {
            return Devices.beside(path, stream.device());
        }

        @Override
        public ConfigException deviceFault(String problem) {
            return stream.deviceFault(problem);
        }

        @Override
        public List<Path> files() {
            return data.files();
        }

        @Override
        public StreamProgram resolve(GpuSpec device) {
            MapNode tree = stream.tree(device);
            try {
                return read(tree, data, path).resolve(device);
            } catch (ConfigException e) {
                throw plain(e);
            }
        }

        /** The fault with the key that it is at alone: the path to it in the tree says nothing to the author of lines. */
        private static ConfigException plain(ConfigException e) {
            return new ConfigException(
                    e.file(),
                    e.line(),
                    e.column(),
                    PATH.matcher(e.problem()).replaceFirst(""),
                    e.others().stream().map(CompactSource::plain).toList());
        }
    }

    /** A stream in YAML or JSON. */
    private record TextStream(
            BoundRecord<StreamFile> file,
            DataReader data,
            @Nullable Path path) implements StreamSource {
        @Override
        public String name() {
            return file.value().name();
        }

        @Override
        public @Nullable String device() {
            String device = file.value().device();
            return device == null ? null : Devices.beside(path, device);
        }

        @Override
        public ConfigException deviceFault(String problem) {
            return file.where().error(file.value(), "device", "device: " + problem);
        }

        @Override
        public LeftOut leftOut() {
            LeftOut leftOut = file.value().leftOut();
            return leftOut == null ? LeftOut.NOTHING : leftOut;
        }

        @Override
        public List<Path> files() {
            return data.files();
        }

        @Override
        public StreamProgram resolve(GpuSpec device) {
            try {
                return new ProgramResolver(new StreamContext(file, data, device)).resolve();
            } catch (ArithmeticException e) {
                throw new ConfigException(
                        file.where().node(file.value()).position().file(), "a number is too large: " + e.getMessage());
            }
        }
    }
}
