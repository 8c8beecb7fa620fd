// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.truth;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.device.Client;
import dev.sluice.machine.request.Payload;
import dev.sluice.machine.request.Request;
import dev.sluice.result.RunFinding;
import java.util.Objects;
import org.junit.jupiter.api.Test;

final class TruthMonitorTest {

    private static final long X = TruthRig.BASE;

    private final TruthRig rig = new TruthRig();
    private final Agent first = rig.copy("submit0.0");
    private final Agent second = rig.compute("submit0.1");
    private final Agent reader = rig.compute("submit0.3");
    private final Agent other = rig.compute("submit1.0");

    @Test
    void should_find_nothing_when_the_newest_version_is_read() {
        rig.ordered(first, second, reader);
        rig.write(first, X, 64, 1);
        rig.write(second, X, 64, 2);

        rig.read(reader, X, 64, 2, second.id());

        assertThat(rig.findings.clean()).isTrue();
        assertThat(rig.findings.unwrittenReads()).isEmpty();
    }

    @Test
    void a_write_back_loses_nothing_where_all_it_goes_over_is_older_or_its_own() {
        rig.ordered(first, second, reader);

        assertThat(rig.monitor.mayLose(second.id(), first.id())).isFalse();
        assertThat(rig.monitor.mayLose(first.id(), first.id())).isFalse();
        assertThat(rig.monitor.mayLose(first.id(), AgentTable.NOBODY)).isFalse();
        assertThat(rig.monitor.mayLose(first.id(), second.id())).isTrue();
        assertThat(rig.monitor.mayLose(Payload.MIXED, first.id())).isTrue();
        assertThat(rig.monitor.mayLose(first.id(), Payload.MIXED)).isTrue();
    }

    @Test
    void should_find_a_stale_read() {
        rig.ordered(first, second, reader);
        rig.write(first, X, 64, 1);
        rig.write(second, X, 4, 2);

        rig.read(reader, X, 4, 1, first.id());

        RunFinding.StaleRead stale = rig.findings.staleReads().get(0);
        assertThat(stale.reader()).isEqualTo("submit0.3");
        assertThat(stale.writer()).isEqualTo("submit0.1");
        assertThat(stale.got()).isEqualTo("01 01 01 01");
        assertThat(stale.expected()).isEqualTo("02 02 02 02");
        assertThat(rig.findings.clean()).isFalse();
    }

    @Test
    void should_call_an_older_version_stale_even_if_the_value_is_equal() {
        rig.ordered(first, second, reader);
        rig.write(first, X, 4, 5);
        rig.write(second, X, 4, 5);

        rig.read(reader, X, 4, 5, first.id());

        assertThat(rig.findings.staleReads()).hasSize(1);
    }

    @Test
    void should_find_a_read_of_bytes_from_before_every_write() {
        rig.ordered(first, reader);
        rig.write(first, X, 4, 5);

        rig.read(reader, X, 4, 0xCD, AgentTable.NOBODY);

        assertThat(rig.findings.staleReads()).hasSize(1);
        assertThat(rig.findings.unwrittenReads()).isEmpty();
    }

    @Test
    void should_not_call_a_racing_read_stale() {
        rig.ordered(first, second);
        rig.ordered(first, reader);
        rig.write(first, X, 4, 1);
        rig.write(second, X, 4, 2);

        rig.read(reader, X, 4, 1, first.id());

        assertThat(rig.findings.clean()).isTrue();
    }

    @Test
    void should_report_unwritten_bytes_apart_and_not_as_a_failure() {
        rig.read(reader, X + 8, 4, 0xCD, AgentTable.NOBODY);

        assertThat(rig.findings.clean()).isTrue();
        assertThat(rig.findings.unwrittenReads())
                .containsExactly(new RunFinding.UnwrittenRead("submit0.3", "x", 8, 4, "s.yaml:1:1", 4));
    }

