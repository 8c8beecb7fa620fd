// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.cache;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.device.CacheSpec;
import dev.sluice.device.CacheSpec.DirtyTracking;
import dev.sluice.device.CacheStructure;
import dev.sluice.device.CacheStructure.WriteBuffer;
import dev.sluice.device.Client;
import dev.sluice.device.ClockRatio;
import dev.sluice.device.PersistingSpec;
import dev.sluice.device.PrefetchSpec;
import dev.sluice.machine.request.Request;
import dev.sluice.machine.testing.CacheSpecs;
import dev.sluice.machine.testing.MockRequester;
import dev.sluice.plugin.Choice;
import dev.sluice.result.CacheCounters;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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

    /**
     * Storage has one way, the others hold lines that nobody wants any more. Of what it reads two times out of three the line is closer
     * than of what it reads once, which goes past.
     */
    @ParameterizedTest
    @CsvSource({"true, false", "false, true", "true, true"})
    void a_line_competes_with_those_alone_that_would_make_room_for_it(boolean parted, boolean persist) {
        CacheSpec spec =
                CacheSpecs.l2(DirtyTracking.SECTOR).geometry(1, 4, 128, 32).build();
        CacheSpec.Policy old = spec.policy();
        CacheRig own = new CacheRig(spec.with(new CacheSpec.Policy(
                        old.readOnly(),
                        old.write(),
                        old.allocate(),
                        old.dirty(),
                        new Choice("mockingjay", Map.of("granularity", "1")),
                        old.atomics(),
                        old.fillAtEviction(),
                        new PersistingSpec(persist ? 0.75 : 0, List.of())))
                .with(new CacheStructure(
                        PrefetchSpec.NONE,
                        List.of(),
                        parted ? Map.of(Client.STORAGE, 0b0001L) : Map.of(),
                        false,
                        ClockRatio.CORE,
                        WriteBuffer.NONE)));
        MockRequester reader = own.requester("reader");
        for (int i = 0; i < 3; i++) {
            MockRequester.Access kept =
                    reader.read(i * 400L, (10 + i) * 128L, 32).with(Request.PERSISTING);
            kept.client = Client.SAMPLED;
        }
        for (int i = 0; i < 90; i++) {
            boolean once = i % 3 == 2;
            reader.read(2000 + i * 400L, once ? 128 : 0, 32).origin(0, once ? SCAN : KEPT);
        }
        own.finish();

        assertThat(own.stats.total().readHits).isGreaterThan(50);
        assertThat(own.stats.total().refusedReads).isGreaterThan(20);
    }
}
