// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.cache;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.device.CacheSpec;
import dev.sluice.device.CacheSpec.DirtyTracking;
import dev.sluice.device.CacheStructure;
import dev.sluice.device.PrefetchSpec;
import dev.sluice.machine.request.Request;
import dev.sluice.machine.testing.CacheSpecs;
import dev.sluice.machine.testing.MockRequester;
import dev.sluice.result.RunResult;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a cache records of its look-ups, and what is made of it. */
final class LookupTraceTest {

    private static RunResult.Optimal optimal(CacheRig rig, OptimalBounds bounds) {
        RunResult.Optimal optimal = bounds.of(rig.stats);
        if (optimal == null) {
            throw new AssertionError("nothing was recorded");
        }
        return optimal;
    }

    @Test
    void lru_of_a_cyclic_walk_hits_nothing_and_the_bound_two_of_three() {
        CacheRig rig = new CacheRig(CacheSpecs.l1().geometry(1, 3, 128, 32).build());
        try (OptimalBounds bounds = new OptimalBounds()) {
            bounds.record(rig.cache);
            MockRequester client = rig.requester("client");
            for (int i = 0; i < 12; i++) {
                client.read(i * 300L, i % 4 * 128L, 32);
            }
            rig.finish();
            assertThat(optimal(rig, bounds)).isEqualTo(new RunResult.Optimal(12, 0, 6, 6, 6));
        }
    }

    @Test
    void no_policy_beats_the_bound_and_the_records_survive_spilling() {
        for (String policy : new String[] {"lru", "srrip", "hawkeye", "sdbp"}) {
            CacheSpecs specs = CacheSpecs.l2(DirtyTracking.SECTOR).geometry(4, 4, 128, 128);
            specs.sector = 128;
            specs.replacement = policy;
            CacheRig rig = new CacheRig(specs.build());
            try (OptimalBounds bounds = new OptimalBounds()) {
                bounds.record(rig.cache);
                MockRequester client = rig.requester("client");
                Random random = new Random(7);
                for (int i = 0; i < 9000; i++) {
                    client.read(i * 200L, random.nextInt(30) * 128L, 128).origin(0, 1 + i % 5);
                }
                rig.finish();
                RunResult.Optimal optimal = optimal(rig, bounds);
                assertThat(optimal.sectors()).as(policy).isEqualTo(36000);
                assertThat(optimal.actualHits()).as(policy).isEqualTo(rig.stats.total().readHits);
                assertThat(optimal.hits()).as(policy).isGreaterThan(optimal.actualHits());
                assertThat(optimal.bypassingHits()).as(policy).isGreaterThanOrEqualTo(optimal.hits());
            }
        }
    }

    @Test
    void an_invalidation_empties_the_bound_too_and_stores_that_bring_nothing_in_do_not_count() {
        CacheRig rig = new CacheRig(CacheSpecs.l1().geometry(1, 2, 128, 32).build());
        try (OptimalBounds bounds = new OptimalBounds()) {
            bounds.record(rig.cache);
            MockRequester client = rig.requester("client");
            client.read(0, 0, 32);
            client.read(300, 0, 32);
            client.write(600, 0, new byte[32]);
            rig.at(900, () -> rig.order(Maintenance.Verb.INVALIDATE));
            client.read(1200, 0, 32);
            rig.finish();
            assertThat(optimal(rig, bounds)).isEqualTo(new RunResult.Optimal(3, 1, 1, 1, 1));
        }
    }

    @Test
    void a_store_that_goes_past_takes_no_line_from_the_bound() {
        CacheSpecs specs = CacheSpecs.l1().geometry(1, 1, 128, 32);
        specs.allocate = CacheSpec.Allocation.FETCH_ON_WRITE;
        CacheRig rig = new CacheRig(specs.build());
        try (OptimalBounds bounds = new OptimalBounds()) {
            bounds.record(rig.cache);
            MockRequester client = rig.requester("client");
            client.read(0, 0, 32);
            client.write(300, 128, new byte[32]).with(Request.BYPASS);
            client.read(600, 0, 32);
            rig.finish();
            assertThat(optimal(rig, bounds)).isEqualTo(new RunResult.Optimal(2, 1, 1, 1, 1));
        }
    }

    @Test
    void a_line_that_an_invalidation_has_not_come_to_yet_hits_in_the_bound_too() {
        CacheRig rig = new CacheRig(CacheSpecs.l1().geometry(64, 1, 128, 32).build());
        try (OptimalBounds bounds = new OptimalBounds()) {
            bounds.record(rig.cache);
            MockRequester client = rig.requester("client");
            client.read(0, 63 * 128, 32);
            rig.at(300, () -> rig.order(Maintenance.Verb.INVALIDATE));
            client.read(301, 63 * 128, 32);
            rig.finish();
            assertThat(optimal(rig, bounds)).isEqualTo(new RunResult.Optimal(2, 1, 1, 1, 1));
        }
    }

