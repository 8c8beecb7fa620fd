// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.schema;

import dev.sluice.config.device.DeviceFile;
import dev.sluice.config.device.DramFile;
import dev.sluice.config.device.EnergyTableFile;
import dev.sluice.config.profile.ProfileFile;
import dev.sluice.config.stream.StreamFile;
import dev.sluice.config.sweep.SweepFile;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/**
 * The JSON Schemas (draft 2020-12) of the file kinds. They are generated from the record classes that load the files and
 * kept as resources; a test regenerates and compares them.
 */
public final class Schemas {
    private Schemas() {}

    /** A kind of file. */
    public enum Kind {
        /** Devices. */
        DEVICE(DeviceFile.class),
        /** DRAM presets. */
        DRAM(DramFile.class),
        /** Tables of energies. */
        ENERGY(EnergyTableFile.class),
        /** Barrier profiles. */
        PROFILE(ProfileFile.class),
        /** Command streams. */
        STREAM(StreamFile.class),
        /** Sweeps. */
        SWEEP(SweepFile.class);

        private final Class<? extends Record> root;

        Kind(Class<? extends Record> root) {
            this.root = root;
        }

        /** The record class that a file of this kind is bound to. */
        public Class<? extends Record> root() {
            return root;
        }

        /** The name on the command line: {@code device}. */
        public String key() {
            return name().toLowerCase(Locale.ROOT);
        }

        /** The identifier, which stays while the files of a version can be read: {@code urn:sluice:schema:device}. */
        public String id() {
            return "urn:sluice:schema:" + key();
        }

        /** The name of the schema's resource. */
        public String resource() {
            return "schema/" + key() + ".schema.json";
        }
    }

    /** The schema of a kind as JSON text. */
    public static String text(Kind kind) {
        try (InputStream in = Schemas.class.getClassLoader().getResourceAsStream(kind.resource())) {
            if (in == null) {
                throw new IllegalStateException("missing resource " + kind.resource());
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