    @Test
    void should_report_unwritten_bytes_of_several_sectors_and_resources() {
        rig.read(reader, X + 40, 80, 0xCD, AgentTable.NOBODY);
        rig.read(reader, X + 0x1F0, 40, 0xCD, AgentTable.NOBODY);

        assertThat(rig.findings.unwrittenReads())
                .containsExactly(
                        new RunFinding.UnwrittenRead("submit0.3", "x", 40, 0x1D8, "s.yaml:1:1", 96),
                        new RunFinding.UnwrittenRead("submit0.3", "y", 0, 24, "s.yaml:1:1", 24));
    }

    @Test
    void should_report_unwritten_bytes_beside_written_ones() {
        rig.ordered(first, reader);
        rig.write(first, X + 32, 32, 1);

        rig.read(reader, X, 32, 0xCD, AgentTable.NOBODY);
        Request read = rig.request(Request.READ, Client.STORAGE, reader, X, 64, 1, first.id());
        Objects.requireNonNull(read.payload).setVersion(0, AgentTable.NOBODY);
        rig.monitor.read(read);

        assertThat(rig.findings.clean()).isTrue();
        assertThat(rig.findings.unwrittenReads())
                .containsExactly(new RunFinding.UnwrittenRead("submit0.3", "x", 0, 32, "s.yaml:1:1", 64));
    }

    @Test
    void should_look_only_at_the_bytes_that_the_program_read() {
        rig.ordered(first, reader);
        rig.write(first, X, 4, 1);

        rig.read(reader, X, 4, 1, first.id());

        assertThat(rig.findings.unwrittenReads()).isEmpty();
    }

    @Test
    void should_find_stale_bytes_in_a_sector_of_mixed_versions() {
        rig.ordered(first, second, reader);
        rig.write(first, X, 32, 1);
        rig.write(second, X + 8, 4, 2);
        Request read = rig.request(Request.READ, Client.STORAGE, reader, X, 32, 1, first.id());

        rig.monitor.read(read);

        RunFinding.StaleRead stale = rig.findings.staleReads().get(0);
        assertThat(stale.offset()).isEqualTo(8);
        assertThat(stale.size()).isEqualTo(4);
    }

    @Test
    void should_accept_a_sector_whose_mixed_versions_are_the_newest() {
        rig.ordered(first, second, reader);
        rig.write(first, X, 32, 1);
        rig.write(second, X + 8, 4, 2);
        Request read = rig.request(Request.READ, Client.STORAGE, reader, X, 32, 1, first.id());
        Payload payload = Objects.requireNonNull(read.payload);
        for (int b = 8; b < 12; b++) {
            payload.setByteVersion(b, second.id());
        }

        rig.monitor.read(read);

        assertThat(rig.findings.clean()).isTrue();
    }

    @Test
    void should_find_that_a_rival_of_the_newest_write_was_missed() {
        rig.ordered(first, second, reader);
        rig.ordered(first, other);
        rig.write(first, X, 4, 1);
        rig.write(second, X, 4, 2);
        rig.write(other, X, 4, 3);

        rig.read(reader, X, 4, 1, first.id());

        RunFinding.StaleRead stale = rig.findings.staleReads().get(0);
        assertThat(stale.writer()).isEqualTo("submit0.1");
        assertThat(stale.expected()).isEqualTo("?? ?? ?? ??");
    }

    @Test
    void should_accept_either_of_two_unordered_writers() {
        rig.ordered(first, second, reader);
        rig.ordered(first, other);
        rig.write(first, X, 4, 1);
        rig.write(second, X, 4, 2);
        rig.write(other, X, 4, 3);

        rig.read(reader, X, 4, 2, second.id());
        rig.read(reader, X, 4, 3, other.id());

        assertThat(rig.findings.clean()).isTrue();
    }

