// SPDX-License-Identifier: Apache-2.0
package dev.sluice.check.verdict;

import static dev.sluice.check.verdict.Hazards.party;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.check.hazard.Hazard;
import dev.sluice.check.hazard.HazardKind;
import dev.sluice.check.hazard.MissingHalf;
import dev.sluice.program.Barrier;
import dev.sluice.program.sync.Access;
import dev.sluice.program.sync.Accesses;
import dev.sluice.program.sync.Stage;
import dev.sluice.program.sync.Stages;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What masks the hazards of a barrier ask for. */
final class NeedsTest {

    private static final long WRITE = Access.TRANSFER_WRITE.mask();
    private static final long READ = Access.TRANSFER_READ.mask();
    private static final Hazard.Party FILL = party("submit0.0", "a", Stage.CLEAR, Access.TRANSFER_WRITE);
    private static final Hazard.Party COPY =
            party("submit0.2", "a", Stage.COPY, Access.TRANSFER_READ, Access.TRANSFER_WRITE);
    private static final Hazard.Party SHADER =
            party("submit0.3", "a", Stage.COMPUTE_SHADER, Access.SHADER_STORAGE_WRITE);
    private static final Hazard READING = Hazards.reading(FILL);

    private static Barrier barrier(Stage src, long srcAccess, Stage dst, long dstAccess) {
        return new Barrier(src.mask(), srcAccess, dst.mask(), dstAccess, null, null, null);
    }

    private static final Barrier TO_HOST =
            barrier(Stage.ALL_COMMANDS, Access.MEMORY_WRITE.mask(), Stage.HOST, Access.HOST_READ.mask());
    private static final Barrier WITHIN = barrier(Stage.CLEAR, WRITE, Stage.COPY, READ);

    private static Needs needs(Barrier own, Hazard... hazards) {
        Needs needs = new Needs(own);
        for (Hazard hazard : hazards) {
            needs.add(hazard);
        }
        return needs;
    }

    @Test
    void a_read_after_a_write_needs_the_write_before_and_the_reads_after() {
        Needs needs = needs(WITHIN, Hazards.of(HazardKind.READ_AFTER_WRITE, "a", FILL, COPY));
        assertThat(needs.narrowest()).isEqualTo(barrier(Stage.CLEAR, WRITE, Stage.COPY, READ));
    }

    @Test
    void a_write_after_a_read_needs_no_access() {
        Needs needs = needs(WITHIN, Hazards.of(HazardKind.WRITE_AFTER_READ, "a", COPY, FILL));
        assertThat(needs.narrowest()).isEqualTo(barrier(Stage.COPY, 0, Stage.CLEAR, 0));
    }

    @Test
    void a_write_over_a_write_needs_the_second_access_only_where_that_is_what_is_missing() {
        Hazard order = Hazards.of(HazardKind.WRITE_AFTER_WRITE, "a", FILL, SHADER);
        Hazard visibility =
                Hazards.of(HazardKind.WRITE_AFTER_WRITE, "a", 0, 4, FILL, SHADER, MissingHalf.VISIBILITY_TO_WRITE);
        assertThat(needs(WITHIN, order).narrowest().dstAccess()).isZero();
        assertThat(needs(WITHIN, visibility).narrowest().dstAccess()).isEqualTo(Access.SHADER_STORAGE_WRITE.mask());
    }

    @Test
    void a_host_write_over_a_write_needs_the_access_of_the_host() {
        Hazard.Party host = party("host.4", "a", Stage.HOST, Access.HOST_WRITE);
        assertThat(needs(WITHIN, Hazards.of(HazardKind.WRITE_AFTER_WRITE, "a", FILL, host))
                        .narrowest()
                        .dstAccess())
                .isEqualTo(Access.HOST_WRITE.mask());
        assertThat(needs(WITHIN, Hazards.of(HazardKind.WRITE_AFTER_READ, "a", COPY, host))
                        .narrowest()
                        .dstAccess())
                .isZero();
    }

