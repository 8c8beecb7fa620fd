// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.device.CacheSpec;
import dev.sluice.device.ClockRatio;
import dev.sluice.device.NetworkSpec;
import dev.sluice.machine.cache.Interleave;
import dev.sluice.machine.cache.SliceHash;
import dev.sluice.machine.engine.Engine;
import dev.sluice.machine.engine.Port;
import dev.sluice.machine.engine.WaitGraph;
import dev.sluice.machine.request.RequestPool;
import dev.sluice.machine.testing.MockMemory;
import dev.sluice.machine.testing.MockRequester;
import dev.sluice.machine.testing.MockRequester.Access;
import dev.sluice.machine.usage.UnitCycles;
import dev.sluice.machine.usage.UsageMark;
import dev.sluice.machine.usage.UsageMeter;
import dev.sluice.result.RunResult;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The crossbar between mock senders and mock slices. */
final class CrossbarTest {

    private final Engine engine = new Engine();
    private final RequestPool pool = new RequestPool(true);
    private final List<MockMemory> slices = new ArrayList<>();
    private final List<MockRequester> senders = new ArrayList<>();

    private Crossbar crossbar(int senderCount, int sliceCount, int credits) {
        return crossbar(new NetworkSpec("crossbar", 20, 32), senderCount, sliceCount, credits);
    }

    private Crossbar crossbar(NetworkSpec spec, int senderCount, int sliceCount, int credits) {
        List<Port> ports = new ArrayList<>();
        for (int s = 0; s < sliceCount; s++) {
            MockMemory slice = new MockMemory(engine, "slice" + s, pool, 50, credits);
            slice.recording = true;
            slices.add(slice);
            ports.add(slice.port());
        }
        SliceHash hash = new SliceHash(sliceCount, 128, CacheSpec.Hash.MODULO);
        Crossbar crossbar = new Crossbar(spec, "l2", pool, senderCount, ports, hash, 128);
        for (int s = 0; s < senderCount; s++) {
            senders.add(new MockRequester(engine, "sender" + s, pool, crossbar.path(s)));
        }
        return crossbar;
    }

    private void finish() {
        engine.run();
        engine.auditAtEnd();
        assertThat(pool.inUse()).isZero();
    }

    @Test
    void an_idle_crossbar_takes_its_latency_each_way_and_a_cycle_per_data_flit() {
        crossbar(1, 1, 8);
        Access read = senders.get(0).read(0, 0, 128);
        Access write = senders.get(0).write(200, 0, new byte[64]);
        finish();
        assertThat(slices.get(0).seen.get(0).cycle()).isEqualTo(20);
        assertThat(read.latency()).isEqualTo(20 + 50 + 20 + 4);
        assertThat(slices.get(0).seen.get(1).cycle()).isEqualTo(222);
        assertThat(write.latency()).isEqualTo(22 + 50 + 20);
    }

    @Test
    void stores_to_one_slice_take_turns_at_its_input_and_others_do_not() {
        crossbar(3, 2, 8);
        senders.get(0).write(0, 0, new byte[128]);
        senders.get(1).write(0, 256, new byte[128]);
        senders.get(2).write(0, 128, new byte[128]);
        finish();
        assertThat(slices.get(0).seen).extracting(MockMemory.Seen::cycle).containsExactly(24L, 29L);
        assertThat(slices.get(1).seen).extracting(MockMemory.Seen::cycle).containsExactly(24L);
    }

    @Test
    void replies_to_one_sender_take_turns_at_its_input() {
        crossbar(1, 2, 8);
        Access first = senders.get(0).read(0, 0, 128);
        Access second = senders.get(0).read(0, 128, 128);
        finish();
        assertThat(second.answered - first.answered).isEqualTo(5);
    }

    @Test
    void a_reply_port_of_two_flits_a_cycle_takes_each_packet_in_half_the_time() {
        crossbar(new NetworkSpec("crossbar", 20, 32, 64, 0, true, true), 1, 2, 8);
        Access first = senders.get(0).read(0, 0, 128);
        Access second = senders.get(0).read(0, 128, 128);
        Access third = senders.get(0).read(0, 256, 128);
        finish();
        // 2.5 cycles a packet, of which the last flit counts
        assertThat(first.answered).isEqualTo(20 + 50 + 20 + 2);
        assertThat(second.answered).isEqualTo(20 + 50 + 20 + 4);
        assertThat(third.answered).isEqualTo(20 + 50 + 20 + 7);
    }

