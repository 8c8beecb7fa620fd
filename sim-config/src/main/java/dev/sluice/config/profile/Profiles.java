// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.profile;

import dev.sluice.config.ConfigException;
import dev.sluice.config.Presets;
import dev.sluice.config.bind.Nearest;
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
        Optional<BarrierProfile> whole = find(nameOrPath);
        if (whole.isPresent()) {
            return whole.get();
        }
        int plus = nameOrPath.lastIndexOf('+');
        Optional<BarrierProfile> base = plus < 0 ? Optional.empty() : find(nameOrPath.substring(0, plus));
        if (base.isPresent()) {
            return variant(base.get(), nameOrPath.substring(plus + 1));
        }
        if (isPath(nameOrPath) && plus < 0) {
            return BarrierProfileReader.read(Path.of(nameOrPath));
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

    private static Optional<BarrierProfile> find(String nameOrPath) {
        if (isPath(nameOrPath)) {
            Path path = Path.of(nameOrPath);
            return path.toFile().exists() ? Optional.of(BarrierProfileReader.read(path)) : Optional.empty();
        }
        return Presets.onClasspath()
                .find(Presets.Kind.PROFILES, nameOrPath)
                .map(preset -> BarrierProfileReader.read(preset.path(), preset.bytes()));
    }

    private static boolean isPath(String nameOrPath) {
        return nameOrPath.indexOf('/') >= 0
                || nameOrPath.indexOf('\\') >= 0
                || nameOrPath.endsWith(".json")
                || nameOrPath.endsWith(".yaml")
                || nameOrPath.endsWith(".yml");
    }
}
