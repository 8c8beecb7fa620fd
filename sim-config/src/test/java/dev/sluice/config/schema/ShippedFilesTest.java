// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.schema;

import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Holds all files that Sluice brings along to the schemas. */
class ShippedFilesTest {
    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
    private static final Path SCHEMAS = ROOT.resolve("sim-config/src/main/resources");

    @Test
    void every_file_is_what_its_schema_says() throws IOException {
        Map<Schemas.Kind, Schema> schemas = new EnumMap<>(Schemas.Kind.class);
        for (Schemas.Kind kind : Schemas.Kind.values()) {
            schemas.put(
                    kind,
                    SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                            .getSchema(Schemas.text(kind)));
        }
        List<String> faults = new ArrayList<>();
        for (Path file : files()) {
            InputFormat format = file.toString().endsWith(".json") ? InputFormat.JSON : InputFormat.YAML;
            schemas.get(kind(file))
                    .validate(Files.readString(file), format)
                    .forEach(error -> faults.add(ROOT.relativize(file) + ": " + error));
        }

        assertThat(faults).isEmpty();
    }

    /** All files of the kinds that have a schema, captures apart: an import wrote those. */
    private static List<Path> files() throws IOException {
        List<Path> files = new ArrayList<>();
        for (String folder : List.of("configs", "docs/examples")) {
            try (Stream<Path> all = Files.walk(ROOT.resolve(folder))) {
                all.filter(file -> file.toString().matches(".*\\.(yaml|json)"))
                        .filter(file -> !folder(file).matches("configs/(sweeps/cluster|streams/captures)"))
                        .sorted()
                        .forEach(files::add);
            }
        }
        assertThat(files).hasSizeGreaterThan(140);
        return files;
    }

    private static Schemas.Kind kind(Path file) {
        return switch (folder(file)) {
            case "configs/devices" -> Schemas.Kind.DEVICE;
            case "configs/devices/dram" -> Schemas.Kind.DRAM;
            case "configs/devices/energy" -> Schemas.Kind.ENERGY;
            case "configs/profiles" -> Schemas.Kind.PROFILE;
            case "configs/sweeps" -> Schemas.Kind.SWEEP;
            default -> Schemas.Kind.STREAM;
        };
    }

    private static String folder(Path file) {
        return ROOT.relativize(file.getParent()).toString().replace('\\', '/');
    }
}
