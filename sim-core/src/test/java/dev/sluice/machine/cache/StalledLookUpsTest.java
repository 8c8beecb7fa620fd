// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.cache;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.device.CacheSpec.DirtyTracking;
import dev.sluice.machine.testing.CacheSpecs;
import dev.sluice.machine.testing.MockRequester;
import dev.sluice.machine.testing.MockRequester.Access;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Look-ups behind one that waits for the only MSHR: when each goes on, and in which order. */
final class StalledLookUpsTest {

    private static final int LINE = 128;
    /** The cycle of a miss that takes the MSHR. */
    private static final int MISS = 1000;
    /** The cycle at which it frees again. */
    private static final int FREE = 1100;

    private static final int LATENCY = 20;

    private final CacheSpecs specs = CacheSpecs.l2(DirtyTracking.SECTOR);

    /** A cache with one MSHR that holds the first four lines, and from cycle {@value #MISS} on misses a fifth. */
    private Slice slice(int banks, int throughput) {
        specs.mshrs = 1;
        specs.banks = banks;
        specs.throughput = throughput;
        specs.queue = 64;
        CacheRig rig = new CacheRig(specs.build());
        MockRequester client = rig.requester("client");
        for (int line = 0; line < 4; line++) {
            client.read(200L * line, (long) LINE * line, 32);
        }
        client.read(MISS, 4 * LINE, 32);
        return new Slice(rig, client);
    }

    private record Slice(CacheRig rig, MockRequester client) {

        List<Access> hits(int count, long cycle, int line) {
            return IntStream.range(0, count)
                    .mapToObj(i -> client.read(cycle, (long) line * LINE, 32))
                    .toList();
        }

        Access miss(long cycle, int line) {
            return client.read(cycle, (long) line * LINE, 32);
        }
    }

    /** The cycles at which hits were looked up. */
    private static List<Long> lookedUp(List<Access> hits) {
        return hits.stream().map(hit -> hit.answered - LATENCY).toList();
    }

    private static List<Long> cycles(long from, int count) {
        return LongStream.range(from, from + count).boxed().toList();
    }

    @ParameterizedTest
    @ValueSource(ints = {1001, 1050, 1098, 1099})
    void stalled_hits_are_looked_up_in_consecutive_cycles_behind_the_miss_whenever_they_came(int came) {
        Slice slice = slice(1, 1);
        Access miss = slice.miss(MISS + 1, 5);
        List<Access> hits = slice.hits(8, came, 0);
        slice.rig.finish();
        assertThat(miss.answered).isEqualTo(FREE + 100 + LATENCY);
        assertThat(lookedUp(hits)).isEqualTo(cycles(FREE + 1, 8));
    }

    @Test
    void the_last_of_them_is_not_answered_a_cycle_before_its_turn() {
        Slice slice = slice(1, 1);
        slice.miss(MISS + 1, 5);
        Access last = slice.hits(8, FREE - 2, 0).get(7);
        slice.rig.engine.runUntil(FREE + 8 + LATENCY - 1);
        assertThat(last.done()).isFalse();
        slice.rig.engine.runUntil(FREE + 8 + LATENCY);
        assertThat(last.done()).isTrue();
        slice.rig.finish();
    }

    @Test
    void a_look_up_that_comes_while_others_stall_takes_no_slot_of_its_bank_until_it_is_its_turn() {
        Slice slice = slice(1, 1);
        slice.miss(MISS + 1, 5);
        slice.hits(8, MISS + 2, 0);
        slice.rig.engine.runUntil(FREE - 1);
        int taken = 4 + 2; // of those before, and of the two misses
        assertThat(slice.rig.cache.lookUpCycles(FREE - 1)).isEqualTo(taken);
        slice.rig.finish();
        assertThat(slice.rig.cache.lookUpCycles(slice.rig.engine.now())).isEqualTo(taken + 1 + 8);
    }

    @Test
    void stalled_look_ups_of_another_bank_leave_in_the_cycle_of_the_one_before() {
        Slice slice = slice(2, 1);
        slice.miss(MISS + 1, 6);
        List<Access> even = slice.hits(1, FREE - 1, 0);
        List<Access> odd = slice.hits(2, FREE - 1, 1);
        slice.rig.finish();
        assertThat(lookedUp(even)).containsExactly(FREE + 1L);
        assertThat(lookedUp(odd)).containsExactly(FREE + 1L, FREE + 2L);
    }