    @Test
    void both_depth_tests_are_kept_where_both_are_named() {
        long depth = Access.DEPTH_STENCIL_ATTACHMENT_WRITE.mask();
        long both = Stages.of(Stage.EARLY_FRAGMENT_TESTS, Stage.LATE_FRAGMENT_TESTS);
        Hazard hazard = Hazards.of(
                HazardKind.READ_AFTER_WRITE,
                "a",
                party("submit0.0", "a", Stage.LATE_FRAGMENT_TESTS, Access.DEPTH_STENCIL_ATTACHMENT_WRITE),
                COPY);

        assertThat(needs(new Barrier(both, depth, Stage.COPY.mask(), READ, null, null, null), hazard)
                        .narrowest()
                        .srcStages())
                .isEqualTo(both);
        assertThat(needs(barrier(Stage.ALL_COMMANDS, depth, Stage.COPY, READ), hazard)
                        .narrowest()
                        .srcStages())
                .isEqualTo(both);
        assertThat(needs(barrier(Stage.LATE_FRAGMENT_TESTS, depth, Stage.COPY, READ), hazard)
                        .narrowest()
                        .srcStages())
                .isEqualTo(Stage.LATE_FRAGMENT_TESTS.mask());
    }

    @Test
    void a_transition_names_no_stage() {
        Needs needs =
                needs(WITHIN, Hazards.of(HazardKind.READ_AFTER_WRITE, "i", Hazards.transition("submit0.1", "i"), COPY));
        assertThat(needs.narrowest()).isEqualTo(WITHIN.masked(0, 0, Stage.COPY.mask(), READ));
    }

    @Test
    void a_hazard_says_whether_it_asks_for_more() {
        Needs needs = new Needs(WITHIN);
        Hazard read = Hazards.of(HazardKind.READ_AFTER_WRITE, "a", FILL, COPY);
        assertThat(needs.add(read)).isTrue();
        assertThat(needs.add(read)).isFalse();
        assertThat(needs.add(Hazards.of(HazardKind.READ_AFTER_WRITE, "a", SHADER, COPY)))
                .isTrue();
    }

    @Test
    void the_bytes_of_a_resource_are_those_from_its_first_to_its_last_hazard() {
        Needs needs = needs(
                WITHIN,
                Hazards.of(HazardKind.READ_AFTER_WRITE, "a", 64, 32, FILL, COPY, MissingHalf.EXECUTION),
                Hazards.of(HazardKind.READ_AFTER_WRITE, "a", 16, 8, FILL, COPY, MissingHalf.EXECUTION),
                Hazards.of(HazardKind.READ_AFTER_WRITE, "b", 4, 4, FILL, COPY, MissingHalf.EXECUTION));
        assertThat(needs.ranges().get("a")).containsExactly(16, 96);
        assertThat(needs.ranges().get("b")).containsExactly(4, 8);
    }

    @Test
    void what_the_host_may_read_needs_the_writer_and_the_host_where_the_barrier_names_both() {
        Needs needs = new Needs(TO_HOST);
        assertThat(needs.addReading(READING)).isTrue();
        assertThat(needs.narrowest()).isEqualTo(barrier(Stage.CLEAR, WRITE, Stage.HOST, Access.HOST_READ.mask()));
        assertThat(needs.ranges().get("a")).containsExactly(64, 96);
        assertThat(needs.addReading(READING)).as("again").isFalse();
    }

    @Test
    void the_first_barrier_of_a_chain_to_the_host_needs_its_second_scope_when_nothing_less_will_do() {
        Needs needs = new Needs(WITHIN);
        assertThat(needs.addReading(READING)).isTrue();
        assertThat(needs.narrowest()).isEqualTo(WITHIN.masked(Stage.CLEAR.mask(), WRITE, 0, 0));
        assertThat(needs.addReading(READING))
                .as("the narrower one lost it again")
                .isTrue();
        assertThat(needs.narrowest()).isEqualTo(WITHIN);
        assertThat(needs.addReading(READING)).isFalse();
        assertThat(needs.readings()).containsExactly(READING);
    }

