// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.bind;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.config.source.SourceReader;
import dev.sluice.config.units.Duration;
import dev.sluice.config.units.Frequency;
import dev.sluice.config.units.Size;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

final class AssemblerTest {
    record File(
            @Nullable String name,
            @Key("bytes") Size size,
            @Default("4ns") @Min(2) Duration latency,
            Inner inner) {}

    record Inner(int ways, @Default("3") Duration latency) {}

    record Spec(String name, Lines lines, @Nullable Integer extra, InnerSpec inner) {
        Spec {
            if (lines.size == 1) {
                throw new IllegalArgumentException("too small");
            }
        }
    }

    record Lines(long size, int latency) {}

    record InnerSpec(int ways, int latency) {}

    record Fallback(String name) {}

    record Unknown(int depth) {}

    private static BoundRecord<File> file(String text) {
        return Binder.bind(SourceReader.readMap("x.yaml", text.getBytes(StandardCharsets.UTF_8)), File.class);
    }

    private static Spec spec(String text) {
        BoundRecord<File> file = file(text);
        return assembler(file).assemble("outer", Spec.class, file.value(), new Fallback("nobody"));
    }

    private static Assembler assembler(BoundRecord<File> file) {
        return new Assembler(new Frequency(2_000_000_000L), file.where());
    }

    @Test
    void a_component_takes_its_key_in_whichever_record_of_the_spec_it_stands() {
        assertThat(spec("{name: a, bytes: 2KiB, inner: {ways: 4}}").lines()).isEqualTo(new Lines(2048, 8));
    }

    @Test
    void a_record_takes_the_mapping_of_its_name() {
        assertThat(spec("{name: a, bytes: 2KiB, inner: {ways: 4}}").inner()).isEqualTo(new InnerSpec(4, 3));
    }

    @Test
    void what_the_first_source_leaves_open_the_next_one_says() {
        assertThat(spec("{bytes: 32, inner: {ways: 4}}").name()).isEqualTo("nobody");
        assertThat(spec("{name: a, bytes: 32, inner: {ways: 4}}").name()).isEqualTo("a");
    }

    @Test
    void a_component_may_be_null_where_the_spec_allows_it() {
        assertThat(spec("{bytes: 32, inner: {ways: 4}}").extra()).isNull();
    }

    @Test
    void a_time_below_the_least_is_a_fault_at_its_key() {
        assertThatThrownBy(() -> spec("{bytes: 32, latency: 1, inner: {ways: 4}}"))
                .hasMessageContaining("x.yaml:1:22")
                .hasMessageContaining("outer.latency: 1 core cycles; 2 to 2147483647 are possible");
    }

    @Test
    void what_the_spec_refuses_comes_as_it_said_it() {
        assertThatThrownBy(() -> spec("{bytes: 1, inner: {ways: 4}}"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("too small");
    }

    @Test
    void a_component_without_a_key_is_a_mistake_of_the_program() {
        BoundRecord<File> file = file("{bytes: 32, inner: {ways: 4}}");

        assertThatThrownBy(() -> assembler(file).assemble("outer", Unknown.class, file.value()))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("nothing gives outer.depth");
    }
}
