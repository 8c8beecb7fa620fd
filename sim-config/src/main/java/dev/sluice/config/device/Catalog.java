package dev.sluice.config.device;

import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a device file may refer to by name. */
public interface Catalog {
    /** Knows no names at all: DRAM must be written out and any profile name is taken. */
    Catalog EMPTY = new Catalog() {
        @Override
        public Collection<String> dramPresets() {
            return List.of();
        }

        @Override
        public byte @Nullable [] dramPreset(String name) {
            return null;
        }

        @Override
        public Collection<String> profiles() {
            return List.of();
        }

        @Override
        public Collection<String> replacementPolicies() {
            return List.of();
        }
    };

    /** The names of the DRAM presets. */
    Collection<String> dramPresets();

    /** The text of a DRAM preset, or null when there is none of this name. */
    byte @Nullable [] dramPreset(String name);

    /** The names of the barrier profiles; empty when any is taken. */
    Collection<String> profiles();

    /** The names of the replacement policies; empty when any is taken. */
    Collection<String> replacementPolicies();
}
