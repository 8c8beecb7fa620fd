// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.profile;

import dev.sluice.config.ConfigException;
import dev.sluice.config.Presets;
import dev.sluice.config.bind.Nearest;
import dev.sluice.config.source.SourceReader;
import dev.sluice.program.sync.BarrierProfile;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Finds barrier profiles: presets by name, others by path. */
public final class Profiles {
    private Profiles() {}

    /** The names of the presets, sorted. */
    public static List<String> names() {
        return Presets.onClasspath().list(Presets.Kind.PROFILES);
    }

    /**
     * The profile with a preset's name ({@code l2}) or at a path (with a separator or an extension), base rows or, behind a
     * plus sign, one of its variants ({@code turnip+a6xx}).
     *
     * @throws ConfigException when there is none, naming the nearest, or when it does not load
     */
    public static BarrierProfile load(String nameOrPath) {
        return read(nameOrPath).profile();
    }

    /** The same with the file that it was read from. */
    public static ProfileSource read(String nameOrPath) {
        Optional<ProfileSource> whole = find(nameOrPath);
        if (whole.isPresent()) {
            return whole.get();
        }
        int plus = nameOrPath.lastIndexOf('+');
        Optional<ProfileSource> base = plus < 0 ? Optional.empty() : find(nameOrPath.substring(0, plus));
        if (base.isPresent()) {
            ProfileSource found = base.get();
            return found.with(variant(found.profile(), nameOrPath.substring(plus + 1)));
        }
        if (isPath(nameOrPath) && plus < 0) {
            return read(Path.of(nameOrPath));
        }
        String name = plus < 0 ? nameOrPath : nameOrPath.substring(0, plus);
        throw new ConfigException(name, "no such barrier profile" + Nearest.hint(name, names()));
    }

    private static BarrierProfile variant(BarrierProfile base, String variant) {
        try {
            return base.withVariant(variant);
        } catch (IllegalArgumentException e) {
            throw new ConfigException(base.name(), String.valueOf(e.getMessage()));
        }
    }

    private static Optional<ProfileSource> find(String nameOrPath) {
        if (isPath(nameOrPath)) {
            Path path = Path.of(nameOrPath);
            return path.toFile().exists() ? Optional.of(read(path)) : Optional.empty();
        }
        return Presets.onClasspath()
                .find(Presets.Kind.PROFILES, nameOrPath)
                .map(preset -> ProfileSource.of(preset.path(), preset.bytes()));
    }

    private static ProfileSource read(Path path) {
        return ProfileSource.of(path.toString(), SourceReader.bytesOf(path, SourceReader.MAX_BYTES, "a text file"));
    }

    private static boolean isPath(String nameOrPath) {
        return nameOrPath.indexOf('/') >= 0
                || nameOrPath.indexOf('\\') >= 0
                || nameOrPath.endsWith(".json")
                || nameOrPath.endsWith(".yaml")
                || nameOrPath.endsWith(".yml");
    }
}
