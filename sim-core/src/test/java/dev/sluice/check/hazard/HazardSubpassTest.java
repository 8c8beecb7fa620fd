// SPDX-License-Identifier: Apache-2.0
package dev.sluice.check.hazard;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.check.order.Amendments;
import dev.sluice.check.trace.AccessTrace;
import dev.sluice.machine.testing.Proposed;
import dev.sluice.program.Attachment;
import dev.sluice.program.Barrier;
import dev.sluice.program.Command;
import dev.sluice.program.ImageSlice;
import dev.sluice.program.RenderTargets;
import dev.sluice.program.SubpassScopes;
import dev.sluice.program.edit.Cure;
import dev.sluice.program.image.Aspect;
import dev.sluice.program.image.ClearValue;
import dev.sluice.program.image.Format;
import dev.sluice.program.image.ImageLayout;
import dev.sluice.program.image.Rect;
import dev.sluice.program.sync.Access;
import dev.sluice.program.sync.Stage;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/**
 * The scopes of barriers in render passes, which are limited to their subpass (Vulkan specification, chapter Render
 * Pass). Fills and copies stand for its work: which commands they are makes no difference here.
 */
final class HazardSubpassTest {
    private static final String BOTH = "CLEAR/TRANSFER_WRITE>COPY/TRANSFER_READ";

    private static Streams streams() {
        return new Streams().buffers("a", "b", "c");
    }

    private static Streams begun() {
        return streams().pass(Command.PassStep.Form.BEGIN_RENDER_PASS);
    }

    @Test
    void should_order_work_within_its_subpass() {
        assertThat(begun().fill("a")
                        .barrier(BOTH)
                        .copy("a", "b")
                        .pass(Command.PassStep.Form.END_RENDER_PASS)
                        .kinds())
                .isEmpty();
        assertThat(begun().fill("a")
                        .barrier(BOTH + "@a")
                        .copy("a", "b")
                        .pass(Command.PassStep.Form.END_RENDER_PASS)
                        .kinds())
                .isEmpty();
    }

    @Test
    void should_not_order_work_before_the_pass() {
        assertThat(streams()
                        .fill("a")
                        .pass(Command.PassStep.Form.BEGIN_RENDER_PASS)
                        .barrier(BOTH)
                        .copy("a", "b")
                        .pass(Command.PassStep.Form.END_RENDER_PASS)
                        .missing())
                .containsExactly(MissingHalf.EXECUTION);
        assertThat(streams()
                        .fill("a")
                        .pass(Command.PassStep.Form.BEGIN_RENDER_PASS)
                        .barrier(BOTH + "@a")
                        .copy("a", "b")
                        .pass(Command.PassStep.Form.END_RENDER_PASS)
                        .missing())
                .containsExactly(MissingHalf.EXECUTION);
    }

    @Test
    void should_not_order_work_after_the_pass() {
        assertThat(begun().fill("a")
                        .barrier(BOTH)
                        .pass(Command.PassStep.Form.END_RENDER_PASS)
                        .copy("a", "b")
                        .missing())
                .containsExactly(MissingHalf.EXECUTION);
        assertThat(begun().fill("a")
                        .barrier(BOTH + "@a")
                        .pass(Command.PassStep.Form.END_RENDER_PASS)
                        .copy("a", "b")
                        .missing())
                .containsExactly(MissingHalf.EXECUTION);
    }

    @Test
    void should_not_order_work_of_an_earlier_subpass() {
        assertThat(begun().fill("a")
                        .pass(Command.PassStep.Form.NEXT_SUBPASS)
                        .barrier(BOTH)
                        .copy("a", "b")
                        .pass(Command.PassStep.Form.END_RENDER_PASS)
                        .kinds())
                .containsExactly(HazardKind.READ_AFTER_WRITE);
    }

    @Test
    void should_not_order_work_of_a_later_subpass() {
        assertThat(begun().fill("a")
                        .barrier(BOTH)
                        .pass(Command.PassStep.Form.NEXT_SUBPASS)
                        .copy("a", "b")
                        .pass(Command.PassStep.Form.END_RENDER_PASS)
                        .kinds())
                .containsExactly(HazardKind.READ_AFTER_WRITE);
    }

    @Test
    void should_pass_on_what_it_ordered_to_barriers_after_the_pass() {
        assertThat(begun().fill("a")
                        .barrier("CLEAR/TRANSFER_WRITE>COPY")
                        .pass(Command.PassStep.Form.END_RENDER_PASS)
                        .barrier("COPY>COPY/TRANSFER_READ")
                        .copy("a", "b")
                        .kinds())
                .isEmpty();
    }