    @Test
    void should_accept_either_writer_when_the_reader_comes_after_both_but_nothing_orders_them() {
        rig.ordered(first, second, reader);
        rig.ordered(first, other, reader);
        rig.write(first, X, 4, 1);
        rig.write(second, X, 4, 2);
        rig.write(other, X, 4, 3);

        rig.read(reader, X, 4, 2, second.id());

        assertThat(rig.findings.clean()).isTrue();
    }

    @Test
    void should_not_blame_a_rival_for_bytes_that_it_never_wrote() {
        Agent neighbour = rig.compute("submit2.0");
        rig.ordered(first, second, reader);
        rig.ordered(first, other);
        rig.ordered(first, neighbour);
        rig.write(first, X, 32, 1);
        rig.write(second, X, 4, 2);
        rig.write(other, X, 4, 3);
        rig.write(neighbour, X + 8, 4, 4);

        rig.read(reader, X + 8, 4, 1, first.id());

        assertThat(rig.findings.clean()).isTrue();
    }

    @Test
    void should_remember_a_rival_in_a_sector_of_mixed_versions() {
        rig.ordered(first, second, reader);
        rig.ordered(first, other);
        rig.write(first, X, 32, 1);
        rig.write(second, X + 4, 4, 2);
        rig.write(other, X + 4, 4, 3);

        rig.read(reader, X + 4, 4, 1, first.id());

        assertThat(rig.findings.staleReads()).hasSize(1);
    }

    @Test
    void should_find_a_write_back_that_puts_older_bytes_over_newer_ones() {
        rig.ordered(first, second);
        rig.write(first, X, 32, 1);
        rig.write(second, X, 32, 2);

        rig.writeBack("l2[0]", X, first.id(), 1, second.id(), 2);

        RunFinding.LostWrite lost = rig.findings.lostWrites().get(0);
        assertThat(lost.writer()).isEqualTo("submit0.1");
        assertThat(lost.overwriter()).isEqualTo("submit0.0");
        assertThat(lost.heldIn()).isEqualTo("l2[0]");
        assertThat(lost.lost()).isEqualTo("02 02 02 02 02 02 02 02");
        assertThat(lost.overwrittenWith()).isEqualTo("01 01 01 01 01 01 01 01");
        assertThat(lost.size()).isEqualTo(32);
        assertThat(rig.findings.clean()).isFalse();
    }

    @Test
    void should_find_a_write_back_of_bytes_that_nobody_wrote_over_a_write() {
        rig.writeBack("l2[0]", X, AgentTable.NOBODY, 0xCD, second.id(), 2);

        assertThat(rig.findings.lostWrites()).hasSize(1);
    }

    @Test
    void should_find_nothing_when_a_write_back_puts_newer_bytes_over_older_ones() {
        rig.ordered(first, second);

        rig.writeBack("l2[0]", X, second.id(), 2, first.id(), 1);

        assertThat(rig.findings.clean()).isTrue();
    }

    @Test
    void should_find_nothing_when_a_write_back_meets_its_own_version() {
        rig.writeBack("l2[0]", X, second.id(), 2, second.id(), 2);

        assertThat(rig.findings.clean()).isTrue();
    }

    @Test
    void should_find_nothing_when_a_write_back_meets_bytes_that_nobody_wrote() {
        rig.writeBack("l2[0]", X, second.id(), 2, AgentTable.NOBODY, 0);

        assertThat(rig.findings.clean()).isTrue();
    }

    @Test
    void should_leave_a_write_back_over_an_unordered_write_to_the_checker() {
        rig.writeBack("l2[0]", X, first.id(), 1, other.id(), 3);

        assertThat(rig.findings.clean()).isTrue();
    }

    @Test
    void should_keep_the_intended_contents() {
        rig.write(second, X + 3, 1, 9);

        assertThat(rig.monitor.intent().data(X + 3)).isEqualTo((byte) 9);
        assertThat(rig.monitor.intent().version(X + 3)).isEqualTo(second.id());
    }
}