    @Test
    void a_later_barrier_of_a_chain_to_the_host_needs_its_own_first_scope_when_nothing_less_will_do() {
        Barrier later = barrier(Stage.COPY, READ, Stage.HOST, Access.HOST_READ.mask());
        Needs needs = new Needs(later);
        needs.addReading(READING);
        assertThat(needs.narrowest()).isEqualTo(later.masked(0, 0, Stage.HOST.mask(), Access.HOST_READ.mask()));
        assertThat(needs.addReading(READING))
                .as("the narrower one lost it again")
                .isTrue();
        assertThat(needs.narrowest()).isEqualTo(later);
    }

    @Test
    void of_a_group_that_is_needed_whole_no_member_is_named() {
        Barrier clears = barrier(Stage.ALL_TRANSFER, Access.MEMORY_WRITE.mask(), Stage.HOST, Access.HOST_READ.mask());
        Needs needs = new Needs(clears);
        needs.addReading(READING);
        Hazard ofShader = Hazards.reading(SHADER);
        needs.addReading(ofShader);
        assertThat(needs.narrowest().srcStages()).isEqualTo(Stage.CLEAR.mask());
        needs.addReading(ofShader);
        assertThat(needs.narrowest()).isEqualTo(clears);
    }

    @Test
    void what_the_host_may_read_is_no_certain_need() {
        Hazard certain = Hazards.of(HazardKind.READ_AFTER_WRITE, "a", FILL, COPY);
        Needs needs = needs(TO_HOST, certain);
        needs.addReading(READING);
        assertThat(needs.hazards()).containsExactly(certain, READING);
        assertThat(needs.certain()).containsExactly(certain);
        assertThat(needs.none()).isFalse();
        assertThat(new Needs(TO_HOST).none()).isTrue();
    }

    @Test
    void a_barrier_that_is_carried_out_twice_needs_what_both_times_need() {
        Hazard read = Hazards.of(HazardKind.READ_AFTER_WRITE, "a", FILL, COPY);
        Needs first = needs(TO_HOST, read);
        Needs second = new Needs(TO_HOST);
        second.addReading(READING);
        Needs both = first.and(second);
        assertThat(both.certain()).containsExactly(read);
        assertThat(both.readings()).containsExactly(READING);
        assertThat(both.narrowest().dstAccess()).isEqualTo(READ | Access.HOST_READ.mask());
        assertThat(both.asItIs()).isFalse();
        assertThat(first.and(Needs.asItIs(TO_HOST, List.of(read))).asItIs()).isTrue();
        assertThat(Needs.asItIs(TO_HOST, List.of(read)).and(first).narrowest()).isEqualTo(TO_HOST);
    }

    @Test
    void every_bit_counts_as_more() {
        Needs needs = new Needs(WITHIN);
        Hazard.Party reader = party("submit0.4", "a", Stage.COPY, Access.TRANSFER_READ);
        Hazard.Party other = party("submit0.5", "a", Stage.COPY, Access.TRANSFER_WRITE);
        assertThat(needs.add(Hazards.of(HazardKind.WRITE_AFTER_READ, "a", reader, reader)))
                .as("stages of both sides")
                .isTrue();
        assertThat(needs.add(Hazards.of(HazardKind.WRITE_AFTER_WRITE, "a", other, reader)))
                .as("an access before")
                .isTrue();
        assertThat(needs.add(Hazards.of(HazardKind.READ_AFTER_WRITE, "a", other, reader)))
                .as("an access after")
                .isTrue();
        assertThat(needs.add(Hazards.of(HazardKind.READ_AFTER_WRITE, "a", other, COPY)))
                .as("nothing that is new")
                .isFalse();
        assertThat(Accesses.text(needs.narrowest().srcAccess())).isEqualTo("TRANSFER_WRITE");
    }
}
