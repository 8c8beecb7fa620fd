// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.cache;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.device.CacheSpec;
import dev.sluice.device.CacheSpec.DirtyTracking;
import dev.sluice.device.Client;
import dev.sluice.machine.request.DirectPath;
import dev.sluice.machine.request.Request;
import dev.sluice.machine.testing.CacheSpecs;
import dev.sluice.machine.testing.MockRequester;
import dev.sluice.machine.testing.Witness;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a policy that asks is told of each access. */
final class PolicyViewTest {

    @BeforeEach
    void forget() {
        Witness.seen();
    }

    private static CacheRig rig(CacheSpecs specs) {
        specs.replacement = "witness";
        return new CacheRig(specs.build());
    }

    @Test
    void should_tell_of_reads_that_miss_miss_a_sector_and_hit() {
        CacheRig rig = rig(CacheSpecs.l1().geometry(2, 2, 128, 32));
        MockRequester client = rig.requester("client");
        client.read(0, 128, 32).command(3);
        client.read(300, 160, 32).command(4);
        client.read(600, 160, 32).command(5).client = Client.SAMPLED;
        rig.finish();

        assertThat(Witness.seen())
                .containsExactly(
                        "fill 128 set 1 way 0 storage unit -1 READ command 3 site 0 NONE",
                        "hit 128 set 1 way 0 storage unit -1 READ part command 4 site 0 NONE",
                        "hit 128 set 1 way 0 sampled unit -1 READ command 5 site 0 NONE");
    }

    @Test
    void should_tell_of_a_victim_before_the_line_that_comes() {
        CacheRig rig = rig(CacheSpecs.l1().geometry(1, 2, 128, 32));
        MockRequester client = rig.requester("client");
        client.read(0, 0, 32);
        client.read(300, 128, 32);
        client.read(600, 256, 32).with(Request.STREAMING);
        rig.finish();

        assertThat(Witness.seen())
                .endsWith(
                        "victim 256 set 0 way -1 storage unit -1 READ command -1 site 0 EVICT_FIRST",
                        "fill 256 set 0 way 0 storage unit -1 READ command -1 site 0 EVICT_FIRST");
    }

    @Test
    void should_tell_of_stores_atomics_and_write_backs_and_whether_the_line_was_dirty() {
        CacheRig rig = rig(CacheSpecs.l2(DirtyTracking.SECTOR).geometry(1, 2, 128, 32));
        MockRequester client = rig.requester("client");
        client.write(0, 0, new byte[32]);
        client.write(300, 0, new byte[32]);
        client.write(600, 32, new byte[32]);
        client.atomicAdd(900, 0, 1);
        client.write(1200, 0, new byte[32]).with(Request.WRITE_BACK);
        rig.finish();

        assertThat(Witness.seen())
                .containsExactly(
                        "fill 0 set 0 way 0 storage unit -1 WRITE command -1 site 0 NONE",
                        "hit 0 set 0 way 0 storage unit -1 WRITE dirty command -1 site 0 NONE",
                        "hit 0 set 0 way 0 storage unit -1 WRITE dirty part command -1 site 0 NONE",
                        "hit 0 set 0 way 0 storage unit -1 ATOMIC dirty command -1 site 0 NONE",
                        "hit 0 set 0 way 0 storage unit -1 WRITE back dirty command -1 site 0 NONE");
    }

    @Test
    void should_tell_of_the_unit_and_the_site_that_a_fill_was_for() {
        CacheSpecs below = CacheSpecs.l2(DirtyTracking.SECTOR).geometry(4, 2, 128, 32);
        below.replacement = "witness";
        CacheRig rig = new CacheRig(below.build());
        CacheSpec above = CacheSpecs.l1().geometry(4, 2, 128, 32).build();
        Cache first = rig.cache(
                above, "first", new DirectPath(rig.cache.newPort(), 0, 0, 32), new CacheNodeStats(above, 1), null);
        MockRequester client = rig.requester("client", first);
        client.read(0, 128, 32).origin(3, 0x70005); // goes down itself
        client.read(300, 640, 128).origin(4, 9); // its fills do, in pieces
        rig.finish();

        assertThat(Witness.seen())
                .contains("fill 128 set 1 way 0 storage unit 3 READ command -1 site 458757 NONE")
                .contains("fill 640 set 1 way 1 storage unit 4 READ command -1 site 9 NONE")
                .allMatch(seen -> seen.contains("unit 3") || seen.contains("unit 4"));
    }
}
