// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.input;

import dev.sluice.config.device.DeviceSource;
import dev.sluice.config.profile.ProfileSource;
import dev.sluice.config.source.SourceReader;
import dev.sluice.plugin.Plugins;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a run was made of.
 *
 * @param device the device's document; null for a run that was not read from files
 * @param inputs every file: the stream or capture with its data, the device, DRAM presets, the table of energies, the profile, plug-ins
 */
public record Provenance(@Nullable DeviceSource device, List<Input> inputs) {
    /** A run that was not read from files. */
    public static final Provenance NONE = new Provenance(null, List.of());

    public Provenance {
        inputs = List.copyOf(inputs);
    }

    /** Of a stream or capture, with its data, on a device under a profile. */
    static Provenance of(List<Input> stream, DeviceSource device, ProfileSource profile) {
        List<Input> inputs = new ArrayList<>(stream);
        inputs.add(Input.of("device", device.file(), device.bytes()));
        brought(device, inputs);
        inputs.add(Input.of("profile", profile.file(), profile.bytes()));
        inputs.addAll(plugins());
        return new Provenance(device, inputs);
    }

    /**
     * Of a trace on a device.
     *
     * @param files the trace's, which are read again when somebody asks what is in them
     * @param pipe the SHA-256 of the first one's bytes, if it is a pipe, which cannot be read again; else null
     */
    public static Provenance ofTrace(List<Path> files, @Nullable String pipe, DeviceSource device) {
        List<Input> inputs = new ArrayList<>();
        for (Path file : files) {
            String name = Input.lastPart(file.toString());
            inputs.add(
                    pipe == null || !inputs.isEmpty()
                            ? Input.of("trace", name, file)
                            : new Input("trace", name, () -> pipe));
        }
        inputs.add(Input.of("device", device.file(), device.bytes()));
        brought(device, inputs);
        inputs.addAll(plugins());
        return new Provenance(device, inputs);
    }

    /** The jars of plug-ins that are in use, any of which may have a part in a run. */
    static List<Input> plugins() {
        List<Input> inputs = new ArrayList<>();
        for (Path jar : Plugins.inUse()) {
            try {
                inputs.add(Input.of("plugin", jar.toString(), Files.readAllBytes(jar)));
            } catch (IOException e) {
                throw SourceReader.unreadable(jar.toString(), e);
            }
        }
        return inputs;
    }

    /** What a device takes from what comes with Sluice: DRAM presets, and the table of energies. */
    private static void brought(DeviceSource device, List<Input> inputs) {
        device.dramPresets().forEach((name, bytes) -> inputs.add(Input.of("dram", name + ".yaml", bytes)));
        device.energyTable().forEach((name, bytes) -> inputs.add(Input.of("energy", name + ".yaml", bytes)));
    }

    /** Files of data, named from the folder of their stream. */
    static List<Input> data(List<Path> files, @Nullable Path folder) {
        List<Input> inputs = new ArrayList<>();
        for (Path file : files) {
            Path name = folder != null && file.startsWith(folder)
                    ? file.subpath(folder.getNameCount(), file.getNameCount())
                    : file.getFileName();
            inputs.add(Input.of("data", String.valueOf(name).replace('\\', '/'), file));
        }
        return inputs;
    }
}
