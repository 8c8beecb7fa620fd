// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.usage;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.device.Client;
import dev.sluice.machine.request.Request;
import dev.sluice.machine.request.RequestPool;
import dev.sluice.result.Limits;
import java.util.Arrays;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Under which head a unit's cycles come. */
final class UnitCyclesTest {

    private static final int L1 = 1;
    private static final int L2 = 2;

    private final UnitCycles cycles = new UnitCycles(2);
    private final RequestPool pool = new RequestPool(false);

    UnitCyclesTest() {
        cycles.level(L1, "l1", 30);
        cycles.level(L2, "l2", 120);
        int[][] paths = new int[Client.all().size() * Manner.COUNT][];
        Arrays.fill(paths, new int[] {L1, L2});
        paths[UnitCycles.path(Client.STORAGE.ordinal(), Manner.COHERENT)] = new int[] {L2};
        paths[UnitCycles.path(Client.STORAGE.ordinal(), Manner.BYPASS)] = new int[0];
        cycles.paths(paths);
    }

    private Limits.TopDown upTo(long now) {
        Limits.TopDown tree = cycles.topDown(new UnitCycles(2).upTo(0), cycles.upTo(now), now);
        assertThat(tree.issued() + tree.waitedForMemory() + tree.waitedForOthers() + tree.idle())
                .isEqualTo(tree.unitCycles())
                .isEqualTo(2 * now);
        return tree;
    }

    private Request reply(int level, long age, long network) {
        Request request = pool.acquire();
        request.start(Request.READ, 0, 1, Client.STORAGE.ordinal(), 0, 0);
        request.issuedAt(0);
        request.travelled(network);
        request.servedAt(level);
        assertThat(request.age(age)).isEqualTo(age);
        return request;
    }

    @Test
    void units_without_waves_are_idle() {
        assertThat(upTo(100)).isEqualTo(new Limits.TopDown(200, 0, Map.of(), Map.of(), 200));
    }

    @Test
    void an_instruction_of_several_cycles_is_issued_for_all_of_them() {
        cycles.unit(0).filled(10);
        cycles.unit(0).issued(10, 8);
        assertThat(upTo(14)).isEqualTo(new Limits.TopDown(28, 4, Map.of(), Map.of(), 24));
        cycles.unit(0).emptied(18);
        assertThat(upTo(20)).isEqualTo(new Limits.TopDown(40, 8, Map.of(), Map.of(), 32));
        assertThat(cycles.unit(0).slotCycles(1, 20)).isEqualTo(8);
    }

    @Test
    void a_wait_is_divided_as_the_time_of_the_reply_that_ended_it() {
        cycles.unit(0).filled(0);
        cycles.unit(0).issued(0, 1);
        cycles.unit(0).replied(reply(L2, 200, 40), 200);
        cycles.unit(0).issued(201, 1);
        // of 200 cycles 30 were L1's, 120 L2's, 40 the network's, and 10 went by in queues
        assertThat(upTo(202).memory()).isEqualTo(Map.of("l1", 30L, "l2", 120L, "network", 40L, "queue", 10L));
    }

    @Test
    void a_cache_that_the_access_passed_has_no_part_of_the_wait() {
        Request coherent = reply(L2, 170, 40);
        coherent.flags |= Request.COHERENT;
        cycles.unit(0).filled(0);
        cycles.unit(0).issued(0, 1);
        cycles.unit(0).replied(coherent, 170);
        cycles.unit(0).issued(171, 1);
        cycles.unit(0).emptied(172);
        assertThat(upTo(172).memory()).isEqualTo(Map.of("l2", 120L, "network", 40L, "queue", 10L));
        Request past = reply(Request.VRAM, 100, 40);
        past.issuedAt(200);
        past.flags |= Request.BYPASS;
        cycles.unit(1).filled(200);
        cycles.unit(1).issued(200, 1);
        cycles.unit(1).replied(past, 300);
        cycles.unit(1).issued(301, 1);
        assertThat(upTo(302).memory())
                .containsEntry("vram", 60L)
                .containsEntry("network", 80L)
                .containsEntry("l2", 120L);
    }

    @Test
    void of_a_short_wait_each_level_has_the_same_share() {
        cycles.unit(0).filled(0);
        cycles.unit(0).issued(190, 1);
        cycles.unit(0).replied(reply(Request.VRAM, 400, 40), 400);
        cycles.unit(0).issued(211, 1);
        assertThat(upTo(212).memory()).isEqualTo(Map.of("l1", 1L, "l2", 6L, "network", 2L, "vram", 11L));
    }

    @Test
    void a_wait_may_be_as_long_as_the_greatest_latency_and_longer() {
        int greatest = Integer.MAX_VALUE;
        cycles.level(L1, "l1", greatest);
        cycles.level(L2, "l2", greatest - 30);
        cycles.unit(0).filled(0);
        cycles.unit(0).issued(0, 1);
        long answered = 2L * greatest;
        cycles.unit(0).replied(reply(L2, answered, 20), answered);
        cycles.unit(0).issued(answered + 1, 1);
        assertThat(upTo(answered + 2).memory())
                .isEqualTo(Map.of("l1", (long) greatest, "l2", greatest - 30L, "network", 20L, "queue", 10L));
    }

