// SPDX-License-Identifier: Apache-2.0
package dev.sluice.check.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.program.Barrier;
import dev.sluice.program.BufferRange;
import dev.sluice.program.HostOperation;
import dev.sluice.program.SemaphoreOperation;
import dev.sluice.program.sync.Accesses;
import dev.sluice.program.sync.Stage;
import dev.sluice.program.sync.Stages;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What of a barrier or a wait is needed, command by command. */
final class VerdictsTest extends JudgedStreams {

    @Test
    void should_say_that_a_barrier_is_needed() {
        List<Verdict> verdicts = judge(fill("a"), command(FILL_TO_COPY), copy("a", "b"));
        assertThat(verdicts).hasSize(1);
        assertThat(verdicts.get(0).kind()).isEqualTo(VerdictKind.NEEDED_AND_PRESENT);
        assertThat(verdicts.get(0).narrowest()).isEqualTo(FILL_TO_COPY);
        assertThat(verdicts.get(0).dependency()).isEqualTo("submit0.1[0]");
        assertThat(verdicts.get(0).detail()).isEqualTo("submit0.0 writes a, submit0.2 reads it");
    }

    @Test
    void should_find_the_narrowest_of_a_wide_barrier() {
        Verdict verdict = judge(fill("a"), command(WIDE), copy("a", "b")).get(0);
        assertThat(verdict.kind()).isEqualTo(VerdictKind.WIDER_THAN_NEEDED);
        assertThat(verdict.narrowest()).isEqualTo(FILL_TO_COPY);
        assertThat(Stages.text(verdict.unneeded().srcStages())).isEqualTo("ALL_COMMANDS");
        assertThat(Accesses.text(verdict.unneeded().dstAccess())).isEqualTo("MEMORY_READ|MEMORY_WRITE");
    }

    @Test
    void should_name_the_one_access_that_is_too_many() {
        Barrier more = barrier(Stage.CLEAR, WRITE, Stage.COPY, READ | WRITE);
        Verdict verdict = judge(fill("a"), command(more), copy("a", "b")).get(0);
        assertThat(verdict.kind()).isEqualTo(VerdictKind.WIDER_THAN_NEEDED);
        assertThat(verdict.unneeded()).isEqualTo(new Verdict.Unneeded(0, 0, 0, WRITE));
    }

    @Test
    void should_ask_for_no_access_between_a_read_and_a_write() {
        Verdict verdict = judge(copy("a", "b"), command(WIDE), fill("a")).get(0);
        assertThat(verdict.narrowest()).isEqualTo(barrier(Stage.COPY, 0, Stage.CLEAR, 0));
    }

    @Test
    void should_ask_for_both_halves_between_two_writes() {
        Verdict verdict = judge(fill("a"), command(WIDE), copy("b", "a")).get(0);
        assertThat(verdict.narrowest()).isEqualTo(barrier(Stage.CLEAR, WRITE, Stage.COPY, WRITE));
    }

    @Test
    void should_ask_for_no_access_before_a_write_where_the_one_before_it_was_read() {
        Verdict verdict = judge(fill("a"), command(FILL_TO_COPY), copy("a", "b"), command(WIDE), fill("a"))
                .get(1);
        assertThat(verdict.narrowest()).isEqualTo(barrier(Stage.COPY, 0, Stage.CLEAR, 0));
    }

    @Test
    void should_say_that_a_barrier_before_all_writes_is_not_needed() {
        Verdict verdict = judge(command(FILL_TO_COPY), fill("a"), command(FILL_TO_COPY), copy("a", "b"))
                .get(0);
        assertThat(verdict.kind()).isEqualTo(VerdictKind.PRESENT_AND_NOT_NEEDED);
        assertThat(verdict.detail()).isEqualTo("no command before it writes");
    }

    @Test
    void should_call_the_second_of_two_equal_barriers_needed() {
        Verdicts verdicts = judge(
                Long.MAX_VALUE,
                submit(
                        "universal.0",
                        List.of(),
                        List.of(),
                        fill("a"),
                        command(FILL_TO_COPY),
                        command(FILL_TO_COPY),
                        copy("a", "b")));
        assertThat(verdicts.all())
                .extracting(Verdict::kind)
                .containsExactly(VerdictKind.PRESENT_AND_NOT_NEEDED, VerdictKind.NEEDED_AND_PRESENT);
        assertThat(verdicts.all().get(1).detail())
                .isEqualTo(
                        "needed as it is where the other verdicts are followed: submit0.0 writes a, submit0.3 reads it");
        assertThat(verdicts.notes())
                .containsExactly(
                        "submit0.2[0] is needed only where the other verdicts are followed: dependencies stand in"
                                + " for one another");
    }

