// SPDX-License-Identifier: Apache-2.0
package dev.sluice.check.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.check.trace.AccessTrace;
import dev.sluice.check.trace.DeviceFacts;
import dev.sluice.device.MemoryProperty;
import dev.sluice.device.MemoryType;
import dev.sluice.program.Barrier;
import dev.sluice.program.BufferDeclaration;
import dev.sluice.program.BufferRange;
import dev.sluice.program.Command;
import dev.sluice.program.HostOperation;
import dev.sluice.program.HostReads;
import dev.sluice.program.HostThread;
import dev.sluice.program.ImageDeclaration;
import dev.sluice.program.ImageRange;
import dev.sluice.program.ImageTransition;
import dev.sluice.program.MemoryDeclaration;
import dev.sluice.program.Origin;
import dev.sluice.program.SemaphoreOperation;
import dev.sluice.program.SetUp;
import dev.sluice.program.Sharing;
import dev.sluice.program.StreamProgram;
import dev.sluice.program.image.Aspect;
import dev.sluice.program.image.ClearValue;
import dev.sluice.program.image.Format;
import dev.sluice.program.image.ImageLayout;
import dev.sluice.program.image.ImageSpec;
import dev.sluice.program.image.Tiling;
import dev.sluice.program.sync.Access;
import dev.sluice.program.sync.Accesses;
import dev.sluice.program.sync.QueueCapabilities;
import dev.sluice.program.sync.Stage;
import dev.sluice.program.sync.Stages;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class VerdictsTest {
    private static final long KIB = 1024;

    private int commands;

    private Origin here() {
        return Origin.at("t:" + commands++);
    }

    private Command copy(String src, String dst) {
        return copy(src, dst, 0, 4 * KIB);
    }

    private Command copy(String src, String dst, long offset, long size) {
        return new Command.CopyBuffer(here(), src, dst, List.of(new Command.CopyBuffer.Region(offset, offset, size)));
    }

    private Command fill(String dst) {
        return new Command.FillBuffer(here(), new BufferRange(dst, 0, 4 * KIB), 1);
    }

    private static Barrier barrier(Stage src, long srcAccess, Stage dst, long dstAccess) {
        return new Barrier(src.mask(), srcAccess, dst.mask(), dstAccess, null, null, null);
    }

    private Command command(Barrier... barriers) {
        return new Command.PipelineBarrier(here(), List.of(barriers), false);
    }

    private static final long WRITE = Access.TRANSFER_WRITE.mask();
    private static final long READ = Access.TRANSFER_READ.mask();
    private static final Barrier FILL_TO_COPY = barrier(Stage.CLEAR, WRITE, Stage.COPY, READ);
    private static final Barrier WIDE = barrier(
            Stage.ALL_COMMANDS,
            Accesses.of(Access.MEMORY_READ, Access.MEMORY_WRITE),
            Stage.ALL_COMMANDS,
            Accesses.of(Access.MEMORY_READ, Access.MEMORY_WRITE));

    private HostOperation submit(
            String queue, List<SemaphoreOperation> waits, List<SemaphoreOperation> signals, Command... all) {
        return new HostOperation.QueueSubmit(here(), queue, waits, List.of(List.of(all)), signals, null);
    }

    private static Verdicts judge(long limit, HostOperation... operations) {
        return judge(limit, HostReads.STATED, operations);
    }

    private static Verdicts judge(long limit, HostReads reads, HostOperation... operations) {
        List<BufferDeclaration> buffers = new ArrayList<>();
        for (String name : List.of("a", "b", "c", "d")) {
            buffers.add(new BufferDeclaration(
                    name, "local", 64 * KIB * buffers.size(), 4 * KIB, List.of(), Origin.at("t")));
        }
        StreamProgram stream = new StreamProgram(
                "t",
                List.of(new MemoryDeclaration("local", 1024 * KIB, 0, reads, Origin.at("t"))),
                buffers,
                List.of(new ImageDeclaration(
                        new ImageSpec(
                                "i", Format.R8G8B8A8_UNORM, 16, 16, 1, 1, 1, 1, Tiling.OPTIMAL, Set.of("SAMPLED")),
                        "local",
                        512 * KIB,
                        ImageLayout.UNDEFINED,
                        true,
                        Sharing.UNSTATED,
                        Origin.at("t"))),
                Map.of(),
                List.of(new HostThread("main", List.of(operations))),
                List.of());
        MemoryType type = new MemoryType(0, Set.of(MemoryProperty.HOST_VISIBLE, MemoryProperty.HOST_COHERENT));
        List<MemoryType> types = reads == HostReads.STATED ? List.of() : List.of(type);
        DeviceFacts device = new DeviceFacts(Map.of("universal", QueueCapabilities.ALL), types, 64, 256);
        return Verdicts.of(AccessTrace.of(stream, device), limit);
    }

    private List<Verdict> judge(Command... commands) {
        return judge(Long.MAX_VALUE, submit("universal.0", List.of(), List.of(), commands))
                .all();
    }

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

    private Command clear(String image) {
        return new Command.ClearImage(
                here(), Command.ClearImage.Form.CLEAR_COLOR_IMAGE, image, ClearValue.ZERO, List.of(whole(image)));
    }

    private static ImageRange whole(String image) {
        return new ImageRange(image, Set.of(Aspect.COLOR), 0, 1, 0, 1);
    }

    private static Barrier transition(Stage src, Stage dst, long dstAccess) {
        ImageTransition transition =
                new ImageTransition(whole("i"), ImageLayout.TRANSFER_DST_OPTIMAL, ImageLayout.TRANSFER_SRC_OPTIMAL);
        return new Barrier(src.mask(), 0, dst.mask(), dstAccess, null, transition, null, null);
    }

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
                .isEqualTo(new NotJudged(3, List.of(), List.of("submit0.1[0]", "submit1.1[0]")));
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
