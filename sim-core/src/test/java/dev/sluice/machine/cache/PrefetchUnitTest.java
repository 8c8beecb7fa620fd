// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.cache;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.device.CacheSpec.DirtyTracking;
import dev.sluice.device.PrefetchSpec;
import dev.sluice.machine.memory.ResourceRanges;
import dev.sluice.machine.testing.CacheSpecs;
import dev.sluice.machine.testing.MockRequester;
import dev.sluice.machine.testing.MockRequester.Access;
import dev.sluice.result.PrefetchResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** Prefetches of a cache alone: 4 sets of 2 ways, lines of 128 bytes, latency 10, memory 100 cycles away. */
final class PrefetchUnitTest {

    private static CacheSpecs nextLine(int reserve, int page) {
        return with(CacheSpecs.l1(), new PrefetchSpec("nextLine", 1, 1, reserve, 4, page));
    }

    private static CacheSpecs with(CacheSpecs specs, PrefetchSpec prefetch) {
        specs.structure = specs.structure.with(prefetch);
        return specs;
    }

    private static PrefetchResult result(CacheRig rig) {
        return Objects.requireNonNull(rig.stats.prefetchResult());
    }

    private static List<Long> fetched(CacheRig rig) {
        return rig.memory.seen.stream().map(seen -> seen.address() / 128).toList();
    }

    @Test
    void a_prefetched_line_is_hit_and_counted_as_useful_once() {
        CacheRig rig = new CacheRig(nextLine(1, 4096).build());
        rig.memory.recording = true;
        MockRequester requester = rig.requester("r");
        requester.read(0, 0, 4);
        Access second = requester.read(500, 128, 4);
        requester.read(1000, 160, 4);

        rig.finish();

        assertThat(second.latency()).isEqualTo(10);
        assertThat(fetched(rig)).containsExactly(0L, 1L, 2L);
        PrefetchResult result = result(rig);
        assertThat(result.issued()).isEqualTo(2);
        assertThat(result.useful()).isEqualTo(1);
        assertThat(result.late()).isZero();
        assertThat(result.demandMisses()).isEqualTo(1);
        assertThat(result.accuracy()).isEqualTo(0.5);
        assertThat(result.coverage()).isEqualTo(0.5);
        assertThat(result.lateness()).isZero();
    }

    @Test
    void a_prefetch_brings_the_bytes_and_versions_of_the_level_below() {
        CacheRig rig = new CacheRig(nextLine(1, 4096).build());
        rig.memory.recording = true;
        MockRequester requester = rig.requester("r");
        rig.memory.store.set(130, (byte) 42, 9);
        requester.read(0, 0, 4);
        rig.at(400, () -> rig.memory.store.set(130, (byte) 43, 10));
        Access stale = requester.read(500, 130, 1);

        rig.finish();

        assertThat(stale.data).containsExactly(42);
        assertThat(stale.versions).containsExactly(9);
    }

    @Test
    void a_prefetch_leaves_in_the_cycle_after_the_miss_and_demand_joins_it() {
        CacheRig rig = new CacheRig(nextLine(1, 4096).build());
        rig.memory.recording = true;
        MockRequester requester = rig.requester("r");
        requester.read(0, 0, 4);
        Access joins = requester.read(50, 128, 4);

        rig.finish();

        assertThat(joins.answered).isEqualTo(1 + 100 + 10);
        PrefetchResult result = result(rig);
        assertThat(result.late()).isEqualTo(1);
        assertThat(result.useful()).isZero();
        assertThat(result.demandMisses())
                .as("the first; the second was on its way")
                .isEqualTo(1);
        assertThat(result.lateness()).isEqualTo(1);
    }

    @Test
    void a_prefetch_leaves_the_registers_free_that_are_kept_for_demand() {
        CacheSpecs specs = nextLine(1, 4096);
        specs.mshrs = 2;
        CacheRig rig = new CacheRig(specs.build());
        rig.memory.recording = true;
        MockRequester requester = rig.requester("r");
        requester.read(0, 0, 4);
        Access other = requester.read(20, 1024, 4);

        rig.finish();

        assertThat(other.latency()).isEqualTo(110);
        assertThat(rig.stats.total().mshrStalls).isZero();
        assertThat(fetched(rig)).startsWith(0L, 8L);
    }

