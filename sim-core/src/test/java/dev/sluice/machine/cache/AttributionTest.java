// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.cache;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.device.CacheSpec.DirtyTracking;
import dev.sluice.machine.cache.Maintenance.Verb;
import dev.sluice.machine.memory.ResourceRanges;
import dev.sluice.machine.testing.CacheSpecs;
import dev.sluice.machine.testing.MockRequester;
import dev.sluice.result.RunResult;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What maintenance writes back, and what is fetched again after it, by the resource that owns the sectors. */
final class AttributionTest {

    private static final ResourceRanges RESOURCES =
            new ResourceRanges.Builder().add("x", 0, 192).add("y", 192, 64).build();

    private static CacheRig rig(DirtyTracking tracking) {
        return new CacheRig(
                CacheSpecs.l2(tracking).geometry(16, 4, 128, 32).build(), 100, true, null, new RefillLedger(RESOURCES));
    }

    private static Maintenance tallied(WriteBackTally tally) {
        Maintenance maintenance = new Maintenance().start(Verb.FLUSH, 3, -1);
        maintenance.tally = tally;
        return maintenance;
    }

    @Test
    void a_line_counts_for_the_first_sector_written_and_bytes_for_their_own() {
        CacheRig rig = rig(DirtyTracking.SECTOR);
        MockRequester client = rig.requester("client");
        client.write(0, 0, new byte[128]);
        client.write(0, 128 + 32, new byte[96]); // one sector of x, two of y
        client.write(0, 256, new byte[32]);
        WriteBackTally tally = new WriteBackTally(RESOURCES);
        Maintenance m = tallied(tally);
        rig.at(300, () -> rig.order(rig.cache, m));
        rig.finish();

        assertThat(tally.lines()).isEqualTo(Map.of("x", 2L, ResourceRanges.UNNAMED, 1L));
        assertThat(tally.bytes()).isEqualTo(Map.of("x", 160L, "y", 64L, ResourceRanges.UNNAMED, 32L));
        assertThat(m.writtenBackBytes).isEqualTo(256);
    }

    @ParameterizedTest
    @EnumSource(
            value = DirtyTracking.class,
            names = {"LINE", "SECTOR", "BYTE"})
    void shares_add_up_however_dirty_bytes_are_tracked(DirtyTracking tracking) {
        CacheRig rig = rig(tracking);
        MockRequester client = rig.requester("client");
        client.write(0, 3, new byte[7]);
        client.write(0, 130, new byte[60]);
        client.write(0, 190, new byte[5]);
        client.write(0, 400, new byte[100]);
        WriteBackTally tally = new WriteBackTally(RESOURCES);
        Maintenance m = tallied(tally);
        rig.at(900, () -> rig.order(rig.cache, m));
        rig.finish();

        assertThat(m.dirtyLines).isGreaterThan(1);
        assertThat(sum(tally.lines())).isEqualTo(m.dirtyLines);
        assertThat(sum(tally.bytes())).isEqualTo(m.writtenBackBytes);
    }

    private static long sum(Map<String, Long> shares) {
        return shares.values().stream().mapToLong(Long::longValue).sum();
    }

    @Test
    void refills_are_told_apart_by_barrier_cache_and_resource() {
        CacheRig rig = rig(DirtyTracking.LINE);
        MockRequester client = rig.requester("client");
        client.read(0, 128, 128);
        client.read(0, 0, 32);
        rig.at(300, () -> rig.order(rig.cache, new Maintenance().start(Verb.INVALIDATE, 5, -1)));
        client.read(600, 128, 128);
        rig.at(900, () -> rig.order(rig.cache, new Maintenance().start(Verb.INVALIDATE, 6, -1)));
        client.read(1200, 224, 32);
        rig.finish();

        String cache = rig.cache.spec().name();
        assertThat(rig.ledger.refills(5))
                .containsExactly(new RunResult.Refill(cache, "x", 2, 64), new RunResult.Refill(cache, "y", 2, 64));
        assertThat(rig.ledger.refills(6)).containsExactly(new RunResult.Refill(cache, "y", 1, 32));
        assertThat(rig.ledger.refills(4)).isEqualTo(List.of());
    }
}
