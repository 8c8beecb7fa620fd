// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.input;

import dev.sluice.check.litmus.LitmusTest;
import dev.sluice.config.ConfigException;
import dev.sluice.config.Presets;
import dev.sluice.config.capture.CaptureImporter;
import dev.sluice.config.capture.ImportedCapture;
import dev.sluice.config.compact.CompactStream;
import dev.sluice.config.device.DeviceSource;
import dev.sluice.config.device.Devices;
import dev.sluice.config.device.Overrides;
import dev.sluice.config.litmus.LitmusReader;
import dev.sluice.config.profile.BarrierProfileReader;
import dev.sluice.config.profile.Profiles;
import dev.sluice.config.source.FileKind;
import dev.sluice.config.source.MapNode;
import dev.sluice.config.source.SourceReader;
import dev.sluice.config.stream.StreamReader;
import dev.sluice.config.stream.StreamSource;
import dev.sluice.config.sweep.SweepDefinition;
import dev.sluice.config.sweep.SweepReader;
import dev.sluice.device.CacheSpec;
import dev.sluice.device.GpuSpec;
import dev.sluice.device.IdleKeys;
import dev.sluice.program.StreamProgram;
import dev.sluice.program.sync.BarrierProfile;
import dev.sluice.program.sync.CacheRole;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/**
 * Checks a file of any kind, told by what is in it.
 *
 * @param summary what it is, in a line
 * @param remarks what a person should know though it is no error
 */
public record FileCheck(String summary, List<String> remarks) {
    public FileCheck {
        remarks = List.copyOf(remarks);
    }

    /**
     * Loads and checks a file, or a preset by its name.
     *
     * @param device the device for streams and captures, or null for the one that they name
     * @param overrides what is changed of devices
     * @param machine builds the machine of a run, which tells more than the files alone
     * @param points plans a sweep, and counts its points
     * @throws ConfigException for the first fault, carrying the others
     */
    public static FileCheck of(
            String file,
            @Nullable String device,
            Overrides overrides,
            Consumer<LoadedRun> machine,
            ToIntFunction<SweepDefinition> points) {
        On on = new On(device, overrides, new Wiring(machine), points);
        Path path = Inputs.path(file);
        if (Files.exists(path)) {
            return CaptureImporter.isCapture(path) ? capture(path, on) : text(file, path, on);
        }
        List<String> known = new ArrayList<>();
        for (Presets.Kind kind : Presets.Kind.values()) {
            Optional<Presets.Preset> preset = Presets.onClasspath().find(kind, file);
            if (preset.isPresent()) {
                return preset(kind, preset.get(), on);
            }
            known.addAll(
                    kind == Presets.Kind.DEVICES
                            ? Devices.names()
                            : Presets.onClasspath().list(kind));
        }
        throw Inputs.noSuchFile(file, known);
    }

    /** What streams are checked against, and how. */
    private record On(
            @Nullable String device, Overrides overrides, Wiring wiring, ToIntFunction<SweepDefinition> points) {
        /** Nothing of what is no device, and runs on none, can be changed. */
        void refuseOverrides(String file, String what) {
            if (!overrides.isEmpty()) {
                throw new ConfigException(file, "is " + what + ", and " + overrides + " changes devices");
            }
        }
    }

    private static FileCheck preset(Presets.Kind kind, Presets.Preset preset, On on) {
        return switch (kind) {
            case DEVICES -> ofDevices(preset, on);
            case PROFILES -> profile(preset.path(), BarrierProfileReader.read(preset.path(), preset.bytes()), on);
            case STREAMS -> stream(preset.path(), StreamReader.read(preset.path(), preset.bytes(), null), on);
            case SWEEPS -> sweep(SweepReader.read(preset.path(), preset.bytes()), on);
            case LITMUS -> litmus(preset.path(), LitmusReader.read(preset.path(), preset.bytes()), on);
        };
    }

    /** A device, or a part of some that has a file of its own: such a one is checked with the devices that Sluice brings along. */
    private static FileCheck ofDevices(Presets.Preset preset, On on) {
        if (Devices.names().contains(preset.name())) {
            return device(DeviceSource.of(preset.path(), preset.bytes(), on.overrides()), on);
        }
        String folder = preset.name().substring(0, preset.name().indexOf('/'));
        String name = preset.name().substring(folder.length() + 1);
        on.refuseOverrides(preset.name(), "no device");
        return folder.equals("dram")
                ? new FileCheck(
                        "DRAM preset " + name,
                        List.of("devices take it as vram: {preset: " + name
                                + "}, with a size, and are checked with it"))
                : new FileCheck("table of energies " + name, List.of("devices take it where they name no other"));
    }

    private static FileCheck sweep(SweepDefinition sweep, On on) {
        int points = on.points().applyAsInt(sweep);
        return new FileCheck("sweep " + sweep.name() + ", " + points + (points == 1 ? " point" : " points"), List.of());
    }

    private static FileCheck litmus(String file, LitmusTest test, On on) {
        on.refuseOverrides(file, "a litmus test");
        int checks = test.checks().size();
        return new FileCheck(
                "litmus test " + test.program().name() + ", " + checks + (checks == 1 ? " check" : " checks"),
                List.of());
    }

