// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.cache;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.device.CacheSpec;
import dev.sluice.device.CacheSpec.DirtyTracking;
import dev.sluice.device.CacheStructure;
import dev.sluice.device.Client;
import dev.sluice.device.ClockRatio;
import dev.sluice.device.PersistingSpec;
import dev.sluice.device.PrefetchSpec;
import dev.sluice.machine.request.Request;
import dev.sluice.machine.testing.CacheSpecs;
import dev.sluice.machine.testing.MockRequester;
import dev.sluice.plugin.Choice;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Lines that are kept before others, in a set of four ways. */
final class PersistingLinesTest {

    private long cycle;

    private static CacheRig rig(String policy, double share, PersistingSpec.Window... windows) {
        CacheSpec spec =
                CacheSpecs.l2(DirtyTracking.SECTOR).geometry(1, 4, 128, 32).build();
        CacheSpec.Policy old = spec.policy();
        return new CacheRig(spec.with(new CacheSpec.Policy(
                old.readOnly(),
                old.write(),
                old.allocate(),
                old.dirty(),
                Choice.of(policy),
                old.atomics(),
                old.fillAtEviction(),
                new PersistingSpec(share, List.of(windows)))));
    }

    private MockRequester.Access read(MockRequester client, int line) {
        cycle += 400;
        return client.read(cycle, line * 128L, 32);
    }

    private long hits(CacheRig rig) {
        rig.finish();
        return rig.stats.total().readHits;
    }

    @ParameterizedTest
    @ValueSource(strings = {"lru", "plru", "fifo", "random", "srrip", "lfu", "ship", "hawkeye", "mockingjay", "sdbp"})
    void a_line_that_persists_outlives_a_scan_under_every_policy(String policy) {
        CacheRig rig = rig(policy, 0.5);
        MockRequester client = rig.requester("client");
        read(client, 0).with(Request.PERSISTING);
        for (int line = 1; line < 40; line++) {
            read(client, line);
        }
        read(client, 0);
        assertThat(hits(rig)).isEqualTo(1);
    }

    @Test
    void only_a_share_of_each_set_persists() {
        CacheRig rig = rig("lru", 0.5);
        MockRequester client = rig.requester("client");
        for (int line = 0; line < 3; line++) {
            read(client, line).with(Request.PERSISTING);
        }
        for (int line = 10; line < 20; line++) {
            read(client, line);
        }
        for (int line = 0; line < 3; line++) {
            read(client, line);
        }
        assertThat(hits(rig)).as("the third was an ordinary line").isEqualTo(2);
    }

    @ParameterizedTest
    @ValueSource(strings = {"lru", "plru", "fifo", "random", "srrip", "ship", "sdbp"})
    void a_line_that_persists_outlives_a_scan_within_the_ways_of_its_client(String policy) {
        CacheSpec spec = rig(policy, 0.5).cache.spec();
        CacheRig rig = new CacheRig(spec.with(new CacheStructure(
                PrefetchSpec.NONE,
                List.of(),
                Map.of(Client.STORAGE, 0b0011L, Client.UNIFORM, 0b1100L),
                false,
                ClockRatio.CORE,
                CacheStructure.WriteBuffer.NONE)));
        MockRequester client = rig.requester("client");
        read(client, 100).client = Client.UNIFORM;
        read(client, 0).with(Request.PERSISTING);
        for (int line = 1; line < 40; line++) {
            read(client, line);
        }
        read(client, 0);
        read(client, 100).client = Client.UNIFORM;
        assertThat(hits(rig))
                .as("it, and the line in the ways of the other client")
                .isEqualTo(2);
    }

    @Test
    void where_all_lines_of_a_client_persist_one_of_them_goes_and_none_of_another() {
        CacheSpec spec = rig("lru", 1).cache.spec();
        CacheRig rig = new CacheRig(spec.with(new CacheStructure(
                PrefetchSpec.NONE,
                List.of(),
                Map.of(Client.STORAGE, 0b0001L),
                false,
                ClockRatio.CORE,
                CacheStructure.WriteBuffer.NONE)));
        MockRequester client = rig.requester("client");
        for (int line = 1; line < 4; line++) {
            read(client, line).with(Request.PERSISTING).client = Client.UNIFORM;
        }
        read(client, 10).with(Request.PERSISTING);
        read(client, 11).with(Request.PERSISTING);
        read(client, 11);
        for (int line = 2; line < 4; line++) {
            read(client, line).client = Client.UNIFORM;
        }
        assertThat(hits(rig)).isEqualTo(3);
    }

    @Test
    void a_streaming_access_ends_it() {
        CacheRig rig = rig("lru", 0.5);
        MockRequester client = rig.requester("client");
        read(client, 0).with(Request.PERSISTING);
        read(client, 0).with(Request.STREAMING); // the one hit
        for (int line = 1; line < 10; line++) {
            read(client, line);
        }
        read(client, 0);
        assertThat(hits(rig)).isEqualTo(1);
    }

    @Test
    void lines_of_a_window_persist_whoever_reads_them() {
        CacheRig rig = rig("lru", 0.25, new PersistingSpec.Window(128, 256));
        MockRequester client = rig.requester("client");
        for (int line = 0; line < 10; line++) {
            read(client, line);
        }
        read(client, 1);
        read(client, 2);
        assertThat(hits(rig)).isEqualTo(1);
    }

    @ParameterizedTest
    @CsvSource({
        "0, 1, 1",
        "32, 64, 1",
        "63, 64, 1",
        "31, 32, 1",
        "5, 7, 1",
        "-9, 1, 1",
        "-9, 999, 1",
        "-9, 0, 0",
        "64, 96, 0",
        "96, 128, 0"
    })
    void a_window_has_the_lines_of_accesses_of_which_any_sector_lies_in_it(long from, long to, long hits) {
        CacheRig rig = rig("lru", 0.25, new PersistingSpec.Window(4096 + from, 4096 + to));
        MockRequester client = rig.requester("client");
        client.read(cycle, 4096, 64);
        for (int line = 1; line < 10; line++) {
            read(client, line);
        }
        read(client, 32);
        assertThat(hits(rig)).isEqualTo(hits);
    }

    @Test
    void where_all_lines_persist_one_of_them_goes() {
        CacheRig rig = rig("lru", 1);
        MockRequester client = rig.requester("client");
        for (int line = 0; line < 5; line++) {
            read(client, line).with(Request.PERSISTING);
        }
        read(client, 4);
        read(client, 0);
        assertThat(hits(rig)).isEqualTo(1);
    }

    @Test
    void an_invalidation_makes_room() {
        CacheRig rig = rig("lru", 0.25);
        MockRequester client = rig.requester("client");
        read(client, 0).with(Request.PERSISTING);
        cycle += 400;
        rig.at(cycle, () -> rig.order(Maintenance.Verb.INVALIDATE));
        read(client, 1).with(Request.PERSISTING);
        for (int line = 2; line < 10; line++) {
            read(client, line);
        }
        read(client, 1);
        assertThat(hits(rig)).isEqualTo(1);
    }
}