    @Test
    void no_prefetch_leaves_its_page() {
        CacheRig rig = new CacheRig(nextLine(1, 256).build());
        rig.memory.recording = true;
        rig.requester("r").read(0, 128, 4);

        rig.finish();

        assertThat(fetched(rig)).containsExactly(1L);
        assertThat(result(rig).issued()).isZero();
    }

    @Test
    void no_prefetch_leaves_the_resource_of_its_access() {
        ResourceRanges resources =
                new ResourceRanges.Builder().add("a", 0, 128).add("b", 128, 512).build();
        CacheRig rig = new CacheRig(nextLine(1, 4096).build(), 100, true, null, new RefillLedger(resources));
        rig.memory.recording = true;
        MockRequester requester = rig.requester("r");
        requester.read(0, 0, 4);
        requester.read(500, 128, 4);

        rig.finish();

        assertThat(fetched(rig)).containsExactly(0L, 1L, 2L);
    }

    @Test
    void what_is_evicted_unused_was_useless_and_what_it_evicted_is_pollution() {
        CacheSpecs specs = nextLine(1, 4096).geometry(1, 2, 128, 32);
        CacheRig rig = new CacheRig(specs.build());
        rig.memory.recording = true;
        MockRequester requester = rig.requester("r");
        requester.read(0, 31 * 128, 4); // the last of its page: prefetches nothing
        requester.read(500, 8 * 128, 4); // takes the other way, and 9 evicts 31
        requester.read(1000, 31 * 128, 4); // misses because of that, and evicts 8
        requester.read(1500, 63 * 128, 4); // evicts 9

        rig.finish();

        PrefetchResult result = result(rig);
        assertThat(result.issued()).isEqualTo(1);
        assertThat(result.useless()).isEqualTo(1);
        assertThat(result.pollution()).isEqualTo(1);
        assertThat(result.demandMisses()).isEqualTo(4);
        assertThat(result.pollutionRate()).isEqualTo(0.25);
    }

    @Test
    void an_invalidate_drops_prefetched_lines_and_those_on_their_way() {
        CacheRig rig = new CacheRig(nextLine(1, 4096).build());
        rig.memory.recording = true;
        MockRequester requester = rig.requester("r");
        rig.memory.store.set(128, (byte) 1, 1);
        requester.read(0, 0, 4);
        // the prefetch reads memory on its arrival and is back at 101
        rig.at(50, () -> rig.memory.store.set(128, (byte) 2, 2));
        rig.at(60, () -> rig.order(Maintenance.Verb.INVALIDATE));
        Access fresh = requester.read(300, 128, 1);

        rig.finish();

        assertThat(fresh.data).containsExactly(2);
        assertThat(result(rig).useful()).isZero();
        assertThat(result(rig).dropped()).isEqualTo(1);
    }

    @Test
    void a_store_that_overtakes_a_prefetch_is_not_undone_by_it() {
        for (DirtyTracking tracking : List.of(DirtyTracking.LINE, DirtyTracking.SECTOR, DirtyTracking.BYTE)) {
            CacheRig rig = new CacheRig(with(CacheSpecs.l2(tracking), new PrefetchSpec("nextLine", 1, 1, 1, 4, 4096))
                    .build());
            MockRequester requester = rig.requester("r");
            requester.read(0, 0, 4);
            requester.write(30, 128, new byte[] {7, 7, 7, 7});
            Access read = requester.read(60, 128, 4);

            rig.finish();

            assertThat(read.data).as("%s", tracking).containsExactly(7, 7, 7, 7);
        }
    }

