// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.capture;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.config.capture.Descriptors.BoundSet;
import dev.sluice.config.capture.Descriptors.Descriptor;
import dev.sluice.config.capture.Descriptors.DescriptorSet;
import dev.sluice.config.capture.Descriptors.Layout;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Descriptors that a command buffer pushes over what was there. */
final class PushedDescriptorsTest {
    private static final Layout SINGLES = layout(Map.of(0, 1, 1, 1));

    private final NavigableMap<Integer, BoundSet> sets = new TreeMap<>();

    private static Layout layout(Map<Integer, Integer> counts) {
        return new Layout(new TreeMap<>(counts), new TreeMap<>(), new TreeMap<>(), Set.of());
    }

    private static Descriptor descriptor(long offset) {
        return new Descriptor("STORAGE_BUFFER", null, offset, 4);
    }

    private DescriptorSet push(Layout layout, int binding, long... offsets) {
        DescriptorSet set = CommandBuffer.pushed(sets, 0, layout);
        for (int i = 0; i < offsets.length; i++) {
            set.write(binding, i, List.of(descriptor(offsets[i])));
        }
        return set;
    }

    @Test
    void what_was_pushed_before_to_the_same_layout_stays() {
        DescriptorSet before = push(SINGLES, 0, 7);

        assertThat(push(layout(Map.of(0, 1, 1, 1)), 1, 8).bindings()).containsOnlyKeys(0, 1);
        assertThat(before.bindings()).containsOnlyKeys(0);
    }

    @Test
    void arrays_of_another_layout_are_as_long_as_that_says() {
        push(SINGLES, 0, 7);

        DescriptorSet set = push(layout(Map.of(0, 3)), 0, 1, 2, 3);

        assertThat(set.bindings().getOrDefault(0, Collections.emptyNavigableMap()))
                .containsExactlyInAnyOrderEntriesOf(Map.of(0, descriptor(1), 1, descriptor(2), 2, descriptor(3)));
    }

    @Test
    void of_a_set_that_was_bound_there_nothing_is_left() {
        DescriptorSet bound = new DescriptorSet(SINGLES);
        bound.write(0, 0, List.of(descriptor(7)));
        sets.put(0, new BoundSet(bound, List.of(), false));

        assertThat(push(SINGLES, 1, 8).bindings()).containsOnlyKeys(1);
    }
}