    @Test
    void with_two_look_ups_a_cycle_stalled_hits_leave_in_pairs() {
        Slice slice = slice(1, 2);
        slice.miss(MISS + 1, 5);
        List<Access> hits = slice.hits(5, FREE - 1, 0);
        slice.rig.finish();
        assertThat(lookedUp(hits)).containsExactly(FREE + 0L, FREE + 1L, FREE + 1L, FREE + 2L, FREE + 2L);
    }

    @Test
    void a_second_miss_stalls_those_behind_it_again() {
        Slice slice = slice(1, 1);
        slice.miss(MISS + 1, 5);
        List<Access> between = slice.hits(2, MISS + 2, 0);
        slice.miss(MISS + 3, 6);
        List<Access> behind = slice.hits(2, MISS + 4, 1);
        slice.rig.finish();
        assertThat(lookedUp(between)).containsExactly(FREE + 1L, FREE + 2L);
        assertThat(lookedUp(behind)).containsExactly(FREE + 101L, FREE + 102L);
        assertThat(slice.rig.stats.total().mshrStalls).isEqualTo(2);
    }

    /** In one bank: hits, the miss that stalls, then a store that still waits for its slot when a read of its bytes comes. */
    @ParameterizedTest
    @CsvSource({"1, 1", "2, 2"})
    void a_read_that_comes_behind_stalled_look_ups_sees_the_store_that_waited_for_its_bank(int throughput, int hits) {
        Slice slice = slice(1, throughput);
        slice.hits(hits, MISS + 1, 0);
        slice.miss(MISS + 1, 5);
        slice.hits(2 * throughput, MISS + 1, 0);
        Access store = slice.client.write(MISS + 1, LINE, (byte) 42);
        Access read = slice.client.read(MISS + 3, LINE, 1);
        slice.rig.engine.runUntil(MISS + 3);
        assertThat(slice.rig.cache.stalling).isTrue();
        slice.rig.finish();
        assertThat(read.data[0]).isEqualTo((byte) 42);
        assertThat(store.answered).isEqualTo(FREE + LATENCY + (1 + 2 * throughput) / throughput);
        assertThat(read.answered).isEqualTo(FREE + LATENCY + (2 + 2 * throughput) / throughput);
    }

    @Test
    void a_read_that_waited_for_its_bank_does_not_see_a_store_that_came_behind_stalled_look_ups() {
        Slice slice = slice(1, 1);
        slice.miss(MISS + 1, 5);
        slice.hits(3, MISS + 1, 0);
        Slice later = new Slice(slice.rig, slice.rig.requester("another"));
        Access read = slice.client.read(MISS + 1, LINE, 1);
        Access store = later.client.write(MISS + 2, LINE, (byte) 42);
        slice.rig.finish();
        assertThat(read.data[0]).isNotEqualTo((byte) 42);
        assertThat(store.answered).isEqualTo(read.answered + 1);
    }

    /** The first of those stalled goes on while a store still waits for another bank. */
    @Test
    void a_read_that_has_become_the_first_still_waits_for_the_store_that_came_before_it() {
        Slice slice = slice(2, 1);
        List<Access> odd = slice.hits(4, FREE - 2, 1); // looked up until FREE + 1
        Access store = slice.client.write(FREE - 2, LINE, (byte) 42); // in FREE + 2
        Access miss = slice.miss(FREE - 1, 6); // stalls, and goes on at FREE
        Access late = slice.client.read(FREE - 1, LINE, 1);
        Access beside = slice.client.read(FREE - 1, 2 * LINE, 1);
        slice.rig.finish();
        assertThat(miss.answered).isEqualTo(FREE + 100 + LATENCY);
        assertThat(lookedUp(odd)).isEqualTo(cycles(FREE - 2, 4));
        assertThat(store.answered).isEqualTo(FREE + 2 + LATENCY);
        assertThat(late.data[0]).isEqualTo((byte) 42);
        assertThat(late.answered).isEqualTo(FREE + 3 + LATENCY);
        assertThat(beside.answered).isEqualTo(FREE + 3 + LATENCY); // in order, though its bank was free before
    }
}