    @Test
    void should_take_on_what_barriers_before_the_pass_ordered() {
        assertThat(streams()
                        .fill("a")
                        .barrier("CLEAR/TRANSFER_WRITE>COPY")
                        .pass(Command.PassStep.Form.BEGIN_RENDER_PASS)
                        .barrier("COPY>COPY/TRANSFER_READ")
                        .copy("a", "b")
                        .pass(Command.PassStep.Form.END_RENDER_PASS)
                        .kinds())
                .isEmpty();
    }

    @Test
    void should_let_a_barrier_after_the_pass_order_its_work() {
        assertThat(begun().barrier("COPY>COPY")
                        .fill("a")
                        .pass(Command.PassStep.Form.END_RENDER_PASS)
                        .barrier(BOTH)
                        .copy("a", "b")
                        .kinds())
                .isEmpty();
    }

    @Test
    void should_not_limit_waits_for_events() {
        assertThat(streams()
                        .fill("a")
                        .setEvent("e", BOTH)
                        .pass(Command.PassStep.Form.BEGIN_RENDER_PASS)
                        .barrier("COPY>COPY")
                        .waitEvent("e", BOTH)
                        .pass(Command.PassStep.Form.END_RENDER_PASS)
                        .copy("a", "b")
                        .kinds())
                .isEmpty();
    }

    @Test
    void should_cure_within_the_subpass_what_happens_in_there() {
        AccessTrace trace = AccessTrace.of(
                begun().fill("a")
                        .copy("a", "b")
                        .pass(Command.PassStep.Form.END_RENDER_PASS)
                        .build(),
                Streams.DEVICE);
        Hazard hazard = HazardChecker.check(trace).hazards().get(0);

        assertThat(Proposed.place(hazard.cure())).isEqualTo("before submit0.2, if the subpass depends on itself");
        assertThat(HazardChecker.check(trace, Amendments.NONE.adding("submit0.2", Proposed.barrier(hazard.cure())))
                        .clean())
                .isTrue();
    }

    @Test
    void should_cure_before_the_pass_what_happens_before_it() {
        assertThat(Proposed.place(streams()
                        .fill("a")
                        .pass(Command.PassStep.Form.BEGIN_RENDER_PASS)
                        .copy("a", "b")
                        .pass(Command.PassStep.Form.END_RENDER_PASS)
                        .check()
                        .hazards()
                        .get(0)
                        .cure()))
                .isEqualTo("before submit0.1");
    }

    @Test
    void should_cure_before_the_pass_what_happens_before_its_load_operations() {
        Attachment color = new Attachment(
                new ImageSlice("i", 0, 0, Format.R8G8B8A8_UNORM),
                Set.of(Aspect.COLOR),
                ImageLayout.GENERAL,
                ImageLayout.GENERAL,
                Attachment.LoadOp.CLEAR,
                Attachment.StoreOp.NONE,
                Attachment.LoadOp.NONE,
                Attachment.StoreOp.NONE,
                ClearValue.ZERO,
                null);
        RenderTargets targets = new RenderTargets(new Rect(0, 0, 16, 16), List.of(color), null, 1);

        assertThat(Proposed.place(streams()
                        .image("i")
                        .clear("i", 0, 1)
                        .pass(Command.PassStep.Form.BEGIN_RENDERING, null, null, targets)
                        .pass(Command.PassStep.Form.END_RENDERING, targets, null, null)
                        .check()
                        .hazards()
                        .get(0)
                        .cure()))
                .isEqualTo("before submit0.1");
    }

    private static List<Barrier> between(int src, int dst) {
        return List.of(Streams.spec(BOTH).limitedTo(SubpassScopes.of(src, dst)));
    }

    @Test
    void should_not_order_an_earlier_subpass_by_a_dependency_from_outside() {
        assertThat(begun().fill("a")
                        .pass(Command.PassStep.Form.NEXT_SUBPASS, between(SubpassScopes.EXTERNAL, 1))
                        .copy("a", "b")
                        .pass(Command.PassStep.Form.END_RENDER_PASS)
                        .missing())
                .containsExactly(MissingHalf.EXECUTION);
    }

    @Test
    void should_not_order_work_before_the_pass_by_a_dependency_between_subpasses() {
        assertThat(streams()
                        .fill("a")
                        .pass(Command.PassStep.Form.BEGIN_RENDER_PASS)
                        .pass(Command.PassStep.Form.NEXT_SUBPASS, between(0, 1))
                        .copy("a", "b")
                        .pass(Command.PassStep.Form.END_RENDER_PASS)
                        .missing())
                .containsExactly(MissingHalf.EXECUTION);
    }

    @Test
    void should_not_order_a_later_subpass_by_the_dependency_of_another() {
        assertThat(begun().fill("a")
                        .pass(Command.PassStep.Form.NEXT_SUBPASS, between(0, 1))
                        .pass(Command.PassStep.Form.NEXT_SUBPASS)
                        .copy("a", "b")
                        .pass(Command.PassStep.Form.END_RENDER_PASS)
                        .missing())
                .containsExactly(MissingHalf.EXECUTION);
    }

