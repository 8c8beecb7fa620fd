// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.compute;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class SharedMemoryTest {

    private final SharedMemory memory = new SharedMemory(1024, 10, 0);

    @Test
    void a_pass_occupies_the_banks_for_a_cycle_and_delays_the_result_by_one() {
        assertThat(memory.reserve(100, 1)).isEqualTo(110);
        assertThat(memory.acceptsAt()).isEqualTo(101);
        assertThat(memory.reserve(101, 3)).isEqualTo(113);
        assertThat(memory.acceptsAt()).isEqualTo(104);
        assertThat(memory.reserve(102, 1)).isEqualTo(114);
        assertThat(memory.conflictCycles()).isEqualTo(2);
    }

    @Test
    void as_many_accesses_as_have_room_wait_for_the_banks() {
        SharedMemory queued = new SharedMemory(1024, 10, 2);
        assertThat(queued.reserve(100, 4)).isEqualTo(113);
        assertThat(queued.acceptsAt()).isLessThanOrEqualTo(100);
        assertThat(queued.reserve(100, 5)).isEqualTo(118);
        assertThat(queued.acceptsAt()).isLessThanOrEqualTo(100);
        assertThat(queued.reserve(101, 1)).isEqualTo(119);
        assertThat(queued.acceptsAt()).isEqualTo(104);
        assertThat(queued.reserve(104, 1)).isEqualTo(120);
        assertThat(queued.acceptsAt()).isEqualTo(109);
    }

    @Test
    void a_workgroup_finds_poison_and_not_what_its_predecessor_left() {
        byte[] first = memory.allocate(8, new byte[0]);
        first[3] = 1;
        memory.free(8);
        byte[] second = memory.allocate(4, first);
        assertThat(second).isSameAs(first);
        assertThat(second[3]).isEqualTo(SharedMemory.POISON);
    }

    @Test
    void room_is_counted_in_bytes() {
        memory.allocate(1000, new byte[0]);
        assertThat(memory.hasRoom(24)).isTrue();
        assertThat(memory.hasRoom(25)).isFalse();
        memory.free(1000);
        assertThat(memory.hasRoom(1024)).isTrue();
    }
}
