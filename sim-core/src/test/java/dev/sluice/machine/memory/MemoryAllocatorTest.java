// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.device.MemoryHeap;
import dev.sluice.device.MemoryProperty;
import dev.sluice.device.MemoryType;
import dev.sluice.machine.fault.AllocationException;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class MemoryAllocatorTest {

    private static final long PAGE = MemoryAllocator.DEFAULT_ALIGNMENT;
    private static final List<MemoryHeap> HEAPS =
            List.of(new MemoryHeap(4 * PAGE, true), new MemoryHeap(2 * PAGE, false), new MemoryHeap(PAGE + 1, true));
    private static final List<MemoryType> TYPES = List.of(
            new MemoryType(0, Set.of(MemoryProperty.DEVICE_LOCAL)),
            new MemoryType(1, Set.of(MemoryProperty.HOST_VISIBLE, MemoryProperty.HOST_COHERENT)),
            new MemoryType(
                    1, Set.of(MemoryProperty.HOST_VISIBLE, MemoryProperty.HOST_CACHED, MemoryProperty.HOST_COHERENT)),
            new MemoryType(2, Set.of(MemoryProperty.DEVICE_LOCAL)));

    private final MemoryAllocator allocator = new MemoryAllocator(HEAPS, TYPES, false);

    @Test
    void should_stack_device_local_heaps_from_zero() {
        assertThat(allocator.allocate("a", 1, 0).base()).isZero();
        assertThat(allocator.allocate("b", 1, 3).base()).isEqualTo(4 * PAGE);
    }

    @Test
    void should_put_other_heaps_into_host_memory() {
        assertThat(allocator.allocate("a", 1, 1).base()).isEqualTo(AddressSpace.HOST_BASE);
    }

    @Test
    void should_put_every_heap_of_a_unified_device_into_device_memory() {
        MemoryAllocator unified = new MemoryAllocator(HEAPS, TYPES, true);
        assertThat(unified.allocate("a", 1, 1).base()).isEqualTo(4 * PAGE);
        assertThat(unified.allocate("b", 1, 3).base()).isEqualTo(6 * PAGE);
    }

    @Test
    void should_align_every_allocation() {
        allocator.allocate("a", PAGE + 1, 0);
        assertThat(allocator.allocate("b", 10, 0).base()).isEqualTo(2 * PAGE);
    }

    @Test
    void should_let_types_share_a_heap() {
        allocator.allocate("a", PAGE, 1);
        assertThat(allocator.allocate("b", PAGE, 2).base()).isEqualTo(AddressSpace.HOST_BASE + PAGE);
        assertThatThrownBy(() -> allocator.allocate("c", 1, 1))
                .isInstanceOf(AllocationException.class)
                .hasMessage("out of host memory: c needs 1 bytes of heap 1, which has 0 of " + 2 * PAGE + " free");
    }

    @Test
    void should_say_when_device_memory_is_exhausted() {
        assertThatThrownBy(() -> allocator.allocate("big", 4 * PAGE + 1, 0))
                .isInstanceOf(AllocationException.class)
                .hasMessageContaining("out of device memory");
    }

    @Test
    void should_fill_a_heap_whose_end_is_not_aligned() {
        assertThat(allocator.allocate("all", PAGE + 1, 3).base()).isEqualTo(4 * PAGE);
        assertThatThrownBy(() -> allocator.allocate("more", 1, 3)).hasMessageContaining("which has 0 of");
    }

    @Test
    void should_snoop_cached_coherent_memory() {
        Allocation plain = allocator.allocate("plain", PAGE, 1);
        Allocation coherent = allocator.allocate("coherent", 100, 2);
        assertThat(allocator.snooped().contains(plain.base())).isFalse();
        assertThat(allocator.snooped().contains(coherent.base() + 99)).isTrue();
        assertThat(allocator.snooped().contains(coherent.base() + 100)).isFalse();
    }

    @Test
    void should_keep_snooped_ranges_in_order_of_address() {
        SnoopedRanges ranges = new SnoopedRanges();
        for (int i : new int[] {5, 1, 3, 9, 7, 0}) {
            ranges.add(i * 10L, i * 10L + 5);
        }
        for (int i = 0; i < 100; i++) {
            boolean inside = i % 10 < 5 && List.of(0, 1, 3, 5, 7, 9).contains(i / 10);
            assertThat(ranges.contains(i)).as("address %d", i).isEqualTo(inside);
        }
        assertThatThrownBy(() -> ranges.add(8, 12)).isInstanceOf(IllegalArgumentException.class);
    }
}
