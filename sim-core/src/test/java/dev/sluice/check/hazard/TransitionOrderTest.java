// SPDX-License-Identifier: Apache-2.0
package dev.sluice.check.hazard;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.program.Attachment;
import dev.sluice.program.Barrier;
import dev.sluice.program.Command;
import dev.sluice.program.HostOperation;
import dev.sluice.program.ImageRange;
import dev.sluice.program.ImageTransition;
import dev.sluice.program.Origin;
import dev.sluice.program.SemaphoreOperation;
import dev.sluice.program.edit.Cure;
import dev.sluice.program.image.Aspect;
import dev.sluice.program.image.ImageLayout;
import dev.sluice.program.image.Tiling;
import dev.sluice.program.sync.Access;
import dev.sluice.program.sync.Stage;
import dev.sluice.program.sync.Stages;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What a layout transition comes after whose barrier has an empty first scope. */
final class TransitionOrderTest {
    private static final ImageLayout DEPTH = ImageLayout.DEPTH_STENCIL_ATTACHMENT_OPTIMAL;
    private static final Origin AT = Origin.at("test");

    private static Streams cleared() {
        return new Streams().image("i").clear("i", 0, 1);
    }

    private static Streams changed(Streams stream) {
        return changed(stream, "TOP_OF_PIPE");
    }

    private static Streams changed(Streams stream, String first) {
        return stream.transition(
                first + ">COMPUTE_SHADER/SHADER_SAMPLED_READ",
                "i",
                ImageLayout.GENERAL,
                ImageLayout.SHADER_READ_ONLY_OPTIMAL);
    }

    @Test
    void should_come_after_nothing_of_an_earlier_submission() {
        assertThat(changed(cleared().submit()).missing()).containsExactly(MissingHalf.EXECUTION);
    }

    @Test
    void should_come_after_what_the_host_waited_for_by_idling() {
        assertThat(changed(cleared().submit().idle()).kinds()).isEmpty();
    }

    @Test
    void should_come_after_what_the_host_waited_for_by_a_fence() {
        assertThat(changed(cleared().submit("f").waitFence("f")).kinds()).isEmpty();
    }

    @Test
    void should_not_come_after_a_fence_that_the_host_has_not_waited_for() {
        assertThat(changed(cleared().submit("f")).missing()).containsExactly(MissingHalf.EXECUTION);
    }

    @Test
    void should_come_after_a_timeline_value_that_the_host_waited_for() {
        Streams stream = cleared()
                .signalsTimeline("t", 1, "ALL_COMMANDS")
                .submit()
                .host(new HostOperation.WaitSemaphores(AT, List.of(new SemaphoreOperation("t", 1, true, 0))));

        assertThat(changed(stream).kinds()).isEmpty();
    }

    @Test
    void should_come_after_a_timeline_value_that_another_waited_submission_implies() {
        Streams stream = cleared()
                .signalsTimeline("t", 1, "ALL_COMMANDS")
                .submit()
                .queue("universal.1")
                .waitsTimeline("t", 1, "COMPUTE_SHADER")
                .submit("f")
                .waitFence("f")
                .queue("universal.0");

        assertThat(changed(stream).kinds()).isEmpty();
    }

    @Test
    void should_come_after_what_the_host_waited_for_before_an_earlier_submission_of_its_queue() {
        assertThat(changed(cleared().submit().idle().submit()).kinds()).isEmpty();
    }

    @Test
    void should_come_after_what_the_host_wrote_before_the_submission() {
        Streams stream = new Streams()
                .bufferAt("bytes", "shared", 0, 4096)
                .image("i", 16, 1, 1, Tiling.LINEAR, "shared", 0)
                .hostWrite("bytes", 0, 1024);

        assertThat(changed(stream).kinds()).isEmpty();
    }

    @Test
    void should_come_after_what_the_host_waited_for_where_an_event_orders_it() {
        assertThat(changed(cleared().submit().idle().setEvent("e", "NONE>COPY"), "NONE")
                        .kinds())
                .isEmpty();
    }

    @Test
    void should_not_come_after_a_semaphore_that_holds_stages_back() {
        Hazard hazard =
                changed(afterWaiting("COMPUTE_SHADER")).check().hazards().get(0);

        assertThat(hazard.kind()).isEqualTo(HazardKind.WRITE_AFTER_WRITE);
        assertThat(hazard.missing()).isEqualTo(MissingHalf.CHAIN);
        assertThat(hazard.cure()).isEqualTo(source(Stage.COMPUTE_SHADER, "submit1.0"));
    }

