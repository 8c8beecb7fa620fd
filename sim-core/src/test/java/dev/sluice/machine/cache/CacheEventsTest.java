// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.cache;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.device.CacheSpec;
import dev.sluice.machine.observe.ObservedRequest;
import dev.sluice.machine.observe.SimObserver;
import dev.sluice.machine.request.Request;
import dev.sluice.machine.testing.CacheSpecs;
import dev.sluice.machine.testing.MockRequester;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a cache tells its observer of sets, ways and waiting. */
final class CacheEventsTest {

    /** Two sets of two ways, lines of 128 bytes. */
    private static final long SET_1 = 128;

    private final List<String> events = new ArrayList<>();

    private CacheRig rig(CacheSpecs specs) {
        CacheSpec spec = specs.geometry(2, 2, 128, 32).build();
        return new CacheRig(spec, new SimObserver() {
            @Override
            public void lookup(long cycle, String cache, int set, int way, ObservedRequest r, Outcome outcome) {
                events.add(cycle + " " + outcome + " " + set + "/" + way);
            }

            @Override
            public void waits(long cycle, String cache, int set, ObservedRequest r, WaitReason reason) {
                events.add(cycle + " " + r.address() + " waits " + reason + " " + set);
            }

            @Override
            public void fill(long cycle, String cache, int set, int way, long address, int sectors, int command) {
                events.add(cycle + " fill " + set + "/" + way);
            }

            @Override
            public void writeBack(
                    long cycle,
                    String cache,
                    int set,
                    int way,
                    long address,
                    int sectors,
                    int command,
                    WriteBackReason reason) {
                events.add(cycle + " " + reason + " back " + set + "/" + way);
            }

            @Override
            public void drop(long cycle, String cache, int set, int way, long address, int command, DropReason reason) {
                events.add(cycle + " " + reason + " drop " + set + "/" + way);
            }
        });
    }

    private static CacheSpecs withRegisters(int mshrs, int merges) {
        CacheSpecs specs = CacheSpecs.l1();
        specs.mshrs = mshrs;
        specs.mshrMerges = merges;
        return specs;
    }

    @Test
    void a_set_fills_way_by_way_and_the_oldest_goes() {
        CacheRig rig = rig(CacheSpecs.l1());
        MockRequester client = rig.requester("client");
        client.read(0, SET_1, 4);
        client.read(200, SET_1 + 256, 4);
        client.read(400, SET_1 + 512, 4);
        client.read(600, SET_1 + 256, 4);
        rig.finish();

        assertThat(events)
                .containsExactly(
                        "0 MISS 1/0",
                        "100 fill 1/0",
                        "200 MISS 1/1",
                        "300 fill 1/1",
                        "400 EVICTION drop 1/0",
                        "400 MISS 1/0",
                        "500 fill 1/0",
                        "600 HIT 1/1");
    }

    @Test
    void a_dirty_victim_is_written_back_from_its_way() {
        CacheRig rig = rig(CacheSpecs.l2(CacheSpec.DirtyTracking.SECTOR));
        MockRequester client = rig.requester("client");
        client.write(0, 0, new byte[128]);
        client.read(200, 256, 4);
        client.read(400, 512, 4);
        rig.finish();

        assertThat(events).contains("400 EVICTION back 0/0", "400 EVICTION drop 0/0", "400 MISS 0/0");
    }

    @Test
    void maintenance_says_which_way_it_emptied() {
        CacheRig rig = rig(CacheSpecs.l1());
        rig.requester("client").read(0, SET_1, 4);
        rig.at(300, () -> rig.order(Maintenance.Verb.INVALIDATE));
        rig.finish();

        assertThat(events).last().asString().endsWith("INVALIDATE drop 1/0");
    }

    @Test
    void a_store_that_goes_past_drops_its_line() {
        CacheRig rig = rig(CacheSpecs.l1());
        MockRequester client = rig.requester("client");
        client.read(0, SET_1, 32);
        client.write(200, SET_1, new byte[32]).flags = Request.COHERENT;
        rig.finish();

        assertThat(events).endsWith("200 PASSED drop 1/0", "200 BYPASSED 1/-1");
    }

    @Test
    void a_look_up_without_a_register_waits_for_one_and_is_told_of_once() {
        CacheRig rig = rig(withRegisters(1, 8));
        MockRequester client = rig.requester("client");
        client.read(0, 0, 4);
        client.read(10, SET_1, 4);
        client.read(20, 256, 4);
        rig.finish();

        assertThat(events)
                .containsSubsequence(
                        "10 128 waits MSHRS 1", "20 256 waits QUEUE 0", "100 MISS 1/0", "101 256 waits MSHRS 0")
                .filteredOn(event -> event.contains("128 waits"))
                .hasSize(1);
    }

    @Test
    void a_look_up_of_a_set_that_waits_for_fills_waits_for_a_way() {
        CacheRig rig = rig(withRegisters(8, 8));
        MockRequester client = rig.requester("client");
        client.read(0, 0, 4);
        client.read(1, 256, 4);
        client.read(2, 512, 4);
        rig.finish();

        assertThat(events).contains("2 512 waits WAYS 0");
    }

    @Test
    void a_look_up_of_a_line_whose_register_is_full_waits_for_a_place_in_it() {
        CacheRig rig = rig(withRegisters(8, 1));
        MockRequester client = rig.requester("client");
        client.read(0, 0, 4);
        client.read(5, 0, 4);
        rig.finish();

        assertThat(events).contains("5 0 waits MERGES 0");
    }

    @Test
    void a_look_up_waits_for_its_bank() {
        CacheRig rig = rig(CacheSpecs.l1());
        rig.requester("a").read(0, 0, 4);
        rig.requester("b").read(0, 32, 4);
        rig.finish();

        assertThat(events).startsWith("0 MISS 0/0", "0 32 waits BANK 0", "1 MERGED 0/0");
    }
}