    @Test
    void lines_that_are_there_are_not_fetched_again() {
        CacheRig rig = new CacheRig(nextLine(1, 4096).build());
        rig.memory.recording = true;
        MockRequester requester = rig.requester("r");
        requester.read(0, 128, 128);
        requester.read(500, 0, 4);

        rig.finish();

        assertThat(fetched(rig)).containsExactly(1L, 2L, 0L);
        assertThat(result(rig).redundant()).isEqualTo(1);
    }

    @Test
    void a_line_that_the_policy_refuses_is_not_prefetched() {
        CacheSpecs specs = with(CacheSpecs.l2(DirtyTracking.SECTOR), new PrefetchSpec("nextLine", 1, 1, 1, 4, 4096))
                .geometry(1, 2, 128, 32);
        specs.replacement = "sdbp";
        CacheRig rig = new CacheRig(specs.build());
        rig.memory.recording = true;
        MockRequester requester = rig.requester("r");
        for (int i = 0; i < 100; i++) { // read once each, until nobody expects this site to read a line again
            requester.read(400L * i, 4096L * (i + 2) - 128, 4).origin(0, 1);
        }
        requester.read(50_000, 0, 4).origin(0, 1);

        rig.finish();

        assertThat(fetched(rig)).hasSize(101).doesNotContain(1L);
        PrefetchResult result = result(rig);
        assertThat(result.refused()).isEqualTo(1);
        assertThat(result.issued()).isZero();
    }

    @Test
    void strides_are_kept_by_access_site_under_a_policy_that_asks_for_none() {
        CacheSpecs specs = with(CacheSpecs.l1().geometry(16, 2, 128, 32), new PrefetchSpec("stride", 1, 1, 1, 4, 4096));
        CacheRig rig = new CacheRig(specs.build());
        rig.memory.recording = true;
        MockRequester requester = rig.requester("r");
        for (int i = 0; i < 4; i++) { // two sites take turns in one page, each with a stride of its own
            requester.read(1000L * i, 128L * 2 * i, 4).origin(0, 1);
            requester.read(1000L * i + 500, 2048 + 128L * 3 * i, 4).origin(0, 2);
        }

        rig.finish();

        assertThat(fetched(rig)).contains(8L, 16L + 12);
    }

    @Test
    void the_oldest_prefetches_give_way_when_too_many_wait() {
        CacheRig rig = new CacheRig(
                with(CacheSpecs.l1().geometry(16, 2, 128, 32), new PrefetchSpec("nextLine", 8, 1, 1, 4, 4096))
                        .build());
        rig.memory.recording = true;
        rig.requester("r").read(0, 0, 4);

        rig.finish();

        assertThat(fetched(rig)).containsExactly(0L, 5L, 6L, 7L, 8L);
        assertThat(result(rig).overrun()).isEqualTo(4);
    }

    @Test
    void slices_prefetch_what_belongs_to_each_other() {
        CacheSpecs specs = with(CacheSpecs.l2(DirtyTracking.SECTOR), new PrefetchSpec("stream", 1, 4, 1, 4, 4096));
        specs.slices = 2;
        CacheRig rig = new CacheRig(CacheSpecs.l1().build());
        rig.memory.recording = true;
        List<Cache> slices = new ArrayList<>();
        CacheNodeStats stats = new CacheNodeStats(specs.build(), 1);
        SliceHash hash = SliceHash.of(specs.build());
        for (int i = 0; i < 2; i++) {
            slices.add(rig.engine.add(new Cache(
                    rig.engine,
                    "l2[" + i + "]",
                    specs.build(),
                    hash,
                    i,
                    rig.pool,
                    rig.memory.path(256),
                    stats,
                    rig.ledger,
                    1,
                    dev.sluice.machine.observe.SimObserver.NONE,
                    null)));
        }
        SliceLinks.join(slices);
        MockRequester even = rig.requester("even", slices.get(0));
        MockRequester odd = rig.requester("odd", slices.get(1));
        even.read(0, 0, 4);
        odd.read(200, 128, 4);
        even.read(400, 256, 4);
        odd.read(600, 3 * 128, 4);
        Access next = even.read(900, 4 * 128, 4);

        rig.finish();

        assertThat(next.latency()).isEqualTo(20);
    }
}
