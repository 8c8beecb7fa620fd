// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.device;

import dev.sluice.config.ConfigException;
import dev.sluice.config.Presets;
import dev.sluice.config.bind.Nearest;
import dev.sluice.config.source.SourceReader;
import dev.sluice.device.GpuSpec;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Finds devices: presets by name, others by path. */
public final class Devices {
    private Devices() {}

    /** The names of the presets, sorted. */
    public static List<String> names() {
        return Presets.onClasspath().list(Presets.Kind.DEVICES).stream()
                .filter(name -> name.indexOf('/') < 0)
                .toList();
    }

    /**
     * The device with a preset's name, or in the file at a path (with a separator or an extension).
     *
     * @throws ConfigException when there is none, naming the nearest preset, or when it does not load
     */
    public static GpuSpec load(String nameOrPath) {
        return find(nameOrPath, Overrides.NONE).spec();
    }

    /**
     * The document of the device with a preset's name, or in the file at a path, with some of its keys changed.
     *
     * @throws ConfigException when there is none, naming the nearest preset, or a key is none of its keys
     */
    public static DeviceSource find(String nameOrPath, Overrides overrides) {
        if (isPath(nameOrPath)) {
            Path path = path(nameOrPath);
            byte[] bytes = SourceReader.bytesOf(path, SourceReader.MAX_BYTES, "a text file");
            return DeviceSource.of(path.toString(), bytes, overrides);
        }
        Presets.Preset preset = preset(nameOrPath);
        return DeviceSource.of(preset.path(), preset.bytes(), overrides);
    }

    /**
     * What a file calls a device, as it is found: a path leads from the file's own folder where there is such a file, else from the
     * current one.
     *
     * @param file the file that names the device; null for what lies in no folder
     */
    public static String beside(@Nullable Path file, String nameOrPath) {
        if (file == null || !isPath(nameOrPath)) {
            return nameOrPath;
        }
        Path there = file.resolveSibling(path(nameOrPath));
        return Files.exists(there) ? there.toString() : nameOrPath;
    }

    private static Presets.Preset preset(String name) {
        Optional<Presets.Preset> preset =
                names().contains(name) ? Presets.onClasspath().find(Presets.Kind.DEVICES, name) : Optional.empty();
        return preset.orElseThrow(() -> new ConfigException(name, "no such device" + Nearest.hint(name, names())));
    }

    /** A reader that knows the presets. */
    public static DeviceReader reader() {
        return new DeviceReader(new PresetCatalog(Presets.onClasspath()));
    }

    private static Path path(String text) {
        try {
            return Path.of(text);
        } catch (InvalidPathException e) {
            throw new ConfigException(text, "is not a file name");
        }
    }

    private static boolean isPath(String text) {
        return text.indexOf('/') >= 0
                || text.indexOf('\\') >= 0
                || text.endsWith(".yaml")
                || text.endsWith(".yml")
                || text.endsWith(".json");
    }
}
