// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.cache;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.device.CacheRates;
import dev.sluice.device.CacheStructure;
import dev.sluice.device.CacheStructure.WriteBuffer;
import dev.sluice.device.ClockRatio;
import dev.sluice.device.PrefetchSpec;
import dev.sluice.machine.testing.CacheSpecs;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** In which cycles the banks of a slice look up. */
final class BankSlotsTest {

    private final CacheSpecs specs = CacheSpecs.l1();

    private BankSlots slots(int banks, int throughput) {
        specs.banks = banks;
        specs.throughput = throughput;
        return new BankSlots(specs.build());
    }

    private static List<Long> take(BankSlots slots, int bank, long from, int count) {
        return IntStream.range(0, count).mapToObj(i -> slots.take(bank, from)).toList();
    }

    @Test
    void a_bank_gives_a_slot_a_cycle_away_and_each_bank_its_own() {
        BankSlots slots = slots(2, 1);
        assertThat(take(slots, 0, 7, 3)).containsExactly(7L, 8L, 9L);
        assertThat(take(slots, 1, 8, 2)).containsExactly(8L, 9L);
        assertThat(slots.next(0, 8)).isEqualTo(10);
        assertThat(slots.next(0, 12)).isEqualTo(12);
        assertThat(slots.oneACycle).isTrue();
    }

    @Test
    void a_throughput_of_three_gives_three_away_in_a_cycle() {
        BankSlots slots = slots(1, 3);
        assertThat(take(slots, 0, 7, 5)).containsExactly(7L, 7L, 7L, 8L, 8L);
        assertThat(slots.next(0, 0)).isEqualTo(8);
        assertThat(slots.severalACycle).isTrue();
        assertThat(slots.oneACycle).isFalse();
    }

    @Test
    void the_rate_of_tags_limits_all_banks_together() {
        specs.rates = new CacheRates(1, 0, 0, Map.of());
        BankSlots slots = slots(2, 1);
        assertThat(slots.take(0, 5)).isEqualTo(5);
        assertThat(slots.next(1, 5)).isEqualTo(6);
        assertThat(slots.take(1, 5)).isEqualTo(6);
        assertThat(slots.oneACycle).isFalse();
    }

    @Test
    void a_bank_at_half_the_core_clock_has_a_slot_in_every_other_core_cycle() {
        specs.structure = new CacheStructure(
                PrefetchSpec.NONE, List.of(), Map.of(), false, new ClockRatio(1, 2), WriteBuffer.NONE);
        BankSlots slots = slots(1, 1);
        assertThat(take(slots, 0, 4, 3)).containsExactly(4L, 6L, 8L);
        assertThat(slots.next(0, 5)).isEqualTo(10);
        assertThat(slots.severalACycle).isTrue();
    }

    @Test
    void a_slot_to_come_has_taken_no_cycle_yet() {
        BankSlots slots = slots(1, 1);
        take(slots, 0, 7, 4);
        assertThat(slots.busyCycles(0, 9)).isEqualTo(2);
        assertThat(slots.busyCycles(0, 20)).isEqualTo(4);
    }
}