    @Test
    void should_come_after_a_semaphore_whose_stages_its_first_scope_names() {
        assertThat(changed(afterWaiting("COMPUTE_SHADER"), "COMPUTE_SHADER").kinds())
                .isEmpty();
    }

    @Test
    void should_not_come_after_a_semaphore_that_holds_all_stages_back_as_it_is_of_none() {
        Streams stream = changed(afterWaiting("TOP_OF_PIPE"));

        assertThat(stream.missing()).containsExactly(MissingHalf.CHAIN);
        assertThat(stream.check().hazards().get(0).cure()).isEqualTo(source(Stage.CLEAR, "submit1.0"));
        assertThat(changed(afterWaiting("TOP_OF_PIPE"), "CLEAR").kinds()).isEmpty();
    }

    @Test
    void should_not_be_called_racing_behind_a_semaphore_of_another_queue() {
        Streams stream = changed(cleared()
                .signals("s", "ALL_COMMANDS")
                .submit()
                .queue("universal.1")
                .waits("s", "COMPUTE_SHADER"));

        assertThat(stream.kinds()).containsExactly(HazardKind.WRITE_AFTER_WRITE);
        assertThat(stream.missing()).containsExactly(MissingHalf.CHAIN);
    }

    private static Streams afterWaiting(String stages) {
        return cleared().signals("s", "ALL_COMMANDS").submit().waits("s", stages);
    }

    @Test
    void should_be_cured_behind_an_acquire_by_the_stages_of_its_wait() {
        Hazard hazard = acquired("TOP_OF_PIPE").check().hazards().get(0);

        assertThat(hazard.kind()).isEqualTo(HazardKind.WRITE_AFTER_PRESENT);
        assertThat(hazard.missing()).isEqualTo(MissingHalf.CHAIN);
        assertThat(hazard.cure()).isEqualTo(source(Stage.COLOR_ATTACHMENT_OUTPUT, "submit1.0"));
        assertThat(acquired("COLOR_ATTACHMENT_OUTPUT").kinds()).isEmpty();
    }

    @Test
    void should_be_followed_once_its_barrier_names_the_stages_of_the_use() {
        Hazard hazard = followed("NONE").check().hazards().get(0);

        assertThat(hazard.cure())
                .isEqualTo(new Cure.ExtendBarrier(
                        Cure.Masks.of(
                                new Cure.Mask(Cure.Mask.Part.DST_STAGE, Stage.CLEAR.mask()),
                                new Cure.Mask(Cure.Mask.Part.DST_ACCESS, Access.TRANSFER_WRITE.mask())),
                        "i",
                        "submit0.0"));
        assertThat(followed("CLEAR/TRANSFER_WRITE").kinds()).isEmpty();
    }

    @Test
    void should_be_cured_at_the_one_barrier_of_several_that_makes_it() {
        ImageRange first = new ImageRange("m", Set.of(Aspect.COLOR), 0, 1, 0, 1);
        ImageRange second = new ImageRange("m", Set.of(Aspect.COLOR), 1, 1, 0, 1);
        Barrier ready = toClear("CLEAR/TRANSFER_WRITE", first);
        Hazard hazard = new Streams()
                .image("m", 16, 2, 1, Tiling.OPTIMAL, "local", 1 << 18)
                .command(new Command.PipelineBarrier(Origin.at("test"), List.of(ready, toClear("NONE", second)), false))
                .clear("m", 0, 2)
                .check()
                .hazards()
                .get(0);

        assertThat(hazard.cure())
                .isEqualTo(new Cure.ExtendBarrier(
                        Cure.Masks.of(
                                new Cure.Mask(Cure.Mask.Part.DST_STAGE, Stage.CLEAR.mask()),
                                new Cure.Mask(Cure.Mask.Part.DST_ACCESS, Access.TRANSFER_WRITE.mask())),
                        "m",
                        List.of(second),
                        "submit0.0"));
        assertThat(((Cure.ExtendBarrier) hazard.cure()).concerns(ready)).isFalse();
        assertThat(hazard.prior().what()).contains("PREINITIALIZED");
    }