    @Test
    void a_hit_near_the_unit_is_that_levels() {
        cycles.unit(0).filled(0);
        cycles.unit(0).issued(0, 1);
        cycles.unit(0).replied(reply(L1, 30, 0), 30);
        cycles.unit(0).issued(31, 1);
        assertThat(upTo(32).memory()).isEqualTo(Map.of("l1", 30L));
    }

    @Test
    void waits_for_shared_memory_and_for_caches_to_be_flushed_are_no_waits_for_memory() {
        cycles.unit(1).filled(0);
        cycles.unit(1).sharedMemory();
        cycles.unit(1).issued(24, 1);
        cycles.unit(1).maintained();
        cycles.unit(1).issued(35, 1);
        cycles.unit(1).queueTakes();
        cycles.unit(1).issued(41, 1);
        Limits.TopDown tree = upTo(42);
        assertThat(tree.dependency()).isEqualTo(Map.of("sharedMemory", 24L, "maintenance", 10L));
        assertThat(tree.memory()).isEqualTo(Map.of("queue", 5L));
        assertThat(tree.issued()).isEqualTo(3);
    }

    @Test
    void what_went_by_before_a_flush_began_is_charged_to_what_came_last() {
        cycles.unit(0).filled(0);
        cycles.unit(0).issued(0, 1);
        cycles.unit(0).replied(reply(L1, 30, 0), 30);
        UnitReading inside = cycles.upTo(11);
        cycles.unit(0).maintenanceBegins(31);
        cycles.unit(0).maintained();
        cycles.unit(0).issued(36, 1);
        Limits.TopDown tree = upTo(37);
        assertThat(tree.memory()).isEqualTo(Map.of("l1", 30L));
        assertThat(tree.dependency()).isEqualTo(Map.of("maintenance", 5L));
        Limits.TopDown before = cycles.topDown(new UnitCycles(2).upTo(0), inside, 11);
        assertThat(before.memory()).isEqualTo(Map.of("l1", 10L));
    }

    @Test
    void a_wait_that_goes_on_at_a_reading_is_charged_on_both_sides_to_what_ends_it() {
        cycles.unit(0).filled(0);
        cycles.unit(0).sharedMemory();
        cycles.unit(0).issued(0, 1);
        UnitReading begin = cycles.upTo(0);
        UnitReading first = cycles.upTo(61);
        UnitReading second = cycles.upTo(121);
        cycles.unit(0).replied(reply(L2, 200, 40), 200);
        cycles.unit(0).issued(201, 1);
        UnitReading end = cycles.upTo(202);

        Limits.TopDown before = cycles.topDown(begin, first, 61);
        assertThat(before.memory()).isEqualTo(Map.of("l1", 9L, "l2", 36L, "network", 12L, "queue", 3L));
        assertThat(before.dependency()).isEmpty();
        assertThat(before.issued()).isEqualTo(1);
        assertThat(cycles.topDown(first, second, 60).memory()).isEqualTo(before.memory());
        assertThat(cycles.topDown(second, end, 81).waitedForMemory()).isEqualTo(80);
        assertThat(cycles.topDown(second, end, 81).memory().values()).allMatch(waited -> waited >= 0);
    }

    @Test
    void a_wait_that_nothing_ended_counts_as_for_what_came_last() {
        cycles.unit(0).filled(0);
        cycles.unit(0).issued(0, 1);
        cycles.unit(0).sharedMemory();
        UnitReading begin = cycles.upTo(0);
        UnitReading middle = cycles.upTo(11);
        UnitReading end = cycles.upTo(31);
        assertThat(cycles.topDown(begin, middle, 11).dependency()).isEqualTo(Map.of("sharedMemory", 10L));
        assertThat(cycles.topDown(middle, end, 20).dependency()).isEqualTo(Map.of("sharedMemory", 20L));
        assertThat(cycles.topDown(middle, end, 20).idle()).isEqualTo(20);
    }

    @Test
    void what_a_network_takes_beyond_what_can_be_kept_is_the_most() {
        Request request = reply(L2, 1, 100_000);
        request.travelled(100_000);
        assertThat(Request.networkOf(request.course())).isEqualTo(8188);
        assertThat(Request.levelOf(request.course())).isEqualTo(L2);
    }

    @Test
    void a_request_that_waited_for_a_fill_has_been_where_the_fill_was() {
        Request fill = reply(Request.VRAM, 1, 60);
        Request waiting = reply(0, 1, 20);
        waiting.waitedFor(fill);
        assertThat(Request.levelOf(waiting.course())).isEqualTo(Request.VRAM);
        assertThat(Request.networkOf(waiting.course())).isEqualTo(80);
    }
}
