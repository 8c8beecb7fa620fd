// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.schema;

import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.Error;
import com.networknt.schema.InputFormat;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class SchemasTest {
    @ParameterizedTest
    @EnumSource(Schemas.Kind.class)
    void resource_is_what_the_record_classes_generate(Schemas.Kind kind) {
        assertThat(Schemas.text(kind))
                .as("run SchemaBuilder.main to renew src/main/resources/" + kind.resource())
                .isEqualTo(SchemaBuilder.generate(kind));
    }

    @ParameterizedTest
    @CsvSource({"DEVICE, device/full.yaml", "STREAM, stream/full.yaml", "STREAM, stream/graphics.yaml"})
    void accepts_a_file_that_uses_every_key(Schemas.Kind kind, String file) throws IOException {
        assertThat(validate(kind, resource(file))).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(Schemas.Kind.class)
    void has_an_identifier_that_stays(Schemas.Kind kind) {
        assertThat(JsonMapper.builder()
                        .build()
                        .readTree(Schemas.text(kind))
                        .path("$id")
                        .stringValue())
                .isEqualTo("urn:sluice:schema:" + kind.key());
    }

    @ParameterizedTest
    @EnumSource(Schemas.Kind.class)
    void offers_one_spelling_of_a_value(Schemas.Kind kind) {
        for (JsonNode values :
                JsonMapper.builder().build().readTree(Schemas.text(kind)).findValues("enum")) {
            assertThat(values.valueStream()
                            .map(value ->
                                    value.stringValue().toLowerCase(Locale.ROOT).replace("_", "")))
                    .doesNotHaveDuplicates();
        }
    }

    @Test
    void offers_the_policies_that_there_are_and_takes_those_of_plug_ins() throws IOException {
        String text = resource("device/full.yaml");

        assertThat(Schemas.text(Schemas.Kind.DEVICE)).contains("\"mockingjay\"").doesNotContain("\"newestFirst\"");
        assertThat(text).contains("replacement: lru");
        assertThat(validate(Schemas.Kind.DEVICE, text.replace("replacement: lru", "replacement: ofAPlugIn")))
                .isEmpty();
    }

    @Test
    void rejects_an_unknown_key() throws IOException {
        String text = resource("device/full.yaml").replace(" waveSize:", " waveSise:");

        assertThat(validate(Schemas.Kind.DEVICE, text)).isNotEmpty();
    }

    @Test
    void rejects_an_unknown_command() throws IOException {
        String text = resource("stream/full.yaml").replace("fillBuffer:", "filBuffer:");

        assertThat(validate(Schemas.Kind.STREAM, text)).isNotEmpty();
    }

    @Test
    void rejects_a_size_with_an_unknown_unit() throws IOException {
        String text = resource("stream/full.yaml").replace("8MiB", "8MiX");

        assertThat(validate(Schemas.Kind.STREAM, text)).isNotEmpty();
    }

    private static List<Error> validate(Schemas.Kind kind, String text) {
        return SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                .getSchema(Schemas.text(kind))
                .validate(text, InputFormat.YAML);
    }

    private static String resource(String name) throws IOException {
        try (InputStream in =
                Objects.requireNonNull(SchemasTest.class.getResourceAsStream("/dev/sluice/config/" + name), name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
