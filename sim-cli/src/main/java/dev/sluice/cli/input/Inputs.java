// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.input;

import dev.sluice.config.ConfigException;
import dev.sluice.config.Presets;
import dev.sluice.config.bind.Nearest;
import dev.sluice.config.capture.CaptureImporter;
import dev.sluice.config.capture.CaptureTarget;
import dev.sluice.config.capture.ImportedCapture;
import dev.sluice.config.compact.CompactStream;
import dev.sluice.config.device.Devices;
import dev.sluice.config.profile.Profiles;
import dev.sluice.config.source.YamlText;
import dev.sluice.config.stream.StreamReader;
import dev.sluice.config.stream.StreamSource;
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
import java.util.Optional;
import java.util.Set;
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
            @Nullable String variant) {
        /** Nothing but the file. */
        public static final Choice NONE = new Choice(null, null, null);
    }

    /** The device with a preset's name or at a path. */
    public static GpuSpec device(String nameOrPath) {
        GpuSpec device = Devices.load(nameOrPath);
        try {
            ProfileFit.check(device, Profiles.load(device.barrierProfile()));
        } catch (InvalidSpecException e) {
            throw Devices.fault(nameOrPath, e);
        }
        return device;
    }

    /** The device's own profile, or the chosen one, with the chosen variant. */
    public static BarrierProfile profile(GpuSpec device, Choice choice) {
        String name = choice.profile() == null ? device.barrierProfile() : choice.profile();
        return Profiles.load(choice.variant() == null ? name : name + "+" + choice.variant());
    }

    /** Loads a stream, a preset stream or a capture, with its device and profile. */
    public static LoadedRun run(String file, Choice choice) {
        Path path = path(file);
        if (Files.exists(path) && CaptureImporter.isCapture(path)) {
            return capture(file, path, choice);
        }
        StreamSource source = stream(file, path);
        String name = choice.device() == null ? source.device() : choice.device();
        if (name == null) {
            throw new ConfigException(file, "the stream names no device; add a 'device' to it, or --device NAME");
        }
        GpuSpec device = device(name);
        BarrierProfile profile = profile(device, choice);
        StreamProgram program = source.resolve(device);
        List<Path> inputs = new ArrayList<>(InputFiles.of(file, name, choice.profile()));
        inputs.addAll(source.files());
        return new LoadedRun(file, device, profile, program, source.leftOut(), inputs);
    }

    /** Reads a stream file, or a preset when there is no such file. */
    private static StreamSource stream(String file, Path path) {
        if (Files.exists(path)) {
            return StreamReader.read(path);
        }
        Optional<Presets.Preset> preset = Presets.onClasspath().find(Presets.Kind.STREAMS, file);
        if (preset.isPresent()) {
            return StreamReader.read(preset.get().path(), preset.get().bytes(), null);
        }
        throw noSuchFile(file, Presets.onClasspath().list(Presets.Kind.STREAMS));
    }

    /** What to say about a stream that is neither a file nor a preset. */
    public static ConfigException noSuchStream(String file) {
        return noSuchFile(file, Presets.onClasspath().list(Presets.Kind.STREAMS));
    }

    /** What to say about a file that is not there, with the preset that was probably meant. */
    static ConfigException noSuchFile(String file, List<String> presets) {
        boolean aName = file.indexOf('/') < 0 && file.indexOf('\\') < 0 && file.indexOf('.') < 0;
        return new ConfigException(
                file, aName ? "no such file or preset" + Nearest.hint(file, presets) : "no such file");
    }

    private static LoadedRun capture(String file, Path path, Choice choice) {
        String name = choice.device() == null ? DEFAULT_DEVICE : choice.device();
        GpuSpec device = device(name);
        ImportedCapture imported = importCapture(path, device);
        StreamProgram program = StreamReader.read(
                        file, imported.bytes(), path.toAbsolutePath().getParent())
                .resolve(device);
        Set<String> notes = new LinkedHashSet<>(program.notes());
        notes.addAll(imported.notes());
        if (choice.device() == null) {
            notes.add("a capture names no device that Sluice knows: it runs on " + DEFAULT_DEVICE
                    + "; --device chooses another");
        }
        return new LoadedRun(
                file,
                device,
                profile(device, choice),
                program.withNotes(List.copyOf(notes)),
                imported.leftOut(),
                InputFiles.of(file, name, choice.profile()));
    }

    /** A capture as a stream file for a device. */
    public static ImportedCapture importCapture(Path path, GpuSpec device) {
        return CaptureImporter.read(path, CaptureTarget.of(device));
    }

    /**
     * A capture as a stream file for a device, with a file beside it for host data that are long.
     *
     * @param side that file's name
     */
    public static ImportedCapture importCapture(Path path, GpuSpec device, String side) {
        return CaptureImporter.read(path, CaptureTarget.of(device), side);
    }

    /** A compact stream, or a preset one, as a stream file for a device; null for the device that it names. */
    public static String importCompact(String file, @Nullable String device) {
        Path path = path(file);
        CompactStream stream = Files.exists(path)
                ? CompactStream.read(path)
                : Presets.onClasspath()
                        .find(Presets.Kind.STREAMS, file)
                        .map(preset -> CompactStream.read(preset.path(), preset.bytes()))
                        .orElseThrow(
                                () -> noSuchFile(file, Presets.onClasspath().list(Presets.Kind.STREAMS)));
        GpuSpec gpu = device(device == null ? stream.device() : device);
        return YamlText.of(stream.tree(gpu));
    }

    /** A path from the command line. */
    public static Path path(String text) {
        try {
            return Path.of(text);
        } catch (InvalidPathException e) {
            throw new ConfigException(text, "is not a file name: " + e.getReason());
        }
    }
}
