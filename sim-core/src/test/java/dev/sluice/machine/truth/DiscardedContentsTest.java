// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.truth;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.machine.memory.BackingStore;
import dev.sluice.machine.testing.Proposed;
import dev.sluice.result.RunFinding;
import org.junit.jupiter.api.Test;

/** Reads of contents that the program gave up. */
final class DiscardedContentsTest {

    private static final long X = TruthRig.BASE;

    private final TruthRig rig = new TruthRig();
    private final Agent writer = rig.compute("submit0.0");
    private final Agent discarder = agent("submit0.1", "layout transition of x from UNDEFINED");
    private final Agent reader = rig.compute("submit0.2");
    private final Agent other = rig.compute("submit1.0");

    private Agent agent(String name, String what) {
        return rig.agents.add(name, what, 0, 0, false, "s.yaml:4:4");
    }

    private Agent discarder(Discard why) {
        Agent agent = agent("submit0.1", why + " of x");
        rig.agents.discards(agent.id(), why);
        return agent;
    }

    private RunFinding.StaleRead discardedBy(Agent by) {
        rig.ordered(writer, by, reader);
        rig.write(writer, X, 64, 1);
        rig.monitor.discard(X, 64, by.id());
        rig.read(reader, X, 64, 1, writer.id());
        return rig.findings.staleReads().get(0);
    }

    @Test
    void a_read_of_what_a_transition_discarded_is_stale() {
        RunFinding.StaleRead stale = discardedBy(discarder);

        assertThat(stale.missing()).isEqualTo("contents");
        assertThat(stale.writer()).isEqualTo("submit0.1");
        assertThat(stale.got()).startsWith("01 01");
        assertThat(stale.expected()).startsWith("?? ??");
        assertThat(stale.size()).isEqualTo(64);
        assertThat(Proposed.note(stale.suggestion()))
                .isEqualTo(
                        "submit0.1 (layout transition of x from UNDEFINED) at line 4 discarded what submit0.0 wrote: "
                                + "name the old layout instead of UNDEFINED; no barrier brings it back");
    }

    @Test
    void says_how_to_keep_what_a_store_operation_discarded() {
        assertThat(Proposed.note(discardedBy(discarder(Discard.STORE)).suggestion()))
                .contains("discarded what submit0.0 wrote: store it: storeOp STORE;");
    }

    @Test
    void says_how_to_keep_what_a_load_operation_discarded() {
        assertThat(Proposed.note(discardedBy(discarder(Discard.LOAD)).suggestion()))
                .contains("discarded what submit0.0 wrote: load it: loadOp LOAD;");
    }

    @Test
    void a_write_after_it_makes_the_bytes_defined_again() {
        rig.ordered(writer, discarder, other, reader);
        rig.write(writer, X, 64, 1);
        rig.monitor.discard(X, 64, discarder.id());
        rig.write(other, X, 8, 2);

        rig.read(reader, X, 8, 2, other.id());
        assertThat(rig.findings.clean()).isTrue();
        rig.read(reader, X + 8, 8, 1, writer.id());
        assertThat(rig.findings.staleReads()).hasSize(1);
        assertThat(rig.findings.staleReads().get(0).offset()).isEqualTo(8);
    }

    @Test
    void the_discarders_own_write_after_it_counts() {
        rig.ordered(writer, discarder, reader);
        rig.write(writer, X, 32, 1);
        rig.monitor.discard(X, 32, discarder.id());
        rig.write(discarder, X, 32, 2);

        rig.read(reader, X, 32, 2, discarder.id());

        assertThat(rig.findings.clean()).isTrue();
    }

    @Test
    void a_later_discard_is_the_one_to_blame() {
        Agent second = agent("submit0.9", "storeOp DONT_CARE of x");
        rig.ordered(writer, discarder, second, reader);
        rig.write(writer, X, 32, 1);
        rig.monitor.discard(X, 32, discarder.id());
        rig.monitor.discard(X, 32, second.id());

        rig.read(reader, X, 4, 1, writer.id());

        assertThat(rig.findings.staleReads().get(0).writer()).isEqualTo("submit0.9");
        assertThat(Proposed.note(rig.findings.staleReads().get(0).suggestion())).contains("what submit0.0 wrote");
    }

    @Test
    void bytes_that_nobody_wrote_stay_unwritten() {
        rig.ordered(discarder, reader);
        rig.monitor.discard(X, 64, discarder.id());

        rig.read(reader, X, 4, 0, AgentTable.NOBODY);

        assertThat(rig.findings.clean()).isTrue();
        assertThat(rig.findings.unwrittenReads()).hasSize(1);
    }

    @Test
    void a_read_that_nothing_orders_after_it_may_see_the_old_contents() {
        rig.ordered(writer, discarder);
        rig.ordered(writer, reader);
        rig.write(writer, X, 32, 1);
        rig.monitor.discard(X, 32, discarder.id());

        rig.read(reader, X, 4, 1, writer.id());

        assertThat(rig.findings.clean()).isTrue();
    }

    @Test
    void keeps_to_its_range_within_sectors() {
        rig.ordered(writer, discarder, reader);
        rig.write(writer, X, 32, 1);
        rig.monitor.discard(X + 8, 8, discarder.id());

        rig.read(reader, X, 8, 1, writer.id());
        rig.read(reader, X + 16, 16, 1, writer.id());
        assertThat(rig.findings.clean()).isTrue();
        rig.read(reader, X + 8, 8, 1, writer.id());
        assertThat(rig.findings.staleReads().get(0).size()).isEqualTo(8);
    }

    @Test
    void a_large_range_costs_what_was_written_in_it() {
        rig.ordered(writer, discarder, reader);
        rig.write(writer, X, 32, 1);

        rig.monitor.discard(0, 1L << 40, discarder.id());

        rig.read(reader, X, 4, 1, writer.id());
        assertThat(rig.findings.staleReads()).hasSize(1);
        assertThat(rig.monitor.intent().touchedBytes()).isEqualTo(BackingStore.PAGE_BYTES);
    }

    @Test
    void what_was_given_up_cannot_be_lost() {
        rig.ordered(writer, other, discarder);
        rig.write(writer, X, 32, 1);
        rig.write(other, X, 32, 2);
        rig.writeBack("l2[0]", X, writer.id(), 1, other.id(), 2);
        assertThat(rig.findings.lostWrites()).hasSize(1);

        rig.write(writer, X + 32, 32, 1);
        rig.write(other, X + 32, 32, 2);
        rig.monitor.discard(X + 32, 32, discarder.id());
        rig.writeBack("l2[0]", X + 32, writer.id(), 1, other.id(), 2);
        assertThat(rig.findings.lostWrites().get(0).size()).isEqualTo(32);
    }
}