    @Test
    void a_reply_port_of_half_a_flit_a_cycle_takes_each_flit_in_two() {
        crossbar(new NetworkSpec("crossbar", 20, 32, 16, 0, true, true), 1, 2, 8);
        Access first = senders.get(0).read(0, 0, 32);
        Access second = senders.get(0).read(0, 128, 32);
        finish();
        assertThat(first.answered).isEqualTo(20 + 50 + 20 + 3);
        assertThat(second.answered).isEqualTo(20 + 50 + 20 + 7);
    }

    @Test
    void ports_take_their_flits_at_the_clock_of_the_network() {
        crossbar(
                new NetworkSpec("crossbar", 20, 32, 0, 0, true, true, new ClockRatio(1, 2), NetworkSpec.Clusters.NONE),
                1,
                1,
                8);
        Access read = senders.get(0).read(0, 0, 128);
        finish();
        // a flit there and five back, each of two core cycles, of which the last counts
        assertThat(read.latency()).isEqualTo(20 + 1 + 50 + 20 + 9);
    }

    @Test
    void units_of_a_cluster_share_its_port_and_others_do_not() {
        Crossbar crossbar = crossbar(
                new NetworkSpec(
                        "crossbar", 20, 32, 0, 0, true, true, ClockRatio.CORE, new NetworkSpec.Clusters(2, 3, 0, 0)),
                3,
                3,
                8);
        crossbar.cluster(0, 0);
        crossbar.cluster(1, 0);
        crossbar.cluster(2, 1);
        Access first = senders.get(0).write(0, 0, new byte[128]);
        Access second = senders.get(1).write(0, 128, new byte[128]);
        Access elsewhere = senders.get(2).write(0, 256, new byte[128]);
        finish();
        assertThat(first.latency()).isEqualTo(3 + 20 + 4 + 50 + 20 + 3);
        assertThat(second.latency()).as("five flits behind the first").isEqualTo(first.latency() + 5);
        assertThat(elsewhere.latency()).isEqualTo(first.latency());
    }

    @Test
    void replies_to_units_of_a_cluster_take_turns_at_its_port() {
        Crossbar crossbar = crossbar(
                new NetworkSpec(
                        "crossbar", 20, 32, 0, 0, true, true, ClockRatio.CORE, new NetworkSpec.Clusters(1, 0, 0, 16)),
                2,
                2,
                8);
        crossbar.cluster(0, 0);
        crossbar.cluster(1, 0);
        Access first = senders.get(0).read(0, 0, 32);
        Access second = senders.get(1).read(0, 128, 32);
        finish();
        assertThat(first.latency()).isEqualTo(20 + 50 + 20 + 3);
        assertThat(second.latency()).as("two flits of two cycles later").isEqualTo(first.latency() + 4);
    }

    /** What utilisation says of a group of ports after 1000 cycles, as text: who, share and mean of so many. */
    private List<String> uses(Crossbar crossbar, String of) {
        UsageMeter meter = new UsageMeter(new UnitCycles(0));
        crossbar.gauges(meter);
        UsageMark from = meter.mark(0);
        finish();
        return meter.between(from, meter.mark(1000), 0).limits().utilisation().stream()
                .filter(use -> use.of().equals(of))
                .map(use -> use.resource() + " " + use.instance() + " " + use.share() + ", " + use.meanShare() + " of "
                        + use.instances())
                .sorted()
                .toList();
    }

