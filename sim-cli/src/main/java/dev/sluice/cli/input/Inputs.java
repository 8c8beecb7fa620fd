// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.input;

import dev.sluice.config.ConfigException;
import dev.sluice.config.Presets;
import dev.sluice.config.bind.Nearest;
import dev.sluice.config.capture.CaptureImporter;
import dev.sluice.config.capture.CaptureTarget;
import dev.sluice.config.capture.ImportedCapture;
import dev.sluice.config.compact.CompactStream;
import dev.sluice.config.device.DeviceSource;
import dev.sluice.config.device.Devices;
import dev.sluice.config.device.Overrides;
import dev.sluice.config.profile.ProfileSource;
import dev.sluice.config.profile.Profiles;
import dev.sluice.config.source.SourceReader;
import dev.sluice.config.source.YamlText;
import dev.sluice.config.stream.StreamReader;
import dev.sluice.config.stream.StreamSource;
import dev.sluice.config.trace.TraceFormat;
import dev.sluice.device.GpuSpec;
import dev.sluice.device.InvalidSpecException;
import dev.sluice.device.ProfileFit;
import dev.sluice.program.StreamProgram;
import dev.sluice.program.sync.BarrierProfile;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Loads what the command line names; every fault is a {@link ConfigException}. */
public final class Inputs {
    /** The device for a capture when the user names none. */
    public static final String DEFAULT_DEVICE = "seed-discrete-l2";

    private Inputs() {}

    /** What the user said beside the file. */
    public record Choice(
            @Nullable String device,
            @Nullable String profile,
            @Nullable String variant,
            Overrides overrides) {
        /** Nothing but the file. */
        public static final Choice NONE = new Choice(null, null, null);

        /** With the device as its file says. */
        public Choice(@Nullable String device, @Nullable String profile, @Nullable String variant) {
            this(device, profile, variant, Overrides.NONE);
        }
    }

    /** The device with a preset's name or at a path. */
    public static GpuSpec device(String nameOrPath) {
        return device(nameOrPath, Overrides.NONE);
    }

    /** The same with some of its keys changed. */
    public static GpuSpec device(String nameOrPath, Overrides overrides) {
        return device(Devices.find(nameOrPath, overrides));
    }

    /** The device of a document. */
    public static GpuSpec device(DeviceSource source) {
        GpuSpec device = source.spec();
        try {
            ProfileFit.check(device, Profiles.load(device.barrierProfile()));
        } catch (InvalidSpecException e) {
            throw source.fault(e);
        }
        return device;
    }

    /** The device's own profile, or the chosen one, with the chosen variant. */
    public static BarrierProfile profile(GpuSpec device, Choice choice) {
        return profileSource(device, choice).profile();
    }

    private static ProfileSource profileSource(GpuSpec device, Choice choice) {
        String name = choice.profile() == null ? device.barrierProfile() : choice.profile();
        return Profiles.read(choice.variant() == null ? name : name + "+" + choice.variant());
    }

    /** Loads a stream, a preset stream or a capture, with its device and profile. */
    public static LoadedRun run(String file, Choice choice) {
        Path path = path(file);
        if (Files.exists(path) && CaptureImporter.isCapture(path)) {
            return capture(file, path, choice);
        }
        Text text = text(file, path);
        StreamSource source = StreamReader.read(text.name(), text.bytes(), text.folder());
        String name = choice.device() == null ? source.device() : choice.device();
        if (name == null) {
            throw new ConfigException(file, "the stream names no device; add a 'device' to it, or --device NAME");
        }
        DeviceSource document = choice.device() == null
                ? ownDevice(name, source::deviceFault, choice.overrides())
                : Devices.find(name, choice.overrides());
        GpuSpec device = device(document);
        ProfileSource profile = profileSource(device, choice);
        StreamProgram program = source.resolve(device);
        List<Path> inputs = new ArrayList<>(InputFiles.of(file, name, choice.profile()));
        inputs.addAll(source.files());
        List<Input> read = new ArrayList<>(List.of(Input.of("stream", text.name(), text.bytes())));
        read.addAll(Provenance.data(source.files(), text.folder()));
        return new LoadedRun(
                file,
                device,
                profile.profile(),
                noting(program, choice.overrides()),
                source.leftOut(),
                inputs,
                Provenance.of(read, document, profile));
    }

    /**
     * The document of the device that a stream names.
     *
     * @param fault places what is wrong, where there is no such device, at where the stream names it
     */
    public static DeviceSource ownDevice(String name, Function<String, ConfigException> fault, Overrides overrides) {
        try {
            return Devices.find(name, overrides);
        } catch (ConfigException e) {
            boolean missing = e.line() == 0 && e.file().equals(name);
            throw missing ? fault.apply(name + ": " + e.problem()) : e;
        }
    }

    /** The program with a note about what was changed of the device. */
    public static StreamProgram noting(StreamProgram program, Overrides overrides) {
        if (overrides.isEmpty()) {
            return program;
        }
        List<String> notes = new ArrayList<>(program.notes());
        notes.add("the device is not as its file says: " + overrides);
        return program.withNotes(notes);
    }

    /** A stream's text. */
    private record Text(String name, byte[] bytes, @Nullable Path folder) {}

