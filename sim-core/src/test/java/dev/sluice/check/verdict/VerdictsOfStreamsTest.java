// SPDX-License-Identifier: Apache-2.0
package dev.sluice.check.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.program.Barrier;
import dev.sluice.program.BufferRange;
import dev.sluice.program.Command;
import dev.sluice.program.HostOperation;
import dev.sluice.program.HostReads;
import dev.sluice.program.SemaphoreOperation;
import dev.sluice.program.SetUp;
import dev.sluice.program.UnseenWork;
import dev.sluice.program.sync.Access;
import dev.sluice.program.sync.Accesses;
import dev.sluice.program.sync.Stage;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ForkJoinPool;
import org.junit.jupiter.api.Test;

/** Verdicts that depend on what stands around a barrier: semaphores, frames, set-ups, and hosts that may read. */
final class VerdictsOfStreamsTest extends JudgedStreams {

    @Test
    void should_judge_semaphore_waits() {
        SemaphoreOperation used = new SemaphoreOperation("s", 0, false, Stage.ALL_COMMANDS.mask());
        SemaphoreOperation spare = new SemaphoreOperation("t", 0, false, Stage.ALL_COMMANDS.mask());
        List<Verdict> verdicts = judge(
                        Long.MAX_VALUE,
                        submit("universal.0", List.of(), List.of(spare), fill("c")),
                        submit("universal.1", List.of(), List.of(used), fill("a")),
                        submit("universal.0", List.of(spare, used), List.of(), copy("a", "b")))
                .all();
        assertThat(verdicts)
                .extracting(Verdict::dependency, Verdict::kind)
                .containsExactly(
                        org.assertj.core.groups.Tuple.tuple("submit2.wait[0]", VerdictKind.PRESENT_AND_NOT_NEEDED),
                        org.assertj.core.groups.Tuple.tuple("submit2.wait[1]", VerdictKind.NEEDED_AND_PRESENT));
    }

    @Test
    void should_leave_the_rest_of_a_large_stream_out_and_say_so() {
        Verdicts verdicts = judge(
                2 * 5 + 2,
                submit(
                        "universal.0",
                        List.of(),
                        List.of(),
                        fill("a"),
                        command(FILL_TO_COPY),
                        copy("a", "b"),
                        command(barrier(Stage.COPY, WRITE, Stage.COPY, READ)),
                        copy("b", "c")));
        assertThat(verdicts.all()).last().extracting(Verdict::kind).isEqualTo(VerdictKind.NOT_JUDGED);
        assertThat(verdicts.notes()).hasSize(1);
    }

    @Test
    void should_say_the_same_on_any_number_of_cores() {
        Random random = new Random(41);
        List<String> buffers = List.of("a", "b", "c");
        List<Stage> stages = List.of(Stage.COPY, Stage.CLEAR, Stage.ALL_COMMANDS);
        List<Command> commands = new ArrayList<>();
        for (int i = 0; i < 120; i++) {
            int first = random.nextInt(3);
            commands.add(
                    random.nextBoolean()
                            ? fill(buffers.get(first))
                            : copy(buffers.get(first), buffers.get((first + 1 + random.nextInt(2)) % 3)));
            commands.add(command(
                    barrier(stages.get(random.nextInt(3)), WRITE, stages.get(random.nextInt(3)), READ | WRITE)));
        }
        HostOperation all = submit("universal.0", List.of(), List.of(), commands.toArray(Command[]::new));

        Verdicts one =
                new ForkJoinPool(1).submit(() -> judge(Long.MAX_VALUE, all)).join();
        Verdicts many =
                new ForkJoinPool(8).submit(() -> judge(Long.MAX_VALUE, all)).join();

        assertThat(one.all())
                .extracting(Verdict::kind)
                .contains(VerdictKind.NEEDED_AND_MISSING, VerdictKind.WIDER_THAN_NEEDED);
        assertThat(many.all()).isEqualTo(one.all());
        assertThat(many.notes()).isEqualTo(one.notes());
    }

    @Test
    void should_have_nothing_to_say_of_a_stream_without_a_program() {
        assertThat(judge(1000).all()).isEmpty();
    }

