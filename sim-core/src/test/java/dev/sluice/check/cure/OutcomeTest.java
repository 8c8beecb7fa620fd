// SPDX-License-Identifier: Apache-2.0
package dev.sluice.check.cure;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.check.hazard.Hazard;
import dev.sluice.check.hazard.HazardKind;
import dev.sluice.check.hazard.HazardReport;
import dev.sluice.check.hazard.MissingHalf;
import dev.sluice.program.Origin;
import dev.sluice.program.edit.Cure;
import dev.sluice.program.sync.Access;
import dev.sluice.program.sync.Stage;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class OutcomeTest {

    private static final Hazard CURED = hazard("a", "b", 64);
    private static final Hazard OTHER = hazard("c", "d", 64);
    private static final HazardReport BEFORE = report(CURED, OTHER);
    private static final Set<CommandPair> PAIR = Set.of(CommandPair.of(CURED));

    private static Hazard hazard(String prior, String current, long bytes) {
        return new Hazard(
                HazardKind.READ_AFTER_WRITE,
                party(prior),
                party(current),
                "x",
                0,
                bytes,
                bytes,
                null,
                MissingHalf.EXECUTION,
                new Cure.Note("x"),
                List.of(),
                true);
    }

    private static Hazard.Party party(String id) {
        return new Hazard.Party(
                Hazard.Agent.DEVICE,
                id,
                "copyBuffer",
                "",
                Origin.at("t"),
                "universal.0",
                "x",
                Stage.COPY.mask(),
                Access.TRANSFER_WRITE.mask());
    }

    private static HazardReport report(Hazard... hazards) {
        return new HazardReport(List.of(hazards), List.of(), List.of(), List.of());
    }

    static Outcome outcome(Hazard... after) {
        return new Outcome(report(after), BEFORE, CommandPair.bytes(BEFORE));
    }

    /** With so many hazards. */
    static Outcome outcome(int hazards) {
        Hazard[] all = new Hazard[hazards];
        for (int i = 0; i < hazards; i++) {
            all[i] = hazard("p" + i, "q" + i, 1);
        }
        return outcome(all);
    }

    @Test
    void nothing_is_left_where_only_hazards_of_before_are() {
        assertThat(outcome(OTHER).rest(PAIR)).isNull();
    }

    @Test
    void what_is_left_of_a_cured_pair_is_told_in_either_order_of_its_commands() {
        Hazard turned = hazard("b", "a", 1);

        assertThat(outcome(OTHER, turned).rest(PAIR)).isSameAs(turned);
    }

    @Test
    void a_pair_with_more_bytes_than_before_is_told() {
        Hazard same = hazard("c", "d", 64);
        Hazard larger = hazard("c", "d", 65);

        assertThat(outcome(same).rest(PAIR)).isNull();
        assertThat(outcome(larger).rest(PAIR)).isSameAs(larger);
    }

    @Test
    void hazards_of_one_pair_count_together() {
        Hazard half = hazard("c", "d", 32);
        Hazard more = hazard("d", "c", 33);

        assertThat(outcome(half, more).rest(PAIR)).isSameAs(half);
    }

    @Test
    void of_several_the_first_is_told() {
        Hazard brought = hazard("e", "f", 1);

        assertThat(outcome(brought, CURED).rest(PAIR)).isSameAs(brought);
        assertThat(outcome(CURED, brought).rest(PAIR)).isSameAs(CURED);
    }

    @Test
    void a_check_with_notes_of_its_own_did_not_follow() {
        HazardReport hangs = new HazardReport(List.of(), List.of(), List.of(), List.of("waits for nothing"));

        assertThat(new Outcome(hangs, BEFORE, CommandPair.bytes(BEFORE)).followed())
                .isFalse();
        assertThat(new Outcome(hangs, hangs, CommandPair.bytes(hangs)).followed())
                .isTrue();
    }
}
