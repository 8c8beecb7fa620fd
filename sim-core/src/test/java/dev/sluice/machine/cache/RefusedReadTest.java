// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.cache;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.device.CacheSpec.DirtyTracking;
import dev.sluice.machine.request.Request;
import dev.sluice.machine.testing.CacheSpecs;
import dev.sluice.machine.testing.MockRequester;
import dev.sluice.result.CacheCounters;
import org.junit.jupiter.api.Test;

/** Reads for which the policy would not evict a line. */
final class RefusedReadTest {

    private static final int KEPT = 1;
    private static final int SCAN = 2;

    private final CacheRig rig = rig();
    private final MockRequester client = rig.requester("client");
    private long cycle;

    private static CacheRig rig() {
        CacheSpecs specs = CacheSpecs.l2(DirtyTracking.SECTOR).geometry(2, 2, 128, 32);
        specs.replacement = "sdbp";
        return new CacheRig(specs.build());
    }

    private MockRequester.Access read(long line, int site) {
        cycle += 400;
        return client.read(cycle, line * 128, 32).origin(0, site);
    }

    /** Lines of {@link #SCAN} are read once each, until nobody expects them to be read again. */
    private void scan() {
        for (int i = 100; i < 200; i++) {
            read(i, SCAN);
        }
    }

    @Test
    void a_read_that_is_dead_on_arrival_goes_past_and_evicts_nothing() {
        scan();
        read(0, KEPT);
        read(2, KEPT);
        read(0, KEPT);
        read(2, KEPT);
        MockRequester.Access past = read(204, SCAN);
        read(0, KEPT);
        read(2, KEPT);
        rig.finish();

        CacheCounters total = rig.stats.total();
        assertThat(past.done()).isTrue();
        assertThat(total.bypasses).isPositive();
        assertThat(total.reads).isEqualTo(107);
        assertThat(total.readHits).isEqualTo(4);
        assertThat(total.fills).isEqualTo(total.readMisses - total.bypasses);
        assertThat(total.refusedReads).isEqualTo(total.bypasses);
        assertThat(total.belowReadBytes()).isEqualTo(32 * total.readMisses);
    }

    @Test
    void it_returns_the_bytes_that_the_level_below_has_and_those_that_are_dirty_here_stay() {
        scan();
        byte[] bytes = new byte[32];
        bytes[0] = 42;
        cycle += 400;
        client.write(cycle, 2 * 128, bytes).origin(0, SCAN);
        MockRequester.Access dirty = read(2, SCAN);
        read(0, KEPT);
        read(4, KEPT);
        MockRequester.Access again = read(2, SCAN);
        rig.finish();

        assertThat(dirty.data[0]).isEqualTo((byte) 42);
        assertThat(again.data[0]).isEqualTo((byte) 42);
    }

    @Test
    void stores_and_lines_with_a_hint_are_not_refused() {
        scan();
        long before = 100;
        cycle += 400;
        client.write(cycle, 300 * 128, new byte[32]).origin(0, SCAN);
        read(300, SCAN);
        read(302, SCAN).with(Request.STREAMING);
        read(302, SCAN);
        rig.finish();
        assertThat(rig.stats.total().readHits).isEqualTo(2);
        assertThat(rig.stats.total().reads).isEqualTo(before + 3);
    }
}