    @Test
    void a_line_that_was_on_its_way_during_an_invalidation_is_there_in_the_bound_too() {
        CacheSpecs specs = CacheSpecs.l2(DirtyTracking.SECTOR).geometry(4, 1, 128, 32);
        specs.mshrMerges = 1;
        CacheRig rig = new CacheRig(specs.build());
        try (OptimalBounds bounds = new OptimalBounds()) {
            bounds.record(rig.cache);
            MockRequester client = rig.requester("client");
            client.write(0, 0, new byte[4]);
            rig.at(50, () -> rig.order(Maintenance.Verb.INVALIDATE));
            client.write(60, 4, new byte[4]);
            rig.finish();
            assertThat(optimal(rig, bounds)).isEqualTo(new RunResult.Optimal(2, 1, 1, 1, 1));
        }
    }

    @Test
    void who_may_bypass_hits_no_less_with_several_sectors_a_line_either() {
        for (int seed = 0; seed < 40; seed++) {
            CacheRig rig = new CacheRig(CacheSpecs.l1().geometry(1, 2, 128, 32).build());
            try (OptimalBounds bounds = new OptimalBounds()) {
                bounds.record(rig.cache);
                MockRequester client = rig.requester("client");
                Random random = new Random(seed);
                for (int i = 0; i < 40; i++) {
                    client.read(i * 300L, random.nextInt(4) * 128L + random.nextInt(2) * 32L, 32);
                }
                rig.finish();
                RunResult.Optimal optimal = optimal(rig, bounds);
                assertThat(optimal.bypassingHits()).as("seed %d", seed).isGreaterThanOrEqualTo(optimal.hits());
            }
        }
    }

    /** With room for all lines there is nothing to choose, so that the run hits what the bound does. */
    @ParameterizedTest
    @CsvSource({"32, 32", "32, 128", "64, 64", "64, 128", "128, 128"})
    void where_nothing_is_evicted_the_bound_is_what_the_run_hits(int sector, int fetch) {
        for (DirtyTracking dirty : new DirtyTracking[] {DirtyTracking.LINE, DirtyTracking.SECTOR, DirtyTracking.BYTE}) {
            CacheSpecs specs = CacheSpecs.l2(dirty).geometry(4, 4, 128, sector);
            specs.fetch = fetch;
            CacheRig rig = new CacheRig(specs.build());
            try (OptimalBounds bounds = new OptimalBounds()) {
                bounds.record(rig.cache);
                MockRequester client = rig.requester("client");
                Random random = new Random(11);
                for (int i = 0; i < 40; i++) {
                    int offset = random.nextInt(16) * 128 + random.nextInt(32) * 4;
                    int room = 128 - offset % 128;
                    if (random.nextInt(3) == 0) {
                        client.read(i * 1000L, offset, 4);
                    } else if (random.nextBoolean()) {
                        client.write(i * 1000L, offset, new byte[4 * (1 + random.nextInt(room / 4))]);
                    } else {
                        client.write(i * 1000L, offset / 32 * 32, new byte[32]);
                    }
                }
                rig.finish();
                RunResult.Optimal optimal = optimal(rig, bounds);
                assertThat(optimal.hits()).as(dirty.toString()).isEqualTo(optimal.actualHits());
            }
        }
    }

    @Test
    void a_cache_that_holds_more_than_look_ups_of_its_sets_bring_has_no_bound() {
        CacheStructure none = CacheStructure.NONE;
        for (CacheStructure structure : List.of(
                none.with(new CacheStructure.Victim(1, 1)),
                none.with(PrefetchSpec.of("nextLine")),
                none.exclusive(true))) {
            CacheSpec spec = CacheSpecs.l1().geometry(1, 2, 128, 32).build().with(structure);
            CacheRig rig = new CacheRig(spec);
            try (OptimalBounds bounds = new OptimalBounds()) {
                bounds.record(rig.cache);
                rig.requester("client").read(0, 0, 32);
                rig.finish();
                assertThat(OptimalBounds.unbounded(spec)).isNotNull();
                assertThat(bounds.of(rig.stats)).as(structure.toString()).isNull();
            }
        }
        assertThat(OptimalBounds.unbounded(CacheSpecs.l1().build())).isNull();
    }

    @Test
    void a_region_of_interest_starts_anew() {
        CacheRig rig = new CacheRig(CacheSpecs.l1().geometry(1, 2, 128, 32).build());
        try (OptimalBounds bounds = new OptimalBounds()) {
            bounds.record(rig.cache);
            MockRequester client = rig.requester("client");
            client.read(0, 0, 32);
            rig.at(300, bounds::restart);
            client.read(600, 0, 32);
            rig.finish();
            assertThat(optimal(rig, bounds)).isEqualTo(new RunResult.Optimal(1, 1, 1, 1, 1));
        }
    }
}