    @Test
    void ports_of_clusters_say_how_busy_they_are_by_their_bandwidth() {
        Crossbar crossbar = crossbar(
                new NetworkSpec(
                        "crossbar", 20, 32, 0, 0, true, true, ClockRatio.CORE, new NetworkSpec.Clusters(2, 3, 64, 16)),
                2,
                2,
                8);
        crossbar.cluster(0, 0);
        crossbar.cluster(1, 1);
        for (int i = 0; i < 10; i++) {
            senders.get(0).write(50 * i, 0, new byte[96]); // four flits in two cycles there, one in two back
            senders.get(1).read(50 * i, 128, 32); // a flit there, two in four cycles back
        }

        assertThat(uses(crossbar, "l2 clusters"))
                .containsExactly(
                        "replyPort l2 cluster[1] 0.04, 0.03 of 2", "requestPort l2 cluster[0] 0.02, 0.0125 of 2");
        assertThat(crossbar.result().ports())
                .filteredOn(port -> port.port().startsWith("l2 cluster"))
                .extracting(port -> port.kind() + " " + port.port() + " " + port.packets() + " " + port.flits() + " "
                        + port.busyCycles())
                .containsExactly(
                        "requestPort l2 cluster[0] 10 40 20",
                        "replyPort l2 cluster[0] 10 10 20",
                        "requestPort l2 cluster[1] 10 10 5",
                        "replyPort l2 cluster[1] 10 20 40");
    }

    @Test
    void ports_of_clusters_of_a_slower_network_are_busy_for_longer() {
        Crossbar crossbar = crossbar(
                new NetworkSpec(
                        "crossbar",
                        20,
                        32,
                        0,
                        0,
                        true,
                        true,
                        new ClockRatio(1, 2),
                        new NetworkSpec.Clusters(1, 0, 0, 0)),
                1,
                1,
                8);
        crossbar.cluster(0, 0);
        for (int i = 0; i < 10; i++) {
            senders.get(0).read(50 * i, 0, 32);
        }

        assertThat(uses(crossbar, "l2 clusters"))
                .containsExactly(
                        "replyPort l2 cluster[0] 0.04, 0.04 of 1", "requestPort l2 cluster[0] 0.02, 0.02 of 1");
    }

    @Test
    void replies_of_one_slice_take_turns_at_its_reply_port() {
        crossbar(new NetworkSpec("crossbar", 20, 32, 0, 32, true, true), 3, 2, 8);
        Access first = senders.get(0).read(0, 0, 128);
        Access second = senders.get(1).read(0, 256, 128);
        Access elsewhere = senders.get(2).read(0, 128, 128);
        finish();
        assertThat(first.answered).isEqualTo(20 + 50 + 20 + 4);
        // the second request entered the slice a cycle later, and leaves it when the first reply has
        assertThat(second.answered).isEqualTo(20 + 50 + 5 + 20 + 4);
        assertThat(elsewhere.answered).isEqualTo(first.answered);
    }

    @Test
    void a_reply_that_waits_at_its_slice_takes_no_time_of_its_client() {
        crossbar(new NetworkSpec("crossbar", 20, 32, 0, 8, true, true), 2, 2, 8);
        senders.get(1).read(0, 0, 128); // twenty cycles of slice 0
        Access behind = senders.get(0).read(0, 256, 32);
        Access past = senders.get(0).read(1, 128, 32);
        finish();
        assertThat(past.latency()).isEqualTo(20 + 50 + 20 + 7);
        assertThat(behind.latency()).isEqualTo(1 + 20 + 50 + 19 + 20 + 7);
    }

    @Test
    void packets_without_header_flits_are_their_data_alone() {
        Crossbar crossbar = crossbar(new NetworkSpec("crossbar", 20, 32, 0, 0, false, false), 1, 1, 8);
        Access read = senders.get(0).read(0, 0, 128);
        Access write = senders.get(0).write(200, 0, new byte[64]);
        finish();
        assertThat(read.latency()).isEqualTo(20 + 50 + 20 + 3);
        assertThat(write.latency()).isEqualTo(21 + 50 + 20);
        assertThat(crossbar.result().requestFlits()).isEqualTo(1 + 2);
        assertThat(crossbar.result().replyFlits()).isEqualTo(4 + 1);
    }

    @Test
    void an_access_of_a_far_slice_takes_its_extra_cycles_and_holds_no_other_up() {
        Crossbar crossbar = crossbar(1, 2, 8);
        crossbar.path(0, new int[] {0, 200});
        Access far = senders.get(0).read(0, 128, 128);
        Access near = senders.get(0).read(0, 0, 128);
        finish();
        assertThat(far.latency()).isEqualTo(20 + 50 + 20 + 4 + 200);
        assertThat(near.latency()).isEqualTo(20 + 50 + 20 + 4 + 5);
    }

