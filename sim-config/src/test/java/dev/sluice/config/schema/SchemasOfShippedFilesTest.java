// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.schema;

import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.sluice.config.source.ListNode;
import dev.sluice.config.source.MapNode;
import dev.sluice.config.source.Node;
import dev.sluice.config.source.ScalarNode;
import dev.sluice.config.source.SourceReader;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Holds all files that Sluice brings along to the schemas. */
class SchemasOfShippedFilesTest {
    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final Pattern SCHEMA =
            Pattern.compile("(?:# yaml-language-server: \\$schema=|\\{\\s*\"\\$schema\": \")([^\"\\s]+)[\"\n]");
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
            Objects.requireNonNull(schemas.get(kind(file)))
                    .validate(json(SourceReader.readMap(file.toString(), Files.readAllBytes(file))))
                    .forEach(error -> faults.add(ROOT.relativize(file) + ": " + error));
        }

        assertThat(faults).isEmpty();
    }

    @Test
    void every_file_tells_editors_where_its_schema_lies() throws IOException {
        for (Path file : files()) {
            Matcher schema = SCHEMA.matcher(Files.readString(file));

            assertThat(schema.lookingAt())
                    .as(file + " begins with a modeline or has \"$schema\"")
                    .isTrue();
            assertThat(file.resolveSibling(schema.group(1)).normalize())
                    .as(file.toString())
                    .isEqualTo(SCHEMAS.resolve(kind(file).resource()))
                    .isRegularFile();
        }
    }

    /** What the reader makes of a file, aliases followed, as JSON. */
    private static JsonNode json(Node node) {
        if (node instanceof MapNode map) {
            ObjectNode object = JSON.createObjectNode();
            map.entries().forEach(entry -> object.set(entry.key(), json(entry.value())));
            return object;
        }
        if (node instanceof ListNode list) {
            ArrayNode array = JSON.createArrayNode();
            list.items().forEach(item -> array.add(json(item)));
            return array;
        }
        ScalarNode scalar = (ScalarNode) node;
        BigInteger integer = scalar.integer();
        if (scalar.isNull()) {
            return JSON.nullNode();
        }
        if (integer != null) {
            return JSON.getNodeFactory().numberNode(integer);
        }
        return switch (scalar.kind()) {
            case BOOLEAN -> JSON.getNodeFactory().booleanNode(Boolean.parseBoolean(scalar.text()));
            case DECIMAL ->
                JSON.getNodeFactory().numberNode(new BigDecimal(scalar.text().replace("_", "")));
            case TEXT, INTEGER, NULL -> JSON.getNodeFactory().stringNode(scalar.text());
        };
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
