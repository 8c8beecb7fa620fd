// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.input;

import dev.sluice.check.litmus.LitmusTest;
import dev.sluice.config.ConfigException;
import dev.sluice.config.Presets;
import dev.sluice.config.capture.CaptureImporter;
import dev.sluice.config.capture.ImportedCapture;
import dev.sluice.config.compact.CompactStream;
import dev.sluice.config.device.Devices;
import dev.sluice.config.litmus.LitmusReader;
import dev.sluice.config.profile.BarrierProfileReader;
import dev.sluice.config.profile.Profiles;
import dev.sluice.config.source.MapNode;
import dev.sluice.config.source.SourceReader;
import dev.sluice.config.stream.StreamReader;
import dev.sluice.config.stream.StreamSource;
import dev.sluice.device.CacheSpec;
import dev.sluice.device.GpuSpec;
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
     * @param machine builds the machine of a run, which tells more than the files alone
     * @throws ConfigException for the first fault, carrying the others
     */
    public static FileCheck of(String file, @Nullable String device, Consumer<LoadedRun> machine) {
        Wiring wiring = new Wiring(machine);
        Path path = Inputs.path(file);
        if (Files.exists(path)) {
            return CaptureImporter.isCapture(path) ? capture(path, device, wiring) : text(file, path, device, wiring);
        }
        List<String> known = new ArrayList<>();
        for (Presets.Kind kind : Presets.Kind.values()) {
            Optional<Presets.Preset> preset = Presets.onClasspath().find(kind, file);
            if (preset.isPresent()) {
                return preset(kind, preset.get(), device, wiring);
            }
            known.addAll(Presets.onClasspath().list(kind));
        }
        throw Inputs.noSuchFile(file, known);
    }

    private static FileCheck preset(Presets.Kind kind, Presets.Preset preset, @Nullable String device, Wiring wiring) {
        return switch (kind) {
            case DEVICES ->
                device(
                        Devices.reader().read(preset.path(), preset.bytes()),
                        SourceReader.readMap(preset.path(), preset.bytes()),
                        wiring);
            case PROFILES -> profile(BarrierProfileReader.read(preset.path(), preset.bytes()));
            case STREAMS ->
                stream(preset.path(), StreamReader.read(preset.path(), preset.bytes(), null), device, wiring);
            case LITMUS -> litmus(LitmusReader.read(preset.path(), preset.bytes()));
        };
    }

    private static FileCheck litmus(LitmusTest test) {
        int checks = test.checks().size();
        return new FileCheck(
                "litmus test " + test.program().name() + ", " + checks + (checks == 1 ? " check" : " checks"),
                List.of());
    }

    private static FileCheck text(String file, Path path, @Nullable String device, Wiring wiring) {
        if (file.endsWith(".lit")) {
            return litmus(LitmusInput.read(file));
        }
        if (CompactStream.named(file)) {
            return stream(file, StreamReader.read(path), device, wiring);
        }
        MapNode root = SourceReader.readMap(path);
        if (has(root, "program", "buffers", "memory", "threads", "images")) {
            return stream(file, StreamReader.read(path), device, wiring);
        }
        if (has(root, "computeUnits", "clients", "memoryTypes", "vram")) {
            return device(Devices.reader().read(path), root, wiring);
        }
        if (has(root, "schema", "src", "dst", "coherence_level")) {
            return profile(BarrierProfileReader.read(path));
        }
        throw new ConfigException(
                file, "is neither a device, nor a barrier profile, nor a stream: it has none of their keys");
    }

    private static boolean has(MapNode root, String... keys) {
        for (String key : keys) {
            if (root.get(key) != null) {
                return true;
            }
        }
        return false;
    }

    private static FileCheck device(GpuSpec device, MapNode root, Wiring wiring) {
        BarrierProfile profile = Profiles.load(device.barrierProfile());
        wiring.check(device, profile, root);
        return new FileCheck("device " + device.name(), lacking(device, profile));
    }

    private static FileCheck profile(BarrierProfile profile) {
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

    private static FileCheck stream(String file, StreamSource source, @Nullable String chosen, Wiring wiring) {
        List<String> remarks = new ArrayList<>();
        String name = chosen == null ? source.device() : chosen;
        if (name == null) {
            name = Inputs.DEFAULT_DEVICE;
            remarks.add("names no device: checked against " + name);
        }
        GpuSpec device = Inputs.device(name);
        BarrierProfile profile = Profiles.load(device.barrierProfile());
        wiring.check(new LoadedRun(file, device, profile, source.resolve(device), source.leftOut()), name);
        remarks.addAll(lacking(device, profile));
        return new FileCheck("stream " + source.name() + " on " + device.name(), remarks);
    }

    private static FileCheck capture(Path path, @Nullable String chosen, Wiring wiring) {
        String name = chosen == null ? Inputs.DEFAULT_DEVICE : chosen;
        GpuSpec device = Inputs.device(name);
        ImportedCapture imported = Inputs.importCapture(path, device);
        StreamProgram program = StreamReader.read(
                        path.toString(), imported.bytes(), path.toAbsolutePath().getParent())
                .resolve(device);
        BarrierProfile profile = Profiles.load(device.barrierProfile());
        wiring.check(new LoadedRun(path.toString(), device, profile, program, imported.leftOut()), name);
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