    @Test
    void reads_go_through_the_slice_that_they_are_told_and_other_accesses_to_the_one_of_the_line() {
        Crossbar crossbar = crossbar(1, 2, 8);
        crossbar.path(0, new int[] {0, 200});
        crossbar.readThrough(0, new int[] {0, 0});
        Access read = senders.get(0).read(0, 128, 32);
        Access write = senders.get(0).write(300, 128, new byte[32]);
        Access near = senders.get(0).write(900, 0, new byte[32]);
        finish();
        assertThat(read.latency()).isEqualTo(20 + 50 + 20 + 1);
        assertThat(write.latency()).isEqualTo(near.latency() + 200);
        assertThat(crossbar.result().distances()).containsExactly(new RunResult.DistanceResult("l2", 2, 1));
    }

    @Test
    void what_waits_for_a_read_of_its_line_through_another_slice_says_so() {
        Crossbar crossbar = crossbar(1, 2, 8);
        crossbar.readThrough(0, new int[] {0, 0});
        senders.get(0).read(0, 128, 32);
        senders.get(0).write(1, 128, new byte[32]);

        engine.runUntil(20 - 1);
        assertThat(waits(crossbar)).containsExactly("sender0 waits for slice0: what it reads of a line to be answered");
        finish();
        assertThat(waits(crossbar)).isEmpty();
    }

    private static List<String> waits(Crossbar crossbar) {
        WaitGraph graph = new WaitGraph();
        crossbar.path(0).describeWaits(graph);
        return graph.lines();
    }

    @Test
    void a_slice_without_credit_holds_its_senders_in_order() {
        crossbar(2, 1, 1);
        slices.get(0).pause();
        senders.get(0).read(0, 0, 32);
        Access waiting = senders.get(1).read(1, 0, 32);
        engine.runUntil(500);
        assertThat(waiting.sent).isEqualTo(-1);
        long resumed = engine.now();
        slices.get(0).resume();
        finish();
        assertThat(waiting.sent).isEqualTo(resumed);
    }

    @Test
    void counts_requests_and_flits() {
        Crossbar crossbar = crossbar(1, 1, 8);
        senders.get(0).read(0, 0, 64);
        senders.get(0).write(1, 0, new byte[32]);
        finish();
        assertThat(crossbar.result().requests()).isEqualTo(2);
        assertThat(crossbar.result().requestFlits()).isEqualTo(1 + 2);
        assertThat(crossbar.result().replyFlits()).isEqualTo(3 + 1);
        assertThat(crossbar.result().busiestPortFlits()).isEqualTo(4);
        crossbar.reset();
        assertThat(crossbar.result().requests()).isZero();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 6, 16, 24, 32})
    void every_hash_spreads_lines_evenly_and_xor_also_strides_of_a_power_of_two(int count) {
        for (CacheSpec.Hash kind : CacheSpec.Hash.values()) {
            SliceHash hash = new SliceHash(count, 128, kind);
            int[] lines = new int[count];
            int[] strided = new int[count];
            for (int i = 0; i < count * 512; i++) {
                lines[hash.slice(i * 128L + i % 128)]++;
                strided[hash.slice(i * 128L * 1024)]++;
            }
            assertThat(Arrays.stream(lines).boxed())
                    .allSatisfy(n -> assertThat(n).isBetween(450, 574));
            if (kind == CacheSpec.Hash.XOR) {
                assertThat(Arrays.stream(strided).boxed())
                        .allSatisfy(n -> assertThat(n).isBetween(300, 800));
            }
        }
    }

    @Test
    void an_interleave_sends_each_address_to_its_slice() {
        crossbar(1, 4, 8);
        SliceHash hash = new SliceHash(4, 128, CacheSpec.Hash.XOR);
        Interleave paths = new Interleave(slices.stream().map(s -> s.path(128)).toList(), hash);
        MockRequester client = new MockRequester(engine, "client", pool, paths);
        for (int i = 0; i < 16; i++) {
            client.read(i, i * 128L, 32);
        }
        finish();
        for (int s = 0; s < 4; s++) {
            int slice = s;
            assertThat(slices.get(s).seen).hasSize(4).allMatch(seen -> hash.slice(seen.address()) == slice);
        }
        assertThatThrownBy(() -> new Interleave(List.of(), hash)).isInstanceOf(IllegalArgumentException.class);
    }
}