    /** Reads a stream file, or a preset when there is no such file. */
    private static Text text(String file, Path path) {
        if (Files.exists(path)) {
            refuseTrace(file, path);
            return new Text(
                    path.toString(),
                    SourceReader.bytesOf(path, SourceReader.MAX_BYTES, "a text file"),
                    path.toAbsolutePath().getParent());
        }
        Presets.Preset preset = Presets.onClasspath()
                .find(Presets.Kind.STREAMS, file)
                .orElseThrow(() -> noSuchFile(file, Presets.onClasspath().list(Presets.Kind.STREAMS)));
        return new Text(preset.path(), preset.bytes(), null);
    }

    /** Refuses a trace in the place of a stream, by its name or by what is in it. */
    public static void refuseTrace(String file, Path path) {
        TraceFormat format = Files.isRegularFile(path) ? TraceInputs.formatOf(file, null) : null;
        if (format != null) {
            throw new ConfigException(
                    file, "is a trace (" + format + "), which 'sluice replay' takes, and a stream is needed here");
        }
    }

    /** What to say about a stream that is neither a file nor a preset. */
    public static ConfigException noSuchStream(String file) {
        return noSuchFile(file, Presets.onClasspath().list(Presets.Kind.STREAMS));
    }

    /** What to say about a file that is not there, with the preset that was probably meant. */
    static ConfigException noSuchFile(String file, List<String> presets) {
        boolean aName = file.indexOf('/') < 0 && file.indexOf('\\') < 0 && file.indexOf('.') < 0;
        List<String> called =
                presets.stream().filter(preset -> preset.endsWith("/" + file)).toList();
        if (aName && called.size() > 1) {
            return new ConfigException(
                    file, called.size() + " presets are called that; choose one of: " + String.join(", ", called));
        }
        return new ConfigException(
                file, aName ? "no such file or preset" + Nearest.hint(file, presets) : "no such file");
    }

    private static LoadedRun capture(String file, Path path, Choice choice) {
        String name = choice.device() == null ? DEFAULT_DEVICE : choice.device();
        DeviceSource document = Devices.find(name, choice.overrides());
        GpuSpec device = device(document);
        ImportedCapture imported = importCapture(path, device);
        StreamProgram program = imported.program(path, file, device);
        Set<String> notes = new LinkedHashSet<>(program.notes());
        notes.addAll(imported.notes());
        if (choice.device() == null) {
            notes.add("a capture names no device that Sluice knows: it runs on " + DEFAULT_DEVICE
                    + "; --device chooses another");
        }
        ProfileSource profile = profileSource(device, choice);
        List<Input> read = InputFiles.of(file).stream()
                .map(input -> Input.of("capture", Input.lastPart(input.toString()), input))
                .toList();
        return new LoadedRun(
                file,
                device,
                profile.profile(),
                noting(program.withNotes(List.copyOf(notes)), choice.overrides()),
                imported.leftOut(),
                InputFiles.of(file, name, choice.profile()),
                Provenance.of(read, document, profile));
    }

    /** A capture as a stream file for a device. */
    public static ImportedCapture importCapture(Path path, GpuSpec device) {
        return CaptureImporter.read(path, CaptureTarget.of(device));
    }

    /**
     * A capture as a stream file for a device, which it names as the user did.
     *
     * @param device null for the one that captures run on
     */
    public static ImportedCapture importCapture(Path path, @Nullable String device, Overrides overrides) {
        return CaptureImporter.read(path, target(device, overrides));
    }

    /**
     * The same, with a file beside it for host data that are long.
     *
     * @param side that file's name
     */
    public static ImportedCapture importCapture(Path path, @Nullable String device, String side) {
        return CaptureImporter.read(path, target(device, Overrides.NONE), side);
    }

    private static CaptureTarget target(@Nullable String device, Overrides overrides) {
        String named = device == null ? DEFAULT_DEVICE : device;
        return CaptureTarget.of(device(named, overrides), named);
    }

    /**
     * A compact stream, or a preset one, as a stream file for a device, which it names as the user did.
     *
     * @param device null for its own
     * @param to the stream file, from where a device in the compact stream's folder must be found; null for none
     */
    public static String importCompact(String file, @Nullable String device, Overrides overrides, @Nullable Path to) {
        Path path = path(file);
        boolean exists = Files.exists(path);
        CompactStream stream = exists
                ? CompactStream.read(path)
                : Presets.onClasspath()
                        .find(Presets.Kind.STREAMS, file)
                        .map(preset -> CompactStream.read(preset.path(), preset.bytes()))
                        .orElseThrow(
                                () -> noSuchFile(file, Presets.onClasspath().list(Presets.Kind.STREAMS)));
        if (device != null) {
            return YamlText.of(stream.tree(device(device, overrides), device));
        }
        String own = stream.device();
        String found = Devices.beside(exists ? path : null, own);
        GpuSpec gpu = device(ownDevice(found, stream::deviceFault, overrides));
        boolean same = path(Devices.beside(to, own))
                .toAbsolutePath()
                .normalize()
                .equals(path(found).toAbsolutePath().normalize());
        return YamlText.of(stream.tree(gpu, same ? own : found));
    }

    /** A path from the command line. */
    public static Path path(String text) {
        if (text.isEmpty()) {
            throw new ConfigException("''", "is not a file name: it is empty");
        }
        try {
            return Path.of(text);
        } catch (InvalidPathException e) {
            throw new ConfigException(text, "is not a file name: " + e.getReason());
        }
    }
}
