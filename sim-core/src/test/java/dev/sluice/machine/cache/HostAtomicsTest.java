// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.cache;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.device.CacheSpec.DirtyTracking;
import dev.sluice.device.CacheStructure;
import dev.sluice.device.CacheStructure.Bypass;
import dev.sluice.machine.memory.AddressSpace;
import dev.sluice.machine.request.VersionRuns;
import dev.sluice.machine.testing.CacheSpecs;
import dev.sluice.machine.testing.MockRequester;
import dev.sluice.machine.testing.MockRequester.Access;
import dev.sluice.machine.view.Row;
import dev.sluice.machine.view.Texts;
import dev.sluice.machine.view.ViewTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Atomics of host memory at a cache that it goes past; memory is 100 cycles away. */
final class HostAtomicsTest {

    private static final long HOST = AddressSpace.HOST_BASE;

    private final CacheSpecs specs = CacheSpecs.l2(DirtyTracking.SECTOR);

    private CacheRig rig() {
        specs.structure = new CacheStructure(
                CacheStructure.NONE.prefetch(),
                List.of(Bypass.HOST),
                Map.of(),
                false,
                CacheStructure.NONE.clock(),
                CacheStructure.WriteBuffer.NONE);
        CacheRig rig = new CacheRig(specs.build());
        rig.memory.recording = true;
        return rig;
    }

    @Test
    void they_are_done_where_the_memory_is() {
        CacheRig rig = rig();
        MockRequester requester = rig.requester("r");
        requester.write(0, HOST, new byte[4]);
        Access first = requester.atomicAdd(300, HOST, 5);
        Access read = requester.read(600, HOST, 4);

        rig.finish();

        assertThat(first.latency()).isEqualTo(100);
        assertThat(read.data).containsExactly(5, 0, 0, 0);
        assertThat(rig.memory.store.data(HOST)).isEqualTo((byte) 5);
        assertThat(rig.cache.presentLines()).isZero();
        assertThat(rig.stats.total().bypasses).isEqualTo(3);
    }

    @Test
    void those_of_a_line_go_one_at_a_time() {
        CacheRig rig = rig();
        MockRequester requester = rig.requester("r");
        requester.atomicAdd(0, HOST, 1);
        Access second = requester.atomicAdd(1, HOST + 64, 1);
        Access third = requester.atomicAdd(2, HOST, 1);

        rig.finish();

        assertThat(second.answered).isEqualTo(200);
        assertThat(third.answered).isEqualTo(300);
    }

    @Test
    void those_of_several_lines_go_at_once() {
        CacheRig rig = rig();
        MockRequester requester = rig.requester("r");
        requester.atomicAdd(0, HOST, 1);
        Access other = requester.atomicAdd(1, HOST + 128, 1);

        rig.finish();

        assertThat(other.latency()).isEqualTo(100);
    }

    @Test
    void a_store_stays_behind_those_that_wait() {
        CacheRig rig = rig();
        MockRequester requester = rig.requester("r");
        requester.atomicAdd(0, HOST, 1);
        requester.atomicAdd(1, HOST, 1);
        requester.write(2, HOST, new byte[] {7, 0, 0, 0});
        Access read = requester.read(3, HOST, 4);
        Access last = requester.atomicAdd(4, HOST, 1);

        rig.finish();

        assertThat(read.data).containsExactly(7, 0, 0, 0);
        assertThat(read.answered).isEqualTo(200); // with the second atomic, behind which it goes
        assertThat(last.result).isEqualTo(7);
        assertThat(last.answered).isEqualTo(300);
    }

    @Test
    void a_load_does_not_wait_for_one_that_is_under_way() {
        CacheRig rig = rig();
        MockRequester requester = rig.requester("r");
        requester.write(0, HOST, new byte[4]);
        requester.atomicAdd(300, HOST, 9);
        Access read = requester.read(301, HOST, 4);

        rig.finish();

        assertThat(read.latency()).isEqualTo(100);
        assertThat(read.data).containsExactly(9, 0, 0, 0);
    }

    @Test
    void those_that_wait_are_in_a_table() {
        CacheRig rig = rig();
        ViewTable waiting = rig.cache.view(new Texts(), new VersionRuns(null)).stream()
                .filter(table -> table.name().equals("hostAtomics"))
                .findFirst()
                .orElseThrow();
        MockRequester requester = rig.requester("r");
        requester.atomicAdd(0, HOST, 1);
        requester.atomicAdd(0, HOST + 128, 1);
        requester.atomicAdd(1, HOST + 128, 1);
        requester.write(2, HOST + 128, new byte[4]);
        requester.atomicAdd(3, HOST, 1);

        rig.engine.runUntil(99);
        assertThat(addresses(waiting)).containsExactly(HOST, HOST + 128, HOST + 128);
        rig.finish();
        assertThat(addresses(waiting)).isEmpty();
    }

    private static List<Long> addresses(ViewTable table) {
        List<Long> addresses = new ArrayList<>();
        Row row = new Row(table.columns().size());
        table.rows(number -> {
            row.clear();
            assertThat(table.read(number, row)).isTrue();
            addresses.add(row.number(2));
        });
        return addresses;
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void as_many_wait_as_merge_with_a_miss(int merges) {
        specs.mshrMerges = merges;
        CacheRig rig = rig();
        MockRequester requester = rig.requester("r");
        requester.atomicAdd(0, HOST, 1);
        for (int i = 0; i <= merges; i++) {
            requester.atomicAdd(1, HOST, 1);
        }
        Access other = requester.atomicAdd(50, HOST + 128, 1); // behind the one that stalls

        rig.finish();

        assertThat(other.answered).isEqualTo(101 + 100);
        assertThat(rig.stats.total().mshrStalls).isEqualTo(1);
    }
}
