// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.tlb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.device.TlbSpec;
import dev.sluice.machine.engine.Engine;
import dev.sluice.machine.engine.WaitGraph;
import dev.sluice.machine.fault.DeadlockException;
import dev.sluice.machine.memory.AddressSpace;
import dev.sluice.machine.request.DirectPath;
import dev.sluice.machine.request.Request;
import dev.sluice.machine.request.RequestPool;
import dev.sluice.machine.testing.MockMemory;
import dev.sluice.machine.testing.MockRequester;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class TlbTest {

    private static final long PAGE = 4096;
    private static final int MEMORY_LATENCY = 10;
    private static final int TABLE_LATENCY = 40;
    private static final int SHARED_LATENCY = 7;
    private static final int LEVELS = 2;
    private static final int MISS = SHARED_LATENCY + LEVELS * TABLE_LATENCY;

    private final Engine engine = new Engine();
    private final RequestPool pool = new RequestPool(true);
    private final MockMemory memory = new MockMemory(engine, "memory", pool, MEMORY_LATENCY);
    private final MockMemory table = new MockMemory(engine, "table", pool, TABLE_LATENCY);
    private final PageTableLayout layout = new PageTableLayout(1 << 30, LEVELS, PAGE, 1 << 30, 1 << 30);

    private TlbSpec spec = new TlbSpec(4, 4, 0, new TlbSpec.Shared(16, 4, SHARED_LATENCY), 2, LEVELS, 4);

    private SharedTlb shared() {
        return engine.add(new SharedTlb(engine, "tlb", pool, spec, PAGE, layout, table.path(32)));
    }

    private MockRequester behind(SharedTlb shared, String name) {
        return new MockRequester(engine, name, pool, shared.inFrontOf(name + ".tlb", memory.path(128)));
    }

    @Test
    void should_add_nothing_to_a_hit() {
        MockRequester unit = behind(shared(), "unit");
        unit.read(0, 0, 4);
        MockRequester.Access hit = unit.read(1000, 64, 4);

        engine.run();

        assertThat(hit.latency()).isEqualTo(MEMORY_LATENCY);
    }

    @Test
    void should_let_replies_take_the_way_below_back() {
        Tlb tlb = shared().inFrontOf("unit.tlb", new DirectPath(memory.port(), 3, 4, 128));
        MockRequester unit = new MockRequester(engine, "unit", pool, tlb);
        MockRequester.Access miss = unit.read(0, 0, 4);
        MockRequester.Access hit = unit.read(1000, 64, 4);

        engine.run();

        assertThat(miss.latency()).isEqualTo(MISS + 3 + MEMORY_LATENCY + 4);
        assertThat(hit.latency()).isEqualTo(3 + MEMORY_LATENCY + 4);
        assertThat(tlb.maxRequestBytes()).isEqualTo(128);
    }

    @Test
    void should_bring_writes_down_with_their_bytes() {
        MockRequester unit = behind(shared(), "unit");
        unit.write(0, 100, (byte) 42);

        engine.run();

        assertThat(memory.store.data(100)).isEqualTo((byte) 42);
    }

    @Test
    void should_wait_below_with_a_hit_that_finds_no_credit() {
        MockMemory narrow = new MockMemory(engine, "narrow", pool, 3, 1);
        MockRequester unit = new MockRequester(engine, "unit", pool, shared().inFrontOf("unit.tlb", narrow.path(128)));
        unit.read(0, 0, 4);
        engine.run();
        narrow.pause();
        unit.read(1000, 0, 4);
        MockRequester.Access second = unit.read(1001, 64, 4);
        engine.run();
        assertThat(second.sent).isEqualTo(-1);

        narrow.resume();
        engine.run();
        narrow.resume();
        engine.run();

        assertThat(second.done()).isTrue();
        engine.auditAtEnd();
    }

    @Test
    void should_add_its_latency_to_a_hit_where_it_has_one() {
        spec = new TlbSpec(4, 4, 3, new TlbSpec.Shared(16, 4, SHARED_LATENCY), 2, LEVELS, 4);
        MockRequester unit = behind(shared(), "unit");
        unit.read(0, 0, 4);
        MockRequester.Access hit = unit.read(1000, 64, 4);

        engine.run();

        assertThat(hit.latency()).isEqualTo(3 + MEMORY_LATENCY);
    }

    @Test
    void should_let_a_request_pass_every_cycle_where_a_hit_takes_time() {
        spec = new TlbSpec(4, 4, 6, new TlbSpec.Shared(16, 4, SHARED_LATENCY), 2, LEVELS, 1);
        MockRequester unit = behind(shared(), "unit");
        unit.read(0, 0, 4);
        List<MockRequester.Access> stream = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            stream.add(unit.read(1000 + i, 128L * (i % 8), 4));
        }

        engine.run();

        for (int i = 0; i < 20; i++) {
            assertThat(stream.get(i).answered).isEqualTo(1000 + i + 6 + MEMORY_LATENCY);
        }
    }

    @Test
    void should_hold_a_miss_until_the_walk_is_over() {
        memory.recording = true;
        MockRequester unit = behind(shared(), "unit");
        MockRequester.Access miss = unit.read(5, 0, 4);

        engine.runUntil(5 + MISS - 1);
        assertThat(memory.seen).isEmpty();
        engine.runUntil(5 + MISS);
        assertThat(memory.seen).hasSize(1);
        engine.run();

        assertThat(miss.latency()).isEqualTo(MISS + MEMORY_LATENCY);
    }

    @Test
    void should_read_one_entry_per_level_from_the_root_on() {
        table.recording = true;
        MockRequester unit = behind(shared(), "unit");
        unit.read(0, 600 * PAGE, 4);

        engine.run();

        assertThat(table.seen)
                .extracting(MockMemory.Seen::address)
                .containsExactly(layout.entry(0, 600) & -32, layout.entry(1, 600) & -32);
        assertThat(table.seen).allSatisfy(seen -> {
            assertThat(seen.kind()).isEqualTo(Request.READ);
            assertThat(seen.bytes()).isEqualTo(8);
        });
    }

    @Test
    void should_answer_from_the_second_level_what_another_way_has_walked() {
        SharedTlb shared = shared();
        MockRequester first = behind(shared, "first");
        MockRequester second = behind(shared, "second");
        first.read(0, 0, 4);
        MockRequester.Access read = second.read(1000, 32, 4);

        engine.run();

        assertThat(read.latency()).isEqualTo(SHARED_LATENCY + MEMORY_LATENCY);
        assertThat(shared.result()).isEqualTo(new TlbResult(2, 0, 1, 1, 0, 2, 16, MISS + SHARED_LATENCY));
    }

    @Test
    void should_walk_once_for_misses_of_several_ways_to_one_page() {
        SharedTlb shared = shared();
        MockRequester first = behind(shared, "first");
        MockRequester second = behind(shared, "second");
        MockRequester.Access early = first.read(0, 0, 4);
        MockRequester.Access late = second.read(20, 32, 4);

        engine.run();

        assertThat(early.answered).isEqualTo(MISS + MEMORY_LATENCY);
        assertThat(late.answered).isEqualTo(MISS + MEMORY_LATENCY);
        assertThat(shared.result().walks()).isEqualTo(1);
        assertThat(shared.result().merged()).isEqualTo(1);
    }

    @Test
    void should_ask_once_for_requests_of_one_way_to_one_page() {
        SharedTlb shared = shared();
        MockRequester unit = behind(shared, "unit");
        unit.read(0, 0, 4);
        MockRequester.Access second = unit.read(10, 128, 4);

        engine.run();

        assertThat(second.answered).isEqualTo(MISS + MEMORY_LATENCY);
        assertThat(shared.result().walkReads()).isEqualTo(LEVELS);
        assertThat(shared.result().merged()).isZero();
    }

    @Test
    void should_overlap_the_walks_of_one_way() {
        MockRequester unit = behind(shared(), "unit");
        MockRequester.Access first = unit.read(0, 0, 4);
        MockRequester.Access second = unit.read(1, PAGE, 4);

        engine.run();

        assertThat(first.answered).isEqualTo(MISS + MEMORY_LATENCY);
        assertThat(second.answered).isEqualTo(1 + MISS + MEMORY_LATENCY);
    }

    @Test
    void should_walk_no_more_pages_at_once_than_there_are_walkers() {
        MockRequester unit = behind(shared(), "unit");
        unit.read(0, 0, 4);
        unit.read(0, PAGE, 4);
        MockRequester.Access third = unit.read(0, 2 * PAGE, 4);

        engine.run();

        assertThat(third.answered).isEqualTo(MISS + LEVELS * TABLE_LATENCY + MEMORY_LATENCY);
    }

    @Test
    void should_keep_the_order_of_a_hit_behind_a_miss() {
        memory.recording = true;
        MockRequester unit = behind(shared(), "unit");
        unit.read(0, 0, 4);
        unit.read(1000, 5 * PAGE, 4);
        MockRequester.Access hit = unit.read(1001, 64, 4);

        engine.run();

        assertThat(memory.seen).extracting(MockMemory.Seen::address).containsExactly(0L, 5 * PAGE, 64L);
        assertThat(hit.answered).isEqualTo(1000 + MISS + MEMORY_LATENCY);
    }

    @Test
    void should_hold_senders_back_when_its_queue_is_full() {
        spec = new TlbSpec(4, 4, 0, new TlbSpec.Shared(16, 4, SHARED_LATENCY), 2, LEVELS, 2);
        MockRequester unit = behind(shared(), "unit");
        unit.read(0, 0, 4);
        unit.read(0, 128, 4);
        MockRequester.Access third = unit.read(0, 256, 4);

        engine.runUntil(MISS - 1);
        assertThat(third.sent).isEqualTo(-1);
        engine.runUntil(MISS);
        assertThat(third.sent).isEqualTo(MISS);
        engine.run();
        engine.auditAtEnd();
    }

    @Test
    void should_forget_the_least_recently_used_page_of_a_set() {
        spec = new TlbSpec(2, 2, 0, new TlbSpec.Shared(0, 0, 0), 2, LEVELS, 4);
        SharedTlb shared = shared();
        MockRequester unit = behind(shared, "unit");
        long[] pages = {0, 1, 0, 2, 0, 1};
        for (int i = 0; i < pages.length; i++) {
            unit.read(1000L * i, pages[i] * PAGE, 4);
        }

        engine.run();

        assertThat(shared.result().hits()).isEqualTo(2);
        assertThat(shared.result().walks()).isEqualTo(4);
    }

    @Test
    void should_translate_host_addresses_too() {
        table.recording = true;
        MockRequester unit = behind(shared(), "unit");
        MockRequester.Access read = unit.read(0, AddressSpace.HOST_BASE + 3 * PAGE, 4);

        engine.run();

        assertThat(read.latency()).isEqualTo(MISS + MEMORY_LATENCY);
        assertThat(table.seen.get(1).address()).isEqualTo(layout.entry(1, (AddressSpace.HOST_BASE >> 12) + 3) & -32);
    }

    @Test
    void should_count_again_from_nothing_in_a_region_of_interest() {
        SharedTlb shared = shared();
        MockRequester unit = behind(shared, "unit");
        unit.read(0, 0, 4);
        engine.run();
        shared.resetStatistics();
        unit.read(1000, 64, 4);

        engine.run();

        assertThat(shared.result()).isEqualTo(new TlbResult(1, 1, 0, 0, 0, 0, 0, 0));
    }

    @Test
    void should_say_who_waits_for_a_walk_that_never_ends() {
        table.pause();
        MockRequester unit = behind(shared(), "unit");
        unit.read(0, 3 * PAGE, 4);
        engine.run();

        WaitGraph graph = new WaitGraph();
        engine.components().forEach(component -> component.describeWaits(graph));

        assertThatThrownBy(engine::auditAtEnd).isInstanceOf(DeadlockException.class);
        assertThat(graph.lines())
                .contains(
                        "unit.tlb waits for tlb: the translation of page 3",
                        "tlb waits for the page table's memory: 1 reads of page table entries");
    }

    @Test
    void should_answer_everything_once_and_in_order_under_pressure() {
        Random random = new Random(7);
        memory.latency = 3;
        memory.recording = true;
        MockMemory narrow = new MockMemory(engine, "narrow", pool, 3, 1);
        narrow.recording = true;
        SharedTlb shared = shared();
        Tlb tlb = shared.inFrontOf("both.tlb", narrow.path(128));
        MockRequester left = new MockRequester(engine, "left", pool, tlb);
        MockRequester right = new MockRequester(engine, "right", pool, tlb);
        List<Long> ofLeft = new ArrayList<>();
        List<Long> ofRight = new ArrayList<>();
        long cycle = 0;
        for (int i = 0; i < 2000; i++) {
            cycle += random.nextInt(12) == 0 ? random.nextInt(200) : random.nextInt(3);
            long address = random.nextInt(9) * PAGE + random.nextInt(16) * 64L;
            ofLeft.add(address);
            left.read(cycle, address, 4);
            ofRight.add(address + (1 << 20));
            right.read(cycle, address + (1 << 20), 4);
        }

        engine.run();

        engine.auditAtEnd();
        assertThat(narrow.seen.stream().map(MockMemory.Seen::address).filter(a -> a < 1 << 20))
                .containsExactlyElementsOf(ofLeft);
        assertThat(narrow.seen.stream().map(MockMemory.Seen::address).filter(a -> a >= 1 << 20))
                .containsExactlyElementsOf(ofRight);
        assertThat(shared.result().lookups()).isEqualTo(4000);
        assertThat(pool.inUse()).isZero();
    }

    @Test
    void should_take_a_look_up_of_any_length() {
        spec = new TlbSpec(4, 4, Integer.MAX_VALUE, new TlbSpec.Shared(16, 4, SHARED_LATENCY), 2, LEVELS, 4);
        MockRequester unit = behind(shared(), "unit");
        unit.read(0, 0, 4);
        MockRequester.Access hit = unit.read(1L << 33, 64, 4);

        engine.run();

        assertThat(hit.latency()).isEqualTo((long) Integer.MAX_VALUE + MEMORY_LATENCY);
    }

    @Test
    void should_keep_the_order_of_more_requests_than_a_queue_has_places_at_first() {
        spec = new TlbSpec(4, 4, 0, new TlbSpec.Shared(16, 4, SHARED_LATENCY), 2, LEVELS, 4096);
        MockRequester unit = behind(shared(), "unit");
        List<MockRequester.Access> accesses = new ArrayList<>();
        for (int i = 0; i < 500; i++) {
            accesses.add(unit.read(0, i % 3 * PAGE + i % 64 * 32, 4));
        }

        engine.run();

        assertThat(accesses).extracting(MockRequester.Access::latency).isSorted();
    }
}