    @Test
    void should_judge_what_the_program_recorded_before_the_set_up_of_a_capture_tool() {
        Verdicts verdicts = judge(
                2 * 15,
                submit("universal.0", List.of(), List.of(), setUp("c"), setUpBarrier()),
                submit("universal.0", List.of(), List.of(), setUp("d"), setUpBarrier()),
                submit("universal.0", List.of(), List.of(), fill("a"), command(FILL_TO_COPY), copy("a", "b")));
        assertThat(verdicts.all())
                .extracting(Verdict::kind)
                .containsExactly(VerdictKind.NOT_JUDGED, VerdictKind.NOT_JUDGED, VerdictKind.NEEDED_AND_PRESENT);
        assertThat(verdicts.notJudged())
                .isEqualTo(new NotJudged(3, List.of(), List.of("submit0.1[0]", "submit1.1[0]"), List.of(), List.of()));
        assertThat(verdicts.notes().get(0))
                .startsWith("not judged: 2 of 3 dependencies, 2 of the capture tool's set-up (submit0 to submit1)");
    }

    @Test
    void should_judge_the_frames_after_the_first_present_before_what_loads() {
        HostOperation load =
                submit("universal.0", List.of(), List.of(), fill("a"), command(FILL_TO_COPY), copy("a", "b"));
        HostOperation frame =
                submit("universal.0", List.of(), List.of(), fill("c"), command(FILL_TO_COPY), copy("c", "d"));
        HostOperation present = new HostOperation.QueuePresent(here(), "universal.0", List.of(), List.of());
        HostOperation later =
                submit("universal.1", List.of(), List.of(), fill("a"), command(FILL_TO_COPY), copy("a", "b"));
        assertThat(firstLeftOut(load, present, frame)).containsExactly("submit0.1[0]");
        assertThat(firstLeftOut(load, frame, present)).containsExactly("submit1.1[0]");
        assertThat(firstLeftOut(load, present, frame, later)).containsExactly("submit0.1[0]", "submit2.1[0]");
    }

    @Test
    void should_not_call_spare_what_work_before_a_stream_that_begins_midway_may_need() {
        HostOperation present = new HostOperation.QueuePresent(here(), "universal.0", List.of(), List.of());
        HostOperation[] frames = {frame(), present, frame()};
        Verdicts midway = judge(Long.MAX_VALUE, HostReads.STATED, UnseenWork.BEFORE, frames);

        assertThat(midway.all())
                .extracting(Verdict::kind)
                .containsExactly(
                        VerdictKind.NOT_JUDGED,
                        VerdictKind.NEEDED_AND_PRESENT,
                        VerdictKind.WIDER_THAN_NEEDED,
                        VerdictKind.NEEDED_AND_PRESENT);
        assertThat(midway.notJudged())
                .isEqualTo(new NotJudged(4, List.of(), List.of(), List.of("submit0.0[0]"), List.of()));
        assertThat(midway.notes()).singleElement().asString().contains("of the first frame (submit0.0[0])");
        assertThat(judge(Long.MAX_VALUE, frames).all().get(0).kind()).isEqualTo(VerdictKind.PRESENT_AND_NOT_NEEDED);
    }

    @Test
    void should_not_call_spare_what_work_may_need_that_an_import_did_not_understand() {
        HostOperation present = new HostOperation.QueuePresent(here(), "universal.0", List.of(), List.of());
        Verdicts unseen = judge(Long.MAX_VALUE, HostReads.STATED, UnseenWork.ANYWHERE, frame(), present, frame());

        assertThat(unseen.all())
                .extracting(Verdict::kind)
                .containsExactly(
                        VerdictKind.NOT_JUDGED,
                        VerdictKind.NEEDED_AND_PRESENT,
                        VerdictKind.NOT_JUDGED,
                        VerdictKind.NEEDED_AND_PRESENT);
        assertThat(unseen.notJudged().besideUnseen()).containsExactly("submit0.0[0]", "submit1.0[0]");
        assertThat(unseen.notes()).singleElement().asString().contains("what the import did not understand");
    }

    /** A barrier before which it does nothing, and one that it needs. */
    private HostOperation frame() {
        return submit(
                "universal.0", List.of(), List.of(), command(WIDE), fill("a"), command(FILL_TO_COPY), copy("a", "b"));
    }

    /** What is not judged where just one dependency can be. */
    private static List<String> firstLeftOut(HostOperation... operations) {
        int all = judge(0, operations).notJudged().count();
        for (long limit = 1; ; limit++) {
            NotJudged left = judge(limit, operations).notJudged();
            if (left.count() < all) {
                return left.program();
            }
        }
    }

