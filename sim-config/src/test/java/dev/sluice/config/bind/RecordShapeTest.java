// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.bind;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.config.source.ScalarNode;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

final class RecordShapeTest {
    private static final List<String> NAMES = List.of("width", "data", "note", "items");

    record Example(
            @Min(1) @Max(64) @PowerOfTwo @Default("32") int width,
            @Key("data") ScalarNode raw,
            @Nullable String note,
            @OneOrMany List<String> items) {}

    sealed interface Choice permits First, Second {}

    record First() implements Choice {}

    @Key("other")
    record Second() implements Choice {}

    @Test
    void a_class_is_read_once() {
        assertThat(RecordShape.of(Example.class)).isSameAs(RecordShape.of(Example.class));
        assertThat(Shape.choices(Choice.class)).isSameAs(Shape.choices(Choice.class));
    }

    @Test
    void slots_carry_what_the_annotations_say() {
        RecordShape shape = RecordShape.of(Example.class);

        assertThat(shape.keys()).containsExactlyElementsOf(NAMES);
        RecordShape.Slot width = shape.slots().get(0);
        assertThat(width.min()).isEqualTo(1);
        assertThat(width.max()).isEqualTo(64);
        assertThat(width.powerOfTwo()).isTrue();
        assertThat(width.optional()).isTrue();
        assertThat(width.fallback()).isEqualTo(new RecordShape.Literal("32", RecordShape.Literal.Kind.INTEGER));
        assertThat(shape.slots().get(1).mayBeEmpty()).isTrue();
        assertThat(shape.slots().get(1).optional()).isFalse();
        assertThat(shape.slots().get(2).nullable()).isTrue();
        assertThat(shape.slots().get(3).oneOrMany()).isTrue();
    }

    @Test
    void choices_have_the_keys_of_their_records() {
        assertThat(Shape.choices(Choice.class)).containsOnlyKeys("first", "other");
    }
}