    @Test
    void should_narrow_what_is_needed_only_beside_the_other_verdicts() {
        List<Verdict> verdicts =
                judge(fill("a"), command(WIDE), command(WIDE), copy("a", "b"), command(WIDE), command(WIDE), fill("b"));

        assertThat(verdicts)
                .extracting(Verdict::kind)
                .containsExactly(
                        VerdictKind.PRESENT_AND_NOT_NEEDED,
                        VerdictKind.WIDER_THAN_NEEDED,
                        VerdictKind.PRESENT_AND_NOT_NEEDED,
                        VerdictKind.WIDER_THAN_NEEDED);
        assertThat(verdicts.get(1).narrowest()).isEqualTo(FILL_TO_COPY);
        assertThat(verdicts.get(1).detail())
                .isEqualTo("where the other verdicts are followed: submit0.0 writes a, submit0.3 reads it");
    }

    @Test
    void should_judge_each_barrier_of_a_command() {
        List<Verdict> verdicts =
                judge(fill("a"), command(FILL_TO_COPY, barrier(Stage.COPY, WRITE, Stage.CLEAR, READ)), copy("a", "b"));
        assertThat(verdicts)
                .extracting(Verdict::kind)
                .containsExactly(VerdictKind.NEEDED_AND_PRESENT, VerdictKind.PRESENT_AND_NOT_NEEDED);
    }

    @Test
    void should_name_bytes_of_a_buffer_barrier_that_nothing_needs() {
        Barrier all = new Barrier(
                Stage.CLEAR.mask(), WRITE, Stage.COPY.mask(), READ, new BufferRange("a", 0, 4 * KIB), null, null);
        Verdict verdict =
                judge(fill("a"), command(all), copy("a", "b", KIB, KIB)).get(0);
        assertThat(verdict.kind()).isEqualTo(VerdictKind.WIDER_THAN_NEEDED);
        assertThat(verdict.unneededRange()).isEqualTo("a outside of 1024 to 2048");
        assertThat(verdict.narrowest()).isNotNull();
        assertThat(verdict.narrowest().range()).isEqualTo(new BufferRange("a", KIB, KIB));
    }

    /** Others wrote what is acquired, and read what is released: no hazard of the stream needs either barrier. */
    @Test
    void should_keep_what_hands_over_to_and_takes_over_from_outside_as_it_is() {
        BufferRange a = new BufferRange("a", 0, 4 * KIB);
        Barrier acquire = new Barrier(0, 0, Stage.COPY.mask(), READ, a, "FOREIGN_EXT", "universal");
        Barrier release =
                new Barrier(Stage.COPY.mask(), WRITE, 0, 0, new BufferRange("b", 0, 4 * KIB), "universal", "EXTERNAL");
        List<Verdict> verdicts = judge(command(acquire), copy("a", "b"), command(release));
        assertThat(verdicts).extracting(Verdict::kind).containsOnly(VerdictKind.NEEDED_AND_PRESENT);
        assertThat(verdicts)
                .extracting(Verdict::detail)
                .containsOnly("what is accessed on the other side of its ownership transfer is not known");
    }

    @Test
    void should_count_a_missing_dependency_as_needed() {
        Verdict verdict = judge(fill("a"), copy("a", "b")).get(0);
        assertThat(verdict.kind()).isEqualTo(VerdictKind.NEEDED_AND_MISSING);
        assertThat(verdict.dependency()).isEqualTo("submit0.0 > submit0.1");
    }

    @Test
    void should_not_count_a_hazard_that_is_there_anyway_as_a_need() {
        List<Verdict> verdicts =
                judge(fill("a"), command(barrier(Stage.VERTEX_SHADER, 0, Stage.FRAGMENT_SHADER, 0)), copy("a", "b"));
        assertThat(verdicts)
                .extracting(Verdict::kind)
                .containsExactly(VerdictKind.NEEDED_AND_MISSING, VerdictKind.PRESENT_AND_NOT_NEEDED);
    }

    @Test
    void should_keep_a_barrier_whose_second_half_is_right_for_a_hazard() {
        Barrier own = barrier(Stage.COPY, WRITE, Stage.COPY, READ);
        List<Verdict> verdicts = judge(fill("a"), command(own), copy("a", "b"));
        assertThat(verdicts)
                .extracting(Verdict::kind)
                .containsExactly(VerdictKind.NEEDED_AND_MISSING, VerdictKind.NEEDED_AND_PRESENT);
        assertThat(verdicts.get(1).narrowest()).isEqualTo(own);
        assertThat(verdicts.get(1).detail())
                .isEqualTo("takes part in a hazard, and is to be mended first: submit0.0 writes a, submit0.2 reads it");
    }

    @Test
    void should_keep_a_barrier_whose_first_half_is_right_for_a_hazard() {
        Verdict verdict = judge(fill("a"), command(barrier(Stage.CLEAR, WRITE, Stage.VERTEX_SHADER, 0)), copy("a", "b"))
                .get(1);
        assertThat(verdict.kind()).isEqualTo(VerdictKind.NEEDED_AND_PRESENT);
    }