    @Test
    void should_say_of_a_spare_barrier_whether_its_queue_writes_before_it() {
        Barrier spare = barrier(Stage.VERTEX_SHADER, 0, Stage.FRAGMENT_SHADER, 0);
        Command reset = new Command.PipelineBarrier(here(), List.of(), false);
        List<Verdict> verdicts = judge(
                        Long.MAX_VALUE,
                        submit("universal.0", List.of(), List.of(), reset, fill("a")),
                        submit("universal.0", List.of(), List.of(), reset, command(spare)),
                        submit("universal.1", List.of(), List.of(), reset, command(spare), fill("c")))
                .all();
        assertThat(verdicts)
                .extracting(Verdict::detail)
                .containsExactly("what it orders is ordered without it", "no command before it writes");
    }

    private static final Barrier TO_HOST = barrier(Stage.CLEAR, WRITE, Stage.HOST, Access.HOST_READ.mask());

    private List<Verdict> readByHost(Barrier... barriers) {
        List<Command> commands = new ArrayList<>(List.of(fill("a")));
        for (Barrier one : barriers) {
            commands.add(command(one));
        }
        return judge(
                        Long.MAX_VALUE,
                        HostReads.POSSIBLE,
                        submit("universal.0", List.of(), List.of(), commands.toArray(new Command[0])),
                        new HostOperation.DeviceWaitIdle(here()))
                .all();
    }

    @Test
    void should_keep_a_barrier_by_which_the_host_may_read() {
        Verdict verdict = readByHost(TO_HOST).get(0);
        assertThat(verdict.kind()).isEqualTo(VerdictKind.HOST_MAY_READ);
        assertThat(verdict.narrowest()).isEqualTo(TO_HOST);
        assertThat(verdict.detail())
                .startsWith("kept: the host may read it: submit0.0 writes a, which it can read from");
    }

    @Test
    void should_narrow_a_barrier_to_what_the_host_may_read() {
        Barrier wide = barrier(
                Stage.ALL_COMMANDS,
                Access.MEMORY_WRITE.mask(),
                Stage.HOST,
                Accesses.of(Access.HOST_READ, Access.HOST_WRITE));
        Verdict verdict = readByHost(wide).get(0);
        assertThat(verdict.kind()).isEqualTo(VerdictKind.WIDER_THAN_NEEDED);
        assertThat(verdict.narrowest()).isEqualTo(TO_HOST);
    }

    @Test
    void should_keep_both_barriers_of_a_chain_to_the_host() {
        Barrier first = barrier(Stage.CLEAR, WRITE, Stage.COPY, READ);
        Barrier second = barrier(Stage.COPY, 0, Stage.HOST, Access.HOST_READ.mask());
        assertThat(readByHost(first, second))
                .extracting(Verdict::kind)
                .doesNotContain(VerdictKind.PRESENT_AND_NOT_NEEDED, VerdictKind.NEEDED_AND_MISSING);
    }

    @Test
    void should_tell_barriers_that_do_more_than_to_order() {
        Barrier release = new Barrier(
                Stage.CLEAR.mask(),
                WRITE,
                Stage.COPY.mask(),
                READ,
                new BufferRange("a", 0, 4 * KIB),
                "universal",
                "other");
        assertThat(DependencyJudge.transfers(release)).isTrue();
        assertThat(DependencyJudge.transfers(FILL_TO_COPY)).isFalse();
        assertThat(DependencyJudge.transfers(
                        new Barrier(0, 0, 0, 0, new BufferRange("a", 0, 4 * KIB), "universal", "universal")))
                .isFalse();
        assertThat(DependencyJudge.transfers(transition(Stage.CLEAR, Stage.COPY, READ)))
                .isTrue();
    }

    @Test
    void should_narrow_a_range_from_one_side_alone() {
        Barrier all = new Barrier(
                Stage.CLEAR.mask(), WRITE, Stage.COPY.mask(), READ, new BufferRange("a", 0, 4 * KIB), null, null);
        assertThat(judge(fill("a"), command(all), copy("a", "b", 0, KIB)).get(0).unneededRange())
                .isEqualTo("a outside of 0 to 1024");
        assertThat(judge(fill("a"), command(all), copy("a", "b", 3 * KIB, KIB))
                        .get(0)
                        .unneededRange())
                .isEqualTo("a outside of 3072 to 4096");
        assertThat(judge(fill("a"), command(all), copy("a", "b")).get(0).unneededRange())
                .isEmpty();
    }

    private Command setUp(String buffer) {
        return new Command.FillBuffer(here().labelled(SetUp.LABEL), new BufferRange(buffer, 0, 4 * KIB), 1);
    }

    private Command setUpBarrier() {
        return new Command.PipelineBarrier(here().labelled(SetUp.LABEL), List.of(FILL_TO_COPY), false);
    }
}