    private static FileCheck text(String file, Path path, On on) {
        if (file.endsWith(".lit")) {
            return litmus(file, LitmusInput.read(file), on);
        }
        if (CompactStream.named(file)) {
            return stream(file, StreamReader.read(path), on);
        }
        MapNode root = SourceReader.readMap(path);
        Optional<FileKind> kind = FileKind.of(root);
        if (kind.isPresent()) {
            return ofKind(kind.get(), file, path, on);
        }
        if (has(root, "banksPerGroup", "rowBytes", "transactionBytes")) {
            throw new ConfigException(
                    file,
                    "is a part of a device, which is checked with it: vram and host.ram of a device file take these keys");
        }
        throw new ConfigException(
                file,
                "is neither a device, nor a barrier profile, nor a stream, nor a sweep: it has none of their keys");
    }

    private static FileCheck ofKind(FileKind kind, String file, Path path, On on) {
        return switch (kind) {
            case SWEEP -> {
                on.refuseOverrides(file, "a sweep");
                yield sweep(SweepReader.read(path), on);
            }
            case STREAM -> stream(file, StreamReader.read(path), on);
            case DEVICE -> {
                byte[] bytes = SourceReader.bytesOf(path, SourceReader.MAX_BYTES, "a text file");
                yield device(DeviceSource.of(path.toString(), bytes, on.overrides()), on);
            }
            case PROFILE -> profile(file, BarrierProfileReader.read(path), on);
        };
    }

    private static boolean has(MapNode root, String... keys) {
        for (String key : keys) {
            if (root.get(key) != null) {
                return true;
            }
        }
        return false;
    }

    private static FileCheck device(DeviceSource source, On on) {
        GpuSpec device = source.spec();
        BarrierProfile profile = Profiles.load(device.barrierProfile());
        on.wiring().check(device, profile, source);
        List<String> remarks = new ArrayList<>(lacking(device, profile));
        remarks.addAll(IdleKeys.of(device));
        return new FileCheck("device " + device.name(), remarks);
    }

    private static FileCheck profile(String file, BarrierProfile profile, On on) {
        on.refuseOverrides(file, "a barrier profile");
        List<String> remarks = new ArrayList<>();
        if (profile.implicitAssumed()) {
            remarks.add(
                    "says nothing about submissions: their start is assumed to invalidate, their end to flush everything");
        }
        if (!profile.costs().none()) {
            remarks.add(
                    "charges cycles of its own; its numbers: " + profile.costs().status());
        }
        return new FileCheck("barrier profile " + profile.name() + ", caches " + names(profile.rolesUsed()), remarks);
    }

    private static FileCheck stream(String file, StreamSource source, On on) {
        List<String> remarks = new ArrayList<>();
        String name = on.device() == null ? source.device() : on.device();
        if (name == null) {
            name = Inputs.DEFAULT_DEVICE;
            remarks.add("names no device: checked against " + name);
        }
        DeviceSource document = on.device() == null && source.device() != null
                ? Inputs.ownDevice(name, source::deviceFault, on.overrides())
                : Devices.find(name, on.overrides());
        GpuSpec device = Inputs.device(document);
        BarrierProfile profile = Profiles.load(device.barrierProfile());
        on.wiring().check(new LoadedRun(file, device, profile, source.resolve(device), source.leftOut()), document);
        remarks.addAll(lacking(device, profile));
        return new FileCheck("stream " + source.name() + " on " + device.name(), remarks);
    }

    private static FileCheck capture(Path path, On on) {
        String name = on.device() == null ? Inputs.DEFAULT_DEVICE : on.device();
        DeviceSource document = Devices.find(name, on.overrides());
        GpuSpec device = Inputs.device(document);
        ImportedCapture imported = Inputs.importCapture(path, device);
        StreamProgram program = imported.program(path, path.toString(), device);
        BarrierProfile profile = Profiles.load(device.barrierProfile());
        on.wiring().check(new LoadedRun(path.toString(), device, profile, program, imported.leftOut()), document);
        List<String> remarks = new ArrayList<>(imported.leftOut().doubts());
        remarks.addAll(imported.notes());
        return new FileCheck("capture " + imported.name() + " on " + device.name(), remarks);
    }

    private static List<String> lacking(GpuSpec device, BarrierProfile profile) {
        List<CacheRole> roles = lackingRoles(device, profile);
        return roles.isEmpty()
                ? List.of()
                : List.of("profile " + profile.name() + " also acts on caches that device " + device.name() + " lacks: "
                        + names(roles));
    }

    /** The roles that a profile's actions name and no cache of the device has; those actions do nothing there. */
    public static List<CacheRole> lackingRoles(GpuSpec device, BarrierProfile profile) {
        Set<CacheRole> has = new TreeSet<>();
        for (CacheSpec cache : device.caches()) {
            has.add(cache.role());
        }
        return profile.rolesUsed().stream().filter(role -> !has.contains(role)).toList();
    }

    private static String names(List<CacheRole> roles) {
        return String.join(", ", roles.stream().map(CacheRole::name).toList());
    }
}
