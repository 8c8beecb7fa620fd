// SPDX-License-Identifier: Apache-2.0
package dev.sluice.check.verdict;

import static dev.sluice.check.verdict.Hazards.party;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.check.hazard.Hazard;
import dev.sluice.check.hazard.HazardKind;
import dev.sluice.program.Barrier;
import dev.sluice.program.sync.Access;
import dev.sluice.program.sync.Stage;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The words of verdicts. */
final class ReasonsTest {

    private static final Hazard.Party FILL = party("submit0.0", "a", Stage.CLEAR, Access.TRANSFER_WRITE);

    private static Hazard read(String id, String buffer) {
        return Hazards.of(
                HazardKind.READ_AFTER_WRITE, buffer, FILL, party(id, buffer, Stage.COPY, Access.TRANSFER_READ));
    }

    @Test
    void a_pair_is_named_by_what_each_does() {
        assertThat(Reasons.needed(List.of(read("submit0.2", "a")))).isEqualTo("submit0.0 writes a, submit0.2 reads it");
        assertThat(Reasons.needed(List.of(read("submit0.2", "b"))))
                .as("another buffer at the same bytes")
                .isEqualTo("submit0.0 writes a, submit0.2 reads b");
    }

    @Test
    void who_reads_and_writes_writes_if_it_comes_first_and_reads_if_second() {
        Hazard.Party both = party("submit0.1", "a", Stage.COPY, Access.TRANSFER_READ, Access.TRANSFER_WRITE);
        assertThat(Reasons.needed(List.of(Hazards.of(HazardKind.READ_AFTER_WRITE, "a", both, both))))
                .isEqualTo("submit0.1 writes a, submit0.1 reads it");
    }

    @Test
    void a_transition_changes_the_layout() {
        Hazard hazard = Hazards.of(
                HazardKind.READ_AFTER_WRITE,
                "i",
                Hazards.transition("submit0.1", "i"),
                party("submit0.2", "i", Stage.COPY, Access.TRANSFER_READ));
        assertThat(Reasons.needed(List.of(hazard))).isEqualTo("submit0.1 changes the layout of i, submit0.2 reads it");
    }

    @Test
    void two_pairs_are_named_and_the_others_counted() {
        List<Hazard> hazards = new ArrayList<>();
        for (int i = 1; i <= 4; i++) {
            hazards.add(read("submit0." + i, "a"));
            hazards.add(read("submit0." + i, "a"));
            String text = Reasons.needed(hazards);
            assertThat(text)
                    .startsWith("submit0.0 writes a, submit0.1 reads it")
                    .isEqualTo(
                            switch (i) {
                                case 1 -> "submit0.0 writes a, submit0.1 reads it";
                                case 2 ->
                                    "submit0.0 writes a, submit0.1 reads it; submit0.0 writes a, submit0.2 reads it";
                                default ->
                                    "submit0.0 writes a, submit0.1 reads it; submit0.0 writes a, submit0.2 reads it; and "
                                            + (i - 2) + " more";
                            });
        }
    }

    @Test
    void what_the_host_may_read_comes_behind_what_is_certain() {
        Needs needs = new Needs(new Barrier(Stage.CLEAR.mask(), 0, Stage.HOST.mask(), 0, null, null, null));
        needs.addReading(Hazards.reading(FILL));
        String may = "kept: the host may read it: submit0.0 writes a, which it can read from host.3 on (waitForFences)";
        assertThat(Reasons.needed(needs)).isEqualTo(may);
        needs.add(read("submit0.2", "a"));
        assertThat(Reasons.needed(needs)).isEqualTo("submit0.0 writes a, submit0.2 reads it; " + may);
    }

    @Test
    void scopes_are_told_by_their_stages_and_by_what_those_do() {
        long copy = Stage.COPY.mask();
        long write = Access.TRANSFER_WRITE.mask();
        long read = Access.TRANSFER_READ.mask();
        assertThat(Reasons.scopes(new Barrier(copy, write, copy, read, null, null, null)))
                .isEqualTo("only COPY writes before, COPY reads after");
        assertThat(Reasons.scopes(new Barrier(copy, 0, copy, write, null, null, null)))
                .isEqualTo("only COPY reads before, COPY writes after");
        assertThat(Reasons.scopes(new Barrier(0, 0, 0, 0, null, null, null)))
                .isEqualTo("nothing before has to be waited for, nothing after waits");
    }

    @Test
    void submissions_in_a_row_are_named_as_one_and_a_single_dependency_by_its_name() {
        NotJudged some = new NotJudged(
                9,
                List.of("submit1.2[0]", "submit2.0[0]", "submit2.1[0]", "submit4.0[0]"),
                List.of("submit7.3[1]"),
                List.of("submit0.1[0]"),
                List.of("submit3.1[0]", "submit3.2[0]"));
        assertThat(some.count()).isEqualTo(8);
        assertThat(some.lines()).hasSize(3);
        assertThat(some.lines().get(2)).startsWith("not judged: 2 of 9 dependencies (submit3): they seem not needed");
        assertThat(some.lines().get(1))
                .startsWith("not judged: 1 of 9 dependencies, of the first frame (submit0.1[0]): what they order");
        assertThat(some.lines().get(0))
                .startsWith(
                        "not judged: 5 of 9 dependencies, 4 of the program (submit1 to submit2, submit4) and 1 of the"
                                + " capture tool's set-up (submit7.3[1]), because");
    }
}
