// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.capture;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.config.capture.Descriptors.Descriptor;
import dev.sluice.config.capture.Descriptors.DescriptorSet;
import dev.sluice.config.capture.Descriptors.Layout;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Copies between descriptor sets. */
final class DescriptorCopiesTest {
    /** Bindings 0 and 3 of two and four descriptors. */
    private static final Layout LAYOUT = new Layout(
            new TreeMap<>(Map.of(0, 2, 3, 4)),
            new TreeMap<>(Map.of(0, "STORAGE_BUFFER", 3, "STORAGE_BUFFER")),
            new TreeMap<>(),
            Set.of());

    private final DescriptorSet from = new DescriptorSet(LAYOUT);
    private final DescriptorSet to = new DescriptorSet(LAYOUT);

    private static Descriptor descriptor(long offset) {
        return new Descriptor("STORAGE_BUFFER", null, offset, 4);
    }

    @Test
    void elements_that_are_not_set_leave_gaps_in_what_is_copied() {
        from.write(3, 0, List.of(descriptor(1)));
        from.write(3, 2, List.of(descriptor(2)));
        to.write(3, 1, List.of(descriptor(7)));

        to.write(3, 0, from.read(3, 0, 3));

        assertThat(to.bindings().get(3))
                .containsExactlyInAnyOrderEntriesOf(Map.of(0, descriptor(1), 1, descriptor(7), 2, descriptor(2)));
    }

    @Test
    void a_copy_goes_on_in_the_next_binding_where_one_ends() {
        from.write(0, 0, List.of(descriptor(1), descriptor(2), descriptor(3)));

        assertThat(from.read(0, 1, 3)).containsExactlyInAnyOrderEntriesOf(Map.of(0L, descriptor(2), 1L, descriptor(3)));
        assertThat(from.read(3, 3, 2)).isEmpty();
    }

    @Test
    void arrays_as_long_as_any_cost_what_is_set_in_them() {
        Layout layout = new Layout(
                new TreeMap<>(Map.of(0, Integer.MAX_VALUE, 1, Integer.MAX_VALUE)),
                new TreeMap<>(),
                new TreeMap<>(),
                Set.of());
        DescriptorSet longest = new DescriptorSet(layout);
        DescriptorSet copy = new DescriptorSet(layout);
        longest.write(0, Integer.MAX_VALUE - 1, List.of(descriptor(1), descriptor(2)));

        copy.write(0, 0, longest.read(0, 1, Integer.MAX_VALUE));

        assertThat(copy.bindings())
                .isEqualTo(
                        Map.of(0, Map.of(Integer.MAX_VALUE - 2, descriptor(1), Integer.MAX_VALUE - 1, descriptor(2))));
    }
}
