// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.truth;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.device.Client;
import dev.sluice.machine.request.Request;
import dev.sluice.result.RunFinding;
import java.util.List;
import org.junit.jupiter.api.Test;

final class FindingLogTest {

    private static final long X = TruthRig.BASE;

    private final TruthRig rig = new TruthRig();
    private final Agent first = rig.copy("submit0.0");
    private final Agent second = rig.compute("submit0.1");
    private final Agent reader = rig.compute("submit0.3");

    private void written() {
        rig.ordered(first, second, reader);
        rig.write(first, X, 256, 1);
        rig.write(first, X + 0x200, 32, 1);
        rig.write(second, X, 256, 2);
        rig.write(second, X + 0x200, 32, 2);
    }

    @Test
    void should_fold_stale_bytes_of_one_cause_into_one_range() {
        written();

        rig.read(reader, X, 64, 1, first.id());
        rig.read(reader, X + 64, 32, 1, first.id());

        List<RunFinding.StaleRead> stale = rig.findings.staleReads();
        assertThat(stale).hasSize(1);
        assertThat(stale.get(0).offset()).isZero();
        assertThat(stale.get(0).size()).isEqualTo(96);
        assertThat(stale.get(0).count()).isEqualTo(96);
    }

    @Test
    void should_extend_a_range_downwards() {
        written();

        rig.read(reader, X + 64, 4, 1, first.id());
        rig.read(reader, X + 8, 4, 1, first.id());

        RunFinding.StaleRead stale = rig.findings.staleReads().get(0);
        assertThat(stale.offset()).isEqualTo(8);
        assertThat(stale.size()).isEqualTo(60);
        assertThat(stale.count()).isEqualTo(8);
    }

    @Test
    void should_show_the_first_eight_bytes_only() {
        written();

        rig.read(reader, X, 32, 1, first.id());

        assertThat(rig.findings.staleReads().get(0).got()).isEqualTo("01 01 01 01 01 01 01 01");
    }

    @Test
    void should_count_repeated_reads_of_the_same_bytes() {
        written();

        rig.read(reader, X, 4, 1, first.id());
        rig.read(reader, X, 4, 1, first.id());

        RunFinding.StaleRead stale = rig.findings.staleReads().get(0);
        assertThat(stale.size()).isEqualTo(4);
        assertThat(stale.count()).isEqualTo(8);
    }

    @Test
    void should_keep_resources_apart() {
        written();

        rig.read(reader, X, 4, 1, first.id());
        rig.read(reader, X + 0x200, 4, 1, first.id());

        assertThat(rig.findings.staleReads())
                .extracting(RunFinding.StaleRead::resource, RunFinding.StaleRead::offset)
                .containsExactly(
                        org.assertj.core.groups.Tuple.tuple("x", 0L), org.assertj.core.groups.Tuple.tuple("y", 0L));
    }

    @Test
    void should_keep_readers_apart() {
        Agent later = rig.compute("submit0.4");
        rig.ordered(first, second, later);
        written();

        rig.read(reader, X, 4, 1, first.id());
        rig.read(later, X, 4, 1, first.id());

        assertThat(rig.findings.staleReads())
                .extracting(RunFinding.StaleRead::reader)
                .containsExactly("submit0.3", "submit0.4");
    }

    @Test
    void should_fold_instances_of_one_cache_node() {
        written();

        rig.read(rig.request(Request.READ, Client.STORAGE, reader, X, 4, 1, first.id()), "l1[0]");
        rig.read(rig.request(Request.READ, Client.STORAGE, reader, X + 4, 4, 1, first.id()), "l1[1]");

        assertThat(rig.findings.staleReads()).hasSize(1);
    }

    @Test
    void should_keep_cache_nodes_apart() {
        written();

        rig.read(rig.request(Request.READ, Client.STORAGE, reader, X, 4, 1, first.id()), "l1[0]");
        rig.read(rig.request(Request.READ, Client.UNIFORM, reader, X, 4, 1, first.id()), "uni[0]");

        assertThat(rig.findings.staleReads()).hasSize(2);
    }

    @Test
    void should_note_the_cycle_of_the_first_byte_and_the_place_in_the_input() {
        written();
        rig.cycle = 123;
        rig.read(reader, X, 4, 1, first.id());
        rig.cycle = 456;
        rig.read(reader, X + 4, 4, 1, first.id());

        assertThat(rig.findings.staleReads().get(0).cycle()).isEqualTo(123);
        assertThat(rig.findings.staleReads().get(0).where()).isEqualTo("s.yaml:1:1");
    }

    @Test
    void should_name_the_memory_of_bytes_outside_every_buffer() {
        rig.read(reader, 0x8000, 4, 0, AgentTable.NOBODY);

        RunFinding.UnwrittenRead read = rig.findings.unwrittenReads().get(0);
        assertThat(read.resource()).isEqualTo("local");
        assertThat(read.offset()).isEqualTo(0x8000);
    }

    @Test
    void should_fold_lost_bytes_of_one_cause_into_one_range() {
        written();

        rig.writeBack("l2[0]", X, first.id(), 1, second.id(), 2);
        rig.writeBack("l2[1]", X + 32, first.id(), 1, second.id(), 2);

        assertThat(rig.findings.lostWrites())
                .extracting(RunFinding.LostWrite::offset, RunFinding.LostWrite::size)
                .containsExactly(org.assertj.core.groups.Tuple.tuple(0L, 64L));
    }
}