    private static Barrier toClear(String second, ImageRange range) {
        Barrier masks = Streams.spec("NONE>" + second);
        ImageLayout old = range.level() == 0 ? ImageLayout.UNDEFINED : ImageLayout.PREINITIALIZED;
        return new Barrier(
                masks.srcStages(),
                masks.srcAccess(),
                masks.dstStages(),
                masks.dstAccess(),
                null,
                new ImageTransition(range, old, ImageLayout.TRANSFER_DST_OPTIMAL),
                null,
                null);
    }

    private static Streams followed(String second) {
        return new Streams()
                .image("i")
                .transition("NONE>" + second, "i", ImageLayout.UNDEFINED, ImageLayout.TRANSFER_DST_OPTIMAL)
                .clear("i", 0, 1);
    }

    @Test
    void should_be_followed_once_the_external_dependency_names_the_stages_of_a_load_operation() {
        Hazard hazard = begun("COLOR_ATTACHMENT_OUTPUT").check().hazards().get(0);

        assertThat(hazard.cure())
                .isEqualTo(new Cure.ExtendExternalDependency(
                        Cure.Masks.of(
                                new Cure.Mask(
                                        Cure.Mask.Part.DST_STAGE,
                                        Stages.of(Stage.EARLY_FRAGMENT_TESTS, Stage.LATE_FRAGMENT_TESTS)),
                                new Cure.Mask(Cure.Mask.Part.DST_ACCESS, Access.DEPTH_STENCIL_ATTACHMENT_WRITE.mask())),
                        "d",
                        "submit0.0"));
        assertThat(begun("EARLY_FRAGMENT_TESTS/DEPTH_STENCIL_ATTACHMENT_WRITE").kinds())
                .isEmpty();
    }

    /** A render pass that brings a depth attachment into its layout and clears it. */
    private static Streams begun(String second) {
        return new Streams()
                .depth("d")
                .pass(
                        Command.PassStep.Form.BEGIN_RENDER_PASS,
                        null,
                        Streams.transitionOf("NONE>" + second, "d", ImageLayout.UNDEFINED, DEPTH),
                        Streams.depthTargets("d", DEPTH, Attachment.StoreOp.STORE));
    }

    @Test
    void should_ask_for_no_store_operation_where_the_layout_only_lets_read() {
        Hazard hazard =
                sampledWhileStored(Attachment.StoreOp.STORE).check().hazards().get(0);

        assertThat(hazard.cure()).isEqualTo(new Cure.StoreNone("d", Set.of(Aspect.DEPTH), "submit0.1"));
        assertThat(sampledWhileStored(Attachment.StoreOp.NONE).kinds()).isEmpty();
    }

    /** A copy out of a depth image, and a render pass that tests against it, but does not write it. */
    private static Streams sampledWhileStored(Attachment.StoreOp store) {
        return new Streams()
                .depth("d")
                .buffer("b", "local", 4096)
                .copyDepth("d", "b")
                .pass(
                        Command.PassStep.Form.END_RENDER_PASS,
                        Streams.depthTargets("d", ImageLayout.DEPTH_STENCIL_READ_ONLY_OPTIMAL, store),
                        null,
                        null);
    }

    private static Cure source(Stage stage, String command) {
        return new Cure.ExtendBarrier(
                Cure.Masks.of(
                        new Cure.Mask(Cure.Mask.Part.SRC_STAGE, stage.mask()),
                        new Cure.Mask(Cure.Mask.Part.SRC_ACCESS, 0)),
                "i",
                command);
    }

    private static Streams acquired(String first) {
        return cleared()
                .transition(
                        "CLEAR/TRANSFER_WRITE>NONE", "i", ImageLayout.TRANSFER_DST_OPTIMAL, ImageLayout.PRESENT_SRC_KHR)
                .signals("drawn", "ALL_COMMANDS")
                .submit()
                .host(new HostOperation.QueuePresent(
                        AT, "universal.0", List.of(new SemaphoreOperation("drawn", 0, false, 0)), List.of("i")))
                .host(new HostOperation.AcquireNextImage(AT, "i", "free", null))
                .waits("free", "COLOR_ATTACHMENT_OUTPUT")
                .transition(
                        first + ">COLOR_ATTACHMENT_OUTPUT/COLOR_ATTACHMENT_WRITE",
                        "i",
                        ImageLayout.UNDEFINED,
                        ImageLayout.COLOR_ATTACHMENT_OPTIMAL);
    }
}
