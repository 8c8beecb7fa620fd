// SPDX-License-Identifier: Apache-2.0
package dev.sluice.device;

import static dev.sluice.device.MemoryProperty.DEVICE_LOCAL;
import static dev.sluice.device.MemoryProperty.HOST_CACHED;
import static dev.sluice.device.MemoryProperty.HOST_COHERENT;
import static dev.sluice.device.MemoryProperty.HOST_VISIBLE;
import static dev.sluice.device.MemoryProperty.LAZILY_ALLOCATED;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.machine.memory.MemoryMode;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class MemoryTypesTest {

    private static final List<MemoryHeap> HEAPS =
            List.of(new MemoryHeap(1 << 20, true), new MemoryHeap(1 << 20, false));

    private static final List<MemoryType> SEED = List.of(
            type(0, DEVICE_LOCAL),
            type(1, HOST_VISIBLE, HOST_COHERENT),
            type(1, HOST_VISIBLE, HOST_CACHED),
            type(1, HOST_VISIBLE, HOST_CACHED, HOST_COHERENT),
            type(0, DEVICE_LOCAL, HOST_VISIBLE, HOST_COHERENT));

    private static MemoryType type(int heap, MemoryProperty... properties) {
        return new MemoryType(heap, Set.of(properties));
    }

    private static List<MemoryType> with(MemoryType extra) {
        List<MemoryType> types = new ArrayList<>(SEED);
        types.add(extra);
        return types;
    }

    @Test
    void should_accept_the_types_of_the_seed_devices() {
        assertThat(MemoryTypes.validate(HEAPS, SEED)).isEmpty();
    }

    @Test
    void should_accept_exactly_the_nine_allowed_sets() {
        int allowed = 0;
        for (int bits = 0; bits < 32; bits++) {
            EnumSet<MemoryProperty> set = EnumSet.noneOf(MemoryProperty.class);
            for (MemoryProperty property : MemoryProperty.values()) {
                if ((bits & property.bit()) != 0) {
                    set.add(property);
                }
            }
            List<String> problems =
                    MemoryTypes.validate(HEAPS, List.of(new MemoryType(set.contains(DEVICE_LOCAL) ? 0 : 1, set)));
            allowed += problems.stream().noneMatch(p -> p.contains("none of the allowed sets")) ? 1 : 0;
        }
        assertThat(allowed).isEqualTo(9);
    }

    @Test
    void should_refuse_cached_without_visible() {
        assertThat(MemoryTypes.validate(HEAPS, with(type(1, HOST_CACHED))))
                .anyMatch(p -> p.startsWith("memory type 5 has HOST_CACHED, which is none of the allowed sets"));
    }

    @Test
    void should_refuse_lazy_memory_that_the_host_can_see() {
        assertThat(MemoryTypes.validate(
                        HEAPS, with(type(0, DEVICE_LOCAL, HOST_VISIBLE, HOST_COHERENT, LAZILY_ALLOCATED))))
                .anyMatch(p -> p.contains("none of the allowed sets"));
    }

    @Test
    void should_demand_a_visible_and_coherent_type() {
        assertThat(MemoryTypes.validate(HEAPS, List.of(type(0, DEVICE_LOCAL), type(1, HOST_VISIBLE, HOST_CACHED))))
                .containsExactly("no memory type has HOST_VISIBLE|HOST_COHERENT; at least one must");
    }

    @Test
    void should_demand_a_device_local_type() {
        assertThat(MemoryTypes.validate(HEAPS, List.of(type(1, HOST_VISIBLE, HOST_COHERENT))))
                .containsExactly("no memory type has DEVICE_LOCAL; at least one must");
    }

    @Test
    void should_demand_a_device_local_heap() {
        assertThat(MemoryTypes.validate(
                        List.of(new MemoryHeap(1, false)),
                        List.of(type(0, DEVICE_LOCAL), type(0, DEVICE_LOCAL, HOST_VISIBLE, HOST_COHERENT))))
                .contains("no heap has DEVICE_LOCAL; at least one must")
                .anyMatch(p -> p.contains("is DEVICE_LOCAL, but its heap 0 is not"));
    }

    @Test
    void should_refuse_a_heap_that_does_not_exist() {
        assertThat(MemoryTypes.validate(HEAPS, with(type(2, DEVICE_LOCAL, HOST_VISIBLE, HOST_CACHED))))
                .containsExactly("memory type 5 names heap 2, but there are 2 heaps");
    }

    @Test
    void should_put_a_subset_of_flags_first() {
        List<MemoryType> types = List.of(
                type(0, DEVICE_LOCAL, HOST_VISIBLE, HOST_COHERENT),
                type(0, DEVICE_LOCAL),
                type(1, HOST_VISIBLE, HOST_COHERENT));
        assertThat(MemoryTypes.validate(HEAPS, types)).hasSize(2).allMatch(p -> p.contains("must come before type 0"));
    }

    @Test
    void should_put_the_faster_heap_first_where_flags_are_equal() {
        List<MemoryType> plain = List.of(type(1), type(0), type(0, DEVICE_LOCAL), type(1, HOST_VISIBLE, HOST_COHERENT));
        assertThat(MemoryTypes.validate(HEAPS, plain))
                .containsExactly("memory type 1 (0) must come before type 0 (0): the same flags on a faster heap");
    }

    @Test
    void should_accept_types_without_an_order_in_either_order() {
        List<MemoryType> types = List.of(type(1, HOST_VISIBLE, HOST_COHERENT), type(0, DEVICE_LOCAL));
        assertThat(MemoryTypes.validate(HEAPS, types)).isEmpty();
    }

    @Test
    void should_find_the_first_type_that_has_all_properties() {
        assertThat(MemoryTypes.findProperties(SEED, Set.of(HOST_VISIBLE))).isEqualTo(1);
        assertThat(MemoryTypes.findProperties(SEED, Set.of(HOST_VISIBLE, HOST_CACHED)))
                .isEqualTo(2);
        assertThat(MemoryTypes.findProperties(SEED, Set.of(HOST_CACHED, HOST_COHERENT)))
                .isEqualTo(3);
        assertThat(MemoryTypes.findProperties(SEED, Set.of(DEVICE_LOCAL, HOST_VISIBLE)))
                .isEqualTo(4);
        assertThat(MemoryTypes.findProperties(SEED, Set.of())).isZero();
    }

    @Test
    void should_honour_the_type_bits_of_a_resource() {
        assertThat(MemoryTypes.findProperties(SEED, 0b10000, Set.of(HOST_VISIBLE)))
                .isEqualTo(4);
    }

    @Test
    void should_find_nothing_where_no_type_has_all() {
        assertThat(MemoryTypes.findProperties(SEED, Set.of(LAZILY_ALLOCATED))).isEqualTo(-1);
    }

    @Test
    void should_derive_the_hosts_mode_from_the_flags() {
        assertThat(SEED.stream().map(MemoryMode::of))
                .containsExactly(
                        MemoryMode.DEVICE_ONLY,
                        MemoryMode.UNCACHED_WC,
                        MemoryMode.CACHED,
                        MemoryMode.CACHED_COHERENT,
                        MemoryMode.UNCACHED_WC);
    }
}