    @Test
    void should_not_order_work_after_the_pass_by_a_dependency_into_it() {
        assertThat(streams()
                        .fill("a")
                        .pass(Command.PassStep.Form.BEGIN_RENDER_PASS, between(SubpassScopes.EXTERNAL, 0))
                        .pass(Command.PassStep.Form.END_RENDER_PASS)
                        .copy("a", "b")
                        .missing())
                .containsExactly(MissingHalf.EXECUTION);
    }

    @Test
    void should_order_stores_of_a_later_subpass_by_a_dependency_from_a_user_of_the_attachment() {
        Barrier out = Streams.spec("COLOR_ATTACHMENT_OUTPUT/COLOR_ATTACHMENT_WRITE>CLEAR/TRANSFER_WRITE");
        List<Barrier> alone = List.of(out.limitedTo(SubpassScopes.of(0, SubpassScopes.EXTERNAL)));
        List<Barrier> along = List.of(out.limitedTo(new SubpassScopes(Set.of(0), SubpassScopes.EXTERNAL, Set.of(1))));

        assertThat(storedInTheSecond(alone).missing()).containsExactly(MissingHalf.EXECUTION);
        assertThat(storedInTheSecond(along).kinds()).isEmpty();
    }

    private static Streams storedInTheSecond(List<Barrier> dependencies) {
        Attachment color = new Attachment(
                new ImageSlice("i", 0, 0, Format.R8G8B8A8_UNORM),
                Set.of(Aspect.COLOR),
                ImageLayout.GENERAL,
                ImageLayout.GENERAL,
                Attachment.LoadOp.NONE,
                Attachment.StoreOp.STORE,
                Attachment.LoadOp.NONE,
                Attachment.StoreOp.NONE,
                ClearValue.ZERO,
                null);
        RenderTargets targets = new RenderTargets(new Rect(0, 0, 16, 16), List.of(color), null, 1);
        return streams()
                .image("i")
                .pass(Command.PassStep.Form.BEGIN_RENDER_PASS)
                .pass(Command.PassStep.Form.NEXT_SUBPASS)
                .pass(Command.PassStep.Form.END_RENDER_PASS, targets, dependencies)
                .clear("i", 0, 1);
    }

    /** A transition into the first of two subpasses. */
    private static Streams transitioned() {
        Barrier into = Streams.transitionOf(
                "NONE>COLOR_ATTACHMENT_OUTPUT/COLOR_ATTACHMENT_WRITE",
                "i",
                ImageLayout.TRANSFER_DST_OPTIMAL,
                ImageLayout.GENERAL);
        return streams()
                .image("i")
                .pass(
                        Command.PassStep.Form.BEGIN_RENDER_PASS,
                        List.of(into.limitedTo(SubpassScopes.of(SubpassScopes.EXTERNAL, 0))))
                .pass(Command.PassStep.Form.NEXT_SUBPASS);
    }

    @Test
    void should_ask_for_a_dependency_between_subpasses_after_a_transition_into_the_first() {
        Hazard hazard = transitioned()
                .clear("i", 0, 1)
                .pass(Command.PassStep.Form.END_RENDER_PASS)
                .check()
                .hazards()
                .get(0);

        assertThat(hazard.cure()).isInstanceOfSatisfying(Cure.SubpassDependency.class, cure -> {
            assertThat(cure.subpasses()).isEqualTo(SubpassScopes.of(0, 1));
            assertThat(cure.masks().flags(Cure.Mask.Part.SRC_STAGE)).isEqualTo(Stage.ALL_GRAPHICS.mask());
        });
    }

    @Test
    void should_cure_after_the_pass_what_comes_after_a_transition_into_a_subpass() {
        Hazard hazard = transitioned()
                .pass(Command.PassStep.Form.END_RENDER_PASS)
                .clear("i", 0, 1)
                .check()
                .hazards()
                .get(0);

        assertThat(Proposed.place(hazard.cure())).isEqualTo("before submit0.3");
    }

    @Test
    void should_ask_for_a_dependency_between_subpasses() {
        Hazard hazard = begun().fill("a")
                .pass(Command.PassStep.Form.NEXT_SUBPASS)
                .copy("a", "b")
                .pass(Command.PassStep.Form.END_RENDER_PASS)
                .check()
                .hazards()
                .get(0);

        assertThat(hazard.cure())
                .isEqualTo(new Cure.SubpassDependency(
                        Cure.Masks.of(new Barrier(
                                Stage.CLEAR.mask(),
                                Access.TRANSFER_WRITE.mask(),
                                Stage.COPY.mask(),
                                Access.TRANSFER_READ.mask(),
                                null,
                                null,
                                null)),
                        null,
                        "submit0.2",
                        SubpassScopes.of(0, 1)));
    }
}