    @Test
    void should_keep_a_wait_at_stages_that_miss_the_use() {
        SemaphoreOperation signal = new SemaphoreOperation("s", 0, false, Stage.ALL_COMMANDS.mask());
        SemaphoreOperation late = new SemaphoreOperation("s", 0, false, Stage.BOTTOM_OF_PIPE.mask());
        for (String queue : List.of("universal.0", "universal.1")) {
            Verdict verdict = judge(
                            Long.MAX_VALUE,
                            submit("universal.0", List.of(), List.of(signal), copy("a", "b")),
                            submit(queue, List.of(late), List.of(), copy("c", "a")))
                    .all()
                    .get(1);
            assertThat(verdict.dependency()).isEqualTo("submit1.wait[0]");
            assertThat(verdict.kind()).as(queue).isEqualTo(VerdictKind.NEEDED_AND_PRESENT);
        }
    }

    @Test
    void should_keep_each_of_two_waits_that_a_transition_at_top_of_pipe_does_not_follow() {
        SemaphoreOperation s = new SemaphoreOperation("s", 0, false, Stage.ALL_COMMANDS.mask());
        SemaphoreOperation t = new SemaphoreOperation("t", 0, false, Stage.ALL_COMMANDS.mask());
        SemaphoreOperation top = new SemaphoreOperation("s", 0, false, Stage.TOP_OF_PIPE.mask());
        SemaphoreOperation second = new SemaphoreOperation("t", 0, false, Stage.TOP_OF_PIPE.mask());
        List<Verdict> verdicts = judge(
                        Long.MAX_VALUE,
                        submit("universal.0", List.of(), List.of(s, t), clear("i")),
                        submit(
                                "universal.0",
                                List.of(top, second),
                                List.of(),
                                command(transition(Stage.TOP_OF_PIPE, Stage.COPY, READ))))
                .all();
        assertThat(verdicts)
                .extracting(Verdict::kind)
                .containsExactly(
                        VerdictKind.NEEDED_AND_MISSING,
                        VerdictKind.NEEDED_AND_PRESENT,
                        VerdictKind.NEEDED_AND_PRESENT,
                        VerdictKind.NEEDED_AND_PRESENT);
    }

    @Test
    void should_keep_the_wait_for_an_image_that_is_acquired_for_the_first_time() {
        SemaphoreOperation wait = new SemaphoreOperation("s", 0, false, Stage.TOP_OF_PIPE.mask());
        Verdict verdict = judge(
                        Long.MAX_VALUE,
                        new HostOperation.AcquireNextImage(here(), "i", "s", null),
                        submit("universal.0", List.of(wait), List.of(), fill("a")))
                .all()
                .get(0);
        assertThat(verdict.kind()).isEqualTo(VerdictKind.NEEDED_AND_PRESENT);
        assertThat(verdict.detail()).isEqualTo("the presentation engine may still use the image until then");
    }

    @Test
    void should_keep_the_barrier_that_takes_up_the_wait_for_an_image_that_is_acquired_for_the_first_time() {
        SemaphoreOperation wait = new SemaphoreOperation("s", 0, false, Stage.COPY.mask());
        Barrier chain = new Barrier(Stage.COPY.mask(), 0, Stage.CLEAR.mask(), 0, null, null, null);
        Verdict verdict = judge(
                        Long.MAX_VALUE,
                        new HostOperation.AcquireNextImage(here(), "i", "s", null),
                        submit("universal.0", List.of(wait), List.of(), command(chain), clear("i")))
                .all()
                .get(1);
        assertThat(verdict.kind()).isEqualTo(VerdictKind.NEEDED_AND_PRESENT);
    }

    @Test
    void should_keep_the_scopes_of_a_transition_that_takes_part_in_a_hazard() {
        Barrier own = transition(Stage.VERTEX_SHADER, Stage.COPY, READ);
        Verdict verdict = judge(clear("i"), command(own)).get(1);
        assertThat(verdict.kind()).isEqualTo(VerdictKind.NEEDED_AND_PRESENT);
        assertThat(verdict.narrowest()).isEqualTo(own);
    }

    @Test
    void should_limit_a_barrier_to_the_bytes_of_all_its_uses() {
        Barrier first = new Barrier(
                Stage.CLEAR.mask(), WRITE, Stage.COPY.mask(), READ, new BufferRange("a", 0, 4 * KIB), null, null);
        for (Verdict verdict : judge(fill("a"), command(first), copy("a", "b", 0, KIB), copy("a", "c", KIB, KIB))) {
            assertThat(verdict.narrowest().range()).isEqualTo(new BufferRange("a", 0, 2 * KIB));
        }
    }
}
